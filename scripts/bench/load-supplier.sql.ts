/** SQL of the bench loader: what suppliers have to do with the orders. Matches, assignments, parcels of every day and originals where they lie. */

const MINE = "(select id, row_number() over (order by id) as n from suppliers where supplier_no like 'GY9%')";
const WAYBILL = (id: string, from: number): string => `'SF' || (${from}::bigint * 100000000000 + ${id})::text`;

/** Each product with each supplier, at two prices over time. */
const matches: readonly string[] = [
  `insert into supplier_products (sku_id, supplier_id, priority, daily_quota, lead_min, lead_max, created_at, updated_at)
    select k.id, s.id, s.n, 500, 3, 8, bench_now() - interval '540 days', bench_now() from skus k, ${MINE} s where k.sku_no like 'BENCH-%' order by 1, 2`,
  `insert into supplier_prices (supplier_product_id, adult, effective_at, announced_at, decided_at, review, created_at)
    select m.id, 12000 - v.n * 500, v.at, v.at, v.at, 'approved', v.at from supplier_products m, (values (1, bench_now() - interval '540 days'), (0, bench_now() - interval '90 days')) v(n, at) order by 1, 2`,
  `insert into supplier_assignments (applicant_id, order_id, supplier_product_id, supplier_id, planned_date, band, price_id, amount, currency, cny_amount, embassy_included, centre_included,
      settle_trigger, on_refusal, progress, assigned_at)
    select a.id, a.order_id, m.id, a.supplier_id, coalesce(a.submit_date, (bench_now() + interval '1 day' * (rnd(a.id, 100) * 9 - 2))::date), 'adult', p.id, 12000, 'CNY', 12000, false, false, 'submitted', 'full', case_progress(a.tab), a.created_at
    from applicants a join supplier_products m on m.sku_id = a.sku_id and m.supplier_id = a.supplier_id
    join (select supplier_product_id, min(id) as id from supplier_prices group by 1) p on p.supplier_product_id = m.id order by a.id`,
];

/** In from the customer, back to him; and four to and four from every supplier each day. */
const parcels: readonly string[] = [
  `insert into expresses (type, order_id, mode, carrier_code, waybill_no, express_status, sent_at, signed_at, created_at)
    select k.type, o.id, 'express', 'SF', ${WAYBILL("o.id", 10)} || k.type, case when k.at > bench_now() - interval '2 days' then 'in_transit' when k.type = 1 then 'checked' else 'signed' end,
      k.at, case when k.at <= bench_now() - interval '2 days' then k.at + interval '2 days' end, k.at
    from orders o cross join lateral (values (1, case when o.order_status not in ('pending_payment', 'pending_mail', 'pending_upload', 'cancelled', 'deleted') then o.created_at + interval '1 day' end),
      (3, o.shipped_at)) k(type, at) where k.at is not null order by o.id`,
  `create temporary table bench_parcels as select (select max(id) from expresses) + row_number() over (order by d desc, s.id) as id, s.id as supplier_id, d as age, k.nth, w.out, bench_now() - interval '1 day' * d as at
    from ${MINE} s, generate_series(0, 539) d, generate_series(0, 3) k(nth), (values (true), (false)) w(out)`,
  `insert into expresses (id, type, supplier_id, mode, carrier_code, waybill_no, express_status, sent_at, signed_at, created_at) overriding system value
    select id, case when out then 2 else 5 end, supplier_id, 'express', 'SF', ${WAYBILL("id", 20)}, case when age < 1 then 'created' when age < 3 then 'in_transit' when age < 6 or rnd(id, 101) < 0.005 then 'signed' else 'checked' end,
      case when age >= 1 then at end, case when age >= 3 then at + interval '2 days' end, at from bench_parcels order by id`,
  `insert into supplier_parcels (id, parcel_no, express_id, supplier_id, is_outgoing, purpose, planned_send_on, sealed_at, passport_count, list_version, exception_open, created_at, updated_at) overriding system value
    select id, 'BENCH' || id, id, supplier_id, out, case when out then 'submit' else 'result' end, at::date, case when age >= 1 then at end, 40, 1, rnd(id, 102) < 0.005, at, at from bench_parcels order by id`,
  "analyze bench_parcels",
  `create temporary table bench_items as select row_number() over (order by p.id, a.id) as id, p.id as parcel_id, p.age, a.id as applicant_id,
      m.id as material_id
    from applicants a join bench_parcels p on p.supplier_id = a.supplier_id and p.out and p.nth = a.id % 4 and p.age = floor(extract(epoch from bench_now() - a.submitted_at) / 86400)::int
    left join applicant_materials m on m.applicant_id = a.id and m.kind = 2 where a.submitted_at is not null`,
  "insert into express_items (id, express_id, applicant_id, material_id, name, count, counted) overriding system value select id, parcel_id, applicant_id, material_id, '护照原件', 1, case when age >= 6 then 1 end from bench_items order by id",
  `insert into supplier_parcel_items (id, parcel_id, express_item_id, applicant_id, material_id, packed_at, verdict, left_at) overriding system value
    select id, parcel_id, id, applicant_id, material_id, bench_now(), case when age >= 6 then 'ok' end, case when age >= 6 then bench_now() - interval '1 day' * (age - 5) end from bench_items order by id`,
];

/** With whom the originals of the last sixty days lie. */
const originals: readonly string[] = [
  `update applicant_materials m set received_count = 1, sub_type = 'passport', holder = w.holder, holder_supplier_id = case when w.holder = 'supplier' then a.supplier_id end
    from applicants a cross join lateral (select case
      when a.handed_back_at is not null or a.applicant_status in ('none', 'awaiting_originals', 'cancelled') then 'customer'
      when a.applicant_status = 'in_embassy' and rnd(a.id, 103) < 0.7 then 'embassy' when a.submitted_at is not null then 'supplier' else 'us' end as holder) w
    where a.id = m.applicant_id and m.kind = 2`,
];
export const supplierRows: readonly string[] = [...matches, ...parcels, ...originals, "drop table bench_parcels, bench_items"];
export const SUPPLIER_TABLES = [
  "supplier_products",
  "supplier_prices",
  "supplier_assignments",
  "expresses",
  "supplier_parcels",
  "express_items",
  "supplier_parcel_items",
] as const;
