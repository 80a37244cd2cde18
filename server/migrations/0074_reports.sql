-- Orders whose margin fell under the plan at ordering, with what took most of it; and up to where the books were looked through.
create table margin_leaks (
  order_id bigint primary key references orders,
  -- day of the last revenue of the order
  ended_on date not null,
  planned bigint not null,
  margin bigint not null,
  cause text not null check (cause in ('fx', 'embassy', 'express', 'compensation', 'coupon', 'settle_price')),
  cause_amount bigint not null,
  -- the posting that took most of it
  journal_id bigint references journals,
  found_at timestamptz not null
);
create index margin_leaks_ended on margin_leaks (ended_on, order_id);
create table margin_leak_mark (id int primary key check (id = 1), journal_id bigint not null);
insert into margin_leak_mark values (1, 0);
