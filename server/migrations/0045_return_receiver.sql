-- Whom the papers go back to: a name and a sealed number of their own. Orders from before name nobody; their contact stands in.
alter table orders
  add column return_name text,
  add column return_mobile text, add column return_mobile_sealed text, add column return_mobile_hash text, add column return_mobile_tail text;
create trigger orders_return_mobile_masked before insert or update of return_mobile on orders
  for each row when (new.return_mobile <> '' and position('*' in new.return_mobile) = 0) execute function refuse_clear_number('return_mobile');
