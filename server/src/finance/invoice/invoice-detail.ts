/** The page of an invoice. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { invoiceApi } from "@visadesk/contract/finance/invoice.ts";
import { maskNumbers } from "@visadesk/contract/kit/mask-numbers.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import { openField } from "#kit/seal/seal.ts";
import { revealAllowed, workerNames } from "../../setting/index.ts";
import { linesOf, type StoredLine } from "./invoice-over.ts";
import { NO_INVOICE, shownRows, storedRow } from "./invoice.sql.ts";
import { sealedInvoice } from "./invoice.noun.ts";
import type { Other } from "./invoice-add.ts";

type Api = typeof invoiceApi;
type Detail = Output<Api["invoice_get"]>;
type More = Pick<
  Detail,
  | "address"
  | "phone"
  | "bank"
  | "bank_account"
  | "email"
  | "mobile"
  | "remark"
  | "files"
  | "red_of"
  | "red_of_no"
  | "red_reason"
  | "red_confirm_no"
  | "red_expires_at"
  | "reject_code"
  | "reject_text"
  | "decided_at"
  | "issued_at"
> & { refund_id: number | null; decided_by: number | null; issued_by: number | null };

const OTHER = q`i.id, i.fp_no, i.direction, i.kind, i.amount, i.tax, i.invoice_no, i.invoice_status`;
const WAYS: Readonly<Record<string, string>> = { email: "邮件", sms: "短信" };
const SENT: Readonly<Record<string, string>> = { sent: "已发送", no_provider: "未接通，已记录" };
interface Sending {
  at: string;
  channel: string;
  receiver: string;
  status: string;
}

const shownLine = (l: StoredLine): Detail["lines"][number] => ({
  order_id: l.order_id,
  order_no: l.order_no,
  part: l.part,
  item_name: l.item_name,
  amount: l.amount,
  tax_rate_bp: l.tax_rate_bp,
  tax: l.tax,
  surcharge: l.surcharge,
  diff_no: l.diff_no,
  red_amount: l.red_amount,
});

export async function invoiceDetail(ctx: Pick<Ctx, "db" | "me">, id: number): Promise<Detail> {
  const { db } = ctx;
  const stored = found(await storedRow(ctx, id), NO_INVOICE);
  const [head] = await shownRows(ctx, [stored]);
  const { refund_id, decided_by, issued_by, ...more } = found(
    await row<More>(
      db,
      q`select i.address, i.phone, i.bank, i.bank_account, i.email, i.mobile, i.remark, i.files, i.red_of, b.fp_no as red_of_no, i.red_reason, i.red_confirm_no,
          i.red_expires_at, i.reject_code, i.reject_text, i.decided_at, i.issued_at, i.refund_id, i.decided_by, i.issued_by
        from invoices i left join invoices b on b.id = i.red_of where i.id = ${id}`,
    ),
  );
  const names = await workerNames(db, [decided_by, issued_by]);
  const lines = await linesOf(db, [id]);
  const sendings = await rows<Sending>(
    db,
    q`select created_at as at, channel, receiver, status from outbound_messages where ref_noun = 'invoice' and ref_id = ${id} and channel <> 'in_app' order by id desc`,
  );
  return {
    ...found(head),
    ...more,
    lines: lines.map(shownLine),
    partners: await rows<Other>(
      db,
      q`select ${OTHER} from invoices i where i.group_no = ${stored.group_no} and i.id <> ${id} order by i.id`,
    ),
    reds: await rows<Other>(
      db,
      q`select ${OTHER} from invoices i where ${stored.direction === "blue" ? q`i.red_of = ${id}` : q`i.id = ${more.red_of}`} order by i.id`,
    ),
    is_of_refund: refund_id !== null,
    decided_by_name: names.get(decided_by ?? 0) ?? null,
    issued_by_name: names.get(issued_by ?? 0) ?? null,
    sendings: sendings.map((s) => ({
      at: s.at,
      way: WAYS[s.channel] ?? s.channel,
      receiver: maskNumbers(s.receiver),
      sent_as: SENT[s.status] ?? "发送失败",
    })),
  };
}

/** Account, e-mail and mobile in full; within the caller's looks of the hour, each of them logged. */
export async function invoiceReveal(ctx: Ctx, id: number): Promise<Output<Api["invoice_reveal"]>> {
  const { fp_no } = found(await storedRow(ctx, id), NO_INVOICE);
  await revealAllowed(ctx);
  const of = await ctx.db
    .selectFrom("invoices")
    .select(["row_key", "email", "bank_account", "bank_account_sealed", "mobile", "mobile_sealed"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  ctx.note({
    noun: "invoice",
    noun_id: id,
    noun_no: fp_no,
    changes: [{ field: "bank_account", label: "银行账号、邮箱、手机", before: null, after: null }],
  });
  return {
    bank_account: openField(sealedInvoice, of, "bank_account") ?? "",
    email: of.email,
    mobile: openField(sealedInvoice, of, "mobile") ?? "",
  };
}
