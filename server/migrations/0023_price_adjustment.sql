-- Review of price changes: from when a change holds, why it was refused, and what 30 days of sales would have made of it.
alter table price_adjustments
  add column reject_kind text check (reject_kind in ('price', 'margin', 'basis', 'time', 'other')),
  add column decided_at timestamptz,
  -- the instant from which an approved change holds
  add column applied_at timestamptz,
  add column replay jsonb;
create index price_adjustments_due on price_adjustments (applied_at) where adjustment_status = 'approved';
create index price_adjustments_maker on price_adjustments (maker_id, id desc);
create index price_adjustments_revert on price_adjustments (revert_of) where revert_of is not null;
create index sku_prices_adjustment on sku_prices (adjustment_id) where adjustment_id is not null;
-- Who sold at which price, for the replay of the last 30 days.
create index orders_sku_paid on orders (sku_id, paid_at) where paid_at is not null;
