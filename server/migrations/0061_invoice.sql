-- Invoices, blue and red, what they are for, and the titles that peers have them made out to.
create table invoice_titles (
  id bigint generated always as identity primary key,
  row_key text not null unique,
  peer_id bigint not null references peers,
  title_type text not null check (title_type in ('company', 'person')),
  title text not null check (title <> ''),
  tax_no text not null default '',
  address text not null default '',
  phone text not null default '',
  bank text not null default '',
  bank_account text not null default '', bank_account_sealed text, bank_account_hash text, bank_account_tail text,
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((title_type = 'company') = (tax_no <> '')),
  unique (peer_id, title, tax_no)
);
create trigger invoice_titles_account_masked before insert or update of bank_account on invoice_titles
  for each row when (new.bank_account <> '' and position('*' in new.bank_account) = 0) execute function refuse_clear_number('bank_account');

create table invoices (
  id bigint generated always as identity primary key,
  row_key text not null unique,
  fp_no text not null unique,
  -- the number of the first row of a request that needs two papers
  group_no text,
  direction text not null check (direction in ('blue', 'red')),
  red_of bigint references invoices,
  red_reason text check (red_reason in ('wrong', 'stopped', 'allowance')),
  -- the refund that asks for it, as lines of journals name refunds
  refund_id bigint,
  red_confirm_no text not null default '',
  red_expires_at timestamptz,
  is_red_lapsed boolean not null default false,
  kind text not null check (kind in ('normal', 'special')),
  peer_id bigint references peers,
  title_type text not null check (title_type in ('company', 'person')),
  title text not null check (title <> ''),
  tax_no text not null default '',
  address text not null default '',
  phone text not null default '',
  bank text not null default '',
  bank_account text not null default '', bank_account_sealed text, bank_account_hash text, bank_account_tail text,
  amount bigint not null check (amount > 0),
  tax bigint not null check (tax between 0 and amount),
  surcharge bigint not null default 0 check (surcharge >= 0),
  email text not null default '',
  mobile text not null default '', mobile_sealed text, mobile_hash text, mobile_tail text,
  remark text not null default '',
  invoice_no text unique check (invoice_no ~ '^\d{20}$'),
  issued_on date,
  files text[] not null default '{}',
  delivery text not null default 'none' check (delivery in ('none', 'no_file', 'sent', 'recorded')),
  invoice_status text not null default 'pending'
    check (invoice_status in ('pending', 'awaiting_surcharge', 'confirming', 'to_issue', 'issuing', 'issued', 'rejected', 'withdrawn')),
  decided_by bigint references workers,
  decided_at timestamptz,
  issued_by bigint references workers,
  issued_at timestamptz,
  reject_code text check (reject_code in ('amount', 'title', 'duplicate', 'refunded', 'surcharge', 'other')),
  reject_text text not null default '',
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint invoices_checker check (decided_by <> created_by),
  constraint invoices_red check ((direction = 'red') = (red_of is not null) and (direction = 'red') = (red_reason is not null)),
  constraint invoices_refund check (refund_id is null or direction = 'red'),
  constraint invoices_person check (title_type = 'company' or (tax_no = '' and kind = 'normal')),
  constraint invoices_company check (title_type = 'person' or tax_no <> ''),
  constraint invoices_issued check (invoice_status <> 'issued' or (invoice_no is not null and issued_on is not null and issued_at is not null)),
  constraint invoices_confirming check (invoice_status <> 'confirming' or (direction = 'red' and kind = 'special' and red_confirm_no <> '' and red_expires_at is not null))
);
create index invoices_made on invoices (created_at desc, id desc);
create index invoices_open on invoices (invoice_status, created_at) where invoice_status not in ('issued', 'rejected', 'withdrawn');
create index invoices_peer on invoices (peer_id, id desc) where peer_id is not null;
create index invoices_reds on invoices (red_of) where red_of is not null;
create index invoices_refund_reds on invoices (refund_id) where refund_id is not null;
create index invoices_group on invoices (group_no) where group_no is not null;
create trigger invoices_account_masked before insert or update of bank_account on invoices
  for each row when (new.bank_account <> '' and position('*' in new.bank_account) = 0) execute function refuse_clear_number('bank_account');
create trigger invoices_mobile_masked before insert or update of mobile on invoices
  for each row when (new.mobile <> '' and position('*' in new.mobile) = 0) execute function refuse_clear_number('mobile');

-- amounts of a red paper stand here as positive too: how much of the blue one it takes back
create table invoice_lines (
  id bigint generated always as identity primary key,
  invoice_id bigint not null references invoices,
  order_id bigint not null references orders,
  part text not null check (part in ('service', 'embassy')),
  item_name text not null,
  amount bigint not null check (amount > 0),
  tax_rate_bp int not null check (tax_rate_bp between 0 and 10000),
  tax bigint not null check (tax between 0 and amount),
  surcharge bigint not null default 0 check (surcharge >= 0),
  diff_id bigint references order_diffs,
  unique (invoice_id, order_id, part)
);
create index invoice_lines_order on invoice_lines (order_id, part);
create unique index invoice_lines_diff on invoice_lines (diff_id) where diff_id is not null;

-- sheets for the tax office's batch form: seven days, for whoever made them
create table invoice_sheets (
  id bigint generated always as identity primary key,
  file_key text,
  invoice_ids bigint[] not null,
  created_by bigint not null references workers,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index invoice_sheets_kept on invoice_sheets (expires_at) where file_key is not null;
