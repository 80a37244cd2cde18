-- What we owe suppliers, insurers and carriers, and what peers owe us, by cycles: one paper, one life.
create table carrier_cards (
  id bigint generated always as identity primary key,
  supplier_id bigint not null references suppliers,
  carrier_code text not null,
  card_no text not null check (card_no <> ''),
  name text not null,
  team_id bigint references teams,
  -- [{zone, first_kg, next_kg}], cents
  rates jsonb not null default '[]',
  bill_day int not null default 1 check (bill_day between 1 and 28),
  card_status text not null default 'enabled' check (card_status in ('enabled', 'disabled')),
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (carrier_code, card_no)
);
create index carrier_cards_supplier on carrier_cards (supplier_id);
create index carrier_cards_created on carrier_cards (created_at desc, id desc);

create table settlements (
  id bigint generated always as identity primary key,
  settle_no text not null unique,
  kind text not null check (kind in ('supplier', 'insurer', 'carrier', 'peer')),
  supplier_id bigint references suppliers,
  peer_id bigint references peers,
  card_id bigint references carrier_cards,
  -- of a supplier settled by order
  order_id bigint references orders,
  cycle_start date not null,
  cycle_end date not null,
  due_on date not null,
  -- sums of its lines and allocations, written by one function
  ours bigint not null default 0,
  theirs bigint,
  adjust bigint not null default 0,
  final bigint not null default 0,
  paid bigint not null default 0 check (paid >= 0),
  remaining bigint not null generated always as (greatest(final - paid, 0)) stored,
  line_count int not null default 0,
  open_count int not null default 0,
  dispute_count int not null default 0,
  -- of a peer's statement
  opening bigint not null default 0,
  consumed bigint not null default 0,
  refunded bigint not null default 0,
  repaid bigint not null default 0,
  closing bigint not null generated always as (opening + consumed - refunded - repaid) stored,
  extended int not null default 0 check (extended between 0 and 2),
  reminded_on date,
  is_silent boolean not null default false,
  input_invoice_no text not null default '',
  files text[] not null default '{}',
  confirmed_contact text not null default '',
  confirm_proof text[] not null default '{}',
  sent_at timestamptz,
  -- the working day behind which silence is consent
  silent_on date,
  confirmed_by bigint references workers,
  confirmed_at timestamptz,
  approved_by bigint references workers,
  approved_at timestamptz,
  -- what the payment under way pays
  pay_amount bigint check (pay_amount > 0),
  reason text not null default '',
  settlement_status text not null default 'draft'
    check (settlement_status in ('draft', 'sent', 'disputed', 'confirmed', 'approved', 'part_paid', 'paid', 'void')),
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (cycle_start <= cycle_end),
  check ((kind = 'peer') = (peer_id is not null)),
  check ((kind = 'peer') = (supplier_id is null)),
  constraint settlements_checker check (confirmed_by is null or confirmed_by is distinct from created_by),
  constraint settlements_approver check (approved_by is null or approved_by is distinct from confirmed_by)
);
create unique index settlements_cycle on settlements
  (kind, coalesce(supplier_id, peer_id), coalesce(card_id, 0), cycle_end, coalesce(order_id, 0)) where settlement_status <> 'void';
create index settlements_supplier on settlements (supplier_id, cycle_end desc, id desc) where supplier_id is not null;
create index settlements_peer on settlements (peer_id, cycle_end desc, id desc) where peer_id is not null;
create index settlements_open on settlements (kind, settlement_status, due_on) where settlement_status not in ('paid', 'void');
create index settlements_due on settlements (due_on, id);
create index settlements_end on settlements (cycle_end desc, id desc);

create table settle_lines (
  id bigint generated always as identity primary key,
  settlement_id bigint not null references settlements,
  -- what it settles; none: made on the settlement itself
  journal_line_id bigint references journal_lines,
  -- of a negative settlement that goes into the next one
  rolled_from bigint references settlements,
  source text not null check (source in ('settle', 'price', 'reversal', 'premium', 'express', 'deduct', 'adjust', 'rolled', 'theirs', 'charge', 'refund', 'repay')),
  account_code text not null,
  order_id bigint references orders,
  applicant_id bigint references applicants,
  express_id bigint references expresses,
  -- the number their file names it by, where it is no person's
  waybill_no text,
  item text not null default '',
  occurred_on date not null,
  amount bigint not null,
  their_amount bigint,
  -- what both sides settle on; none yet: ours
  agreed bigint,
  declared_g int,
  billed_g int,
  match text check (match in ('same', 'diff', 'ours_only', 'theirs_only', 'duplicate')),
  cause text check (cause in ('weight', 'price', 'extra', 'amount')),
  verdict text check (verdict in ('accept', 'ours', 'half', 'appeal', 'customer', 'supplier')),
  -- who bears it, of verdict supplier
  borne_by bigint references suppliers,
  dispute text check (dispute in ('open', 'closed')),
  offered bigint,
  note text not null default '',
  -- how much of it is paid
  settled bigint not null default 0,
  freed_at timestamptz,
  freed_for text check (freed_for in ('void', 'hold', 'roll', 'appeal')),
  -- kept out of settlements until somebody lets it go
  is_held boolean not null default false,
  created_by bigint references workers,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((freed_at is null) = (freed_for is null)),
  check (not is_held or freed_at is not null)
);
-- A line of the ledger is settled once.
create unique index settle_lines_once on settle_lines (journal_line_id) where journal_line_id is not null and freed_at is null;
create unique index settle_lines_held on settle_lines (journal_line_id) where is_held;
create unique index settle_lines_rolled on settle_lines (rolled_from) where rolled_from is not null and freed_at is null;
create index settle_lines_settlement on settle_lines (settlement_id, id);
create index settle_lines_applicant on settle_lines (applicant_id) where applicant_id is not null;
create index settle_lines_waybill on settle_lines (waybill_no) where waybill_no is not null;

-- What was paid of a settlement, and with what.
create table settle_allocations (
  id bigint generated always as identity primary key,
  settlement_id bigint not null references settlements,
  source text not null check (source in ('payout', 'prepaid', 'peer', 'rolled')),
  payout_id bigint,
  journal_id bigint references journals,
  -- of a peer: the line of its repayment or refund
  journal_line_id bigint references journal_lines,
  amount bigint not null check (amount > 0),
  -- [[settle_line_id, amount]]
  parts jsonb not null default '[]',
  undone_at timestamptz,
  undone_by bigint references workers,
  created_by bigint references workers,
  created_at timestamptz not null
);
create unique index settle_allocations_payout on settle_allocations (payout_id) where payout_id is not null and undone_at is null;
create index settle_allocations_settlement on settle_allocations (settlement_id, id);
create index settle_allocations_line on settle_allocations (journal_line_id) where journal_line_id is not null;

-- The thread of a line that is argued about.
create table settle_notes (
  id bigint generated always as identity primary key,
  settlement_id bigint not null references settlements,
  line_id bigint references settle_lines,
  from_them boolean not null default false,
  text text not null,
  files text[] not null default '{}',
  offered bigint,
  created_by bigint references workers,
  created_at timestamptz not null
);
create index settle_notes_settlement on settle_notes (settlement_id, id);

-- Lines of the ledger that both sides agreed upon: what they rest on is edited no more.
create table frozen_lines (
  journal_line_id bigint primary key references journal_lines,
  by_no text not null
);
