-- 休假交接: who stands in for whom between two times. While one is active the cover sees the tasks and orders of who is away.
create table handovers (
  id bigint generated always as identity primary key,
  from_staff_id bigint not null references workers,
  to_staff_id bigint not null references workers,
  start_at timestamptz not null,
  end_at timestamptz not null,
  note text not null default '',
  handover_status text not null default 'planned' check (handover_status in ('planned', 'active', 'ended', 'cancelled')),
  -- the cover agreed; before that nothing moves
  confirmed_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  reason text not null default '',
  -- states of the open orders when it started, and of those that changed until it ended; names and notes are read where they stand
  brief jsonb,
  outcome jsonb,
  -- the cover read the brief
  read_at timestamptz,
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint handovers_two check (from_staff_id <> to_staff_id),
  constraint handovers_span check (end_at > start_at and end_at <= start_at + interval '30 days'),
  constraint handovers_confirmed check (handover_status not in ('active', 'ended') or confirmed_at is not null),
  constraint handovers_started check ((handover_status in ('active', 'ended')) = (started_at is not null)),
  exclude using gist (from_staff_id with =, tstzrange(start_at, end_at) with &&) where (handover_status in ('planned', 'active'))
);
create index handovers_from on handovers (from_staff_id, id desc);
create index handovers_to on handovers (to_staff_id, id desc);
-- whom somebody covers, asked with every session that is read
create index handovers_active on handovers (to_staff_id, from_staff_id) where handover_status = 'active';
create index handovers_due on handovers (start_at) where handover_status = 'planned' and confirmed_at is not null;

-- Whoever remembers who is signed in hears of it when somebody begins or ceases to cover.
create trigger handover_changed after insert or update of handover_status on handovers for each statement execute function session_changed();
