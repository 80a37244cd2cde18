-- Refunds of orders: what is given back of which fee, by which ways, and whose case rests meanwhile.
create table refunds (
  id bigint generated always as identity primary key,
  refund_no text not null unique,
  order_id bigint not null references orders,
  kind text not null check (kind in ('applicant', 'partial', 'diff', 'claim', 'late')),
  initiator text not null check (initiator in ('customer', 'peer', 'staff', 'system')),
  reason_code text not null,
  reason text not null default '',
  liability text not null default 'unknown' check (liability in ('us', 'customer', 'embassy', 'unknown')),
  proof text[] not null default '{}',
  -- the trial as it stood at the start
  trial jsonb not null default '{}',
  asked_amount bigint not null check (asked_amount > 0),
  approved_amount bigint check (approved_amount > 0),
  payee_name text not null default '',
  payee_account text not null default '', payee_account_sealed text, payee_account_hash text, payee_account_tail text,
  payee_bank text not null default '',
  refund_status text not null default 'pending'
    check (refund_status in ('pending', 'pending_final', 'paying', 'success', 'failed', 'rejected', 'withdrawn')),
  reviewer_id bigint references workers,
  reviewed_at timestamptz,
  final_reviewer_id bigint references workers,
  final_reviewed_at timestamptz,
  decided_by bigint references workers,
  reject_code text,
  decided_note text not null default '',
  -- red papers that it waits for
  waits text[] not null default '{}',
  due_at timestamptz,
  paid_at timestamptz,
  fail_reason text not null default '',
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint refunds_maker check (reviewer_id is null or reviewer_id is distinct from created_by),
  constraint refunds_third check (final_reviewer_id is null or (final_reviewer_id is distinct from created_by and final_reviewer_id is distinct from reviewer_id)),
  constraint refunds_decided check (refund_status not in ('paying', 'success', 'failed') or (approved_amount is not null and (kind = 'late' or reviewer_id is not null))),
  constraint refunds_rejected check (refund_status <> 'rejected' or (decided_by is not null and decided_by is distinct from created_by and reject_code is not null))
);
create index refunds_order on refunds (order_id, id desc);
create index refunds_created on refunds (created_at desc, id desc);
create index refunds_open on refunds (refund_status, created_at, id) where refund_status in ('pending', 'pending_final', 'paying', 'failed');
create trigger refunds_account_masked before insert or update of payee_account on refunds
  for each row when (new.payee_account <> '' and position('*' in new.payee_account) = 0) execute function refuse_clear_number('payee_account');

-- Whose refund it is; of a person one at a time.
create table refund_people (
  refund_id bigint not null references refunds,
  applicant_id bigint not null references applicants,
  is_open boolean not null default true,
  primary key (refund_id, applicant_id)
);
create unique index refund_people_open on refund_people (applicant_id) where is_open;

create table refund_lines (
  id bigint generated always as identity primary key,
  refund_id bigint not null references refunds,
  fee_id bigint not null references order_fees,
  -- what was left of the fee at the start
  paid bigint not null check (paid > 0),
  policy_amount bigint not null check (policy_amount between 0 and paid),
  asked_amount bigint not null check (asked_amount between 0 and paid),
  approved_amount bigint check (approved_amount between 0 and paid),
  note text not null default '',
  unique (refund_id, fee_id)
);
create index refund_lines_fee on refund_lines (fee_id);

create table refund_parts (
  id bigint generated always as identity primary key,
  refund_id bigint not null references refunds,
  seq int not null,
  payment_id bigint not null references order_payments,
  paid_by text not null,
  way text not null check (way in ('gift', 'credit', 'principal', 'channel', 'bank')),
  amount bigint not null check (amount > 0),
  trade_no text,
  payout_id bigint references payouts,
  part_status text not null default 'waiting' check (part_status in ('waiting', 'done', 'failed')),
  fail_reason text not null default '',
  done_at timestamptz,
  unique (refund_id, seq)
);
create index refund_parts_payment on refund_parts (payment_id);

-- No fee and no payment gives back more than came.
alter table order_fees add constraint order_fees_refunded check (refunded between 0 and payable);
alter table order_payments add constraint order_payments_refunded check (refunded between 0 and amount);
