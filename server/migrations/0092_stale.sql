-- What ran out of an order or of one of its people: found every hour, extended, chased and closed by people.
create table order_expires (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  applicant_id bigint references applicants,
  kind text not null check (kind in ('pay', 'material', 'travel', 'document', 'visit')),
  due_at timestamptz not null,
  expire_status text not null check (expire_status in ('warning', 'expired', 'resolved', 'closed')),
  extended_times int not null default 0 check (extended_times between 0 and 2),
  extend_reason text not null default '',
  contact_times int not null default 0,
  last_contact_at timestamptz,
  close_reason text not null default '',
  closed_by bigint references workers,
  closed_at timestamptz,
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index order_expires_open on order_expires (order_id, (coalesce(applicant_id, 0)), kind) where expire_status in ('warning', 'expired');
create index order_expires_waits on order_expires (expire_status, due_at, id) where expire_status in ('warning', 'expired');
create index order_expires_kind on order_expires (kind, expire_status, due_at desc, id desc);
create index order_expires_due on order_expires (due_at desc, id desc);
create index order_expires_order on order_expires (order_id, id desc);
create index order_expires_applicant on order_expires (applicant_id) where applicant_id is not null;

-- Rules are added for a country or for urgent orders, by whom and when.
alter table order_limits add column created_by bigint references workers;
alter table order_limits add column created_at timestamptz;
update order_limits set created_at = updated_at;
alter table order_limits alter column created_at set not null;
update order_limits set warn_before = 7 where key = 'none';
insert into order_limits (key, value, unit, warn_before, created_at, updated_at)
  select k, 0, 'day', w, l.updated_at, l.updated_at from (values ('travel', 10), ('document', 30)) as x(k, w), (select min(updated_at) as updated_at from order_limits) l;

-- Spans that ended in a period, and those of it that still go on.
create index stage_spans_left on stage_spans (left_at) include (applicant_id) where left_at is not null;
create index applicants_collected on applicants (collected_at) where collected_at is not null;
create index applicants_passed on applicants (review_passed_at) where review_passed_at is not null;
create index applicants_handed_back on applicants (handed_back_at) where handed_back_at is not null;
create index applicants_received on applicants (received_at) where received_at is not null;
create index visits_created on visits (created_at);
create index visits_attended on visits (visit_at) where visit_status = 'attended';
