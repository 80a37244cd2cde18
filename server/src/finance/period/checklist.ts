/**
 * 结账检查: what has to be nil before a month is closed, or gone over with a reason. A further item is one entry of
 * `CLOSE_CHECKS`: its words, who deals with it, how many are left of that month, and the list that shows exactly these.
 */
import type { CloseItem } from "@visadesk/contract/finance/period.ts";
import { may, permissionLabel } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row, type Sql } from "#kit/db/sql.ts";

type Caller = Pick<Ctx, "db" | "now">;
/** A month with its first and last day. */
export interface Month {
  month: string;
  from: string;
  to: string;
}
export interface CloseCheck {
  readonly key: string;
  readonly label: string;
  /** The code of whoever deals with it. */
  readonly owner: number;
  /** Nobody goes over it with a reason. */
  readonly is_must?: true;
  readonly count: (ctx: Caller, m: Month) => Promise<number>;
  /** The list that shows what was counted; null: nothing to list. */
  readonly place: (m: Month) => CloseItem["place"];
}
export const monthSpan = (month: string): Month => {
  const [year = 0, n = 0] = month.split("-").map(Number);
  return { month, from: `${month}-01`, to: new Date(Date.UTC(year, n, 0)).toISOString().slice(0, 10) };
};
const counted = async ({ db }: Caller, query: Sql): Promise<number> => (await row<{ n: number }>(db, query))?.n ?? 0;
const inBooks = (query: Record<string, string>): CloseItem["place"] => ({ route: "balance-list", params: {}, query });

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

/** In the order in which they are gone through. */
export const CLOSE_CHECKS: readonly CloseCheck[] = [earlierMonths, proofFailed, proofAbsent, adjustments];

/** Every item as it stands now. */
export async function closeItems(ctx: Caller, month: string): Promise<CloseItem[]> {
  const m = monthSpan(month);
  const items: CloseItem[] = [];
  for (const { key, label, owner, is_must = false, count, place } of CLOSE_CHECKS) {
    const n = await count(ctx, m);
    items.push({ key, label, owner: permissionLabel(owner), count: n, is_must, place: n > 0 ? place(m) : null, reason: null });
  }
  return items;
}
