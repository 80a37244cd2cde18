-- Lists of one's own rows: every owner with and without the tab the row stands in, so that few rows are found at once.
create function owner_tabs(owners bigint[], tab text) returns text[] language sql immutable strict parallel safe
  return array(select t from unnest(owners) o, lateral (values (o::text), (o || tab)) v(t));
create index orders_owner_tabs on orders using gin (owner_tabs(owner_ids, tab)) with (fastupdate = off);
create index applicants_owner_tabs on applicants using gin (owner_tabs(owner_ids, tab)) with (fastupdate = off);
-- Own orders of a time, by each column that names an owner.
create index orders_expert_tab on orders (expert_id, tab, created_at desc, id desc) where expert_id is not null;
create index orders_cs_tab on orders (cs_owner_id, tab, created_at desc, id desc) where cs_owner_id is not null;
create index orders_bd_tab on orders (bd_owner_id, tab, created_at desc, id desc) where bd_owner_id is not null;
create index orders_made_tab on orders (created_by, tab, created_at desc, id desc) where created_by is not null;
-- Lists of SKU by each of their sorts.
create index skus_name on skus (name, id);
create index skus_updated on skus (updated_at desc, id desc);
create index skus_work_days on skus (work_days_max, id);
-- How many products on sale name a place: the index of all that are on sale was read once per place.
create index skus_embassy_on_sale on skus (embassy_id) where sku_status = 'on_sale';
create index skus_submit_place_on_sale on skus (submit_place_id) where sku_status = 'on_sale';
-- Has a product prices by level: few have, and all prices were read to know.
create index sku_prices_levels on sku_prices (sku_id) where price_kind = 'level';
