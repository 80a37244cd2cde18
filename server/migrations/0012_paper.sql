-- Who changed a paper last.
alter table documents add column updated_by bigint references workers;
-- How many products on sale use a paper is counted in two indexes.
create index skus_on_sale on skus (id) where sku_status = 'on_sale';
