-- Sheets of orders: the groups that still wait, sealed, and what became of each, told to whoever imported them.
create table order_imports (
  id bigint generated always as identity primary key,
  row_key text not null unique,
  import_status text not null default 'running' check (import_status in ('running', 'done', 'failed')),
  -- groups of the sheet that are still to be made; gone when the job has ended
  waiting text,
  group_count int not null check (group_count > 0),
  done_count int not null default 0,
  results jsonb not null default '[]',
  created_by bigint not null references workers,
  created_at timestamptz not null,
  finished_at timestamptz,
  check (import_status = 'running' or waiting is null)
);
-- one at a time of each worker
create unique index order_imports_running on order_imports (created_by) where import_status = 'running';
