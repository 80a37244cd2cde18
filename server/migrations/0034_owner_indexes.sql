-- Own orders of a time, by the first column that names one of the callers: the columns before it are answered by the index.
drop index orders_cs_tab;
drop index orders_bd_tab;
drop index orders_made_tab;
create index orders_cs_tab on orders (cs_owner_id, tab, created_at desc, id desc) include (expert_id) where cs_owner_id is not null;
create index orders_bd_tab on orders (bd_owner_id, tab, created_at desc, id desc) include (expert_id, cs_owner_id) where bd_owner_id is not null;
create index orders_made_tab on orders (created_by, tab, created_at desc, id desc) include (expert_id, cs_owner_id, bd_owner_id)
  where created_by is not null;
