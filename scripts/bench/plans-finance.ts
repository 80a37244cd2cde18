/** What the screens of finance ask, by endpoint: lists by each tab, dear filter and sort, heads, reports, the closing list and the proof. */
import { allApi, type EndpointName } from "@visadesk/contract/index.ts";
import { REPORTS } from "@visadesk/contract/finance/report/report.words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { serving } from "../../server/src/areas.ts";
import { closeItems } from "../../server/src/finance/period/checklist.ts";
import { CHECKS } from "../../server/src/finance/proof/proof.checks.ts";
import { proveLedger } from "../../server/src/finance/proof/ledger-proof.ts";
import { parseInput } from "../../server/src/kit/call/input.ts";
import type { Db } from "../../server/src/kit/db/db.ts";
import { q, row } from "../../server/src/kit/db/sql.ts";
import { dayOf } from "../../server/src/kit/range.ts";
import { principalFor, readCtx } from "../../server/src/testing/ctx.ts";

type Case = [string, () => Promise<unknown>];
type Asked = Partial<Record<EndpointName, readonly object[]>>;
/** The month before that of `now`: whole. */
const lastMonth = (now: Date): { from: string; to: string } => {
  const to = dayOf(new Date(`${shanghaiDate(now).slice(0, 7)}-01T04:00:00Z`), -1);
  return { from: `${to.slice(0, 7)}-01`, to };
};
const askedOf = (now: Date, settlement_id: number, supplier_id: number): Asked => ({
  journal_query: [{}, { kind: ["revenue"] }, { account: ["cash"] }, { booked_on: lastMonth(now) }, { is_reversal: true }],
  balance_query: [{}, { peer_id: [1] }, { booked_on: lastMonth(now) }],
  ledger_account_query: [{}, { is_overdue: true }],
  trial_balance_get: [{}],
  adjustment_query: [{}, { adjust_status: ["pending"] }, { peer_id: [1] }],
  period_query: [{}],
  company_account_query: [{}],
  statement_line_query: [
    {},
    { line_status: ["open", "part"] },
    { company_account_id: [4] },
    { at: lastMonth(now) },
    { keyword: "测量12" },
    { sort: "amount" },
  ],
  statement_line_counts: [{}],
  bank_reconcile_get: [{ company_account_id: 4 }],
  withdrawal_query: [{}, { withdrawal_status: ["pending", "second_review"] }, { peer_id: [1] }, { is_overdue: true }],
  payout_query: [{}, { payout_status: ["queued"] }, { payout_status: ["cancelled"] }, { is_overdue: true }, { keyword: "FKB12" }],
  payout_head_get: [{}],
  cash_calendar_get: [{}],
  invoice_query: [
    {},
    { invoice_status: ["pending"] },
    { peer_id: [1] },
    { title: "测量12" },
    { sort: "amount" },
    { issued_on: lastMonth(now) },
    { direction: ["red"] },
  ],
  supplier_settle_query: [{}, { has_unbilled: true }, { is_overdue: true }],
  supplier_settle_cycle_query: [{}, { supplier_id }, { settlement_status: ["draft"] }, { is_overdue: true }, { sort: "due_on" }],
  supplier_settle_line_query: [{ settlement_id }, { settlement_id, tab: "difference" }, { settlement_id, keyword: "V26" }],
  embassy_payment_query: [
    {},
    { embassy_payment_status: ["to_pay"] },
    { is_undecided: true },
    { sort: "paid_at" },
    { paid_at: lastMonth(now) },
  ],
  embassy_payment_figures: [{}],
  embassy_trust_query: [{}],
  embassy_trust_left_query: [{}],
  fx_rate_query: [{}],
  export_query: [{}, { whose: "all" }],
  report_get: keysOf(REPORTS).map((report) => ({ report, day: lastMonth(now) })),
  report_voucher_query: [{ day: lastMonth(now), page_size: 100, count: false }],
});
/** Refused to who sees his own alone. */
const HOUSE: readonly EndpointName[] = ["bank_reconcile_get"];

/** Of whoever sees that much; the closing list and the proof see everything. */
export function financeCases(db: Db, who: { label: string; worker: number; scope_ids: number[] | null }, now: Date): Case[] {
  const scope = who.scope_ids === null ? {} : { data_scope: "own" as const, scope_ids: who.scope_ids };
  const ctx = readCtx(db, principalFor({ worker_id: who.worker, codes: keysOf(may), ...scope }), now);
  const settled = row<{ id: number; supplier_id: number }>(
    db,
    q`select id, supplier_id from settlements order by line_count desc, id limit 1`,
  );
  const bodies = askedOf(now, 0, 0);
  const lists = keysOf(bodies)
    .filter((name) => who.scope_ids === null || !HOUSE.includes(name))
    .flatMap((name) =>
      (bodies[name] ?? []).map((body, i): Case => [
        `${name} ${who.label} ${JSON.stringify(body)}`,
        async () => {
          const s = await settled;
          return serving[name].run(parseInput(allApi[name], askedOf(now, s?.id ?? 1, s?.supplier_id ?? 1)[name]?.[i] ?? {}), ctx, null);
        },
      ]),
    );
  if (who.scope_ids !== null) return lists;
  const { to } = lastMonth(now);
  return [
    ...lists,
    ["the closing list of last month", () => closeItems({ db, now }, to.slice(0, 7))],
    ...CHECKS.map((check): Case => [`proof ${check.key}`, () => proveLedger(db, undefined, [check])]),
  ];
}
