/** SQL of the bench loader: the books of the orders, and the papers of finance beside them. What is posted is made up to fit. */

const ACCOUNT = (code: string, kind = ""): string =>
  `(select id from ledger_accounts where code = '${code}' and owner_id = 0 and kind = '${kind}')`;
/** Journals have numbers of their own range for each event, so that their lines find them. */
const COST = 100_000_000;
const REVENUE = 200_000_000;
const JOURNAL =
  "insert into journals (id, no, kind, idempotency_key, lines_hash, booked_on, event_at, source_noun, source_id, created_at) overriding system value";
const journal = (kind: string, id: string, at: string, noun: string, source: string): string =>
  `select ${id}, 'PZ' || ${id}, '${kind}', '${kind}:' || ${id}, '-', (${at} at time zone 'Asia/Shanghai')::date, ${at}, '${noun}', ${source}, ${at}`;

/** Paid: money against what waits by person and fee; handed in: the supplier's cost; a result: what is earned. */
const books: readonly string[] = [
  `insert into periods (month, created_at, updated_at) select to_char(m, 'YYYY-MM'), bench_now(), bench_now()
    from generate_series(date_trunc('month', bench_now()) - interval '19 months', date_trunc('month', bench_now()), interval '1 month') m on conflict do nothing`,
  `insert into ledger_accounts (code, owner_id, kind, side, gl_code) values ('clearing', 1, 'wechat', 'debit', '1012') on conflict do nothing`,
  `insert into ledger_accounts (code, owner_id, side, gl_code) select 'payable_supplier', id, 'credit', '2202.01' from suppliers on conflict do nothing`,
  `${JOURNAL} ${journal("order_paid", "o.id", "o.paid_at", "order", "o.id")} from orders o where o.paid_at is not null order by o.id`,
  `${JOURNAL} ${journal("supplier_cost", `${COST} + a.id`, "a.submitted_at", "applicant", "a.id")} from applicants a where a.submitted_at is not null and a.supplier_id is not null order by a.id`,
  `${JOURNAL} ${journal("revenue", `${REVENUE} + a.id`, "a.result_at", "applicant", "a.id")} from applicants a where a.result_at is not null order by a.id`,
  `insert into journal_lines (journal_id, account_id, amount, order_id) select o.id, (select id from ledger_accounts where code = 'clearing' and owner_id = 1 and kind = 'wechat'), o.amount_paid, o.id
    from orders o where o.paid_at is not null and o.amount_paid > 0 order by o.id`,
  `insert into journal_lines (journal_id, account_id, amount, order_id, applicant_id, fee_kind)
    select f.order_id, case f.kind when 'embassy' then ${ACCOUNT("embassy_trust")} else ${ACCOUNT("order_deferred")} end, -f.payable, f.order_id, f.applicant_id, f.kind
    from order_fees f join orders o on o.id = f.order_id where o.paid_at is not null order by f.id`,
  `insert into journal_lines (journal_id, account_id, amount, order_id, applicant_id)
    select ${COST} + a.id, case w.side when 1 then ${ACCOUNT("cost", "supplier")} else p.id end, w.side * 12000, a.order_id, a.id
    from applicants a join ledger_accounts p on p.code = 'payable_supplier' and p.owner_id = a.supplier_id, (values (1), (-1)) w(side) where a.submitted_at is not null order by a.id`,
  `insert into journal_lines (journal_id, account_id, amount, order_id, applicant_id, fee_kind)
    select ${REVENUE} + a.id, case w.side when 1 then ${ACCOUNT("order_deferred")} else ${ACCOUNT("revenue", "service")} end, w.side * f.payable, a.order_id, a.id, 'service'
    from applicants a join order_fees f on f.applicant_id = a.id and f.kind = 'service', (values (1), (-1)) w(side) where a.result_at is not null order by a.id`,
  "create index on journal_lines (journal_id)",
  `insert into ledger_sums (month, code, owner_id, kind, debit, credit)
    select to_char(j.booked_on, 'YYYY-MM'), a.code, case a.code when 'clearing' then a.owner_id else 0 end, case a.code when 'clearing' then '' else a.kind end, sum(greatest(l.amount, 0)), sum(greatest(-l.amount, 0))
    from journals j join journal_lines l on l.journal_id = j.id join ledger_accounts a on a.id = l.account_id group by 1, 2, 3, 4`,
  "insert into ledger_sum_mark select 1, max(id) from journals on conflict (id) do update set journal_id = excluded.journal_id",
  "drop index journal_lines_journal_id_idx",
];

