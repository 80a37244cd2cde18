-- The books as they are read: movements of peers' accounts newest first and by their kind, sums of what lies behind, proofs of every night.
create index journal_lines_guarded on journal_lines (id desc) where balance_after is not null;
create index journal_lines_change on journal_lines (change_type, id desc) where change_type is not null;

-- Debits and credits of whole months up to a journal; what was posted behind it is added when they are read.
create table ledger_sums (
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  code text not null,
  -- of money alone; others are summed over their owners
  owner_id bigint not null default 0,
  kind text not null default '',
  debit bigint not null default 0 check (debit >= 0),
  credit bigint not null default 0 check (credit >= 0),
  primary key (month, code, owner_id, kind)
);
create table ledger_sum_mark (id int primary key check (id = 1), journal_id bigint not null);
insert into ledger_sum_mark values (1, 0);

create table ledger_proofs (
  id bigint generated always as identity primary key,
  -- what does not hold, each with its check and a sentence; empty: clean
  faults jsonb not null default '[]',
  checks int not null,
  journals bigint not null,
  proved_at timestamptz not null
);
create index ledger_proofs_at on ledger_proofs (proved_at desc, id desc);

-- An expired grant that a refund gives back is open for a while: its last day moves, its first promise stays told.
alter table gift_lots add column reopened_at timestamptz;
create index gift_lots_expiring on gift_lots (expires_on) where remaining > 0 and expires_on is not null;

-- Accounts of nobody in particular, before two postings at once make one of them.
insert into ledger_accounts (code, kind, side, gl_code)
select code, unnest(kinds), side, gl_code from (values
  ('order_deferred', array[''], 'credit', '2205'),
  ('embassy_trust', array[''], 'credit', '2241.02'),
  ('refund_due', array[''], 'credit', '2241.03'),
  ('opening', array[''], 'credit', '4104'),
  ('revenue', array['service', 'centre', 'urgent', 'protection', 'insurance', 'express', 'reappointment', 'invoice_surcharge', 'photo', 'other'], 'credit', '6001'),
  ('other_income', array['embassy_surplus', 'withdraw_fee', 'interest', 'adjust'], 'credit', '6051'),
  ('cost', array['supplier', 'supplier_adjust', 'embassy_variance', 'centre', 'fx', 'express', 'insurance', 'protection', 'claim'], 'debit', '6401'),
  ('expense', array['gift', 'compensation', 'write_off', 'bank_fee', 'channel_fee', 'bad_debt'], 'debit', '6601')
) as a(code, kinds, side, gl_code)
on conflict (code, owner_id, kind) do nothing;
