-- Double entry: every money event is one journal whose lines sum to zero. Journals are never edited.
create table ledger_accounts (
  id bigint generated always as identity primary key,
  code text not null,
  owner_id bigint not null default 0,
  kind text not null default '',
  side text not null check (side in ('debit', 'credit')),
  is_guarded boolean not null default false,
  balance bigint not null default 0,
  gl_code text not null,
  unique (code, owner_id, kind),
  check (not is_guarded or balance >= 0)
);
create table journals (
  id bigint generated always as identity primary key,
  no text not null unique,
  kind text not null,
  idempotency_key text not null unique,
  lines_hash text not null,
  booked_on date not null,
  event_at timestamptz not null,
  source_noun text not null,
  source_id bigint not null,
  reversal_of bigint unique references journals,
  reason text,
  request_id text,
  created_by bigint references workers,
  created_at timestamptz not null default now()
);
create index journals_source on journals (source_noun, source_id);
create table journal_lines (
  id bigint generated always as identity primary key,
  journal_id bigint not null references journals,
  account_id bigint not null references ledger_accounts,
  amount bigint not null check (amount <> 0),
  order_id bigint,
  applicant_id bigint,
  refund_id bigint,
  fee_kind text,
  balance_after bigint,
  change_type text,
  note text not null default ''
);
create index journal_lines_journal on journal_lines (journal_id);
create index journal_lines_account on journal_lines (account_id, id desc);
create index journal_lines_order on journal_lines (order_id) where order_id is not null;

create function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger journals_append_only before update or delete on journals for each row execute function append_only();
create trigger journal_lines_append_only before update or delete on journal_lines for each row execute function append_only();

create function journal_balances() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(amount), 0) <> 0 or count(*) < 2 from journal_lines where journal_id = new.journal_id) then
    raise exception 'journal % does not balance', new.journal_id;
  end if;
  return null;
end $$;
create constraint trigger journal_balances after insert on journal_lines deferrable initially deferred for each row execute function journal_balances();
