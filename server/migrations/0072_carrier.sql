-- Parcels sent on a monthly card: what they will cost by its rates, and what the carrier's bill says of them.
alter table carrier_cards drop column card_status;
alter table carrier_cards add column is_enabled boolean not null default true;

alter table expresses
  add column card_id bigint references carrier_cards,
  -- where it goes, as the rates of cards tell it
  add column zone text check (zone in ('same_city', 'same_province', 'other_province', 'remote')),
  add column estimated_cost bigint check (estimated_cost >= 0);
create index expresses_card on expresses (card_id, sent_at) where card_id is not null;

alter table settle_lines
  -- services beside the freight, inside their amount
  add column extra bigint,
  -- what the customer was asked to pay for its difference
  add column diff_id bigint references order_diffs;
create index settle_lines_express on settle_lines (express_id) where express_id is not null;
create index settle_lines_diff on settle_lines (diff_id) where diff_id is not null;
