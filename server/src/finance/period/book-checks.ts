/** What of the books themselves has to be nil: earlier months, their proof, adjustments that wait. */
import type { CloseItem } from "@visadesk/contract/finance/period.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { q, type Sql } from "#kit/db/sql.ts";
import { counted, listed, type CloseCheck } from "./close-check.ts";

const inBooks = (query: Record<string, string>): CloseItem["place"] => listed("balance-list", query);

const earlierMonths: CloseCheck = {
  key: "earlier_months",
  label: "之前月份未结账",
  owner: may.period_close,
  is_must: true,
  count: (ctx, { month }) => counted(ctx, q`select count(*)::int as n from periods where month < ${month} and period_status <> 'closed'`),
  place: ({ month }) => inBooks({ tab: "period", before: month, period_status: "open,hold" }),
};
/** The last proof; one of before the month's end says nothing of it. */
const lastProof = (of: Sql): Sql => q`select ${of} as n from (select 1) x
  left join lateral (select faults, proved_at from ledger_proofs order by proved_at desc, id desc limit 1) p on true`;
const proofFailed: CloseCheck = {
  key: "proof_failed",
  label: "账簿核验不通过",
  owner: may.period_close,
  is_must: true,
  count: (ctx) => counted(ctx, lastProof(q`coalesce(jsonb_array_length(p.faults), 0)::int`)),
  place: () => null,
};
const proofAbsent: CloseCheck = {
  key: "proof_absent",
  label: "月末后未做账簿核验",
  owner: may.period_close,
  count: (ctx, { to }) =>
    counted(ctx, lastProof(q`(p.proved_at is null or p.proved_at < ((${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'))::int`)),
  place: () => null,
};
const adjustments: CloseCheck = {
  key: "adjustments",
  label: "调账单待审批",
  owner: may.balance_adjust,
  count: (ctx, { to }) =>
    counted(ctx, q`select count(*)::int as n from adjustments where adjust_status = 'pending' and booked_on <= ${to}::date`),
  place: ({ to }) => inBooks({ tab: "adjustment", adjust_status: "pending", booked_on: `~${to}` }),
};

export const bookChecks: readonly CloseCheck[] = [earlierMonths, proofFailed, proofAbsent, adjustments];
