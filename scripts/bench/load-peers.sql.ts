/** SQL of the bench loader: peers with all that hangs on them, before the orders; what follows from their orders, after. */
export const PEERS = 5_000;
const LEVEL =
  "case when rnd(n, 60) < 0.02 then 'V5' when rnd(n, 60) < 0.07 then 'V4' when rnd(n, 60) < 0.2 then 'V3' when rnd(n, 60) < 0.45 then 'V2' else 'V1' end";
const WORKER = (salt: number): string => `(select min(id) from workers where account like 'bench%')::int + (rnd(n, ${salt}) * 40)::int`;
const PLACE = `jsonb_build_object('province_code', (array['310000', '110000', '440000', '330000', '510000'])[1 + n % 5], 'city_code', (array['310100', '110100', '440100', '330100', '510100'])[1 + n % 5], 'county_code', '', 'detail', '测量路' || n || '号')`;
const AGO = (salt: number, days: number): string => `bench_now() - interval '1 day' * (rnd(n, ${salt}) * ${days})`;

/** Sums of money of an account are made up: no question reads the lines of so many. */
const account = (code: string, balance: string): string =>
  `insert into ledger_accounts (code, owner_id, side, is_guarded, gl_code, balance, oldest_due_on)
    select '${code}', p.id, ${code === "peer_credit" ? "'debit', true, '1122'" : "'credit', true, '2203.01'"}, ${balance},
      ${code === "peer_credit" ? "case when p.id % 23 = 0 then bench_now()::date - 3 - (p.id % 40)::int end" : "null"} from peers p`;

