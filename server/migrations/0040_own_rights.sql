-- When the password was last given in this session after its sign-in: changing it asks for the present one half an hour later.
alter table sessions add column unlocked_at timestamptz;
drop trigger session_changed on sessions;
create trigger session_changed after update of ended_at, locked_at, unlocked_at on sessions for each statement execute function session_changed();
