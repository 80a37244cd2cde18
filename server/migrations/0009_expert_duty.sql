-- Who gets a case and why, and when somebody is not at work or at work out of turn.
create table expert_picks (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  country_id text not null,
  is_urgent boolean not null,
  picked_id bigint references workers,
  step text not null check (step in ('load', 'relaxed', 'leader', 'nobody')),
  -- the moment the duty was judged by: the payment, else the next working minute
  duty_at timestamptz not null,
  -- [{worker_id, open, max_open, weight, load, excluded}], excluded = why not, or null
  candidates jsonb not null default '[]',
  at timestamptz not null
);
create index expert_picks_order on expert_picks (order_id, id);
create index expert_picks_at on expert_picks (at desc, id desc);
create index expert_picks_picked on expert_picks (picked_id, at desc, id desc);
create index expert_picks_candidates on expert_picks using gin (candidates jsonb_path_ops) with (fastupdate = off);

-- A pick is what was known then: written once, and after 180 days it leaves as a whole.
create function expert_picks_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and coalesce(current_setting('visadesk.purge', true), '') = 'on' then return old; end if;
  raise exception 'expert_picks is append-only';
end $$;
create trigger expert_picks_guard before update or delete on expert_picks for each row execute function expert_picks_guard();

create table duties (
  id bigint generated always as identity primary key,
  worker_id bigint not null references workers,
  kind text not null check (kind in ('leave', 'out', 'training', 'on')),
  from_date date not null,
  to_date date not null,
  half text not null default 'all' check (half in ('all', 'am', 'pm')),
  reason text not null default '' check (char_length(reason) <= 50),
  version int not null default 1,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (to_date >= from_date and to_date - from_date < 60),
  check (half = 'all' or from_date = to_date),
  -- the day is cut at noon
  exclude using gist (worker_id with =, tsrange(
    from_date + case when half = 'pm' then interval '12 hours' else interval '0' end,
    to_date + case when half = 'am' then interval '12 hours' else interval '24 hours' end) with &&)
);
create index duties_worker on duties (worker_id, to_date);

-- What the limit of a stage was when the stage ended, so that punctuality can be counted afterwards.
alter table stage_spans add column due_at timestamptz;
