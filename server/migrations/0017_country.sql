-- Requests to change prices. What a request changes are its cells; one cell has at most one open request.
create table price_adjustments (
  id bigint generated always as identity primary key,
  adjust_no text not null unique,
  batch_no text,
  target_kind text not null check (target_kind in ('sku', 'insurance_product', 'refuse_no_worry_product')),
  target_id bigint not null,
  reason_kind text not null check (reason_kind in ('supplier', 'embassy', 'fx', 'promo', 'market', 'correct')),
  reason text not null,
  effect_mode text not null check (effect_mode in ('now', 'at')),
  effective_at timestamptz,
  -- per sale price: what remains before and after, as judged when it was submitted
  margins jsonb not null default '[]',
  below_floor boolean not null default false,
  source text not null check (source in ('staff', 'supplier', 'fee')),
  adjustment_status text not null default 'pending' check (adjustment_status in ('pending', 'approved', 'effective', 'rejected', 'withdrawn')),
  maker_id bigint references workers,
  reviewer_id bigint references workers,
  review_text text,
  revert_of bigint references price_adjustments,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((effect_mode = 'at') = (effective_at is not null)),
  check (maker_id is null or maker_id is distinct from reviewer_id)
);
create index price_adjustments_target on price_adjustments (target_kind, target_id, id desc);
create index price_adjustments_batch on price_adjustments (batch_no) where batch_no is not null;
create index price_adjustments_status on price_adjustments (adjustment_status, created_at desc, id desc);

create table price_adjustment_cells (
  id bigint generated always as identity primary key,
  adjustment_id bigint not null references price_adjustments,
  target_kind text not null,
  target_id bigint not null,
  price_kind text not null check (price_kind in ('retail', 'level', 'group', 'peer', 'embassy_fee', 'centre_fee', 'urgent', 'cost', 'premium', 'rate')),
  ref_id text not null default '',
  band text not null check (band in ('adult', 'child')),
  old bigint not null check (old >= 0),
  "new" bigint not null check ("new" >= 0),
  -- what a fee's new price row rests on
  official_fee_id bigint references official_fees,
  currency text,
  foreign_amount bigint,
  rate numeric(18, 6),
  is_open boolean not null default true,
  check (old <> "new")
);
create unique index price_adjustment_cells_open on price_adjustment_cells (target_kind, target_id, price_kind, ref_id, band) where is_open;
create index price_adjustment_cells_adjustment on price_adjustment_cells (adjustment_id);
create index price_adjustment_cells_fee on price_adjustment_cells (official_fee_id) where official_fee_id is not null;

-- Cells are open as long as their request waits.
create function price_adjustment_cells_close() returns trigger language plpgsql as $$
begin
  update price_adjustment_cells set is_open = (new.adjustment_status = 'pending') where adjustment_id = new.id;
  return null;
end $$;
create trigger price_adjustment_cells_close after update of adjustment_status on price_adjustments
  for each row when (old.adjustment_status is distinct from new.adjustment_status) execute function price_adjustment_cells_close();

create index sku_prices_official_fee on sku_prices (official_fee_id) where official_fee_id is not null;
alter table official_fees add column updated_at timestamptz not null default now();
create index official_fees_countries on official_fees using gin (country_ids);
create index sku_prices_rate on sku_prices (currency, effective_from desc, id desc) where rate is not null;
