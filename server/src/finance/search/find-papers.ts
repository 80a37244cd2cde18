/** Papers of finance by their own numbers, for the search of the house; never beyond the caller's codes and scope. */
import { adjustmentFlow } from "@visadesk/contract/finance/adjustment.flow.ts";
import { embassyPaymentFlow } from "@visadesk/contract/finance/embassy/embassy-payment.flow.ts";
import { invoiceFlow } from "@visadesk/contract/finance/invoice.flow.ts";
import { payoutFlow } from "@visadesk/contract/finance/payout.flow.ts";
import { supplierSettleFlow } from "@visadesk/contract/finance/settle.flow.ts";
import { withdrawalFlow } from "@visadesk/contract/finance/withdrawal.flow.ts";
import type { Flow } from "@visadesk/contract/kit/flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { and, likeText, q, raw, rows, type Sql } from "#kit/db/sql.ts";
import { adjustmentScope } from "../adjustment/adjustment.sql.ts";
import { invoiceScope } from "../invoice/invoice-scope.sql.ts";
import { payoutScope } from "../payout/payout.sql.ts";
import { financeScope, wholeScope } from "../scope.sql.ts";

export interface FoundPaper {
  noun: string;
  id: number;
  no: string;
  title: string;
  tag: string;
  tone: string;
  route: string;
  params: Record<string, string>;
  query?: Record<string, string>;
}
type Row = Pick<FoundPaper, "id" | "no" | "title"> & { state: string; parent: number | null };
interface Kind {
  noun: string;
  label: string;
  prefix: string;
  code: number;
  flow: Flow;
  from: string;
  columns: { no: string; title: string; state: string; parent?: string };
  where: (ctx: Ctx) => Sql | null;
  opens: (r: Row) => Pick<FoundPaper, "route" | "params" | "query">;
}
/** The drawer of a list. */
const drawer =
  (route: string, name: string, more: Record<string, string> = {}) =>
  (r: Row): Pick<FoundPaper, "route" | "params" | "query"> => ({ route, params: {}, query: { ...more, [name]: String(r.id) } });

const KINDS: readonly Kind[] = [
  {
    noun: "invoice",
    label: "发票",
    prefix: "FP",
    code: may.invoice,
    flow: invoiceFlow,
    from: "invoices i",
    columns: { no: "i.fp_no", title: "i.title", state: "i.invoice_status" },
    where: invoiceScope,
    opens: (r) => ({ route: "invoice-detail", params: { id: String(r.id) } }),
  },
  {
    noun: "withdrawal",
    label: "提现",
    prefix: "TX",
    code: may.withdraw,
    flow: withdrawalFlow,
    from: "withdrawals w",
    columns: { no: "w.withdrawal_no", title: "w.payee_name", state: "w.withdrawal_status" },
    where: (ctx) => financeScope(ctx, { peer: "w.peer_id" }),
    opens: drawer("withdraw-list", "withdrawal", { tab: "all" }),
  },
  {
    noun: "settlement",
    label: "结算单",
    prefix: "JS",
    code: may.supplier_settle,
    flow: supplierSettleFlow,
    from: "settlements s join suppliers v on v.id = s.supplier_id and s.kind in ('supplier', 'insurer')",
    columns: { no: "s.settle_no", title: "v.short_name", state: "s.settlement_status", parent: "s.supplier_id" },
    where: wholeScope,
    opens: (r) => ({ route: "supplier-settle-detail", params: { supplierId: String(r.parent ?? 0), id: String(r.id) } }),
  },
  {
    noun: "payout",
    label: "付款单",
    prefix: "FK",
    code: may.payout_register,
    flow: payoutFlow,
    from: "payouts f",
    columns: { no: "f.payout_no", title: "f.payee_name", state: "f.payout_status" },
    where: payoutScope,
    opens: drawer("withdraw-list", "payout", { tab: "payout" }),
  },
  {
    noun: "embassy_payment",
    label: "使馆费",
    prefix: "SG",
    code: may.embassy_payment,
    flow: embassyPaymentFlow,
    from: "embassy_payments e join orders eo on eo.id = e.order_id",
    columns: { no: "e.payment_no", title: "eo.order_no", state: "e.embassy_payment_status" },
    where: (ctx) => financeScope(ctx, { order: "e.order_id" }),
    opens: (r) => ({ route: "manual-embassy-payment-list", params: {}, query: { keyword: r.no } }),
  },
  {
    noun: "adjustment",
    label: "调账单",
    prefix: "TZ",
    code: may.balance,
    flow: adjustmentFlow,
    from: "adjustments a",
    columns: { no: "a.adjust_no", title: "a.reason", state: "a.adjust_status" },
    where: adjustmentScope,
    opens: drawer("balance-list", "adjustment", { tab: "adjustment" }),
  },
];

/** By the beginning of a number; nothing else is looked for, so that no other word costs a look at the papers. */
export async function findPapers(ctx: Ctx, keyword: string, most: number): Promise<{ label: string; list: FoundPaper[] } | null> {
  const typed = keyword.trim().toUpperCase();
  const kind = KINDS.find((k) => typed.startsWith(k.prefix) && /^[A-Z]{2}\d+$/.test(typed) && ctx.has(k.code));
  if (!kind) return null;
  const { no, title, state, parent } = kind.columns;
  const [alias = ""] = no.split(".");
  const list = await rows<Row>(
    ctx.db,
    q`select ${raw(`${alias}.id`)}, ${raw(no)} as no, ${raw(title)} as title, ${raw(state)} as state, ${raw(parent ?? "null::int8")} as parent
      from ${raw(kind.from)} where ${and([q`${raw(no)} like ${`${likeText(typed)}%`}`, kind.where(ctx)])} order by ${raw(`${alias}.id`)} desc limit ${most}`,
  );
  return {
    label: kind.label,
    list: list.map((r) => {
      const of = kind.flow.states[r.state];
      return { noun: kind.noun, id: r.id, no: r.no, title: r.title, tag: of?.label ?? r.state, tone: of?.tone ?? "grey", ...kind.opens(r) };
    }),
  };
}
