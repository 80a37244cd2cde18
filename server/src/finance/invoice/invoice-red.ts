/** Red papers: asked for by people or by a refund, agreed by the buyer where he used a special one, issued like others. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { invoiceApi } from "@visadesk/contract/finance/invoice.ts";
import { taxOf } from "@visadesk/contract/finance/invoice.rules.ts";
import { RED_CONFIRM_HOURS, type RED_REASONS, type InvoicePart } from "@visadesk/contract/finance/invoice.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { nextNumber } from "#kit/db/numbers.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { moveRow } from "#kit/noun/move.ts";
import { addRow } from "#kit/noun/save.ts";
import { openFields, sealFields } from "#kit/seal/seal.ts";
import { assertChecker } from "../checker.ts";
import { otherOf, type Other } from "./invoice-add.ts";
import { heldInvoice } from "./invoice-held.ts";
import { linesOf, type StoredLine } from "./invoice-over.ts";
import { invoiceNoun, sealedInvoice } from "./invoice.noun.ts";

type Api = typeof invoiceApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
const DONE = { ok: true } as const;
const HOUR_MS = 3_600_000;

export interface RedLine {
  order_id: number;
  part: InvoicePart;
  amount: number;
}
interface RedAsk {
  /** The blue one; it and its orders are held. */
  blue: number;
  lines: readonly RedLine[];
  red_reason: keyof typeof RED_REASONS;
  remark: string;
  refund_id: number | null;
}
const yuan = (n: number): string => (n / 100).toFixed(2);

/** What a red line takes back of a blue one's tax: all that is left of it with the last part. */
function taxBack(of: StoredLine, amount: number, doneTax: number): number {
  return of.amount - of.red_amount === amount ? of.tax - doneTax : Math.min(taxOf(amount, of.tax_rate_bp), of.tax - doneTax);
}
const redTaxes = (ctx: Ctx, blue: number) =>
  rows<RedLine & { tax: number }>(
    ctx.db,
    q`select l.order_id, l.part, sum(l.amount)::int8 as amount, sum(l.tax)::int8 as tax from invoice_lines l join invoices r on r.id = l.invoice_id
      where r.red_of = ${blue} and r.invoice_status not in ('rejected', 'withdrawn') group by 1, 2`,
  );

/** Writes a red row beside its blue one; what live ones took back stays within it. */
export async function addRed(ctx: Ctx, { blue, lines, red_reason, remark, refund_id }: RedAsk): Promise<Other> {
  const of = await ctx.db.selectFrom("invoices").selectAll().where("id", "=", blue).executeTakeFirstOrThrow();
  const [stored, before] = [await linesOf(ctx.db, [blue]), await redTaxes(ctx, blue)];
  const taken = lines.map((l) => {
    const line = stored.find((s) => s.order_id === l.order_id && s.part === l.part);
    if (!line) throw badInput({ path: "lines", message: "原发票没有这一行" });
    const left = line.amount - line.red_amount;
    if (l.amount > left) refuse("limit_exceeded", `订单 ${line.order_no} 最多还可红冲 ¥${yuan(left)}`);
    const doneTax = before.find((b) => b.order_id === l.order_id && b.part === l.part)?.tax ?? 0;
    return {
      order_id: l.order_id,
      part: l.part,
      item_name: line.item_name,
      amount: l.amount,
      tax_rate_bp: line.tax_rate_bp,
      tax: taxBack(line, l.amount, doneTax),
    };
  });
  const sum = (name: "amount" | "tax") => taken.reduce((acc, l) => acc + l[name], 0);
  const row_key = crypto.randomUUID();
  const made = await addRow(ctx, invoiceNoun, {
    row_key,
    fp_no: await nextNumber(ctx.db, "FP", ctx.now),
    direction: "red",
    red_of: blue,
    red_reason,
    refund_id,
    kind: of.kind,
    peer_id: of.peer_id,
    title_type: of.title_type,
    title: of.title,
    tax_no: of.tax_no,
    address: of.address,
    phone: of.phone,
    bank: of.bank,
    ...sealFields(sealedInvoice, row_key, openFields(sealedInvoice, of)),
    bank_account: of.bank_account,
    mobile: of.mobile,
    email: of.email,
    remark,
    amount: sum("amount"),
    tax: sum("tax"),
  });
  await ctx.db
    .insertInto("invoice_lines")
    .values(taken.map((l) => ({ ...l, invoice_id: made.id })))
    .execute();
  return otherOf(made);
}

