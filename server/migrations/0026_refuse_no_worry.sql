-- Refusal protection: amounts that change in time once a product was listed, and which product an order bought.
alter table refuse_no_worry_products add column first_listed_at timestamptz;
update refuse_no_worry_products set first_listed_at = created_at where product_status <> 'draft';
alter table refuse_no_worry_products
  add check (cap >= 0 and price >= 0 and price_min >= 0 and reserve_cost >= 0),
  add check (price_rate between 0 and 10000),
  add check (proof_days between 1 and 365),
  add check (appeal_times between 0 and 9);

-- A reviewed amount from an instant on; before the first row the product's own columns hold.
create table refuse_no_worry_prices (
  id bigint generated always as identity primary key,
  product_id bigint not null references refuse_no_worry_products,
  -- premium: the fixed price, or the least one of a share; rate: the share, in ten-thousandths
  price_kind text not null check (price_kind in ('premium', 'rate')),
  amount bigint not null check (amount >= 0),
  effective_from timestamptz not null,
  adjustment_id bigint references price_adjustments,
  created_at timestamptz not null default now()
);
create index refuse_no_worry_prices_product on refuse_no_worry_prices (product_id, price_kind, effective_from desc, id desc);
create index refuse_no_worry_prices_adjustment on refuse_no_worry_prices (adjustment_id) where adjustment_id is not null;

alter table refuse_no_worry_links
  add column id bigint generated always as identity unique,
  add column created_at timestamptz not null default now(),
  add check (price_override >= 0);
create index refuse_no_worry_links_sku on refuse_no_worry_links (sku_id);

-- The protection an order was sold with, as its quote says.
alter table orders add column protection_id bigint generated always as (((quote -> 'protection') ->> 'id')::bigint) stored;
create index orders_protection on orders (protection_id, sku_id) where protection_id is not null;
create index order_fees_protection on order_fees (order_id) include (applicant_id, payable, refunded) where kind = 'protection';
