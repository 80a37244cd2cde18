-- A line tried again was run by who tried it again, at a time of its own; its run tells how many of those it moved.
alter table peer_transfer_lines add column by_id bigint references workers;
alter table peer_transfer_lines add column is_retry boolean not null default false;
update peer_transfer_lines l set by_id = t.created_by from peer_transfers t where t.id = l.transfer_id and l.at is not null;