export const peerRows: readonly string[] = [
  `insert into peer_groups (name, kind, visible_mode, created_at, updated_at) select '测量分组' || n, 'service', 'all', bench_now(), bench_now() from generate_series(1, 20) n`,
  `insert into peer_groups (name, kind, mode, rule, created_at, updated_at)
    values ('测量人群', 'audience', 'rule', '{"level_from":"V2","no_order_days":30,"gmv_min":100000}', bench_now(), bench_now())`,
  `insert into peer_applications (id, application_no, name, credit_code, legal_person, business_kind, licence_no, contact_name, contact_mobile, contact_mobile_tail, address, business_licence,
      travel_licence, source, application_status, submitted_at, due_at, level_id, decided_by, decided_at, peer_id, search_text, created_at, updated_at)
    overriding system value
    select n, 'RZ' || n, name, '91310000MA' || lpad(n::text, 8, '0'), '法人' || n, 'travel_agency', 'L-' || n, '联系人' || n, '137****' || lpad((n % 10000)::text, 4, '0'), lpad((n % 10000)::text, 4, '0'), ${PLACE},
      '{private/00/bench.jpg}', '{private/00/bench.jpg}', 'self', case when n <= ${PEERS} then 'approved' when n % 4 = 0 then 'pending' else 'rejected' end, at, at + interval '1 day', case when n <= ${PEERS} then 'V1' end,
      case when n <= ${PEERS} then 1 end, case when n <= ${PEERS} then at end, case when n <= ${PEERS} then n end, name || ' RZ' || n, at, at
    from (select n, '测量' || n || '国际旅行社有限公司' as name, ${AGO(61, 540)} as at from generate_series(1, ${PEERS + 2_000}) n) a`,
  `insert into peers (id, peer_no, application_id, name, short_name, credit_code, legal_person, business_kind, licence_no, contact_name, contact_mobile, contact_mobile_tail, address, source, level_id,
      service_group_id, bd_owner_id, cs_owner_id, settle_mode, credit_days, credit_limit, approved_at, peer_status, closed_at, search_text, created_at, updated_at)
    overriding system value
    select n, 'TY' || lpad(n::text, 6, '0'), n, a.name, '测量' || n, a.credit_code, a.legal_person, a.business_kind, a.licence_no, a.contact_name, a.contact_mobile, a.contact_mobile_tail, a.address, a.source, ${LEVEL},
      case when rnd(n, 62) < 0.4 then (select min(id) from peer_groups where kind = 'service') + n % 20 end, case when rnd(n, 63) < 0.95 then ${WORKER(64)} end, ${WORKER(65)},
      (array['prepaid', 'credit', 'credit', 'cash'])[1 + n % 4], 30, case when n % 4 in (1, 2) then 2000000 else 0 end, a.submitted_at, case when rnd(n, 66) < 0.03 then 'closed' else 'active' end,
      case when rnd(n, 66) < 0.03 then bench_now() end, a.name || ' 测量' || n || ' TY' || lpad(n::text, 6, '0'), a.submitted_at, a.submitted_at
    from generate_series(1, ${PEERS}) n join peer_applications a on a.id = n`,
  `insert into peer_accounts (peer_id, account, name, mobile, mobile_hash, mobile_tail, role, can_pay, last_login_at, created_at, updated_at)
    select n, 'bench' || n || '_' || k, '账号' || k, '137****' || lpad((n % 10000)::text, 4, '0'), 'bench' || n || '_' || k, lpad((n % 10000)::text, 4, '0'), case k when 1 then 'owner' else 'operator' end, true, ${AGO(67, 60)}, ${AGO(68, 500)}, bench_now()
    from generate_series(1, ${PEERS}) n, generate_series(1, 3) k`,
  `insert into peer_owners (peer_id, role, worker_id, from_date, commission_from, by, created_at)
    select p.id, r.role, r.worker, p.approved_at::date, p.approved_at::date, 'application', p.approved_at from peers p cross join lateral (values ('bd', p.bd_owner_id), ('cs', p.cs_owner_id)) r(role, worker) where r.worker is not null`,
  `insert into peer_managers (worker_id, created_at, updated_at) select distinct worker_id, bench_now(), bench_now() from peer_owners`,
  `insert into peer_documents (peer_id, row_key, kind, valid_from, valid_to, files, created_at)
    select n, n || k.kind, k.kind, bench_now()::date - 900, bench_now()::date - 20 + (rnd(n, 69) * 900)::int, '{private/00/bench.jpg}', bench_now() from generate_series(1, ${PEERS}) n, (values ('business_licence'), ('travel_licence'), ('contract')) k(kind)`,
  account("peer_principal", "case when p.settle_mode = 'prepaid' then (rnd(p.id, 70) * 3000000)::int8 else 0 end"),
  account("peer_gift", "0"),
  account("peer_frozen", "0"),
  account("peer_credit", "case when p.settle_mode = 'credit' then (rnd(p.id, 71) * 2100000)::int8 else 0 end"),
  `insert into peer_holds (peer_id, kind, blocks, reason, opened_by, opened_at) select p.id, 'manual', '{order}', '测量', 1, bench_now() - interval '2 day' from peers p where p.id % 97 = 0`,
  `insert into peer_changes (change_no, peer_id, kind, old_value, new_value, reason_code, reason, change_status, decided_by, decided_at, created_by, created_at, updated_at)
    select 'BG' || n, 1 + n % ${PEERS}, 'credit_limit', '{"credit_limit":0}', '{"credit_limit":100}', 'growth', '测量一下', case when n % 20 = 0 and n <= ${PEERS} then 'pending' else 'approved' end,
      case when n % 20 = 0 and n <= ${PEERS} then null else 2 end, case when n % 20 = 0 and n <= ${PEERS} then null else bench_now() end, 1, ${AGO(72, 500)}, bench_now() from generate_series(1, 15000) n`,
  `insert into peer_exhibitions (id, name, city, start_on, end_on, owner_id, invited_peer_ids, exhibition_status, review_note, created_at, updated_at)
    overriding system value
    select n, '测量展会' || n, '上海', bench_now()::date - n * 20, bench_now()::date - n * 20 + 2, ${WORKER(73)}, '{}', 'closed', '测量', bench_now(), bench_now() from generate_series(1, 30) n`,
  `insert into exhibition_leads (exhibition_id, row_key, kind, company, mobile, mobile_hash, mobile_tail, owner_id, peer_id, application_id, lead_status, created_at, updated_at)
    select 1 + n % 30, 'bench' || n, 'new', '线索' || n, '137****0000', 'bench' || n, '0000', ${WORKER(74)}, case when n <= 2000 then n end, case when n <= 2000 then n end,
      case when n <= 2000 then 'won' when n % 3 = 0 then 'new' else 'contacted' end, ${AGO(75, 500)}, bench_now() from generate_series(1, 12000) n`,
  `insert into peer_transfers (transfer_no, role, from_worker_id, target_ids, split, selection, expected_count, effective_on, commission_from, reason_code, transfer_status, started_at, finished_at, created_at, updated_at)
    select 'ZY' || n, 'bd', 1, '{2}', 'even_gmv', 'ids', 20, bench_now()::date - n, bench_now()::date - n, 'region', 'done', bench_now(), bench_now(), bench_now() - interval '1 day' * n, bench_now() from generate_series(1, 200) n`,
  `insert into peer_transfer_lines (transfer_id, peer_id, to_worker_id, result, at) select t.id, 1 + ((t.id * 20 + k) % ${PEERS}), 2, 'done', bench_now() from peer_transfers t, generate_series(1, 20) k`,
  `insert into peer_level_runs (quarter, apply_at, created_at) values ('2099-Q1', bench_now() + interval '9 day', bench_now())`,
  `insert into peer_level_lines (run_id, peer_id, from_level, to_level, figures, created_at, updated_at)
    select (select max(id) from peer_level_runs), p.id, p.level_id, 'V' || (right(p.level_id, 1)::int - 1), '{"gmv":0,"orders":0,"topup":0}', bench_now(), bench_now() from peers p where p.level_id > 'V1' and p.id % 2 = 0`,
];

