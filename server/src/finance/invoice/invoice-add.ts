/** Invoices asked for: judged under the locks of their orders, so that no part is invoiced twice. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { refusalText } from "@visadesk/contract/kit/errors.ts";
import type { invoiceApi } from "@visadesk/contract/finance/invoice.ts";
import { papersOf, titleFault, type AskedLine, type AskedPaper } from "@visadesk/contract/finance/invoice.rules.ts";
import { SPLIT_NOTE } from "@visadesk/contract/finance/invoice.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { nextNumber } from "#kit/db/numbers.ts";
import { and, q, row, rows } from "#kit/db/sql.ts";
import { badInput, found, refuse } from "#kit/http/refuse.ts";
import { addRow } from "#kit/noun/save.ts";
import { sealFields } from "#kit/seal/seal.ts";
import { lockOrders, orderScope } from "../../order/index.ts";
import { peerScope } from "../../peer/index.ts";
import { financeSettings } from "../finance-setting/finance-setting.ts";
import { bookTitle, type TypedTitle } from "../invoice-title/invoice-title.ts";
import { invoicedOrders, leftOf } from "./invoice-money.sql.ts";
import { invoiceNoun, sealedInvoice } from "./invoice.noun.ts";

type Api = typeof invoiceApi;
type In = Parsed<Api["invoice_add"]>;
export type Other = Output<Api["invoice_red"]>;
const NO_ORDER = "订单不存在或无权查看";

interface Asked {
  id: number;
  peer_id: number | null;
  /** Whose order it is where it is nobody's peer. */
  buyer: string;
}
/** Orders of this peer, or of one direct customer, all in the caller's sight; held in id order. */
async function heldOrders(ctx: Ctx, peerId: number | null, ids: readonly number[]): Promise<void> {
  if (peerId !== null)
    found(await row(ctx.db, q`select 1 from peers p where ${and([q`p.id = ${peerId}`, peerScope(ctx)])}`), "同行不存在或无权查看");
  await lockOrders(ctx.db, ids);
  const seen = await rows<Asked>(
    ctx.db,
    q`select o.id, o.peer_id, coalesce(o.customer_id::text, o.contact_mobile_hash, o.id::text) as buyer from orders o
      where ${and([q`o.id = any(${[...ids]}::int8[])`, peerId === null && orderScope(ctx, "o")])}`,
  );
  if (seen.length < ids.length) refuse("not_found", NO_ORDER);
  if (seen.some((o) => o.peer_id !== peerId))
    throw badInput({ path: "lines", message: peerId === null ? "同行的订单请按同行申请" : "订单不属于该同行" });
  if (peerId === null && new Set(seen.map((o) => o.buyer)).size > 1)
    throw badInput({ path: "lines", message: "一张发票只能包含同一客户的订单" });
}

/** Nothing beyond what was paid in money, kept and is not invoiced yet. */
export async function assertLeft(ctx: Pick<Ctx, "db">, lines: readonly AskedLine[]): Promise<void> {
  const orders = await invoicedOrders(
    ctx.db,
    lines.map((l) => l.order_id),
  );
  for (const l of lines) {
    const left = Math.max(0, leftOf(found(orders.get(l.order_id)), l.part));
    if (l.amount > left) refuse("invoiceable_not_enough", refusalText("invoiceable_not_enough", { n: (left / 100).toFixed(2) }));
  }
}

async function titleOf(ctx: Ctx, { title_id, title, peer_id, kind }: In): Promise<TypedTitle> {
  if (title_id === undefined && title === undefined) throw badInput({ path: "title", message: "请选择或填写抬头" });
  const t = title_id === undefined ? found(title) : await bookTitle(ctx, title_id, peer_id ?? null);
  const fault = titleFault({ ...t, kind });
  if (fault) throw badInput({ ...fault, path: title_id === undefined && fault.path === "tax_no" ? "title.tax_no" : fault.path });
  return { ...t, bank_account: t.bank_account.replace(/\s/g, "") };
}

interface Common {
  peer_id: number | null;
  title: TypedTitle;
  email: string;
  mobile: string;
  remark: string;
}
async function insert(ctx: Ctx, c: Common, p: AskedPaper, of: { fp_no: string; group_no: string | null }): Promise<Other> {
  const row_key = crypto.randomUUID();
  const { bank_account, ...title } = c.title;
  const made = await addRow(ctx, invoiceNoun, {
    row_key,
    ...of,
    direction: "blue",
    kind: p.kind,
    peer_id: c.peer_id,
    ...title,
    ...sealFields(sealedInvoice, row_key, { bank_account, mobile: c.mobile }),
    email: c.email,
    remark: c.remark,
    amount: p.amount,
    tax: p.tax,
    surcharge: p.surcharge,
  });
  await ctx.db
    .insertInto("invoice_lines")
    .values(p.lines.map((l) => ({ ...l, invoice_id: made.id })))
    .execute();
  return otherOf(made);
}
export const otherOf = (i: Other): Other => ({
  id: i.id,
  fp_no: i.fp_no,
  direction: i.direction,
  kind: i.kind,
  amount: i.amount,
  tax: i.tax,
  invoice_no: i.invoice_no,
  invoice_status: i.invoice_status,
});

export async function invoiceAdd(input: In, ctx: Ctx): Promise<Output<Api["invoice_add"]>> {
  const { peer_id = null, lines, kind, email = "", mobile = "", remark } = input;
  const keys = lines.map((l) => `${l.order_id} ${l.part}`);
  if (new Set(keys).size < keys.length) throw badInput({ path: "lines", message: "同一订单的同一部分只能填一行" });
  const title = await titleOf(ctx, input);
  await heldOrders(ctx, peer_id, [...new Set(lines.map((l) => l.order_id))]);
  await assertLeft(ctx, lines);
  const papers = papersOf(kind, lines, await financeSettings(ctx.db));
  const common = { peer_id, title, email, mobile, remark };
  const list: Other[] = [];
  for (const p of papers) {
    const fp_no = await nextNumber(ctx.db, "FP", ctx.now);
    list.push(await insert(ctx, common, p, { fp_no, group_no: papers.length > 1 ? (list[0]?.fp_no ?? fp_no) : null }));
  }
  const isSplit = kind === "special" && lines.some((l) => l.part === "embassy");
  return { list, note: isSplit ? SPLIT_NOTE : "" };
}
