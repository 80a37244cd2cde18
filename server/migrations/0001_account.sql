-- Staff, roles, sessions, personal settings, and what the kit itself keeps.
create extension if not exists btree_gist;

create table roles (
  id bigint generated always as identity primary key,
  name text not null unique,
  note text not null default '',
  module_group int[] not null default '{}',
  data_scope text not null check (data_scope in ('all', 'team', 'own')),
  is_builtin boolean not null default false,
  version int not null default 1,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table teams (
  id bigint generated always as identity primary key,
  name text not null unique,
  parent_id bigint references teams,
  leader_id bigint,
  country_ids text[] not null default '{}',
  status smallint not null default 1 check (status in (0, 1)),
  version int not null default 1,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table workers (
  id bigint generated always as identity primary key,
  account text not null unique,
  nickname text not null default '',
  mobile text,
  email text,
  role_id bigint references roles,
  team_id bigint references teams,
  status smallint not null default 1 check (status in (0, 1)),
  passwd text not null,
  must_change boolean not null default false,
  once_until timestamptz,
  is_weak boolean not null default false,
  passwd_at timestamptz not null default now(),
  totp_secret text,
  totp_at timestamptz,
  totp_step bigint,
  recovery_codes text[] not null default '{}',
  last_login_at timestamptz,
  last_login_ip text,
  version int not null default 1,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table teams add foreign key (leader_id) references workers;
create index workers_role on workers (role_id);
create index workers_team on workers (team_id);

create table experts (
  id bigint generated always as identity primary key,
  worker_id bigint not null unique references workers,
  country_ids text[] not null default '{}',
  handle_urgent boolean not null default true,
  max_open int not null default 40 check (max_open between 1 and 500),
  weight int not null default 2 check (weight between 1 and 5),
  accept_new boolean not null default true,
  display_name text not null default '',
  last_pick_at timestamptz,
  version int not null default 1,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sessions (
  id bigint generated always as identity primary key,
  worker_id bigint not null references workers,
  platform smallint not null check (platform in (25, 20, 8)),
  token_hash text not null unique,
  cookie_hash text,
  ip text not null,
  agent text not null default '',
  device_id text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  ends_at timestamptz not null,
  locked_at timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('logout', 'idle', 'max', 'passwd', 'reset', 'disabled', 'role', 'admin', 'crowd'))
);
create index sessions_live on sessions (worker_id, created_at) where ended_at is null;
create index sessions_ended on sessions (ended_at) where ended_at is not null;

-- Whoever remembers who is signed in is told of every change that ends or narrows a session.
create function session_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('visadesk_session', tg_table_name);
  return null;
end $$;
create trigger session_changed after update of ended_at, locked_at on sessions for each statement execute function session_changed();
create trigger worker_changed after update of status, role_id, team_id, must_change, nickname on workers for each statement execute function session_changed();
create trigger role_changed after update or delete on roles for each statement execute function session_changed();
create trigger team_changed after update of leader_id, parent_id on teams for each statement execute function session_changed();

create table login_guards (
  kind text not null check (kind in ('account', 'device', 'net', 'all')),
  key text not null,
  fails int not null default 0,
  until timestamptz,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (kind, key)
);
create table login_devices (
  worker_id bigint not null references workers,
  device_hash text not null,
  last_used_at timestamptz not null default now(),
  primary key (worker_id, device_hash)
);

create table preferences (
  worker_id bigint not null references workers,
  key text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (worker_id, key)
);
create table saved_views (
  id bigint generated always as identity primary key,
  owner_id bigint not null references workers,
  route text not null,
  endpoint text not null,
  name text not null,
  query jsonb not null,
  columns jsonb,
  share text not null default 'none' check (share in ('none', 'team', 'role', 'all')),
  share_ids bigint[] not null default '{}',
  is_default boolean not null default false,
  pinned boolean not null default false,
  watch int,
  sort int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (owner_id, route, name)
);
create index saved_views_shared on saved_views (route) where share <> 'none';
create table drafts (
  worker_id bigint not null references workers,
  key text not null,
  content text not null,
  base_version int,
  saved_at timestamptz not null default now(),
  primary key (worker_id, key)
);
create table presences (
  worker_id bigint not null references workers,
  noun text not null,
  noun_id bigint not null,
  mode text not null check (mode in ('view', 'edit')),
  since timestamptz not null default now(),
  at timestamptz not null default now(),
  primary key (noun, noun_id, worker_id)
);

create table sys_configs (
  key text primary key,
  value jsonb not null,
  updated_by bigint,
  updated_at timestamptz not null default now()
);

create trigger config_changed after insert or update on sys_configs for each statement execute function session_changed();

create table operation_logs (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  request_id text not null,
  actor_kind text not null check (actor_kind in ('worker', 'peer', 'partner', 'system', 'host')),
  actor_id bigint,
  actor_name text not null,
  kind text not null,
  endpoint text not null,
  area text not null,
  noun text,
  noun_id text,
  noun_no text,
  subject_ids bigint[] not null default '{}',
  changes jsonb not null default '[]',
  reason text,
  result text not null check (result in ('ok', 'refused', 'fault')),
  ip text,
  agent text,
  ms int not null default 0,
  seq bigint,
  hash text
);
create index operation_logs_unsealed on operation_logs (id) where seq is null;
create unique index operation_logs_seq on operation_logs (seq) where seq is not null;
create index operation_logs_at on operation_logs (at desc, id desc);
create index operation_logs_noun on operation_logs (noun, noun_id, id desc) where noun is not null;
create index operation_logs_actor on operation_logs (actor_id, id desc);
create index operation_logs_subjects on operation_logs using gin (subject_ids) with (fastupdate = off) where subject_ids <> '{}';

-- A log row is written once; sealing may fill seq and hash, nothing else ever changes.
create function operation_logs_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if coalesce(current_setting('visadesk.purge', true), '') = 'on' then return old; end if;
    raise exception 'operation_logs is append-only';
  end if;
  if old.seq is not null then raise exception 'operation_logs is append-only'; end if;
  old.seq := new.seq;
  old.hash := new.hash;
  if new is distinct from old then raise exception 'operation_logs is append-only'; end if;
  return new;
end $$;
create trigger operation_logs_guard before update or delete on operation_logs for each row execute function operation_logs_guard();

-- Request ids of writes, in the write's own transaction: a replay after a restart has no second effect.
create table seen_requests (
  request_id uuid primary key,
  at timestamptz not null default now()
);
create index seen_requests_at on seen_requests (at);

create table idempotency_keys (
  actor text not null,
  endpoint text not null,
  key uuid not null,
  body_sha256 text not null,
  response jsonb,
  at timestamptz not null default now(),
  primary key (actor, endpoint, key)
);
create index idempotency_keys_at on idempotency_keys (at);

create table jobs (
  id bigint generated always as identity primary key,
  job text not null,
  key text,
  payload jsonb not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  title text not null default '',
  owner_id bigint references workers,
  progress int not null default 0,
  progress_total int,
  attempts int not null default 0,
  max_attempts int not null default 5,
  run_at timestamptz not null default now(),
  lease_until timestamptz,
  lease_token uuid,
  cancel_asked boolean not null default false,
  result jsonb,
  error text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create index jobs_due on jobs (run_at, id) where state = 'waiting';
create index jobs_leased on jobs (lease_until) where state = 'running';
create unique index jobs_key on jobs (job, key) where key is not null and state in ('waiting', 'running');
create index jobs_owner on jobs (owner_id, id desc) where owner_id is not null;
create index jobs_finished on jobs (finished_at) where finished_at is not null;
-- One row per cron slot, so two processes start a slot once.
create table job_slots (
  job text not null,
  slot timestamptz not null,
  primary key (job, slot)
);

create table export_tasks (
  id bigint generated always as identity primary key,
  export_no text not null unique,
  worker_id bigint not null references workers,
  endpoint text not null,
  title text not null,
  filter jsonb not null,
  columns text[] not null,
  format text not null check (format in ('xlsx', 'csv')),
  is_masked boolean not null default true,
  row_count int,
  expected_count int,
  job_id bigint references jobs on delete set null,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed', 'cancelled', 'expired')),
  file_key text,
  file_size bigint,
  error text,
  downloads int not null default 0,
  link_hash text unique,
  link_until timestamptz,
  link_session_id bigint,
  expires_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index export_tasks_worker on export_tasks (worker_id, id desc);

create table files (
  id bigint generated always as identity primary key,
  key text not null unique,
  is_private boolean not null,
  sha256 text not null,
  size bigint not null,
  content_type text not null,
  filename text not null,
  width int,
  height int,
  created_by bigint,
  created_at timestamptz not null default now()
);
create unique index files_hash on files (sha256, is_private, content_type);
create index files_worker on files (created_by, created_at) where created_by is not null;

create table outbound_messages (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('in_app', 'subscription', 'sms', 'email')),
  template text not null,
  receiver text not null,
  receiver_worker_id bigint references workers,
  content text not null,
  ref_noun text,
  ref_id bigint,
  status text not null check (status in ('waiting', 'sent', 'failed', 'no_provider')),
  error text,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index outbound_messages_worker on outbound_messages (receiver_worker_id, id desc) where receiver_worker_id is not null;
create index outbound_messages_ref on outbound_messages (ref_noun, ref_id);

-- Readable document numbers: prefix + yyMMdd + 6 digits. Sequences, because a counter row would queue up every writer.
do $$
declare prefix text;
begin
  foreach prefix in array array['v', 'tk', 'bc', 'sq', 'wl', 'tj', 'rz', 'bg', 'zy', 'gd', 'hh', 'yj', 'hk', 'tx', 'fk', 'tz', 'pz', 'fp', 'sg', 'js', 'dc'] loop
    execute format('create sequence number_%s maxvalue 999999 cycle', prefix);
  end loop;
end $$;
