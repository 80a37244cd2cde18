-- Papers of the books: what is posted by hand and passed by a second person; months as people hold and close them.
create table adjustments (
  id bigint generated always as identity primary key,
  adjust_no text not null unique,
  kind text not null check (kind in ('peer_adjust', 'reversal', 'cash_transfer', 'bank_item', 'suspense_claim', 'suspense_return', 'supplier_prepay', 'bad_debt', 'opening')),
  -- the voucher that a reversal takes back
  journal_id bigint references journals,
  -- of a reversal the peer whose accounts the voucher moved
  peer_id bigint references peers,
  supplier_id bigint references suppliers,
  company_account_id bigint references company_accounts,
  to_account_id bigint references company_accounts,
  account text check (account in ('peer_principal', 'peer_gift', 'peer_credit', 'cash', 'payable')),
  direction text check (direction in ('in', 'out')),
  amount bigint not null check (amount > 0),
  booked_on date not null,
  reason text not null check (char_length(reason) between 5 and 200),
  files text[] not null default '{}',
  adjust_status text not null default 'pending' check (adjust_status in ('pending', 'approved', 'rejected', 'withdrawn')),
  decided_by bigint references workers,
  decided_at timestamptz,
  decided_note text not null default '',
  -- the voucher that it became
  booked_id bigint unique references journals,
  version int not null default 1,
  created_by bigint not null references workers,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint adjustments_checker check (adjust_status not in ('approved', 'rejected') or (decided_by is not null and decided_by <> created_by)),
  constraint adjustments_booked check (adjust_status <> 'approved' or booked_id is not null),
  check ((kind = 'reversal') = (journal_id is not null)),
  check (kind <> 'cash_transfer' or (company_account_id is not null and to_account_id is not null and company_account_id <> to_account_id)),
  check (kind not in ('peer_adjust', 'bad_debt', 'suspense_claim') or peer_id is not null),
  check (kind <> 'supplier_prepay' or supplier_id is not null)
);
-- One that waits or was booked of each voucher that is taken back.
create unique index adjustments_reversal on adjustments (journal_id) where journal_id is not null and adjust_status in ('pending', 'approved');
create index adjustments_waiting on adjustments (created_at, id) where adjust_status = 'pending';
create index adjustments_created on adjustments (created_at desc, id desc);
create index adjustments_created_by on adjustments (created_by, created_at desc, id desc);
create index adjustments_peer on adjustments (peer_id, created_at desc, id desc) where peer_id is not null;
create index adjustments_files on adjustments using gin (files);
