/** What the books say of one order: what came by which way, what went back, what waits, what it cost and what stays with us. */
import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import { accountCode } from "./ledger.ts";
import { naturalDelta, type AccountCode } from "./ledger.rules.ts";

export interface OrderMoney {
  /** By way of paying: gift, principal, credit, the channels, bank. */
  received: { way: string; amount: number }[];
  refunded: number;
  /** Passed, and not left yet. */
  refund_due: number;
  deferred: number;
  trust: number;
  revenue: number;
  costs: { kind: string; amount: number }[];
  /** Earned or still to be earned, less what it cost; what is held for missions is not ours. */
  margin: number;
}
interface Sum {
  code: string;
  kind: string;
  /** Of the journal that is mirrored, where one is. */
  event: string;
  amount: number;
}
const WAYS: Readonly<Partial<Record<AccountCode, string>>> = {
  peer_gift: "gift",
  peer_principal: "principal",
  peer_credit: "credit",
  cash: "remittance",
};
const PAID: readonly string[] = ["order_paid", "diff_paid", "reappoint_paid", "surcharge_paid", "late_payment", "suspense_claim"];

function grouped(list: readonly (readonly [string, number])[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const [key, n] of list) sums.set(key, (sums.get(key) ?? 0) + n);
  return [...sums].filter(([, n]) => n !== 0);
}

export async function orderMoney(db: Db, orderId: number): Promise<OrderMoney> {
  const found = await rows<Sum>(
    db,
    q`select a.code, a.kind, coalesce(r.kind, j.kind) as event, sum(l.amount)::int8 as amount
      from journal_lines l join ledger_accounts a on a.id = l.account_id join journals j on j.id = l.journal_id left join journals r on r.id = j.reversal_of
      where l.order_id = ${orderId} group by 1, 2, 3 order by 1, 2, 3`,
  );
  const sums = found.map(({ code, ...s }) => ({ ...s, code: accountCode(code) }));
  const held = (...codes: AccountCode[]): number =>
    sums.filter((s) => codes.includes(s.code)).reduce((acc, s) => acc + naturalDelta(s.code, s.amount), 0);
  const wayOf = ({ code, kind }: { code: AccountCode; kind: string }): string | undefined => (code === "clearing" ? kind : WAYS[code]);
  const received = grouped(sums.flatMap((s) => (PAID.includes(s.event) && wayOf(s) ? [[wayOf(s) ?? "", s.amount] as const] : [])));
  const costs = grouped(sums.flatMap((s) => (s.code === "cost" || s.code === "expense" ? [[s.kind, s.amount] as const] : [])));
  const back = sums.filter((s) => s.code === "refund_due" && s.event === "refund_paid");
  const [deferred, revenue] = [held("order_deferred"), held("revenue")];
  return {
    received: received.map(([way, amount]) => ({ way, amount })),
    refunded: back.reduce((acc, s) => acc + s.amount, 0),
    refund_due: held("refund_due"),
    deferred,
    trust: held("embassy_trust"),
    revenue,
    costs: costs.map(([kind, amount]) => ({ kind, amount })),
    margin: revenue + deferred + held("other_income") - held("cost", "expense"),
  };
}
