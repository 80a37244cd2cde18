/** Papers registered by a sheet of 单号, 发票号码 and 开票日: each row judged for itself; a dry run writes nothing. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { invoiceApi } from "@visadesk/contract/finance/invoice.ts";
import { INVOICE_NO } from "@visadesk/contract/finance/invoice.rules.ts";
import { isDay } from "@visadesk/contract/kit/day.ts";
import type { Ctx } from "#kit/call/context.ts";
import { attempt } from "#kit/db/attempt.sql.ts";
import { and, q, raw, row, rows } from "#kit/db/sql.ts";
import { refuse, Refusal } from "#kit/http/refuse.ts";
import { heldInvoice } from "./invoice-held.ts";
import { registerIssued } from "./invoice-moves.ts";
import { invoiceScope } from "./invoice-scope.sql.ts";
import type { InvoicePorts } from "./ports.ts";

type Endpoint = typeof invoiceApi.invoice_sheet_import;
type Line = Parsed<Endpoint>["rows"][number];
type Told = Output<Endpoint>["rows"][number];
const HEAD_ROWS = 1;
/** 2026/9/3 and 2026.9.3 as sheets write days. */
export const dayTyped = (text: string): string => {
  const m = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text.trim());
  return m ? `${m[1]}-${(m[2] ?? "").padStart(2, "0")}-${(m[3] ?? "").padStart(2, "0")}` : text.trim();
};

function faultOf({ fp_no, invoice_no }: Line, day: string): string | null {
  if (fp_no === "") return "请填写单号";
  if (!INVOICE_NO.test(invoice_no)) return "发票号码须为20位数字";
  return isDay(day) ? null : "开票日应为 2026-11-24 这样的日期";
}

async function register(ctx: Ctx, ports: InvoicePorts, line: Line): Promise<void> {
  const issued_on = dayTyped(line.issued_on);
  const fault = faultOf(line, issued_on);
  if (fault !== null) throw new Refusal("bad_input", fault);
  const seen = await row<{ id: number; version: number }>(
    ctx.db,
    q`select i.id, i.version from invoices i where ${and([q`i.fp_no = ${line.fp_no.toUpperCase()}`, invoiceScope(ctx)])}`,
  );
  if (!seen) refuse("not_found", "单号不存在或无权查看");
  const i = await heldInvoice(ctx, seen, null);
  if (i.invoice_status !== "issuing") refuse("state_changed", "只有开票中的发票可以登记");
  await registerIssued(ctx, ports, i, { invoice_no: line.invoice_no, issued_on, files: [] });
}

/** The same number of a paper or of the tax office twice in one sheet: the second is wrong. */
function doubles(list: readonly Line[]): Map<number, string> {
  const seen = new Map<string, number>();
  const faults = new Map<number, string>();
  for (const [n, l] of list.entries())
    for (const key of [`单号 ${l.fp_no.toUpperCase()}`, `发票号码 ${l.invoice_no}`]) {
      const before = seen.get(key);
      if (before === undefined) seen.set(key, n);
      else faults.set(n, `与第${before + 1 + HEAD_ROWS}行的${key.split(" ")[0]}重复`);
    }
  return faults;
}

/** In order of papers, so that two sheets at once do not wait for each other in a ring. */
export async function sheetImport(ports: InvoicePorts, { rows: list, dry_run }: Parsed<Endpoint>, ctx: Ctx): Promise<Output<Endpoint>> {
  const twice = doubles(list);
  const told: Told[] = [];
  const order = list.map((line, n) => ({ line, n })).toSorted((a, b) => a.line.fp_no.localeCompare(b.line.fp_no));
  if (dry_run) await rows(ctx.db, raw("savepoint sheet_trial"));
  for (const { line, n } of order) {
    const double = twice.get(n);
    const refusal = double === undefined ? await attempt(ctx.db, () => register(ctx, ports, line)) : { message: double };
    told.push({ row: n + 1 + HEAD_ROWS, fp_no: line.fp_no, fault: refusal?.message ?? null });
  }
  if (dry_run) await rows(ctx.db, raw("rollback to savepoint sheet_trial"));
  const done = told.filter((r) => r.fault === null).length;
  return { rows: told.toSorted((a, b) => a.row - b.row), done: dry_run ? 0 : done };
}
