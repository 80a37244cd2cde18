-- Exports that a second person passes: full personal data, and very many rows. Who asked for what, why, and who passed it stays.
alter table export_tasks drop constraint export_tasks_status_check;
alter table export_tasks add constraint export_tasks_status_check
  check (status in ('pending', 'waiting', 'running', 'done', 'failed', 'cancelled', 'rejected', 'expired'));
alter table export_tasks
  add column filter_text text not null default '',
  -- the filter held personal numbers, which are gone once it ended: it cannot be asked for again
  add column is_filter_hidden boolean not null default false,
  add column reason text not null default '',
  add column sha256 text,
  add column decided_by bigint references workers,
  add column decided_at timestamptz,
  add column decided_note text not null default '',
  add constraint export_tasks_checker check (decided_by is null or decided_by <> worker_id),
  add constraint export_tasks_full check (is_masked or status in ('pending', 'cancelled', 'rejected') or decided_by is not null),
  add constraint export_tasks_reason check (is_masked or char_length(reason) >= 5);
create index export_tasks_created on export_tasks (created_at desc, id desc);
create index export_tasks_pending on export_tasks (created_at, id) where status = 'pending';