/** Which peer ordered: some of them much more than others. */
export const PEER_OF_ORDER = `case when rnd(g, 20) >= 0.7 then 1 + floor(power(rnd(g, 76), 2.2) * ${PEERS})::bigint end`;

/** Money that came in and matters of peers, one in so many of an order. */
export const peerMatters: readonly string[] = [
  `insert into peer_top_ups (peer_id, amount, purpose, method, trade_no, paid_at, proof_files, created_at)
    select 1 + n % ${PEERS}, 500000, 'top_up', 'bank', 'BENCH' || n, at, '{private/00/bench.jpg}', at from (select n, ${AGO(77, 500)} as at from generate_series(1, 40000) n) t`,
  `insert into work_orders (work_order_no, config_id, peer_id, order_id, source, title, handler_id, reply_minutes, resolve_minutes, due_reply_at, due_at, first_reply_at, resolution, resolution_note, resolved_at, closed_at, last_message_at,
      work_order_status, waiting_since, left_minutes, created_at, updated_at)
    select 'GD' || n, c.id, o.peer_id, o.id, 'peer', '测量工单' || n, p.cs_owner_id, 30, 480, at + interval '1 hour', at + interval '1 day', at, case when n > 400 then 'solved' end, '', case when n > 400 then at end, case when n > 400 then at end, at,
      case when n > 400 then 'closed' when n % 5 = 0 then 'waiting_peer' when n % 2 = 0 then 'pending' else 'processing' end, case when n <= 400 and n % 5 = 0 then at end, case when n <= 400 and n % 5 = 0 then 100 end, at, at
    from (select o.id, o.peer_id, row_number() over (order by o.id desc) as n, o.created_at as at from orders o where o.peer_id is not null and o.id % 11 = 0) o
      join peers p on p.id = o.peer_id join lateral (select min(id) + o.n % 5 as id from work_order_configs) c on true`,
  `insert into work_order_messages (work_order_id, kind, text, at) select id, 'from_peer', '测量', created_at from work_orders`,
  `insert into peer_radars (peer_id, signs, weight, counted_at) select p.id, '[{"kind":"volume","text":"近两周 1 单，平时每周 4 单","weight":50}]', 50, bench_now() from peers p where p.id % 9 = 0`,
  `insert into peer_calls (peer_id, worker_id, listed_on, sentence, created_at, updated_at)
    select p.id, p.bd_owner_id, bench_now()::date - d, '近两周 1 单，平时每周 4 单', bench_now(), bench_now() from peers p, generate_series(0, 20) d where p.bd_owner_id is not null and p.id % 13 = d % 13`,
];
