-- Versions of a refund policy: drafts that are saved and published, one after another and never two at one instant.
alter table refund_policy_versions
  add column version int not null default 1,
  add column published_by bigint references workers,
  add column published_at timestamptz,
  drop constraint refund_policy_versions_policy_id_fkey,
  -- a policy that nothing ever used goes with its versions
  add constraint refund_policy_versions_policy_id_fkey foreign key (policy_id) references refund_policies on delete cascade;
create unique index refund_policy_versions_draft on refund_policy_versions (policy_id) where state = 'draft';
create unique index refund_policy_versions_instant on refund_policy_versions (policy_id, effective_from) where state <> 'draft';
create index refund_policy_versions_waiting on refund_policy_versions (policy_id, effective_from) where state = 'published';
