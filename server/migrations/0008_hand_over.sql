-- What a worker has in hand is counted for every row of the staff list and before he is disabled.
create index orders_cs_open on orders (cs_owner_id) where order_status not in ('completed', 'cancelled', 'deleted');
create index orders_bd_open on orders (bd_owner_id) where order_status not in ('completed', 'cancelled', 'deleted');
create index suppliers_owner on suppliers (owner_id) where owner_id is not null;
create index teams_leader on teams (leader_id);
