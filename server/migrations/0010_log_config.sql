-- The operation log's anchors and rights, versions of parameters, erasure of personal data whose purpose ended.

-- Whole months that left the log: the chain goes on from the last hash of the newest anchor.
create table log_anchors (
  id bigint generated always as identity primary key,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  row_count bigint not null check (row_count > 0),
  first_seq bigint not null unique,
  last_seq bigint not null unique,
  first_hash text not null,
  last_hash text not null,
  created_at timestamptz not null,
  check (row_count = last_seq - first_seq + 1)
);
create trigger log_anchors_append_only before update or delete on log_anchors for each row execute function append_only();
create trigger log_anchors_no_truncate before truncate on log_anchors for each statement execute function append_only();
create trigger operation_logs_no_truncate before truncate on operation_logs for each statement execute function append_only();

-- A log row leaves only when an anchor keeps what the chain needs of it.
create or replace function operation_logs_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from log_anchors a where old.seq between a.first_seq and a.last_seq) then return old; end if;
    raise exception 'operation_logs is append-only';
  end if;
  if old.seq is not null then raise exception 'operation_logs is append-only'; end if;
  old.seq := new.seq;
  old.hash := new.hash;
  if new is distinct from old then raise exception 'operation_logs is append-only'; end if;
  return new;
end $$;

-- The application's role may add rows and seal them, nothing else; the purge lends itself the right to delete.
do $$
begin
  execute format('revoke update, delete, truncate on operation_logs from %I', current_user);
  execute format('grant update (seq, hash) on operation_logs to %I', current_user);
  execute format('revoke update, delete, truncate on log_anchors from %I', current_user);
end $$;
create function operation_logs_purge(through bigint) returns bigint language plpgsql security definer set search_path = public as $$
declare gone bigint;
begin
  execute format('grant delete on operation_logs to %I', current_user);
  delete from operation_logs where seq <= through;
  get diagnostics gone = row_count;
  execute format('revoke delete on operation_logs from %I', current_user);
  return gone;
end $$;

create index operation_logs_no on operation_logs (noun_no, id desc) where noun_no is not null;

-- A second step that must be set up narrows the session until it is.
create trigger worker_second_step after update of totp_at, is_weak on workers for each statement execute function session_changed();

alter table sys_configs add column version int not null default 1;

create table erasure_runs (
  id bigint generated always as identity primary key,
  cutoff_date date not null,
  erasure_status text not null default 'preview' check (erasure_status in ('preview', 'approved', 'running', 'done', 'cancelled')),
  -- per area: records, people, files; as previewed, and as done
  counts jsonb not null default '[]',
  erased jsonb,
  kept jsonb not null default '[]',
  kept_count int not null default 0,
  maker_id bigint references workers,
  checker_id bigint references workers,
  approved_at timestamptz,
  finished_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  check (maker_id is null or maker_id is distinct from checker_id)
);
create unique index erasure_runs_open on erasure_runs ((true)) where erasure_status in ('preview', 'approved', 'running');

alter table orders add column erased_at timestamptz;
-- Why this record must be kept whatever its age; set by those who answer for retention.
alter table orders add column legal_hold text;
create index orders_ended on orders ((coalesce(completed_at, cancelled_at)))
  where erased_at is null and order_status in ('completed', 'cancelled', 'deleted');
create index material_files_file on material_files (file);
create index visits_letter on visits (letter) where letter is not null;
