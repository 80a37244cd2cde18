/** The sheet of 导入订单: its template, the rows read from it, and the sheet that comes back with what is wrong. Pure. */
import type { TextSheet } from "#kit/file/sheet-write.ts";
import { sheetRows } from "#kit/inputs/sheet-rows.ts";
import { keysOf } from "#kit/words.ts";
import type { Input, Output } from "@visadesk/contract/kit/endpoint.ts";
import { narrow } from "@visadesk/contract/kit/patterns.ts";
import type { orderImportApi } from "@visadesk/contract/order/import/order-import.ts";
import {
  FAULT_COLUMN,
  IMPORT_COLUMNS,
  IMPORT_ROWS,
  lineOf,
  type ImportColumn,
} from "@visadesk/contract/order/import/order-import.words.ts";

type ImportRow = Input<typeof orderImportApi.order_import_check>["rows"][number];
export type Trial = Output<typeof orderImportApi.order_import_check>;
export type Import = Output<typeof orderImportApi.order_import>;
type Fault = Trial["faults"][number];

const FIELDS = keysOf(IMPORT_COLUMNS);
const columnOf = (field: (typeof FIELDS)[number]): ImportColumn => IMPORT_COLUMNS[field];
const HEADS = Object.fromEntries(FIELDS.map((f) => [IMPORT_COLUMNS[f].label, f]));
const NEEDED = FIELDS.filter((f) => columnOf(f).needed).map((f) => columnOf(f).label);
/** Other heads that sheets have for the same. */
const ALIASES: Readonly<Record<string, string>> = {
  有效期至: "有效期",
  护照有效期: "有效期",
  签发日期: "签发日",
  身份证: "身份证号",
  护照: "护照号",
  "姓(拼音)": "姓拼音",
  "名(拼音)": "名拼音",
  联系人手机: "联系手机",
  申请人身份: "身份",
  区县: "区",
};
/** `姓名*` of the template is 姓名. */
const headOf = (cell: string): string => {
  const word = narrow(cell).replace(/[\s*]/g, "");
  return ALIASES[word] ?? word;
};

const read = sheetRows(HEADS, NEEDED);
const filled = (row: Readonly<Record<string, string>>): ImportRow => Object.fromEntries(Object.entries(row).filter(([, v]) => v !== ""));

/** Rows under a head that names its columns in any order; blank cells are left out. */
export function readImport(cells: readonly (readonly string[])[]): { rows: ImportRow[] } | { fault: string } {
  const [first = [], ...lines] = cells;
  const found = read([first.map(headOf), ...lines]);
  if ("fault" in found) return found;
  if (found.rows.length > IMPORT_ROWS) return { fault: `一次最多导入${IMPORT_ROWS}行，现有${found.rows.length}行，请分成几份` };
  return { rows: found.rows.map(filled) };
}

/** Lines of the sheet, those with something to mend first. */
export interface TrialLine {
  line: number;
  group: string;
  name: string;
  sku: string;
  faults: string[];
  doubts: string[];
}
const byLine = (faults: readonly Fault[]): Map<number, string[]> => {
  const found = new Map<number, string[]>();
  for (const { row, column, message } of faults) found.set(row, [...(found.get(row) ?? []), `${column}：${message}`]);
  return found;
};
export function trialLines(rows: readonly ImportRow[], { faults, doubts }: Pick<Trial, "faults" | "doubts">): TrialLine[] {
  const [wrong, asked] = [byLine(faults), byLine(doubts)];
  const weight = (l: TrialLine): number => (l.faults.length > 0 ? 0 : l.doubts.length > 0 ? 1 : 2);
  return rows
    .map((r, i) => ({
      line: lineOf(i),
      group: r.group_no ?? "",
      name: r.name_cn ?? "",
      sku: r.sku_no ?? "",
      faults: wrong.get(lineOf(i)) ?? [],
      doubts: asked.get(lineOf(i)) ?? [],
    }))
    .toSorted((a, b) => weight(a) - weight(b) || a.line - b.line);
}

const WIDE: ReadonlySet<string> = new Set(["detail", "note"]);
const COLUMNS = FIELDS.map((f) => ({ label: `${columnOf(f).label}${columnOf(f).needed ? "*" : ""}`, width: WIDE.has(f) ? 28 : 14 }));
const cellsOf = (row: ImportRow): string[] => FIELDS.map((f) => row[f] ?? "");

/** What was read, in the template's columns, with what is wrong behind each row. `lines`: only these. */
export function faultSheet(
  rows: readonly ImportRow[],
  { faults, doubts }: Pick<Trial, "faults" | "doubts">,
  lines?: ReadonlySet<number>,
): TextSheet {
  const [wrong, asked] = [byLine(faults), byLine(doubts)];
  return {
    name: "订单",
    columns: [...COLUMNS, { label: FAULT_COLUMN, width: 60 }],
    rows: rows.flatMap((row, i) => {
      const line = lineOf(i);
      const said = [...(wrong.get(line) ?? []), ...(asked.get(line) ?? []).map((d) => `请确认 ${d}`)];
      return lines && !lines.has(line) ? [] : [[...cellsOf(row), said.join("；")]];
    }),
  };
}

export const TEMPLATE: readonly TextSheet[] = [
  { name: "订单", columns: COLUMNS, rows: [] },
  {
    name: "填写说明",
    columns: [
      { label: "列", width: 14 },
      { label: "必填", width: 8 },
      { label: "怎么填", width: 64 },
      { label: "示例：第1位申请人", width: 20 },
      { label: "示例：同组第2位", width: 20 },
    ],
    rows: FIELDS.map((f) => {
      const { label, needed, ofOrder, note, example } = columnOf(f);
      const when = needed ? (ofOrder ? "每组首行" : "每行") : "";
      return [label, when, ofOrder ? `${note}（每张订单填在组的首行）` : note, ...example];
    }),
  },
];

/** Lines that did not become an order, and why; of what was not reached nothing is known. */
export function leftOf(made: Import, rows: readonly ImportRow[]): { lines: ReadonlySet<number>; faults: Fault[] } {
  const done = new Set(made.results.filter((r) => r.order_id !== null).flatMap((r) => r.lines));
  const lines = new Set(rows.map((_, i) => lineOf(i)).filter((line) => !done.has(line)));
  return { lines, faults: made.results.flatMap((r) => r.faults) };
}
