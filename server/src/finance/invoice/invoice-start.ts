/** 开始开票: papers go into work together with the sheet that the tax office's batch form asks for. */
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { invoiceApi } from "@visadesk/contract/finance/invoice.ts";
import { INVOICE_DIRECTIONS, INVOICE_KINDS, TITLE_TYPES } from "@visadesk/contract/finance/invoice.words.ts";
import { shanghai } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import { attempt } from "#kit/db/attempt.sql.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { xlsx, type Cell, type Column } from "#kit/export/sheet.ts";
import { withWorkFile } from "#kit/files/work-files.ts";
import { typeOfKey } from "#kit/files/file-links.ts";
import { found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { moveRow } from "#kit/noun/move.ts";
import { openField } from "#kit/seal/seal.ts";
import { linesOf } from "./invoice-over.ts";
import { heldInvoice, type Seen } from "./invoice-held.ts";
import { invoiceNoun, sealedInvoice } from "./invoice.noun.ts";

type Api = typeof invoiceApi;
const DAY_MS = 86_400_000;
const KEEP_DAYS = 7;
const LINK_SECONDS = 60;

const text = (label: string, width: number): Column => ({ label, money: false, width });
const cents = (label: string): Column => ({ label, money: true, width: 14 });
const COLUMNS: readonly Column[] = [
  text("单号", 20),
  text("蓝/红", 8),
  text("票种", 12),
  text("抬头类型", 10),
  text("购方名称", 30),
  text("购方税号", 22),
  text("地址", 30),
  text("电话", 16),
  text("开户行", 24),
  text("银行账号", 24),
  text("项目名称", 28),
  cents("金额(含税)"),
  { label: "税率", money: false, percent: true, width: 8 },
  cents("税额"),
  text("订单号", 22),
  text("邮箱", 24),
  text("手机", 14),
  text("备注", 30),
];
interface Full {
  id: number;
  row_key: string;
  fp_no: string;
  direction: keyof typeof INVOICE_DIRECTIONS;
  kind: keyof typeof INVOICE_KINDS;
  title_type: keyof typeof TITLE_TYPES;
  title: string;
  tax_no: string;
  address: string;
  phone: string;
  bank: string;
  bank_account: string;
  bank_account_sealed: string | null;
  email: string;
  mobile: string;
  mobile_sealed: string | null;
  remark: string;
}
const fullRows = (ctx: Ctx, ids: readonly number[]): Promise<Full[]> =>
  rows<Full>(
    ctx.db,
    q`select id, row_key, fp_no, direction, kind, title_type, title, tax_no, address, phone, bank, bank_account, bank_account_sealed, email, mobile,
        mobile_sealed, remark from invoices where id = any(${[...ids]}::int8[]) order by id`,
  );
const BP = 10_000;

async function sheetRows(ctx: Ctx, ids: readonly number[]): Promise<Cell[][]> {
  const lines = await linesOf(ctx.db, ids);
  return (await fullRows(ctx, ids)).flatMap((i) =>
    lines
      .filter((l) => l.invoice_id === i.id)
      .map((l): Cell[] => {
        const sign = i.direction === "red" ? -1 : 1;
        return [
          i.fp_no,
          INVOICE_DIRECTIONS[i.direction],
          INVOICE_KINDS[i.kind],
          TITLE_TYPES[i.title_type],
          i.title,
          i.tax_no,
          i.address,
          i.phone,
          i.bank,
          openField(sealedInvoice, i, "bank_account"),
          l.item_name,
          (sign * l.amount) / 100,
          l.tax_rate_bp / BP,
          (sign * l.tax) / 100,
          l.order_no,
          i.email,
          openField(sealedInvoice, i, "mobile"),
          i.remark,
        ];
      }),
  );
}

/** Stores the sheet, sealed like every private file, and names everybody whose numbers stand in it. */
async function makeSheet(ctx: Ctx, ids: readonly number[]): Promise<number> {
  const key = `private/invoice-sheet/${crypto.randomUUID()}.xlsx`;
  const body = await sheetRows(ctx, ids);
  await withWorkFile(async (file) => {
    const batches = (async function* () {
      yield await Promise.resolve(body);
    })();
    await pipeline(xlsx([{ name: "批量开票", columns: COLUMNS, rows: batches }]), createWriteStream(file, { mode: 0o600 }));
    await ctx.files.put(key, file, typeOfKey(key));
  });
  const { id } = await ctx.db
    .insertInto("invoice_sheets")
    .values({
      file_key: key,
      invoice_ids: [...ids],
      created_by: ctx.me.worker_id,
      created_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + KEEP_DAYS * DAY_MS),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await looked(ctx, ids, "生成批量开票表");
  return id;
}
/** Every paper whose account and mobile were put into a sheet or fetched with one. */
async function looked(ctx: Ctx, ids: readonly number[], label: string): Promise<void> {
  for (const { id, fp_no } of await fullRows(ctx, ids))
    ctx.note({
      kind: "reveal",
      noun: "invoice",
      noun_id: id,
      noun_no: fp_no,
      changes: [{ field: "bank_account", label, before: null, after: null }],
    });
}

async function start(ctx: Ctx, seen: Seen): Promise<void> {
  const i = await heldInvoice(ctx, seen, null);
  if (i.invoice_status === "issuing") return;
  refuseUnless(i.invoice_status === "to_issue", "state_changed", "只有待开票的发票可以开始开票");
  await moveRow(ctx, invoiceNoun, "issue_start", { ...seen, to: "issuing", set: { updated_at: ctx.now } });
  ctx.note({
    noun: "invoice",
    noun_id: i.id,
    noun_no: i.fp_no,
    changes: [{ field: "invoice_status", label: "开始开票", before: null, after: i.fp_no }],
  });
}

export async function issueStart(
  { rows: asked }: Parsed<Api["invoice_issue_start"]>,
  ctx: Ctx,
): Promise<Output<Api["invoice_issue_start"]>> {
  const results: { id: number; ok: boolean; msg: string }[] = [];
  for (const seen of [...new Map(asked.map((s) => [s.id, s])).values()].toSorted((a, b) => a.id - b.id)) {
    const refusal = await attempt(ctx.db, () => start(ctx, seen));
    results.push({ id: seen.id, ok: refusal === null, msg: refusal?.message ?? "" });
  }
  const started = results.filter((r) => r.ok).map((r) => r.id);
  return { results, done: started.length, sheet_id: started.length > 0 ? await makeSheet(ctx, started) : null };
}

export async function sheetGet({ id }: Parsed<Api["invoice_sheet_get"]>, ctx: Ctx): Promise<Output<Api["invoice_sheet_get"]>> {
  const sheet = found(
    await row<{ file_key: string | null; invoice_ids: number[]; created_at: string; expires_at: string }>(
      ctx.db,
      q`select file_key, invoice_ids, created_at, expires_at from invoice_sheets where id = ${id} and created_by = ${ctx.me.worker_id}`,
    ),
    "开票表不存在或无权下载",
  );
  if (sheet.file_key === null || Date.parse(sheet.expires_at) <= ctx.now.getTime()) refuse("too_late", "文件已过期，请重新导出");
  await looked(ctx, sheet.invoice_ids, "下载批量开票表");
  const filename = `批量开票表 ${shanghai(sheet.created_at).replace(/[:\s]/g, "-")}.xlsx`;
  return { url: ctx.files.link(sheet.file_key, LINK_SECONDS, ctx.now, filename), filename };
}

/** Sheets whose time is over lose their file. */
export async function dropSheets(ctx: Ctx): Promise<number> {
  const over = await rows<{ id: number; file_key: string }>(
    ctx.db,
    q`select id, file_key from invoice_sheets where file_key is not null and expires_at <= ${ctx.now} order by id limit 200`,
  );
  for (const { id, file_key } of over) {
    await rows(ctx.db, q`update invoice_sheets set file_key = null where id = ${id}`);
    ctx.afterCommit(() => ctx.files.remove(file_key));
  }
  return over.length;
}
