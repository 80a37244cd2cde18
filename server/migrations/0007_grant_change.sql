-- Grants that wait for a second person, who was a role administrator until when, and which codes a role really uses.
create table grant_changes (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('role', 'assign')),
  -- The target: a role, or the worker who gets another one.
  role_id bigint references roles on delete set null,
  worker_id bigint references workers,
  target_name text not null,
  -- The role's version the maker saw; for a worker that of the role he is to get.
  seen_version int not null,
  old jsonb not null,
  new jsonb not null,
  added_sensitive int[] not null,
  reason text not null default '',
  reject_text text,
  maker_id bigint not null references workers,
  checker_id bigint references workers,
  -- Applied at once because nobody else could check it.
  is_sole boolean not null default false,
  expires_at timestamptz not null,
  decided_at timestamptz,
  grant_status text not null check (grant_status in ('pending', 'approved', 'rejected', 'withdrawn', 'expired')),
  version int not null default 1,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (checker_id <> maker_id),
  check (kind = 'role' or worker_id is not null)
);
-- One waiting change per target.
create unique index grant_changes_role on grant_changes (role_id) where grant_status = 'pending' and kind = 'role';
create unique index grant_changes_worker on grant_changes (worker_id) where grant_status = 'pending' and kind = 'assign';
create index grant_changes_at on grant_changes (created_at desc, id desc);

-- Codes an edit took away, kept for a week so that it can be undone.
alter table roles add column removed_codes int[] not null default '{}', add column removed_at timestamptz;

-- Whoever stopped holding 101002, and when: for a week he still counts as somebody who could have checked.
create table former_role_admins (
  worker_id bigint primary key references workers on delete cascade,
  held_until timestamptz not null
);

create function role_admin_left(worker bigint, at timestamptz) returns void language sql as $$
  insert into former_role_admins as f (worker_id, held_until) values (worker, at)
  on conflict (worker_id) do update set held_until = greatest(f.held_until, excluded.held_until);
$$;
create function holds_role_admin(role bigint) returns boolean language sql stable as $$
  select exists (select from roles r where r.id = role and (r.is_builtin or 101002 = any(r.module_group)));
$$;

-- Triggers, so that no way of disabling, moving or narrowing a role forgets it.
create function worker_role_admin_left() returns trigger language plpgsql as $$
begin
  if old.status = 1 and holds_role_admin(old.role_id) and not (new.status = 1 and holds_role_admin(new.role_id)) then
    perform role_admin_left(new.id, new.updated_at);
  end if;
  return null;
end $$;
create trigger worker_role_admin_left after update of status, role_id on workers for each row execute function worker_role_admin_left();

create function role_role_admin_left() returns trigger language plpgsql as $$
begin
  if 101002 = any(old.module_group) and not (new.is_builtin or 101002 = any(new.module_group)) then
    perform role_admin_left(w.id, new.updated_at) from workers w where w.role_id = new.id and w.status = 1;
  end if;
  return null;
end $$;
create trigger role_role_admin_left after update of module_group on roles for each row execute function role_role_admin_left();

-- Last use of a code by anybody of a role; a code is watched from the day it was given.
create table permission_uses (
  role_id bigint not null references roles on delete cascade,
  code int not null,
  since date not null,
  used_on date,
  primary key (role_id, code)
);
