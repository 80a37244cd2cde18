-- What banks, cards and channels say: statements as they were imported, what their lines belong to, and remittances that wait for them.
create table statement_imports (
  id bigint generated always as identity primary key,
  row_key text not null unique,
  company_account_id bigint not null references company_accounts,
  file_name text not null default '',
  import_status text not null default 'running' check (import_status in ('running', 'done', 'cancelled', 'failed', 'undone')),
  -- rows of the file that were still to be written; gone when the job has ended
  waiting text,
  job_id bigint,
  row_count int not null check (row_count > 0),
  done_count int not null default 0,
  new_count int not null default 0,
  repeat_count int not null default 0,
  linked_count int not null default 0,
  from_at timestamptz,
  to_at timestamptz,
  -- instants after which the running balance does not go on
  gaps jsonb not null default '[]',
  finished_at timestamptz,
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (import_status = 'running' or waiting is null)
);
create index statement_imports_account on statement_imports (company_account_id, created_at desc, id desc);
create unique index statement_imports_running on statement_imports (company_account_id) where import_status = 'running';

create table statement_lines (
  id bigint generated always as identity primary key,
  row_key text not null unique,
  company_account_id bigint not null references company_accounts,
  import_id bigint not null references statement_imports,
  -- of what the line says and its place among equal rows of the day
  line_hash text not null,
  at timestamptz not null,
  direction text not null check (direction in ('in', 'out')),
  amount bigint not null check (amount > 0),
  balance_after bigint,
  ref text not null default '',
  counterparty_name text not null default '',
  -- the name as names are compared: width, brackets, blanks
  counterparty_key text not null default '',
  counterparty_account text not null default '', counterparty_account_sealed text, counterparty_account_hash text, counterparty_account_tail text,
  summary text not null default '',
  -- its place in the file
  seq int not null,
  matched bigint not null default 0 check (matched between 0 and amount),
  line_status text not null default 'open' check (line_status in ('open', 'part', 'matched', 'parked', 'ignored')),
  -- parked: the suspense posting; ignored: the journal that books it already
  journal_id bigint references journals,
  note text not null default '',
  handled_by bigint references workers,
  handled_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (company_account_id, line_hash),
  check (line_status in ('parked', 'ignored') = (journal_id is not null)),
  check (line_status <> 'parked' or direction = 'in'),
  check ((line_status = 'part') = (matched > 0 and matched < amount)),
  check ((line_status = 'matched') = (matched = amount))
);
create index statement_lines_account on statement_lines (company_account_id, at desc, id desc);
create index statement_lines_at on statement_lines (at desc, id desc);
create index statement_lines_open on statement_lines (company_account_id, direction, amount) where line_status in ('open', 'part');
create index statement_lines_import on statement_lines (import_id);
create index statement_lines_payer on statement_lines (counterparty_account_hash) where counterparty_account_hash is not null;
create index statement_lines_journal on statement_lines (journal_id) where journal_id is not null;
create trigger statement_lines_account_masked before insert or update of counterparty_account on statement_lines
  for each row when (new.counterparty_account <> '' and position('*' in new.counterparty_account) = 0) execute function refuse_clear_number('counterparty_account');

-- Payers whose money was booked for a peer: how often people confirmed it.
create table known_payers (
  id bigint generated always as identity primary key,
  peer_id bigint not null references peers,
  payer_name text not null,
  payer_key text not null,
  -- keyed hash of the account; blank: the bank said none
  account_hash text not null default '',
  account_mask text not null default '',
  confirmed_count int not null check (confirmed_count > 0),
  updated_at timestamptz not null,
  unique (peer_id, payer_key, account_hash)
);
create index known_payers_key on known_payers (payer_key);
create index known_payers_account on known_payers (account_hash) where account_hash <> '';

