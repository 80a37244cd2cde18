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

-- What is append-only row by row is not emptied in one go either; a cascade that would reach it is refused with it.
create trigger journals_no_truncate before truncate on journals for each statement execute function append_only();
create trigger journal_lines_no_truncate before truncate on journal_lines for each statement execute function append_only();
create trigger expert_picks_no_truncate before truncate on expert_picks for each statement execute function append_only();
create trigger appointment_points_no_truncate before truncate on appointment_points for each statement execute function append_only();
