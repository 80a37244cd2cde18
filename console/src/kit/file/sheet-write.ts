/**
 * A sheet made in the browser of what it has: XLSX of text cells alone, so that long numbers keep their digits and nothing is
 * ever a formula. What leaves no browser needs no masking.
 *   downloadSheet("导入订单模板", [{ name: "订单", columns: [{ label: "姓名", width: 12 }], rows: [["张三"]] }]);
 */
import { bookFrame, sheetHead, SHEET_FOOT, textCell } from "@visadesk/contract/kit/sheet-xml.ts";
import { download } from "./download.ts";

export interface TextSheet {
  name: string;
  columns: readonly { label: string; width: number }[];
  rows: readonly (readonly string[])[];
}

const KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const TEXT = ' s="4"';
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const SUMS = Uint32Array.from({ length: 256 }, (_, n) => {
  let sum = n;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});
const crcOf = (bytes: Uint8Array): number => {
  let sum = 0xffffffff;
  for (const b of bytes) sum = (SUMS[(sum ^ b) & 0xff] ?? 0) ^ (sum >>> 8);
  return ~sum >>> 0;
};

/** Fields of a record of a zip, four bytes each but those marked as two. */
function record(size: number, fields: readonly (readonly [at: number, value: number, two?: "two"])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(size));
  for (const [at, value, two] of fields)
    if (two) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
  return new Uint8Array(view.buffer);
}
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** Names are UTF-8, contents stand as they are: a sheet of 500 rows is small. */
const UTF8 = 0x0800;
/** 1980-01-01. */
const DAY = 0x0021;

/** A zip of these files, nothing packed. */
function zipOf(files: readonly { name: string; text: string }[]): Uint8Array<ArrayBuffer>[] {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  const sizeOf = (all: readonly Uint8Array[]): number => all.reduce((n, p) => n + p.length, 0);
  for (const file of files) {
    const [name, body] = [bytesOf(file.name), bytesOf(file.text)];
    const same = (from: number) =>
      [
        [from, 20, "two"],
        [from + 2, UTF8, "two"],
        [from + 8, DAY, "two"],
        [from + 10, crcOf(body)],
        [from + 14, body.length],
        [from + 18, body.length],
        [from + 22, name.length, "two"],
      ] as const;
    const at = sizeOf(parts);
    parts.push(record(30, [[0, LOCAL], ...same(4)]), name, body);
    directory.push(record(46, [[0, CENTRAL], [4, 20, "two"], ...same(6), [42, at]]), name);
  }
  const end = record(22, [
    [0, END],
    [8, files.length, "two"],
    [10, files.length, "two"],
    [12, sizeOf(directory)],
    [16, sizeOf(parts)],
  ]);
  return [...parts, ...directory, end];
}

const sheetText = ({ columns, rows }: TextSheet): string => {
  const head = sheetHead(columns.map((c) => ({ ...c, is_text: true })));
  const cell = (text: string | undefined): string => (text ? textCell(text, TEXT) : `<c${TEXT}/>`);
  return `${head}${rows.map((row) => `<row>${columns.map((_, i) => cell(row[i])).join("")}</row>`).join("")}${SHEET_FOOT}`;
};

/** The file's content. */
export const sheetFile = (sheets: readonly TextSheet[]): Blob =>
  new Blob(
    zipOf([
      ...sheets.map((s, i) => ({ name: `xl/worksheets/sheet${i + 1}.xml`, text: sheetText(s) })),
      ...bookFrame(sheets.map((s) => s.name)),
    ]),
    { type: KIND },
  );

export function downloadSheet(name: string, sheets: readonly TextSheet[]): void {
  const url = URL.createObjectURL(sheetFile(sheets));
  download(url, `${name}.xlsx`);
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