-- 对公汇款: money a peer says it sent; booked by people against what the bank says.
create table remittances (
  id bigint generated always as identity primary key,
  remittance_no text not null unique,
  row_key text not null unique,
  peer_id bigint references peers,
  purpose text not null check (purpose in ('top_up', 'order', 'repay')),
  amount bigint not null check (amount > 0),
  -- [{order_id, amount}]
  order_parts jsonb not null default '[]',
  payer_name text not null check (payer_name <> ''),
  payer_key text not null,
  payer_account text not null default '', payer_account_sealed text, payer_account_hash text, payer_account_tail text,
  payer_bank text not null default '',
  company_account_id bigint not null references company_accounts,
  remitted_on date not null,
  bank_ref text not null default '',
  vouchers text[] not null check (cardinality(vouchers) between 1 and 5),
  -- 代付说明, where the payer is not the company
  payer_letters text[] not null default '{}',
  source text not null check (source in ('staff', 'peer', 'api')),
  note text not null default '',
  remittance_status text not null default 'pending'
    check (remittance_status in ('pending', 'second_review', 'booked', 'rejected', 'withdrawn', 'reversed')),
  reject_code text,
  reject_text text not null default '',
  gift_amount bigint not null default 0 check (gift_amount >= 0),
  due_at timestamptz not null,
  submitted_by bigint references workers,
  approved_by bigint references workers,
  approved_at timestamptz,
  rechecked_by bigint references workers,
  rechecked_at timestamptz,
  booked_by bigint references workers,
  booked_at timestamptz,
  rejected_by bigint references workers,
  reversed_by bigint references workers,
  reversed_at timestamptz,
  reverse_reason text not null default '',
  journal_id bigint references journals,
  reversal_id bigint references journals,
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint remittances_peer check (peer_id is not null or purpose = 'order'),
  constraint remittances_checker check (approved_by is null or approved_by is distinct from submitted_by),
  constraint remittances_third check (rechecked_by is null or (rechecked_by is distinct from submitted_by and rechecked_by is distinct from approved_by)),
  constraint remittances_reverser check (reversed_by is null or reversed_by is distinct from booked_by),
  constraint remittances_booked check (remittance_status not in ('booked', 'reversed') or booked_at is not null)
);
create unique index remittances_ref on remittances (company_account_id, bank_ref, amount)
  where bank_ref <> '' and remittance_status in ('pending', 'second_review', 'booked');
create index remittances_open on remittances (company_account_id, amount) where remittance_status in ('pending', 'second_review');
create index remittances_status on remittances (remittance_status, created_at desc, id desc);
create index remittances_peer on remittances (peer_id, created_at desc, id desc);
create trigger remittances_account_masked before insert or update of payer_account on remittances
  for each row when (new.payer_account <> '' and position('*' in new.payer_account) = 0) execute function refuse_clear_number('payer_account');

-- What a line of a statement is: remittances and lines of the books, 1:n and n:1.
create table line_matches (
  id bigint generated always as identity primary key,
  line_id bigint not null references statement_lines,
  target_noun text not null check (target_noun in ('remittance', 'journal_line')),
  target_id bigint not null,
  amount bigint not null check (amount > 0),
  -- the journal that the match itself posted
  journal_id bigint references journals,
  known_payer_id bigint references known_payers on delete set null,
  is_auto boolean not null default false,
  -- what the score was when a person agreed, and whether it had been suggested
  score int,
  is_suggested boolean not null default false,
  created_by bigint references workers,
  created_at timestamptz not null,
  unique (line_id, target_noun, target_id)
);
create index line_matches_target on line_matches (target_noun, target_id);

-- Scores as the job left them, best first.
create table line_candidates (
  line_id bigint not null references statement_lines on delete cascade,
  remittance_id bigint not null references remittances on delete cascade,
  score int not null,
  lead int not null,
  terms jsonb not null,
  primary key (line_id, remittance_id)
);
create index line_candidates_remittance on line_candidates (remittance_id, score desc);
