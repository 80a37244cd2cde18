-- Who changed a paper last.
alter table documents add column updated_by bigint references workers;
