-- Whose an order is stands in the indexes its lists are read by: the data scope is judged without a look at the rows.
drop index orders_due, orders_created, orders_tab_due, orders_tab_created, orders_status;
create index orders_due on orders (due_sort, (-id)) include (id, owner_ids);
create index orders_created on orders (created_at desc, id desc) include (owner_ids);
create index orders_tab_due on orders (tab, due_sort, (-id)) include (id, owner_ids);
create index orders_tab_created on orders (tab, created_at desc, id desc) include (owner_ids);
create index orders_status on orders (order_status, created_at desc, id desc) include (owner_ids);
drop index applicants_due, applicants_created, applicants_tab_due, applicants_tab_created, applicants_tab_status_at;
create index applicants_due on applicants (due_sort, (-id)) include (id, owner_ids);
create index applicants_created on applicants (created_at desc, id desc) include (owner_ids);
create index applicants_tab_due on applicants (tab, due_sort, (-id)) include (id, owner_ids);
create index applicants_tab_created on applicants (tab, created_at desc, id desc) include (owner_ids);
create index applicants_tab_status_at on applicants (tab, status_at desc, id desc) include (owner_ids);
