-- Statements of peers: what they are told by themselves, and where their money went.
alter table settlements add column noticed_on date;
create index settlements_peer_open on settlements (peer_id, due_on, id)
  where peer_id is not null and settlement_status in ('sent', 'disputed', 'confirmed', 'part_paid');
create index settlements_silent on settlements (silent_on) where kind = 'peer' and settlement_status = 'sent';
create index settle_allocations_live on settle_allocations (journal_line_id) where journal_line_id is not null and undone_at is null;
alter table settle_allocations add constraint settle_allocations_peer check (source <> 'peer' or journal_line_id is not null);
