-- Times of finance's rows come with the rows, by the server's clock.
do $$
declare c record;
begin
  for c in select table_name, column_name from information_schema.columns
    where table_schema = 'public' and column_default = 'now()'
      and table_name in ('periods', 'company_accounts', 'fx_rates', 'finance_settings', 'withdrawals', 'payout_batches', 'payouts', 'embassy_payments', 'invoice_titles', 'invoices')
  loop
    execute format('alter table %I alter column %I drop default', c.table_name, c.column_name);
  end loop;
end $$;