/** A settlement of each supplier and month with its lines; the last two months are open, older ones are paid. */
const settlements: readonly string[] = [
  `insert into settlements (settle_no, kind, supplier_id, cycle_start, cycle_end, due_on, line_count, ours, final, paid, settlement_status, created_at, updated_at)
    select 'JSB' || row_number() over (order by m, a.owner_id), 'supplier', a.owner_id, m, (m + interval '1 month')::date - 1, (m + interval '2 months')::date, count(*), sum(-l.amount), sum(-l.amount),
      case when m < bench_now() - interval '100 days' then sum(-l.amount) else 0 end, case when m < bench_now() - interval '100 days' then 'paid' when m < bench_now() - interval '65 days' then 'confirmed' else 'draft' end, m + interval '1 month', m + interval '1 month'
    from ledger_accounts a join journal_lines l on l.account_id = a.id join journals j on j.id = l.journal_id
    cross join lateral (select date_trunc('month', j.booked_on)::date as m) m
    where a.code = 'payable_supplier' and m < date_trunc('month', bench_now()) group by a.owner_id, m`,
  `insert into settle_lines (settlement_id, journal_line_id, source, account_code, order_id, applicant_id, item, occurred_on, amount, agreed, settled, created_at, updated_at)
    select s.id, l.id, 'settle', 'payable_supplier', l.order_id, l.applicant_id, '供应商成本', j.booked_on, -l.amount, case when s.settlement_status = 'draft' then null else -l.amount end,
      case when s.settlement_status = 'paid' then -l.amount else 0 end, s.created_at, s.created_at
    from settlements s join ledger_accounts a on a.code = 'payable_supplier' and a.owner_id = s.supplier_id join journal_lines l on l.account_id = a.id
    join journals j on j.id = l.journal_id and j.booked_on between s.cycle_start and s.cycle_end order by l.id`,
];

