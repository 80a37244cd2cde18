/** The grid of 批量录入 as rows of text: what a sheet pastes into it, and what is wrong with a cell. Pure. */
import { parseSlot } from "@visadesk/contract/base-data/calendar/appointment.rules.ts";

export const SHEET_COLUMNS = ["place", "visa_type", "slot", "slots_note"] as const;
export type SheetColumn = (typeof SHEET_COLUMNS)[number];
export interface SheetRow {
  key: number;
  /** A kept row: its place and type stand, and its version guards it. */
  id?: number;
  version?: number;
  /** The value it had when the grid was opened. */
  was?: string;
  place: string;
  visa_type: string;
  slot: string;
  slots_note: string;
  /** Typed or pasted into since: only such rows are sent, also with the same value. */
  touched: boolean;
  fault: { cell: SheetColumn; msg: string } | null;
  /** What the server said of it. */
  said: string | null;
}
export const SHEET_MAX = 300;

const blank = (key: number): SheetRow => ({
  key,
  place: "",
  visa_type: "",
  slot: "",
  slots_note: "",
  touched: false,
  fault: null,
  said: null,
});
export const isBlank = (r: SheetRow): boolean => r.id === undefined && SHEET_COLUMNS.every((c) => r[c].trim() === "");
const nextKey = (rows: readonly SheetRow[]): number => rows.reduce((top, r) => Math.max(top, r.key), 0) + 1;

/** Empty rows at the end, so that there is always one to type into. */
export function withBlanks(rows: readonly SheetRow[], n: number): SheetRow[] {
  const start = nextKey(rows);
  return [...rows, ...Array.from({ length: Math.min(n, Math.max(0, SHEET_MAX - rows.length)) }, (_, i) => blank(start + i))];
}

/** Cells of copied text: lines and tabs, quotes of a sheet taken off. */
export const cellsOf = (text: string): string[][] =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/\n+$/, "")
    .split("\n")
    .map((line) =>
      line.split("\t").map((c) =>
        c
          .trim()
          .replace(/^"(.*)"$/s, "$1")
          .replaceAll('""', '"'),
      ),
    );

const faultOf = (r: SheetRow, today: string): SheetRow["fault"] =>
  r.slot.trim() === "" || parseSlot(r.slot, today) ? null : { cell: "slot", msg: "日期看不懂，请写成 10月28日、2026-10-28 或 无号" };

/** Writes into one cell; a place that is kept cannot be renamed. */
export function putCell(rows: readonly SheetRow[], index: number, column: SheetColumn, value: string, today: string): SheetRow[] {
  return rows.map((r, i) => {
    if (i !== index || (r.id !== undefined && (column === "place" || column === "visa_type"))) return r;
    const next = { ...r, [column]: value, touched: true, said: null };
    return { ...next, fault: faultOf(next, today) };
  });
}

/** A block of cells, written from one cell on to the right and downwards; rows are added below as needed. */
export function pasteAt(
  rows: readonly SheetRow[],
  index: number,
  column: SheetColumn,
  block: readonly (readonly string[])[],
  today: string,
): SheetRow[] {
  const first = SHEET_COLUMNS.indexOf(column);
  let next = withBlanks(rows, Math.max(0, index + block.length - rows.length));
  block.slice(0, SHEET_MAX - index).forEach((cells, down) => {
    cells.forEach((value, right) => {
      const to = SHEET_COLUMNS[first + right];
      if (to) next = putCell(next, index + down, to, value, today);
    });
  });
  return next;
}

const HEADS: ReadonlySet<string> = new Set(["地点", "递签地点", "使领馆", "签证中心", "地点名称"]);
const sameType = (a: string, b: string): boolean => {
  const plain = (t: string): string => (t === "全部" || t === "全部类型" ? "" : t.replace(/签$/, ""));
  return plain(a.trim()) === plain(b.trim());
};

/**
 * A whole table 地点 · 签证类型 · 最早日期 · 余量: a row that is here already takes the values, every other one is added.
 * A head row is passed over.
 */
export function pasteTable(rows: readonly SheetRow[], block: readonly (readonly string[])[], today: string): SheetRow[] {
  let next = rows.filter((r) => !isBlank(r));
  for (const [place = "", visa_type = "", slot = "", slots_note] of block) {
    if (place === "" || HEADS.has(place)) continue;
    const at = next.findIndex((r) => r.place === place && sameType(r.visa_type, visa_type));
    if (at < 0 && next.length >= SHEET_MAX) break;
    const index = at < 0 ? next.length : at;
    if (at < 0)
      next = putCell(putCell([...next, blank(nextKey(next))], index, "place", place, today), index, "visa_type", visa_type, today);
    next = putCell(next, index, "slot", slot, today);
    if (slots_note !== undefined) next = putCell(next, index, "slots_note", slots_note, today);
  }
  return withBlanks(next, 3);
}

/** Rows that were typed or pasted into. */
export const toSend = (rows: readonly SheetRow[]): { row: SheetRow; index: number }[] =>
  rows.flatMap((row, index) => (row.touched && !isBlank(row) ? [{ row, index }] : []));

/** Rows to send whose date nobody can read; what the server refused for another cause is no such row. */
export const unreadable = (rows: readonly SheetRow[], today: string): number =>
  toSend(rows).filter(({ row }) => faultOf(row, today) !== null).length;

export interface SaidOfRow {
  row: number;
  ok: boolean;
  made: "added" | "changed" | "refreshed" | null;
  cell: SheetColumn | null;
  msg: string;
}
/** What the server said, at its rows: those that were saved are done, the others keep what was typed. */
export const withAnswers = (rows: readonly SheetRow[], answers: readonly SaidOfRow[]): SheetRow[] => {
  const byRow = new Map(answers.map((a) => [a.row, a]));
  return rows.map((r, i) => {
    const said = byRow.get(i + 1);
    if (!said) return r;
    if (said.ok) return { ...r, touched: false, fault: null, said: said.msg };
    return { ...r, said: null, fault: { cell: said.cell ?? "slot", msg: said.msg } };
  });
};
