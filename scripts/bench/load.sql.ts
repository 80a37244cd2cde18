import { PEER_OF_ORDER } from "./load-peers.sql.ts";

/** SQL of the bench loader. The time that the orders are made for. */
export const nowIs = (now: Date): string =>
  `create or replace function bench_now() returns timestamptz language sql immutable parallel safe return '${now.toISOString()}'::timestamptz;`;

/** `rnd(n, salt)` is a number in [0, 1) that depends on its arguments alone. */
export const randoms = `
  create or replace function rnd(n bigint, salt int) returns float8 language sql immutable parallel safe
    return (hashint8extended(n, salt) & 2147483647) / 2147483648.0::float8;
  create or replace function pick(list text[], n bigint, salt int, lean float8 default 1) returns text language sql immutable parallel safe
    return list[1 + floor(power(rnd(n, salt), lean) * cardinality(list))::int];`;

/** `张zhang 李li` → rows of character and pinyin. */
export const lookups = (surnames: string, given: string): string => `
  create or replace function surnames() returns text[] language sql immutable parallel safe return string_to_array('${surnames}', ' ');
  create or replace function given_names() returns text[] language sql immutable parallel safe return string_to_array('${given}', ' ');`;

const snapshot = `jsonb_build_object(
  'sku_id', s.id, 'sku_no', s.sku_no, 'sku_name', s.name, 'sku_version', 1, 'visa_product_unit_code', s.visa_product_unit_code, 'spu_name', p.name, 'country_id', s.country_id, 'country_name', c.name_zh,
  'visa_type', p.visa_type, 'visa_form', p.visa_form, 'entry_count', p.entry_count, 'stay_min', 15, 'stay_max', 30, 'stay_unit', 'day', 'validity', 3, 'validity_unit', 'month', 'service_level', s.service_level,
  'ends', '["customer"]'::jsonb, 'material_upload_type', 'pay_first', 'need_interview', s.need_interview, 'need_fingerprint', false, 'need_delivery', false, 'need_visit', s.need_interview, 'need_training', false,
  'need_return_material', true, 'need_effect_date', false, 'passport_months', 6, 'passport_pages', 2, 'work_days_min', 5, 'work_days_max', 10, 'advance_days', 0, 'child_age', 12, 'identities', '["employed","general"]'::jsonb,
  'return_way', 'free', 'booking_note', '', 'tips', '', 'fee_included', '', 'fee_excluded', '', 'embassy', null, 'submit_place', null,
  'cover', '{"mode":"all","district_name":"北京领区","domicile_limit":false,"residence_counts":true,"follow_relative":true,"area":[]}'::jsonb, 'papers', '[]'::jsonb, 'photo_rule', null, 'application', null,
  'refund_policy', null, 'urgent_tiers', '[]'::jsonb, 'protections', '[]'::jsonb, 'receive_address', null)`;

