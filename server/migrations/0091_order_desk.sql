-- Reminders get somebody who handles them and remember what was sent; evaluations remember who answered, appealed and judged.
alter table order_reminds
  add column handler_id bigint references workers,
  add column sent_at timestamptz,
  add column sent_times int not null default 0,
  add column send_result text check (send_result in ('sent', 'no_provider', 'called')),
  add column snooze_reason text not null default '',
  add column close_reason text not null default '',
  add check ((sent_at is null) = (sent_times = 0)),
  add check ((sent_at is null) = (send_result is null));
update order_reminds r set handler_id = coalesce(o.cs_owner_id, o.expert_id) from orders o where o.id = r.order_id and r.remind_status in ('open', 'doing');
-- The desk reads what waits by its due time, what is over by when it was made, and one order's kind by when it was sent.
create index order_reminds_created on order_reminds (created_at, id);
create index order_reminds_waiting on order_reminds (remind_status, due_at) where remind_status in ('open', 'doing');
create index order_reminds_order on order_reminds (order_id);
create index order_reminds_handler on order_reminds (handler_id) where remind_status in ('open', 'doing');

alter table order_evaluates
  add column replied_at timestamptz,
  add column show_reason text not null default '',
  add column appealed_by bigint references workers,
  add column appealed_at timestamptz,
  add column appeal_due_at timestamptz,
  add column appeal_note text not null default '',
  add column judged_by bigint references workers,
  add column judged_at timestamptz,
  add check ((evaluate_status = 'replied') = (replied_at is not null)),
  add check ((appeal_status = 'none') = (appealed_at is null)),
  add check ((appeal_status in ('accepted', 'rejected')) = (judged_at is not null)),
  -- Who appealed, and whom it is about, judges nothing of it.
  add check (judged_by is null or (judged_by is distinct from appealed_by and judged_by is distinct from expert_id));
create index order_evaluates_created on order_evaluates (created_at, id);
create index order_evaluates_expert on order_evaluates (expert_id, created_at) where expert_id is not null;
create index order_evaluates_bad on order_evaluates (created_at) where evaluate_status = 'pending' and score <= 2 and source <> 'auto';
create index order_evaluates_appeal on order_evaluates (appeal_due_at) where appeal_status = 'pending';
