/** Reports: one table of them, read as lists by the export centre and as first rows with sums on screen. */
import { LEDGER_KIND_WORDS } from "@visadesk/contract/finance/ledger.words.ts";
import { REPORT_SHOWN, reportApi, reportList } from "@visadesk/contract/finance/report/report.ts";
import { INCOME_BASES, type IncomeBasis, type ReportName } from "@visadesk/contract/finance/report/report.words.ts";
import type { Endpoint, Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { keysOf, metaOf, shapeOf } from "@visadesk/contract/kit/field.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve, serveEach } from "#kit/call/serve.ts";
import type { Db } from "#kit/db/db.ts";
import { cappedCount, pageOf, placeOf, type Keyed, type ListDef, type PageAsked, type PageFound } from "#kit/db/page.ts";
import { and, q, raw, row, rows } from "#kit/db/sql.ts";
import { stripOf } from "#kit/seal/strip.ts";
import { ownerNames, type AccountOwner } from "../books/owner-names.sql.ts";
import { cashReport, invoiceReport, matchRateReport, voucherReport } from "./book-reports.sql.ts";
import { deferredReport, incomeReport, marginLeakReport, trustReport } from "./order-reports.sql.ts";
import { creditAgingReport, payableAgingReport, peerBalanceReport } from "./party-reports.sql.ts";
import { periodOf, type Period, type Report } from "./report-parts.ts";

type Api = typeof reportApi;
type Row = Readonly<Record<string, unknown>>;
/** What every report may be asked. */
type Asked = Pick<Parsed<Api["report_get"]>, "day" | "basis">;
type Caller = Pick<Ctx, "db" | "me" | "now">;
interface Made {
  /** Its rows as one statement. */
  statement: (ctx: Caller, period: Period, basis: IncomeBasis) => Report | Promise<Report>;
  /** What is put beside the rows after they are read. */
  shown?: (db: Db, list: readonly Row[]) => Promise<Row[]>;
}

async function voucherRows(db: Db, list: readonly Row[]): Promise<Row[]> {
  type Line = AccountOwner & { account_kind: string };
  const isLine = (r: Row): r is Row & Line => typeof r["account"] === "string";
  const lines = list.filter(isLine);
  const of = ({ account, owner_id, account_kind }: Line): AccountOwner => ({ account, owner_id, kind: account_kind });
  const owners = await ownerNames(db, lines.map(of));
  return lines.map((l) => ({ ...l, detail: owners(of(l)) || (LEDGER_KIND_WORDS[l.account_kind] ?? l.account_kind) }));
}
const REPORT_ROWS: Readonly<Record<ReportName, Made>> = {
  income: { statement: incomeReport },
  deferred: { statement: deferredReport },
  trust: { statement: trustReport },
  peer_balance: { statement: peerBalanceReport },
  credit_aging: { statement: creditAgingReport },
  payable_aging: { statement: payableAgingReport },
  invoice: { statement: invoiceReport },
  cash: { statement: cashReport },
  voucher: { statement: (ctx, p) => voucherReport(ctx.db, ctx, p), shown: voucherRows },
  margin_leak: { statement: marginLeakReport },
  match_rate: { statement: matchRateReport },
};
/** The first is what a report is reckoned by where nobody chose. */
const BASIS: IncomeBasis = "booked";

/** A report's rows are reckoned once for a page, not once more for what stands beside its ids. */
async function once({ db, def, order, counts }: PageAsked): Promise<PageFound> {
  const list = await rows<Keyed>(
    db,
    q`select w.*, w._k::text as _key from (select ${def.select}, ${placeOf(def, order)} from ${def.from} where ${and([def.where, order.after])}) w
      order by ${order.text} ${order.limit}`,
  );
  return { list, ...(counts ? await cappedCount(db, def) : { total: null, total_capped: false }) };
}
const listOf = (report: Report): ListDef => ({
  from: q`(${report.rows}) r`,
  where: q`true`,
  id: "r.id",
  select: q`r.*`,
  sorts: { id: { by: report.by ?? "r.id", order: "asc", keyset: true, type: "int8" } },
  sort: "id",
  read: once,
});

async function defOf(name: ReportName, asked: Asked, ctx: Caller): Promise<ListDef> {
  return listOf(await REPORT_ROWS[name].statement(ctx, periodOf(asked.day, ctx.now), asked.basis ?? BASIS));
}
const shownRows = (name: ReportName, db: Db, list: readonly Row[]): Promise<Row[]> =>
  REPORT_ROWS[name].shown?.(db, list) ?? Promise.resolve([...list]);

/** A list as the export centre reads it: page by page, on by its key. */
const reader =
  (name: ReportName) =>
  async (input: Asked & Parameters<typeof pageOf>[1], ctx: Ctx): Promise<unknown> => {
    const page = await pageOf<Row>(ctx.db, input, await defOf(name, input, ctx));
    return { ...page, list: await shownRows(name, ctx.db, page.list) };
  };
const NAMES = keysOf(REPORT_ROWS);
const named = (noun: string): ReportName => NAMES.find((n) => `report_${n}` === noun) ?? "income";

/** Amounts and counts of a report's rows: what its foot adds up. */
const summedFields = (endpoint: Endpoint): string[] =>
  Object.entries(endpoint.row ? shapeOf(endpoint.row) : {}).flatMap(([field, type]) => {
    const kind = metaOf(type)?.kind;
    return field !== "id" && (kind === "money" || kind === "int") ? [field] : [];
  });
async function sumsOf(db: Db, def: ListDef, fields: readonly string[]): Promise<{ total: number; sums: Record<string, number> }> {
  const sums = fields.map((f) => `coalesce(sum(r.${f}), 0)::int8 as ${f}`);
  const found = await row<Record<string, number>>(
    db,
    q`select ${raw(["count(*)::int as rows", ...sums].join(", "))} from ${def.from} where ${def.where}`,
  );
  const { rows: total = 0, ...summed } = found ?? {};
  return { total, sums: summed };
}

const isRow = (v: unknown): v is Row => typeof v === "object" && v !== null;
async function reportGet(input: Parsed<Api["report_get"]>, ctx: Ctx): Promise<Output<Api["report_get"]>> {
  const name = input.report;
  const endpoint: Endpoint = reportList(name);
  const def = await defOf(name, input, ctx);
  const page = await pageOf<Row>(ctx.db, { page: 1, page_size: REPORT_SHOWN, count: false }, def);
  const strip = endpoint.row ? stripOf(endpoint.row) : (v: unknown) => v;
  return {
    report: name,
    ...periodOf(input.day, ctx.now),
    basis_text: name === "income" ? INCOME_BASES[input.basis ?? BASIS] : "",
    list: (await shownRows(name, ctx.db, page.list)).map(strip).filter(isRow),
    ...(await sumsOf(ctx.db, def, summedFields(endpoint))),
    is_partial: ctx.me.scope_ids !== null,
  };
}

export const reportServer = {
  ...serve({ report_get: reportApi.report_get }, { report_get: reportGet }),
  ...serveEach(
    NAMES.map((n) => `report_${n}` as const),
    "query",
    reportApi,
    (noun) => reader(named(noun)),
  ),
};
