-- Papers of finance know each other: adjustments the bank line they are about and whom they pay, lines a bill that differs from the books.
alter table adjustments
  add column statement_line_id bigint references statement_lines,
  -- of a return of parked money: who gets it
  add column payee_name text not null default '',
  add column payee_account text not null default '', add column payee_account_sealed text, add column payee_account_hash text, add column payee_account_tail text,
  add column payee_bank text not null default '',
  add constraint adjustments_line check (statement_line_id is null or kind in ('bank_item', 'suspense_claim', 'suspense_return'));
alter table adjustments drop constraint adjustments_booked;
-- A return is booked when its payment has left.
alter table adjustments add constraint adjustments_booked check (adjust_status <> 'approved' or booked_id is not null or kind = 'suspense_return');
create index adjustments_line on adjustments (statement_line_id) where statement_line_id is not null;
create trigger adjustments_account_masked before insert or update of payee_account on adjustments
  for each row when (new.payee_account <> '' and position('*' in new.payee_account) = 0) execute function refuse_clear_number('payee_account');

-- A bill below what was booked is matched to what was booked, less what was taken back of it.
alter table line_matches drop constraint line_matches_amount_check;
alter table line_matches add constraint line_matches_amount_check check (amount <> 0);
