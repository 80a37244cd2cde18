-- Money that leaves: withdrawals of peers, and the payments of the cashier, whatever they are for.
create table withdrawals (
  id bigint generated always as identity primary key,
  withdrawal_no text not null unique,
  peer_id bigint not null references peers,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  gift_back bigint not null check (gift_back >= 0),
  payee_name text not null,
  payee_account text not null default '', payee_account_sealed text, payee_account_hash text, payee_account_tail text,
  payee_bank text not null,
  reason text not null default '',
  files text[] not null default '{}',
  withdrawal_status text not null default 'pending'
    check (withdrawal_status in ('pending', 'second_review', 'approved', 'paid', 'returned', 'rejected', 'withdrawn')),
  -- what froze it
  journal_id bigint references journals,
  -- asked for by its amount when the first person passed it
  needs_second boolean not null default false,
  approved_by bigint references workers,
  approved_at timestamptz,
  rechecked_by bigint references workers,
  rechecked_at timestamptz,
  decided_by bigint references workers,
  decided_note text not null default '',
  due_at timestamptz,
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (fee < amount),
  constraint withdrawals_checker check (approved_by is null or approved_by is distinct from created_by),
  constraint withdrawals_third check (rechecked_by is null or (rechecked_by is distinct from created_by and rechecked_by <> approved_by)),
  constraint withdrawals_decided check (withdrawal_status not in ('approved', 'paid', 'returned')
    or (approved_by is not null and due_at is not null and (not needs_second or rechecked_by is not null))),
  constraint withdrawals_rejected check (withdrawal_status <> 'rejected' or (decided_by is not null and decided_by is distinct from created_by))
);
create index withdrawals_peer on withdrawals (peer_id, id desc);
create index withdrawals_open on withdrawals (withdrawal_status, created_at) where withdrawal_status in ('pending', 'second_review', 'approved');
create index withdrawals_created on withdrawals (created_at desc, id desc);
create trigger withdrawals_account_masked before insert or update of payee_account on withdrawals
  for each row when (new.payee_account <> '' and position('*' in new.payee_account) = 0) execute function refuse_clear_number('payee_account');

create table payout_batches (
  id bigint generated always as identity primary key,
  batch_no text not null unique,
  company_account_id bigint not null references company_accounts,
  format text not null check (format in ('xlsx', 'csv')),
  is_merged boolean not null,
  rows int not null check (rows > 0),
  total bigint not null check (total > 0),
  file_key text,
  expires_at timestamptz not null,
  created_by bigint references workers,
  created_at timestamptz not null default now()
);
create index payout_batches_kept on payout_batches (expires_at) where file_key is not null;

create table payouts (
  id bigint generated always as identity primary key,
  payout_no text not null unique,
  source_noun text not null check (source_noun in ('withdrawal', 'settlement', 'refund', 'suspense_return')),
  source_id bigint not null,
  source_no text not null,
  -- tells the ways of one source apart
  way text not null default '',
  -- whose money it is, for who may see it
  peer_id bigint references peers,
  order_id bigint references orders,
  supplier_id bigint references suppliers,
  method text not null check (method in ('bank', 'channel')),
  company_account_id bigint not null references company_accounts,
  payee_name text not null,
  payee_account text not null default '', payee_account_sealed text, payee_account_hash text, payee_account_tail text,
  payee_bank text not null default '',
  amount bigint not null check (amount > 0),
  original_trade_no text not null default '',
  -- who passed the source: none of them pays it
  approvers bigint[] not null default '{}',
  -- since when the supplier is paid on this account
  payee_changed_at timestamptz,
  phone_checked boolean not null default false,
  batch_id bigint references payout_batches,
  -- rows that one line of a bank file pays together
  merge_no text,
  bank_ref text,
  bounced_refs text[] not null default '{}',
  receipt text,
  paid_at timestamptz,
  paid_by bigint references workers,
  bank_fee bigint not null default 0 check (bank_fee >= 0),
  fail_reason text not null default '',
  due_at timestamptz,
  planned_on date,
  -- the how manieth payment of it is tried
  attempt int not null default 0,
  journal_id bigint references journals,
  payout_status text not null default 'queued' check (payout_status in ('queued', 'paying', 'paid', 'failed', 'cancelled')),
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payouts_proved check (payout_status <> 'paid' or (bank_ref is not null and receipt is not null and paid_at is not null and paid_by is not null)),
  constraint payouts_cashier check (paid_by is null or not paid_by = any(approvers))
);
-- One live payment per source and way; a settlement is paid in parts.
create unique index payouts_live on payouts (source_noun, source_id, way)
  where payout_status <> 'cancelled' and (source_noun <> 'settlement' or payout_status <> 'paid');
create unique index payouts_ref on payouts (company_account_id, bank_ref) where bank_ref is not null and merge_no is null;
create index payouts_open on payouts (company_account_id, payout_status) where payout_status in ('queued', 'paying', 'failed');
create index payouts_created on payouts (created_at desc, id desc);
create index payouts_peer on payouts (peer_id) where peer_id is not null;
create index payouts_order on payouts (order_id) where order_id is not null;
create index payouts_supplier on payouts (supplier_id) where supplier_id is not null;
create index payouts_batch on payouts (batch_id) where batch_id is not null;
create trigger payouts_account_masked before insert or update of payee_account on payouts
  for each row when (new.payee_account <> '' and position('*' in new.payee_account) = 0) execute function refuse_clear_number('payee_account');
