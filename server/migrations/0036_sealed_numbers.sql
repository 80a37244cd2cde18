-- Personal numbers are sealed: the column keeps the mask, beside it stand the sealed number and the keyed hashes it is found by.
alter table orders add column contact_mobile_sealed text, add column contact_mobile_hash text, add column contact_mobile_tail text;
alter table applicants
  add column passport_no_sealed text, add column passport_no_hash text, add column passport_no_tail text,
  add column id_card_no_sealed text, add column id_card_no_hash text, add column id_card_no_tail text,
  add column mobile_sealed text, add column mobile_hash text, add column mobile_tail text;
alter table workers add column mobile_sealed text, add column mobile_hash text, add column mobile_tail text;
drop index applicants_passport;

-- No statement writes a number in clear any more. Rows that are there stay as they are until the job has sealed them.
create function refuse_clear_number() returns trigger language plpgsql as $$
begin
  raise exception 'column % of % takes masked numbers alone', tg_argv[0], tg_table_name using errcode = 'check_violation';
end $$;
create trigger orders_contact_mobile_masked before insert or update of contact_mobile on orders
  for each row when (new.contact_mobile <> '' and position('*' in new.contact_mobile) = 0) execute function refuse_clear_number('contact_mobile');
create trigger applicants_passport_no_masked before insert or update of passport_no on applicants
  for each row when (new.passport_no <> '' and position('*' in new.passport_no) = 0) execute function refuse_clear_number('passport_no');
create trigger applicants_id_card_no_masked before insert or update of id_card_no on applicants
  for each row when (new.id_card_no <> '' and position('*' in new.id_card_no) = 0) execute function refuse_clear_number('id_card_no');
create trigger applicants_mobile_masked before insert or update of mobile on applicants
  for each row when (new.mobile <> '' and position('*' in new.mobile) = 0) execute function refuse_clear_number('mobile');
create trigger workers_mobile_masked before insert or update of mobile on workers
  for each row when (new.mobile <> '' and position('*' in new.mobile) = 0) execute function refuse_clear_number('mobile');

-- How far the sealing is: `key_id` is the key everything is sealed under; null before the first start, or while numbers in clear are left.
create table seal_state (
  one boolean primary key default true check (one),
  clear_left boolean not null,
  key_id text,
  moved_at timestamptz
);
insert into seal_state (clear_left) select exists (select from orders) or exists (select from workers where mobile is not null) or exists (select from files where is_private);
