-- Working days from submission to result in the last 60 days, of the same SPU at the same mission.
alter table sku_stats
  add column days_n int not null default 0,
  add column days_p50 int,
  add column days_p75 int,
  add column days_p90 int;
create index sku_snapshots_made on sku_snapshots (sku_id, made_at desc, id desc);
create index supplier_products_supplier on supplier_products (supplier_id, sku_id) where status = 1;
-- What the last scans saw, so that the next tells what moved.
alter table sku_stats
  add column margin_seen jsonb,
  add column blocks_seen text[] not null default '{}';
