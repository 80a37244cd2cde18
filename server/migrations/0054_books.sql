-- The company's books: months that are open, held or closed, the accounts money lies on, rates of a day, and the parameters of finance.
create table periods (
  id bigint generated always as identity primary key,
  month text not null unique check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  period_status text not null default 'open' check (period_status in ('open', 'hold', 'closed')),
  held_by bigint references workers,
  held_at timestamptz,
  -- what was left undone at the close, with the reason somebody gave
  checklist jsonb not null default '[]',
  -- opening, debit, credit and closing of every account as they were closed
  trial_balance jsonb,
  closed_by bigint references workers,
  closed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (period_status <> 'closed' or (closed_by is not null and held_by is not null and closed_by <> held_by))
);
insert into periods (month) select distinct to_char(booked_on, 'YYYY-MM') from journals order by 1;
create index journals_booked on journals (booked_on, id);
create index journals_kind on journals (kind, id desc);
alter table journal_lines add constraint journal_lines_refund_of_order check (refund_id is null or order_id is not null);
create index journal_lines_refund on journal_lines (refund_id) where refund_id is not null;

create table company_accounts (
  id bigint generated always as identity primary key,
  row_key text not null unique,
  name text not null,
  kind text not null check (kind in ('bank', 'card', 'wallet', 'channel')),
  bank_name text not null default '',
  account_no text not null default '', account_no_sealed text, account_no_hash text, account_no_tail text,
  holder text not null default '',
  currency text not null default 'CNY',
  -- cents; null: none
  day_limit bigint check (day_limit > 0),
  low_water bigint check (low_water > 0),
  statement_map jsonb,
  account_status text not null default 'draft' check (account_status in ('draft', 'enabled', 'disabled')),
  submitted_by bigint references workers,
  confirmed_by bigint references workers,
  confirmed_at timestamptz,
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint company_accounts_checker check (confirmed_by is null or confirmed_by <> submitted_by)
);
create unique index company_accounts_no on company_accounts (account_no_hash) where account_no_hash is not null;
create unique index company_accounts_name on company_accounts (name);
create trigger company_accounts_no_masked before insert or update of account_no on company_accounts
  for each row when (new.account_no <> '' and position('*' in new.account_no) = 0) execute function refuse_clear_number('account_no');
-- One account per way of paying, which orders paid so far name, and one bank account; their numbers are typed and confirmed by people.
insert into company_accounts (id, row_key, name, kind, account_status) overriding system value values
  (1, 'house-wechat', '微信支付', 'channel', 'enabled'),
  (2, 'house-alipay', '支付宝', 'channel', 'enabled'),
  (3, 'house-channel', '其他支付通道', 'channel', 'enabled'),
  (4, 'house-bank', '基本户', 'bank', 'enabled');
select setval(pg_get_serial_sequence('company_accounts', 'id'), 10);
update ledger_accounts set owner_id = case kind when 'wechat' then 1 when 'alipay' then 2 else 3 end where code = 'clearing' and owner_id = 0;
update ledger_accounts set owner_id = 4, kind = '' where code = 'cash' and owner_id = 0;

create table fx_rates (
  id bigint generated always as identity primary key,
  currency text not null check (currency ~ '^[A-Z]{3}$' and currency <> 'CNY'),
  day date not null,
  -- CNY per unit times a million
  rate_micro bigint not null check (rate_micro > 0),
  source text not null,
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (currency, day)
);

create table finance_settings (
  id bigint primary key check (id = 1),
  remittance_second_limit bigint not null default 5000000 check (remittance_second_limit > 0),
  withdraw_second_limit bigint not null default 5000000 check (withdraw_second_limit > 0),
  write_off_limit bigint not null default 2000 check (write_off_limit >= 0),
  adjust_file_limit bigint not null default 100000 check (adjust_file_limit >= 0),
  match_suggest int not null default 80 check (match_suggest between 1 and 300),
  match_lead int not null default 15 check (match_lead between 0 and 100),
  gift_max_pct int not null default 20 check (gift_max_pct between 1 and 100),
  withdraw_fee_bp int not null default 0 check (withdraw_fee_bp between 0 and 10000),
  withdraw_fee_min bigint not null default 0 check (withdraw_fee_min >= 0),
  embassy_tolerance bigint not null default 2000 check (embassy_tolerance >= 0),
  tax_service_bp int not null default 600 check (tax_service_bp between 0 and 10000),
  tax_embassy_bp int not null default 0 check (tax_embassy_bp between 0 and 10000),
  special_surcharge_bp int not null default 0 check (special_surcharge_bp between 0 and 10000),
  item_service text not null default '经纪代理服务*签证服务费' check (item_service <> ''),
  item_embassy text not null default '经纪代理服务*代收签证费' check (item_embassy <> ''),
  statement_silent_days int not null default 5 check (statement_silent_days between 1 and 30),
  overdue_freeze_days int not null default 7 check (overdue_freeze_days between 0 and 90),
  export_approval_rows int not null default 50000 check (export_approval_rows > 0),
  version int not null default 1,
  updated_by bigint references workers,
  updated_at timestamptz not null default now()
);
insert into finance_settings (id) values (1);