/** Staff, countries, missions and products that the orders stand on. */
export const products = `
  insert into roles (name, data_scope, module_group, created_at, updated_at) values ('测量', 'all', '{}', bench_now(), bench_now()) on conflict do nothing;
  insert into teams (name, created_at, updated_at) select '测量' || n || '组', bench_now(), bench_now() from generate_series(1, 5) n on conflict do nothing;
  insert into workers (account, nickname, passwd, role_id, team_id, passwd_at, created_at, updated_at)
    select 'bench' || n, '专家' || n, '-', (select min(id) from roles), (select min(id) from teams) + n % 5, bench_now(), bench_now(), bench_now() from generate_series(1, 60) n on conflict do nothing;
  insert into countries (id, code3, code_num, name_zh, name_en, pinyin, initial, continent, flag_emoji, created_at, updated_at)
    select c[1], c[2], c[3], c[4], c[5], lower(c[5]), left(c[5], 1), c[6], '', bench_now(), bench_now() from unnest(string_to_array('CN,CHN,156,中国,China,AS;JP,JPN,392,日本,Japan,AS;FR,FRA,250,法国,France,EU;US,USA,840,美国,United States,NA;TH,THA,764,泰国,Thailand,AS;GB,GBR,826,英国,United Kingdom,EU;AU,AUS,036,澳大利亚,Australia,OC;CA,CAN,124,加拿大,Canada,NA;KR,KOR,410,韩国,South Korea,AS;VN,VNM,704,越南,Vietnam,AS;DE,DEU,276,德国,Germany,EU;NZ,NZL,554,新西兰,New Zealand,OC;IT,ITA,380,意大利,Italy,EU', ';')) with ordinality t(line, n), lateral string_to_array(line, ',') c
    where cardinality(c) = 6 on conflict do nothing;
  insert into embassies (embassy_type, country_id, name, short_name, city, district_name, created_at, updated_at)
    select 1, id, name_zh || '驻北京使馆', name_zh, '北京', '北京领区', bench_now(), bench_now() from countries where id <> 'CN' on conflict do nothing;
  insert into spus (visa_product_unit_code, name, country_id, visa_type, visa_form, entry_count, stay_max, validity, created_at, updated_at)
    select id || '-BENCH-' || n, name_zh || (array['旅游签单次', '旅游签多次', '商务签'])[n], id, (array[4, 4, 5])[n], 'sticker', (array['single', 'multiple', 'single'])[n], 30 + n, 90 + n, bench_now(), bench_now() from countries, generate_series(1, 3) n where id <> 'CN' on conflict do nothing;
  insert into skus (sku_no, name, visa_product_unit_code, country_id, embassy_id, need_interview, sku_status, work_days_min, work_days_max, created_at, updated_at)
    select 'BENCH-' || p.visa_product_unit_code, p.name, p.visa_product_unit_code, p.country_id, e.id, p.visa_type = 5, 'on_sale', 5, 10, bench_now(), bench_now()
    from spus p join embassies e on e.country_id = p.country_id and e.name like '%驻北京使馆' where p.visa_product_unit_code like '%-BENCH-%' order by 1 on conflict do nothing;
  insert into sku_snapshots (sku_id, hash, body, made_at) select s.id, 'bench', ${snapshot}, bench_now()
    from skus s join spus p using (visa_product_unit_code) join countries c on c.id = s.country_id where s.sku_no like 'BENCH-%' on conflict do nothing;
  insert into suppliers (supplier_no, name, short_name, kind, created_at, updated_at) select 'GY9' || lpad(n::text, 3, '0'), '测量供应商' || n, '供应' || n, 'submit_agency', bench_now(), bench_now() from generate_series(1, 8) n on conflict do nothing;`;

const AGE = (count: number): string => `(${count} - g) * 540.0 / ${count}`;

/** People of every order with their numbers in clear, in a table that ends with the connection; sealed by seal.ts. */
export const peopleRows = (count: number): string => `
  create temporary table bench_people as
  select g, seq, k, surname || given as name_cn, upper(sl) as surname_en, upper(gl) as given_name_en, mobile, passport_no, created_at,
    'V' || to_char(created_at at time zone 'Asia/Shanghai', 'YYMMDD') || lpad((g % 1000000)::text, 6, '0') as order_no
  from (
    select g, seq, k, left(s, 1) as surname, left(g1, 1) || left(coalesce(g2, ''), 1) as given, bench_now() - interval '1 day' * ${AGE(count)} as created_at,
      substr(s, 2) as sl, substr(g1, 2) || coalesce(substr(g2, 2), '') as gl,
      '1' || (3 + floor(rnd(k, 5) * 7))::int || lpad(floor(rnd(k, 6) * 1e9)::bigint::text, 9, '0') as mobile, 'E' || lpad(floor(rnd(k, 7) * 1e8)::bigint::text, 8, '0') as passport_no
    from (
      select g, seq, g * 8 + seq as k, pick(l.sn, g * 8 + (case when rnd(g, 9) < 0.5 then 1 else seq end), 1, 1.8) as s,
        pick(l.gn, g * 8 + seq, 2, 1.3) as g1, case when rnd(g * 8 + seq, 3) < 0.78 then pick(l.gn, g * 8 + seq, 4, 1.3) end as g2
      from (select surnames() as sn, given_names() as gn offset 0) l, generate_series(1, ${count}::bigint) g, generate_series(1, case when rnd(g, 8) < 0.48 then 1 when rnd(g, 8) < 0.81 then 2 when rnd(g, 8) < 0.93 then 3 when rnd(g, 8) < 0.98 then 4 else 5 end) seq
    ) drawn
  ) p`;

