/** What becomes of an invoice: passed by a second person, refused, taken back, issued and delivered. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { invoiceApi } from "@visadesk/contract/finance/invoice.ts";
import { INVOICE_KINDS } from "@visadesk/contract/finance/invoice.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row } from "#kit/db/sql.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { badInput, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { moveRow } from "#kit/noun/move.ts";
import { saveRow } from "#kit/noun/save.ts";
import { dayOf } from "#kit/range.ts";
import { openField } from "#kit/seal/seal.ts";
import { lockPeriod } from "../../ledger/index.ts";
import { assertChecker } from "../checker.ts";
import { heldInvoice, type HeldInvoice, type Seen } from "./invoice-held.ts";
import { overInvoices } from "./invoice-over.ts";
import { askSurcharge, earnSurcharge, giveUpSurcharge } from "./invoice-surcharge.ts";
import { invoiceNoun, sealedInvoice } from "./invoice.noun.ts";
import type { InvoicePorts } from "./ports.ts";

type Api = typeof invoiceApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
const DONE = { ok: true } as const;
const REFUNDED = "订单已退款，发票金额超过可开金额";

const isOver = async (ctx: Ctx, i: HeldInvoice): Promise<boolean> =>
  i.direction === "blue" && (await overInvoices(ctx.db, [i.id])).size > 0;

export async function approve({ id, version }: In<"invoice_approve">, ctx: Ctx): Promise<typeof DONE> {
  const i = await heldInvoice(ctx, { id, version }, "approve");
  assertChecker(ctx, [i.created_by]);
  if (await isOver(ctx, i)) refuse("invoiceable_not_enough", "可开票金额不足，请驳回后重新申请");
  const isPaid = i.direction === "red" || (await askSurcharge(ctx, i));
  const set = { decided_by: ctx.me.worker_id, decided_at: ctx.now, updated_at: ctx.now };
  await moveRow(ctx, invoiceNoun, "approve", { id, version, to: isPaid ? "to_issue" : "awaiting_surcharge", set });
  told(ctx, i, "通过");
  return DONE;
}

export async function reject(
  ports: InvoicePorts,
  { id, version, reject_code, reason }: In<"invoice_reject">,
  ctx: Ctx,
): Promise<typeof DONE> {
  const i = await heldInvoice(ctx, { id, version }, "reject");
  if (i.invoice_status === "issuing") refuseUnless(await isOver(ctx, i), "guard_failed", "开票中的发票只有在订单已退款时可以驳回");
  refuseUnless(i.refund_id === null, "guard_failed", "退款在等待这张红字发票，不能驳回");
  await giveUpSurcharge(ctx, ports, i, `发票 ${i.fp_no} 已驳回`);
  const set = { reject_code, reject_text: reason, updated_at: ctx.now };
  await moveRow(ctx, invoiceNoun, "reject", { id, version, to: "rejected", set });
  told(ctx, i, "驳回", reason);
  return DONE;
}

export async function withdraw(ports: InvoicePorts, seen: Seen, ctx: Ctx): Promise<typeof DONE> {
  const i = await heldInvoice(ctx, seen, "withdraw");
  refuseUnless(i.created_by === ctx.me.worker_id, "guard_failed", "只有申请人可以撤销");
  refuseUnless(i.refund_id === null, "guard_failed", "退款在等待这张红字发票，不能撤销");
  await giveUpSurcharge(ctx, ports, i, `发票 ${i.fp_no} 已撤销`);
  await moveRow(ctx, invoiceNoun, "withdraw", { ...seen, to: "withdrawn", set: { updated_at: ctx.now } });
  told(ctx, i, "撤销");
  return DONE;
}

function told(ctx: Ctx, i: HeldInvoice, label: string, reason: string | null = null): void {
  ctx.note({
    noun: "invoice",
    noun_id: i.id,
    noun_no: i.fp_no,
    reason,
    changes: [{ field: "invoice_status", label, before: null, after: i.fp_no }],
  });
}

/** What the tax office's system made of it. */
export interface Issued {
  invoice_no: string;
  issued_on: string;
  files: readonly string[];
}
/** Registers one that is being issued: its month is open, its number nobody else's, its amount still there. */
export async function registerIssued(
  ctx: Ctx,
  ports: InvoicePorts,
  i: HeldInvoice,
  { invoice_no, issued_on, files }: Issued,
): Promise<void> {
  if (issued_on > dayOf(ctx.now)) throw badInput({ path: "issued_on", message: "日期不能晚于今天" });
  const twin = await row<{ fp_no: string }>(ctx.db, q`select fp_no from invoices where invoice_no = ${invoice_no} and id <> ${i.id}`);
  if (twin) refuse("duplicate", `发票号码已登记：${twin.fp_no}`, { issues: [{ path: "invoice_no", message: "发票号码已登记" }] });
  if (await isOver(ctx, i)) refuse("invoiceable_not_enough", REFUNDED);
  await lockPeriod(ctx, issued_on);
  await earnSurcharge(ctx, i);
  const delivery = files.length === 0 ? "no_file" : await deliver(ctx, i, invoice_no);
  await moveRow(ctx, invoiceNoun, "issued", {
    id: i.id,
    version: i.version,
    to: "issued",
    set: { invoice_no, issued_on, files: [...files], delivery, issued_by: ctx.me.worker_id, issued_at: ctx.now, updated_at: ctx.now },
  });
  told(ctx, i, "登记开票");
  if (i.refund_id !== null) await ports.redIssued(ctx, i.refund_id);
}

/** To the e-mail and the mobile that were given; the record of each sending says what became of it. */
async function deliver(ctx: Ctx, i: HeldInvoice, invoiceNo: string): Promise<"none" | "sent" | "recorded"> {
  const sealed = await ctx.db
    .selectFrom("invoices")
    .select(["row_key", "mobile", "mobile_sealed"])
    .where("id", "=", i.id)
    .executeTakeFirstOrThrow();
  const mobile = openField(sealedInvoice, sealed, "mobile") ?? "";
  const content = `您的${INVOICE_KINDS[i.kind]}已开具，发票号码 ${invoiceNo}，价税合计 ${(i.amount / 100).toFixed(2)} 元`;
  const results: string[] = [];
  for (const [channel, receiver] of [
    ["email", i.email],
    ["sms", mobile],
  ] as const)
    if (receiver !== "")
      results.push(await sendMessage(ctx, { channel, template: "invoice_issued", receiver, content, ref_noun: "invoice", ref_id: i.id }));
  if (results.length === 0) return "none";
  return results.every((r) => r === "sent") ? "sent" : "recorded";
}

export async function issued(ports: InvoicePorts, { id, version, ...of }: In<"invoice_issued">, ctx: Ctx): Promise<typeof DONE> {
  const i = await heldInvoice(ctx, { id, version }, "issued");
  await registerIssued(ctx, ports, i, of);
  return DONE;
}

export async function fileAdd({ id, version, files }: In<"invoice_file_add">, ctx: Ctx): Promise<typeof DONE> {
  const i = await heldInvoice(ctx, { id, version }, null);
  refuseUnless(i.invoice_status === "issued" && i.delivery === "no_file", "guard_failed", "只有待传文件的发票可以补传");
  const delivery = await deliver(ctx, i, i.invoice_no ?? "");
  await saveRow(ctx, invoiceNoun, { id, version, set: { files: [...files], delivery, updated_at: ctx.now } });
  return DONE;
}