export async function invoiceRed({ id, version, red_reason, lines, reason }: In<"invoice_red">, ctx: Ctx): Promise<Other> {
  const i = await heldInvoice(ctx, { id, version }, null);
  refuseUnless(i.direction === "blue" && i.invoice_status === "issued", "guard_failed", "只有已开票的蓝字发票可以红冲");
  const left = i.lines.map((l) => ({ order_id: l.order_id, part: l.part, amount: l.amount - l.red_amount })).filter((l) => l.amount > 0);
  if (left.length === 0) refuse("guard_failed", "发票已全部红冲或正在红冲");
  return addRed(ctx, { blue: id, lines: lines ?? left, red_reason, remark: reason, refund_id: null });
}

export async function redConfirming({ red_confirm_no, ...seen }: In<"invoice_red_confirming">, ctx: Ctx): Promise<typeof DONE> {
  const i = await heldInvoice(ctx, seen, "red_confirming");
  refuseUnless(i.direction === "red" && i.kind === "special", "guard_failed", "只有红字专票需要对方确认");
  const red_expires_at = new Date(ctx.now.getTime() + RED_CONFIRM_HOURS * HOUR_MS);
  const set = { red_confirm_no, red_expires_at, is_red_lapsed: false, updated_at: ctx.now };
  await moveRow(ctx, invoiceNoun, "red_confirming", { ...seen, to: "confirming", set });
  told(ctx, i, "待对方确认", red_confirm_no);
  return DONE;
}

/** It is passed with the buyer's answer, so whoever asked for it does not register that. */
export async function redConfirmed(seen: In<"invoice_red_confirmed">, ctx: Ctx): Promise<typeof DONE> {
  const i = await heldInvoice(ctx, seen, "red_confirmed");
  assertChecker(ctx, [i.created_by]);
  const { red_expires_at } = found(
    await row<{ red_expires_at: string }>(ctx.db, q`select red_expires_at from invoices where id = ${i.id}`),
  );
  if (Date.parse(red_expires_at) <= ctx.now.getTime()) refuse("too_late", "确认单已失效，请重新发起");
  const set = { decided_by: ctx.me.worker_id, decided_at: ctx.now, updated_at: ctx.now };
  await moveRow(ctx, invoiceNoun, "red_confirmed", { ...seen, to: "to_issue", set });
  told(ctx, i, "对方已确认", null);
  return DONE;
}
function told(ctx: Ctx, i: { id: number; fp_no: string }, label: string, reason: string | null): void {
  ctx.note({
    noun: "invoice",
    noun_id: i.id,
    noun_no: i.fp_no,
    reason,
    changes: [{ field: "invoice_status", label, before: null, after: i.fp_no }],
  });
}

/** Confirmations nobody answered in time wait for a decision again. */
export async function lapseReds(ctx: Ctx): Promise<number> {
  const over = await rows<{ id: number; fp_no: string }>(
    ctx.db,
    q`select id, fp_no from invoices where invoice_status = 'confirming' and red_expires_at <= ${ctx.now} order by id for update skip locked`,
  );
  for (const i of over) {
    const set = { is_red_lapsed: true, red_confirm_no: "", red_expires_at: null, updated_at: ctx.now };
    await moveRow(ctx, invoiceNoun, "red_lapse", { id: i.id, to: "pending", set });
    told(ctx, i, "确认单已失效", null);
  }
  return over.length;
}