export const orderRows = (count: number): string => `
  insert into orders (id, order_no, source, customer_kind, peer_id, contact_name, contact_mobile, contact_mobile_sealed, contact_mobile_hash, contact_mobile_tail, sku_id, country_id, snapshot_id, quote, flow, travel_date, is_urgent, is_protected, order_status, status_at, pay_status,
    amount_total, amount_payable, amount_paid, amount_refunded, expert_id, cs_owner_id, created_by, applicant_count, submitted_count, due_at, pay_deadline_at, paid_at, promised_date,
    shipped_at, received_at, completed_at, cancelled_at, cancel_reason, search, search_text, created_at)
  overriding system value
  select g, order_no, (array['mini_program', 'h5', 'ota', 'staff', 'staff'])[1 + g % 5],
    case when rnd(g, 20) < 0.7 then 'direct' else 'peer' end, ${PEER_OF_ORDER}, name, contact_mobile, contact_mobile_sealed, contact_mobile_hash, contact_mobile_tail, sku.id, sku.country_id, sku.snapshot_id, '{}', 'pay_first', (created_at + interval '1 day' * (30 + rnd(g, 21) * 90))::date,
    rnd(g, 22) < 0.1, rnd(g, 23) < 0.15, state, created_at + interval '1 day' * least(rnd(g, 24) * 20, age), case when paid then 'paid' else 'unpaid' end,
    n * price, n * price, case when paid then n * price else 0 end, 0, case when paid then workers + (power(rnd(g, 25), 1.5) * 40)::int end, workers + 40 + (g % 10)::int,
    case when g % 5 in (3, 4) then workers + 50 + (g % 10)::int end, n, case when state in ('completed', 'pending_evaluate', 'shipped') then n else 0 end,
    case when state = 'pending_payment' then bench_now() + interval '1 day' when state in ('processing', 'pending_mail', 'pending_upload', 'pending_form', 'pending_visit_date') then bench_now() + interval '1 day' * (rnd(g, 26) * 8 - 2) end,
    case when state = 'pending_payment' then bench_now() + interval '1 day' else created_at + interval '1 day' end, case when paid then created_at + interval '1 hour' * rnd(g, 27) end, case when paid then (created_at + interval '1 day' * (20 + rnd(g, 28) * 20))::date end,
    case when state = 'completed' then created_at + interval '20 day' when state in ('pending_evaluate', 'shipped') then bench_now() - interval '3 day' end, case when state = 'completed' then created_at + interval '25 day' when state = 'pending_evaluate' then bench_now() - interval '2 day' end,
    case when state = 'completed' then created_at + interval '40 day' end, case when state = 'cancelled' then created_at + interval '1 day' end, case when state = 'cancelled' then 'timeout' end,
    search, search_text, created_at
  from (
    select g, n, name, order_no, age, created_at, 20000 + floor(rnd(g, 29) * 80000)::bigint as price, state, state not in ('pending_payment', 'cancelled', 'deleted') as paid,
      (select min(id) from workers where account like 'bench%')::int as workers, 1 + floor(power(rnd(g, 30), 1.6) * (select count(*) from sku_snapshots where hash = 'bench'))::int as product
    from (
      select b.*, ${AGE(count)} as age, case
        when rnd(g, 10) < 0.07 then 'cancelled' when rnd(g, 10) < 0.073 then 'deleted'
        when ${AGE(count)} < 1.2 then (array['pending_payment', 'pending_payment', 'pending_upload', 'processing', 'pending_form', 'pending_visit_date'])[1 + floor(rnd(g, 11) * 6)::int]
        when ${AGE(count)} > 75 or rnd(g, 12) < ${AGE(count)} / 80 then case when rnd(g, 13) < 0.96 then 'completed' when rnd(g, 13) < 0.97 then 'shipped' when rnd(g, 13) < 0.98 then 'processing' else 'pending_evaluate' end
        else (array['processing', 'processing', 'processing', 'processing', 'processing', 'processing', 'pending_upload', 'pending_form', 'pending_mail', 'shipped'])[1 + floor(rnd(g, 14) * 10)::int] end as state
      from (select g, count(*)::int as n, min(name_cn) filter (where seq = 1) as name, min(order_no) as order_no, min(created_at) as created_at from bench_people group by g) b
    ) aged
  ) o join bench_contacts using (g) join lateral (select s.id, s.country_id, sn.id as snapshot_id from (select sn.*, row_number() over (order by sn.id) as no from sku_snapshots sn where sn.hash = 'bench') sn join skus s on s.id = sn.sku_id where sn.no = o.product) sku on true
  order by g`;

