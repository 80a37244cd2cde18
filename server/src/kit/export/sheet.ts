/**
 * Rows as files: XLSX written as sheet XML into a ZIP stream, and CSV. Text cells are always text, so nothing a
 * customer typed is ever a formula; amounts are numbers in yuan.
 */
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
const CELL_MAX = 32_767;

/** Removes what XML cannot carry; `_x0041_` would be read as a letter, so its underscore is written out. */
function xml(text: string): string {
  return (
    text
      .slice(0, CELL_MAX)
      .toWellFormed()
      // eslint-disable-next-line no-control-regex
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
      .replace(/_x(?=[0-9a-f]{4}_)/gi, "_x005F_x")
      .replace(/&/g, "&amp;")
      .replace(/</g, "&lt;")
      .replace(/>/g, "&gt;")
      .replace(/"/g, "&quot;")
  );
}

const textCell = (text: string, style = ""): string => `<c t="inlineStr"${style}><is><t xml:space="preserve">${xml(text)}</t></is></c>`;
const styleOf = (c: Column): string => (c.money ? ' s="1"' : c.percent ? ' s="3"' : "");
function cell(value: Cell | undefined, style: string): string {
  if (value === null || value === undefined || value === "") return "<c/>";
  if (typeof value === "string") return textCell(value);
  return Number.isFinite(value) ? `<c${style}><v>${value}</v></c>` : "<c/>";
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const DOC = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml";

function sheetHead(columns: readonly Column[]): string {
  const widths = columns.map((c, i) => `<col min="${i + 1}" max="${i + 1}" width="${c.width}" customWidth="1"/>`).join("");
  const pane =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  return `${HEAD}<worksheet xmlns="${MAIN}">${pane}<cols>${widths}</cols><sheetData><row>${columns.map((c) => textCell(c.label, ' s="2"')).join("")}</row>`;
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
  yield "</sheetData></worksheet>";
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
  yield* frame(names);
}

function* frame(names: readonly string[]): Generator<ZipEntry> {
  const list = names.map((name, i) => ({ name: xml(name.replace(/[[\]:*?/\\]/g, " ").slice(0, 31)), n: i + 1 }));
  const file = (name: string, text: string): ZipEntry => ({ name, chunks: [HEAD + text] });
  yield file(
    "[Content_Types].xml",
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${KIND}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${KIND}.styles+xml"/>${list.map((s) => `<Override PartName="/xl/worksheets/sheet${s.n}.xml" ContentType="${KIND}.worksheet+xml"/>`).join("")}</Types>`,
  );
  yield file(
    "_rels/.rels",
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOC}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  );
  yield file(
    "xl/workbook.xml",
    `<workbook xmlns="${MAIN}" xmlns:r="${DOC}"><sheets>${list.map((s) => `<sheet name="${s.name}" sheetId="${s.n}" r:id="rId${s.n}"/>`).join("")}</sheets></workbook>`,
  );
  yield file(
    "xl/_rels/workbook.xml.rels",
    `<Relationships xmlns="${PACKAGE}/relationships">${list.map((s) => `<Relationship Id="rId${s.n}" Type="${DOC}/worksheet" Target="worksheets/sheet${s.n}.xml"/>`).join("")}<Relationship Id="rId${list.length + 1}" Type="${DOC}/styles" Target="styles.xml"/></Relationships>`,
  );
  yield file(
    "xl/styles.xml",
    `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="0.0%"/></numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf numFmtId="4" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  );
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
