-- A request may begin a price that does not exist yet and end one: null stands for none. A protection's own price on one
-- product is reviewed like its other amounts.
alter table price_adjustment_cells
  alter column old drop not null,
  alter column "new" drop not null,
  drop constraint price_adjustment_cells_price_kind_check,
  add constraint price_adjustment_cells_price_kind_check
    check (price_kind in ('retail', 'level', 'group', 'peer', 'embassy_fee', 'centre_fee', 'urgent', 'cost', 'premium', 'rate', 'override')),
  add check (old is distinct from "new");

alter table refuse_no_worry_prices
  add column sku_id bigint references skus,
  alter column amount drop not null,
  drop constraint refuse_no_worry_prices_price_kind_check,
  add constraint refuse_no_worry_prices_price_kind_check check (price_kind in ('premium', 'rate', 'override')),
  -- only a product's own price may be none: then the protection costs what it costs everywhere
  add check (amount is not null or price_kind = 'override'),
  add check ((price_kind = 'override') = (sku_id is not null));
create index refuse_no_worry_prices_override on refuse_no_worry_prices (sku_id, product_id, effective_from desc, id desc) where sku_id is not null;