const OPEN =
  "array['pre_review', 'pre_review', 'pre_review', 'pre_review_rejected', 'pre_review_rejected', 'awaiting_originals', 'awaiting_originals', 'awaiting_appointment', 'awaiting_appointment', 'awaiting_confirm', 'appointed', 'awaiting_training', 'awaiting_visit', 'awaiting_visit', 'awaiting_submission', 'awaiting_submission', 'awaiting_submission', 'in_embassy', 'in_embassy', 'in_embassy', 'in_embassy', 'in_embassy', 'in_embassy', 'in_embassy', 'in_embassy', 'issued', 'issued', 'refused', 'refused_proof', 'refused_review', 'refused_rejected', 'refunding', 'pre_review_failed']";

export const applicantRows = `
  insert into applicants (id, order_id, seq, applicant_no, country_id, sku_id, expert_id, owner_ids, is_urgent, name_cn, surname_en, given_name_en, gender, birth_date, passport_no, passport_no_sealed, passport_no_hash, passport_no_tail, passport_expiry_date, mobile, mobile_sealed, mobile_hash, mobile_tail, identity, household_province,
    applicant_status, status_at, status_due_at, waiting_party, held_at, hold_party, supplement_round, supplement_due_at, supplement_source, collected_at, review_passed_at, submitted_at, result_at, handed_back_at, received_at,
    supplier_id, settle_price, settle_includes_embassy, submit_date, materials_must, materials_passed, search, search_text, created_at)
  overriding system value
  select row_number() over (order by g, seq), g, seq, applicant_no, country_id, sku_id, expert_id, owner_ids, is_urgent, name_cn, surname_en, given_name_en, case when rnd(k, 40) < 0.5 then 'male' else 'female' end,
    '1960-01-01'::date + (rnd(k, 41) * 20000)::int, passport_no, passport_no_sealed, passport_no_hash, passport_no_tail, bench_now()::date + 400 + (rnd(k, 42) * 3000)::int, mobile, mobile_sealed, mobile_hash, mobile_tail, (array['employed', 'employed', 'employed', 'freelance', 'retired', 'student'])[1 + floor(rnd(k, 43) * 6)::int], '110000',
    state, order_at + interval '1 day' * rnd(k, 44), case when is_open then bench_now() + interval '1 day' * (rnd(k, 45) * 9 - 2) end,
    case when state in ('none', 'pre_review_rejected', 'awaiting_originals', 'awaiting_visit') then 'customer' when state = 'in_embassy' then 'embassy' else 'us' end,
    case when is_open and rnd(k, 46) < 0.02 then bench_now() - interval '1 day' * (rnd(k, 47) * 20) end, case when is_open and rnd(k, 46) < 0.02 then 'customer' end,
    case when state = 'pre_review_rejected' then 1 else 0 end, case when state = 'pre_review_rejected' then bench_now() + interval '1 day' * (rnd(k, 48) * 9 - 3) end, case when state = 'pre_review_rejected' then 'review' end,
    order_at, order_at, case when done or state in ('in_embassy', 'issued', 'refused') then order_at + interval '3 day' end, case when done or state in ('issued', 'refused') then order_at + interval '12 day' end,
    case when done then order_at + interval '14 day' end, case when done then order_at + interval '20 day' end,
    case when state not in ('none', 'cancelled') then suppliers + g % 8 end, case when state not in ('none', 'cancelled') then 12000 end, false, case when done or state in ('in_embassy', 'issued', 'refused') then (order_at + interval '3 day')::date end,
    6, case when state = 'none' then 0 else 6 end, search, search_text, created_at
  from (
    select p.g, p.seq, p.k, p.name_cn, p.surname_en, p.given_name_en, n.*, o.country_id, o.sku_id, o.expert_id, o.owner_ids, o.is_urgent, o.created_at, o.status_at as order_at, s.suppliers, st.state, o.order_status in ('completed', 'pending_evaluate', 'shipped') as done,
      o.order_status not in ('completed', 'pending_evaluate', 'shipped', 'cancelled', 'deleted', 'pending_payment') as is_open
    from bench_people p join bench_numbers n on n.order_id = p.g and n.nth = p.seq join orders o on o.id = p.g cross join (select min(id) as suppliers from suppliers where supplier_no like 'GY9%') s cross join lateral (select case
      when o.order_status in ('completed', 'pending_evaluate', 'shipped') then case when rnd(k, 50) < 0.94 then 'issued' else 'refused' end
      when o.order_status in ('cancelled', 'deleted') then 'cancelled' when o.order_status = 'pending_mail' then 'awaiting_originals'
      when o.order_status = 'processing' then (${OPEN})[1 + floor(rnd(k, 51) * 33)::int] else 'none' end as state) st
  ) x order by g, seq`;

