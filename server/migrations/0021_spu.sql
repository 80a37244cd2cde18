-- SPU as records of lists: a number of their own, and the text they are found by.
alter table spus add column id bigint generated always as identity unique;
alter table spus add column search_text text not null default '';
update spus set search_text = lower(regexp_replace(visa_product_unit_code || chr(1) || name || chr(1) || keywords, '\s+', chr(1), 'g'));
create index skus_spu on skus (visa_product_unit_code);
