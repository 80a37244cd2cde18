-- Which keys this database was used with: ids that tell keys apart, never a key. A server with other ones does not start.
create table secret_marks (
  id bigint generated always as identity unique,
  name text not null,
  key_id text not null,
  seen_at timestamptz not null default now(),
  primary key (name, key_id)
);
-- Password hashes have said from the start which pepper they were made with.
insert into secret_marks (name, key_id)
  select 'pepper', substring(passwd from ',keyid=([0-9a-f]{8})\$') as key_id
  from workers where passwd ~ ',keyid=[0-9a-f]{8}\$' group by 2 order by count(*) desc limit 1;
