/**
 * Rows as files: XLSX written as sheet XML into a ZIP stream, and CSV. Text cells are always text, so nothing a
 * customer typed is ever a formula; amounts are numbers in yuan.
 */
import { bookFrame, sheetHead, SHEET_FOOT, textCell } from "@visadesk/contract/kit/sheet-xml.ts";
import { zip, type ZipEntry } from "../files/zip.ts";

export type Cell = string | number | null;
export interface Column {
  label: string;
  /** Amounts are shown with two decimals. */
  money: boolean;
  /** Rates are shares of one, shown in percent. */
  percent?: boolean;
  width: number;
}
export interface Sheet {
  name: string;
  columns: readonly Column[];
  /** Batches of rows. */
  rows: AsyncIterable<readonly (readonly Cell[])[]>;
}

const SHEET_ROWS = 1_000_000;

const styleOf = (c: Column): string => (c.money ? ' s="1"' : c.percent ? ' s="3"' : "");
function cell(value: Cell | undefined, style: string): string {
  if (value === null || value === undefined || value === "") return "<c/>";
  if (typeof value === "string") return textCell(value);
  return Number.isFinite(value) ? `<c${style}><v>${value}</v></c>` : "<c/>";
}

/** Short pieces of text keep the peak of memory low. */
function* sliced<T>(batch: readonly T[]): Generator<readonly T[]> {
  for (let i = 0; i < batch.length; i += 250) yield batch.slice(i, i + 250);
}

async function* firstThen(
  first: readonly (readonly Cell[])[],
  rest: AsyncIterator<readonly (readonly Cell[])[]>,
  columns: readonly Column[],
  more: { value: readonly (readonly Cell[])[] | null },
): AsyncGenerator<string> {
  yield sheetHead(columns);
  const styles = columns.map(styleOf);
  let n = 0;
  for (let batch: readonly (readonly Cell[])[] | null = first; batch;) {
    if (n + batch.length > SHEET_ROWS) {
      more.value = batch;
      break;
    }
    n += batch.length;
    for (const part of sliced(batch)) yield part.map((row) => `<row>${styles.map((s, i) => cell(row[i], s)).join("")}</row>`).join("");
    const next: IteratorResult<readonly (readonly Cell[])[]> = await rest.next();
    batch = next.done ? null : next.value;
  }
  yield SHEET_FOOT;
}

async function* entries(sheets: readonly Sheet[]): AsyncGenerator<ZipEntry> {
  const names: string[] = [];
  for (const sheet of sheets) {
    const rest = sheet.rows[Symbol.asyncIterator]();
    const first = await rest.next();
    let batch: readonly (readonly Cell[])[] | null = first.done ? [] : first.value;
    for (let part = 1; batch; part++) {
      names.push(part === 1 ? sheet.name : `${sheet.name} ${part}`);
      const more: { value: readonly (readonly Cell[])[] | null } = { value: null };
      yield { name: `xl/worksheets/sheet${names.length}.xml`, chunks: firstThen(batch, rest, sheet.columns, more) };
      batch = more.value;
    }
  }
  for (const { name, text } of bookFrame(names)) yield { name, chunks: [text] };
}

/** The bytes of an XLSX file. Sheets are read one after the other, so a later one may tell what an earlier one held. */
export const xlsx = (sheets: readonly Sheet[]): AsyncGenerator<Buffer> => zip(entries(sheets));

const NUMBER = /^-?\d{1,15}(\.\d+)?$/;
// eslint-disable-next-line no-control-regex
const FORMULA = /^[\s\u0000]*[=+\-@＝＋－＠]|^[\t\r\n\u0000]/u;

/** A CSV field: quoted where needed, with `'` before what a spreadsheet would run; plain negative numbers stay. */
export function csvField(value: Cell | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(value);
  const safe = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The bytes of a CSV file with a byte order mark, lines ended by CR LF. */
export async function* csv(sheet: Pick<Sheet, "columns" | "rows">): AsyncGenerator<Buffer> {
  const shown = (value: Cell | undefined, i: number): Cell | undefined =>
    typeof value === "number" && sheet.columns[i]?.percent ? `${(value * 100).toFixed(1)}%` : value;
  const line = (cells: readonly (Cell | undefined)[]): string => `${cells.map((v, i) => csvField(shown(v, i))).join(",")}\r\n`;
  yield Buffer.from(`\ufeff${line(sheet.columns.map((c) => c.label))}`);
  for await (const batch of sheet.rows) for (const part of sliced(batch)) yield Buffer.from(part.map(line).join(""));
}