/** Fees, payments and the log of every order; papers of the last sixty days. */
/** Where people stood, of those who moved in four months: what 订单耗时 reads. */
const spanRows = `insert into stage_spans (order_id, applicant_id, status, party, entered_at, left_at, work_minutes, due_at)
  select a.order_id, a.id, k.status, k.party, k.entered_at, k.left_at, (extract(epoch from k.left_at - k.entered_at) / 250)::int, k.entered_at + interval '2 day'
  from applicants a join orders o on o.id = a.order_id cross join lateral (values
    ('none', 'customer', a.created_at, a.collected_at),
    ('pre_review', 'us', a.collected_at, least(a.submitted_at, a.collected_at + interval '1 day')),
    ('pre_review_rejected', 'customer', a.collected_at + interval '1 day', a.collected_at + interval '2 day'),
    ('awaiting_appointment', 'us', a.collected_at + interval '2 day', a.collected_at + interval '50 hour'),
    ('appointed', 'us', a.collected_at + interval '50 hour', a.submitted_at),
    ('in_embassy', 'embassy', a.submitted_at, a.result_at),
    ('issued', 'us', a.result_at, a.handed_back_at),
    ('issued', 'courier', a.handed_back_at, a.received_at)) k(status, party, entered_at, left_at)
  where o.paid_at is not null and a.created_at > bench_now() - interval '160 day' and k.entered_at is not null and k.left_at is not null
  order by k.entered_at`;
const openSpanRows = `insert into stage_spans (order_id, applicant_id, status, party, entered_at)
  select a.order_id, a.id, a.applicant_status, a.waiting_party, a.status_at from applicants a join orders o on o.id = a.order_id where o.paid_at is not null and a.tab <> 'closed'`;

export const caseRows: readonly string[] = [
  spanRows,
  openSpanRows,
  `insert into order_fees (order_id, applicant_id, kind, amount, payable, created_at) select a.order_id, a.id, k.kind, k.amount, k.amount, o.created_at
    from applicants a join orders o on o.id = a.order_id cross join lateral (values ('service', o.amount_payable / o.applicant_count - 12000), ('embassy', 12000)) k(kind, amount) order by a.id`,
  `insert into order_payments (order_id, method, amount, trade_no, paid_at, created_at) select id, 'wechat', amount_paid, 'BENCH' || id, paid_at, paid_at from orders where amount_paid > 0 order by id`,
  `insert into order_logs (order_id, kind, noun, noun_id, move, label, to_state, actor_name, at) select o.id, 'move', 'order', o.id, k.move, k.label, k.state, '测量', k.at
    from orders o cross join lateral (values ('add', '代客下单', 'pending_payment', o.created_at), ('pay', '登记收款', 'processing', o.paid_at)) k(move, label, state, at) where k.at is not null order by o.id`,
  `insert into applicant_materials (order_id, applicant_id, kind, name, owner, material_status, sort, created_at)
    select a.order_id, a.id, k.kind, k.name, 'must', case when a.applicant_status = 'none' then 'missing' else 'passed' end, k.kind, a.created_at
    from applicants a cross join (values (1, '护照首页'), (1, '身份证'), (1, '在职证明'), (1, '银行流水'), (4, '白底照片'), (2, '护照原件')) k(kind, name) where a.created_at > bench_now() - interval '60 day' order by a.id`,
];
