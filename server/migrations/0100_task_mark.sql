-- What a worker noted on a task of a queue: seen, put off, or passed on. The task itself is stored nowhere; its marks go once it is gone.
create table task_marks (
  id bigint generated always as identity primary key,
  queue text not null,
  source_id bigint not null,
  staff_id bigint not null references workers,
  seen_at timestamptz,
  snooze_until timestamptz,
  snooze_reason text not null default '',
  -- whose task it is now, whatever its queue says
  handler_id bigint references workers,
  transfer_reason text not null default '',
  transferred_at timestamptz,
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint task_marks_one unique (queue, source_id, staff_id),
  constraint task_marks_transfer check ((handler_id is null) = (transferred_at is null)),
  constraint task_marks_snooze check (snooze_until is null or snooze_reason <> '')
);
-- One handler a task, over all marks.
create unique index task_marks_handler on task_marks (queue, source_id) where handler_id is not null;
create index task_marks_given on task_marks (handler_id) where handler_id is not null;
create index task_marks_put_off on task_marks (staff_id, snooze_until) where snooze_until is not null;
-- Whoever remembers who is signed in hears that somebody may have been given a task, and its order with it.
create trigger task_given after insert or delete or update of handler_id on task_marks for each statement execute function session_changed();
