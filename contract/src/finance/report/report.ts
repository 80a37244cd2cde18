/**
 * 报表 of 数据导出: one table of reports, each a list with a period that the export centre writes to a file; on screen its
 * sums and first rows. A further report is a line in `REPORTS`, its row, a line here and its statement on the server.
 */
import { api, list, read } from "../../kit/endpoint.ts";
import { bool, choice, date, int, keysOf, labelsOf, range, text, z } from "../../kit/field.ts";
import { may, type May } from "../../permissions.ts";
import {
  cashRow,
  creditAgingRow,
  deferredRow,
  incomeRow,
  invoiceBookRow,
  marginLeakRow,
  matchRateRow,
  payableAgingRow,
  peerBalanceRow,
  trustRow,
  voucherRow,
} from "./report-rows.ts";
import { INCOME_BASES, REPORTS, type ReportName } from "./report.words.ts";

/** Rows shown before they are exported. */
export const REPORT_SHOWN = 50;

/** The days of a report; none: this month up to today. */
const day = range("期间");
const basis = choice("口径", INCOME_BASES);
type Row = z.ZodObject<{ id: z.ZodInt }>;
/** Costs and margins are what reports are for: whoever may open them may take them along. */
type Costs<R extends Row> = Readonly<Partial<Record<keyof R["shape"] & string, May>>>;
const of = <R extends Row, F extends Record<string, z.core.$ZodType>>(name: ReportName, row: R, filter: F, costs?: Costs<R>) =>
  list(REPORTS[name].label, may.export, {
    filter: { day: z.optional(day), ...filter },
    row,
    sorts: ["id"],
    ...(costs && { columns_may: costs }),
    exports: keysOf(row.shape).filter((field) => field !== "id"),
  });

export const reportApi = api({
  report_get: read(
    "报表",
    may.export,
    { report: choice("报表", labelsOf(REPORTS)), day: z.optional(day), basis: z.optional(basis) },
    z.object({
      report: choice("报表", labelsOf(REPORTS)),
      from: z.nullable(date("期间起")),
      to: date("期间止"),
      /** What puts a row into the period, in words; blank: the report has but one. */
      basis_text: text("口径", { min: 0 }),
      /** The first rows, each with the fields of its report. */
      list: z.array(z.record(z.string(), z.unknown())).meta({ label: "明细", kind: "list" }),
      total: int("行数"),
      /** Of every amount and count over all rows. */
      sums: z.record(z.string(), z.int()).meta({ label: "合计", kind: "object" }),
      /** Money of nobody in particular is left out, for the caller sees his own rows alone. */
      is_partial: bool("仅含本人数据范围"),
    }),
  ),
  report_income_query: of("income", incomeRow, { basis: z.optional(basis) }, { cost: may.export, margin: may.export }),
  report_deferred_query: of("deferred", deferredRow, {}),
  report_trust_query: of("trust", trustRow, {}),
  report_peer_balance_query: of("peer_balance", peerBalanceRow, {}),
  report_credit_aging_query: of("credit_aging", creditAgingRow, {}),
  report_payable_aging_query: of("payable_aging", payableAgingRow, {}),
  report_invoice_query: of("invoice", invoiceBookRow, {}),
  report_cash_query: of("cash", cashRow, {}),
  report_voucher_query: of("voucher", voucherRow, {}),
  report_margin_leak_query: of("margin_leak", marginLeakRow, {}, { margin: may.export }),
  report_match_rate_query: of("match_rate", matchRateRow, {}),
});

/** The list behind a report. */
export const reportList = <N extends ReportName>(name: N): (typeof reportApi)[`report_${N}_query`] => reportApi[`report_${name}_query`];
