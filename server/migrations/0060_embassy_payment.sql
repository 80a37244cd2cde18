-- Fees paid to missions by card: made for a person of an order, passed by a second person, paid with a receipt.
create table embassy_payments (
  id bigint generated always as identity primary key,
  payment_no text not null unique,
  order_id bigint not null references orders,
  applicant_id bigint not null references applicants,
  country_id text not null references countries,
  -- none: an electronic visa, paid on the site of the country
  embassy_id bigint references embassies,
  item text not null check (item in ('visa', 'centre', 'biometric', 'courier')),
  attempt int not null default 1 check (attempt between 1 and 9),
  -- why it is paid once more
  attempt_reason text check (attempt_reason in ('reappointment', 'official_returned')),
  origin text not null check (origin in ('order', 'hand')),
  currency text not null,
  -- minor units of the currency
  foreign_minor bigint not null check (foreign_minor > 0),
  -- frozen as it was paid
  fx_rate_id bigint references fx_rates,
  rate_micro bigint check (rate_micro > 0),
  amount bigint check (amount > 0),
  -- what the bill of the card says
  settled_amount bigint check (settled_amount > 0),
  company_account_id bigint references company_accounts,
  batch_no text,
  receipt_no text,
  receipt text,
  paid_at timestamptz,
  paid_by bigint references workers,
  released_by bigint references workers,
  released_at timestamptz,
  -- held in trust for the person before it was paid, and how far what was paid is from it
  collected bigint not null default 0 check (collected >= 0),
  variance bigint,
  variance_way text check (variance_way in ('absorb', 'income', 'charge', 'give_back')),
  variance_by bigint references workers,
  variance_at timestamptz,
  returned_amount bigint check (returned_amount > 0),
  returned_on date,
  return_proof text,
  returned_by bigint references workers,
  reason text not null default '',
  embassy_payment_status text not null default 'to_release' check (embassy_payment_status in ('to_release', 'to_pay', 'paid', 'failed', 'returned', 'void')),
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint embassy_payments_again check ((attempt = 1) = (attempt_reason is null)),
  constraint embassy_payments_checker check (released_by is null or released_by is distinct from created_by),
  constraint embassy_payments_payer check (paid_by is null or (released_by is not null and released_by <> paid_by)),
  constraint embassy_payments_returner check (returned_by is null or returned_by <> paid_by),
  constraint embassy_payments_released check (embassy_payment_status in ('to_release', 'void') or released_by is not null),
  constraint embassy_payments_whole check (
    embassy_payment_status not in ('paid', 'returned')
    or (rate_micro is not null and amount is not null and company_account_id is not null and receipt_no is not null and receipt is not null and paid_at is not null and paid_by is not null)
  ),
  constraint embassy_payments_given_back check (
    (embassy_payment_status = 'returned') = (returned_amount is not null and returned_on is not null and return_proof is not null and returned_by is not null)
    and (returned_amount is null or returned_amount <= amount)
  ),
  constraint embassy_payments_rate check (currency = 'CNY' or (rate_micro is null) = (fx_rate_id is null))
);
-- What was returned keeps its place: the same fee is paid again as another attempt.
create unique index embassy_payments_live on embassy_payments (applicant_id, item, attempt) where embassy_payment_status <> 'void';
create unique index embassy_payments_receipt on embassy_payments (country_id, coalesce(embassy_id, 0), receipt_no) where receipt_no is not null;
create index embassy_payments_status on embassy_payments (embassy_payment_status, id);
create index embassy_payments_order on embassy_payments (order_id);
create index embassy_payments_embassy on embassy_payments (embassy_id, id);
create index embassy_payments_card on embassy_payments (company_account_id, paid_at) where company_account_id is not null;
create index embassy_payments_rate_used on embassy_payments (fx_rate_id) where fx_rate_id is not null;
create index embassy_payments_open_variance on embassy_payments (id) where embassy_payment_status = 'paid' and variance is not null and variance_way is null;

-- What was booked by a rate stays explained by it.
create function fx_rates_used() returns trigger language plpgsql as $$
begin
  if exists (select from embassy_payments where fx_rate_id = old.id) then
    raise exception 'rate % of % is used', old.currency, old.day;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger fx_rates_used before update or delete on fx_rates for each row execute function fx_rates_used();
alter table fx_rates add constraint fx_rates_source check (source <> '');

-- A difference that pays for what a mission fee cost beyond what was collected: it gives the cost back instead of waiting in trust.
alter table order_diffs add column pays_variance boolean not null default false;
alter table order_diffs add constraint order_diffs_variance check (not pays_variance or fee_kind = 'embassy');
-- What is held in trust, person by person.
create index journal_lines_applicant on journal_lines (applicant_id, account_id) where applicant_id is not null;