const AT = "bench_now() - interval '1 day' * (540.0 * (1 - n::float8 / k.total))";
/** So many of each paper, the newest last; a few of each wait. */
const papers = (count: number): readonly string[] => {
  const of = (share: number): string => `from (select ${Math.ceil(count * share)}::int as total) k, generate_series(1, k.total) n`;
  const worker = "(select min(id) from workers where account like 'bench%')";
  return [
    `insert into statement_imports (id, row_key, company_account_id, row_count, import_status, created_at, updated_at) overriding system value values (1, 'bench', 4, 1, 'done', bench_now(), bench_now())`,
    `insert into statement_lines (row_key, company_account_id, import_id, line_hash, at, direction, amount, balance_after, ref, counterparty_name, counterparty_key, summary, seq, matched, line_status, created_at, updated_at)
      select 'bench' || n, 4, 1, 'bench' || n, ${AT}, case when n % 5 = 0 then 'out' else 'in' end, 1000 + n, 0, 'REF' || n, '测量' || n % 5000 || '国际旅行社', '测量' || n % 5000, '汇款', n, case when n % 50 = 0 then 0 else 1000 + n end,
        case when n % 50 = 0 then 'open' else 'matched' end, ${AT}, ${AT} ${of(0.5)}`,
    `insert into remittances (remittance_no, row_key, peer_id, purpose, amount, payer_name, payer_key, company_account_id, remitted_on, vouchers, source, remittance_status, due_at, submitted_at, booked_at, created_at, updated_at)
      select 'HKB' || n, 'HKB' || n, 1 + n % 5000, 'top_up', 1000 + n, '测量', '测量', 4, (${AT})::date, '{private/00/bench.jpg}', 'staff', case when n > k.total * 0.98 then 'pending' else 'booked' end, ${AT}, ${AT}, ${AT}, ${AT}, ${AT} ${of(0.05)}`,
    `insert into withdrawals (withdrawal_no, peer_id, amount, fee, gift_back, payee_name, payee_bank, withdrawal_status, created_at, updated_at)
      select 'TXB' || n, 1 + n % 5000, 1000 + n, 0, 0, '测量', '中国银行', case when n > k.total * 0.98 then 'pending' else 'withdrawn' end, ${AT}, ${AT} ${of(0.02)}`,
    `insert into payouts (payout_no, source_noun, source_id, source_no, peer_id, method, company_account_id, payee_name, amount, payout_status, due_at, created_at, updated_at)
      select 'FKB' || n, 'withdrawal', n, 'TXB' || n, 1 + n % 5000, 'bank', 4, '测量', 1000 + n, case when n > k.total * 0.98 then 'queued' when n > k.total * 0.97 then 'paying' else 'cancelled' end, ${AT} + interval '3 days', ${AT}, ${AT} ${of(0.1)}`,
    `insert into invoices (id, row_key, fp_no, direction, kind, peer_id, title_type, title, tax_no, amount, tax, invoice_no, issued_on, issued_at, invoice_status, created_by, created_at, updated_at) overriding system value
      select n, 'FPB' || n, 'FPB' || n, 'blue', 'normal', 1 + n % 5000, 'company', '测量' || n % 5000 || '公司', '91310000MA', 1000 + n, 10, case when n <= k.total * 0.98 then lpad(n::text, 20, '0') end, case when n <= k.total * 0.98 then (${AT})::date end,
        case when n <= k.total * 0.98 then ${AT} end, case when n > k.total * 0.98 then 'pending' else 'issued' end, ${worker}, ${AT}, ${AT} ${of(0.1)}`,
    `insert into invoice_lines (invoice_id, order_id, part, item_name, amount, tax_rate_bp, tax) select n, 1 + (n * 7) % ${count}, 'service', '服务费', 1000 + n, 600, 10 ${of(0.1)}`,
    `insert into embassy_payments (payment_no, order_id, applicant_id, country_id, embassy_id, item, origin, currency, foreign_minor, rate_micro, amount, company_account_id, receipt_no, receipt, paid_at, paid_by, released_by, released_at,
        collected, variance, embassy_payment_status, created_by, created_at, updated_at)
      select 'SGB' || a.id, a.order_id, a.id, a.country_id, m.embassy_id, 'visa', 'order', 'CNY', 12000, 1000000, 12000, 4, 'R' || a.id, 'private/00/bench.jpg', a.submitted_at, 2, 1, a.submitted_at, 12000, 0,
        case when a.id % 97 = 0 then 'to_pay' else 'paid' end, 3, a.created_at, a.created_at
      from applicants a join skus m on m.id = a.sku_id where a.submitted_at is not null and a.id % 10 = 0 order by a.id`,
    `insert into adjustments (adjust_no, kind, peer_id, account, direction, amount, booked_on, reason, adjust_status, created_by, created_at, updated_at)
      select 'TZB' || n, 'peer_adjust', 1 + n % 5000, 'peer_principal', 'in', 1000, (${AT})::date, '测量一下调账', case when n > k.total * 0.98 then 'pending' else 'withdrawn' end, ${worker}, ${AT}, ${AT} ${of(0.01)}`,
  ];
};
export const financeRows = (count: number): readonly string[] => [...books, ...settlements, ...papers(count)];
export const FINANCE_TABLES = [
  "journals",
  "journal_lines",
  "settlements",
  "settle_lines",
  "statement_lines",
  "remittances",
  "withdrawals",
  "payouts",
  "invoices",
  "invoice_lines",
  "embassy_payments",
  "adjustments",
] as const;
