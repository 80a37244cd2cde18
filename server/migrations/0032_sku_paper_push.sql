-- 资料变更推送: to whom of the open applicants a product's paper list of today was given, and what came of it.
create table sku_paper_pushes (
  id bigint generated always as identity primary key,
  sku_id bigint not null references skus,
  sku_version int not null,
  total int not null check (total > 0),
  job_id bigint references jobs on delete set null,
  -- null while people still wait
  ended_as text check (ended_as in ('done', 'cancelled', 'failed')),
  ended_at timestamptz,
  created_by bigint references workers,
  created_at timestamptz not null,
  check ((ended_as is null) = (ended_at is null))
);
create index sku_paper_pushes_sku on sku_paper_pushes (sku_id, id desc);

create table sku_paper_push_people (
  push_id bigint not null references sku_paper_pushes,
  applicant_id bigint not null references applicants,
  order_id bigint not null references orders,
  outcome text not null default 'waiting' check (outcome in ('waiting', 'done', 'same', 'refused', 'failed', 'cancelled')),
  msg text not null default '',
  at timestamptz,
  primary key (push_id, applicant_id)
);
create index sku_paper_push_people_waiting on sku_paper_push_people (push_id, order_id) where outcome = 'waiting';
create index sku_paper_push_people_applicant on sku_paper_push_people (applicant_id);

-- Asked for after the order was made: what the person's own data selects does not take it away again.
alter table applicant_materials add column asked_later boolean not null default false;

-- People of a product whose papers are still handed in and judged, walked through in pages.
create index applicants_sku_unsubmitted on applicants (sku_id, id) where applicant_status in ('none', 'pre_review', 'pre_review_rejected',
  'awaiting_originals', 'awaiting_appointment', 'awaiting_confirm', 'appointed', 'awaiting_training', 'awaiting_visit', 'awaiting_submission');
