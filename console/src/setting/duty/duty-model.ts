/** What the board shows in a cell, and what a dragged rectangle means. */
import type { Input, Output } from "@visadesk/contract/kit/endpoint.ts";
import { DUTY_HALVES, DUTY_KINDS, type dutyApi, type DutyKind } from "@visadesk/contract/setting/duty.ts";

export type Board = Output<typeof dutyApi.duty_query>;
export type Member = Board["list"][number];
export type Duty = Member["duties"][number];
type Cell = Input<typeof dutyApi.duty_save>["cells"][number];

/** One character per kind, for a cell of 40 pixels. */
export const SHORT: Readonly<Record<DutyKind, string>> = { leave: "休", out: "外", training: "训", on: "值" };
export const TONES: Readonly<Record<DutyKind, string>> = { leave: "orange", out: "blue", training: "blue", on: "green" };

const holds = (d: Duty, date: string, half: "am" | "pm"): boolean =>
  d.from_date <= date && date <= d.to_date && (d.half === "all" || d.half === half);
/** Entries of both halves of a day. */
export const halvesOf = (m: Member, date: string): readonly [Duty | undefined, Duty | undefined] => [
  m.duties.find((d) => holds(d, date, "am")),
  m.duties.find((d) => holds(d, date, "pm")),
];

export const dutyText = (d: Duty): string =>
  `${DUTY_KINDS[d.kind]}${d.half === "all" ? "" : `（${DUTY_HALVES[d.half]}）`} ${d.from_date}${d.to_date === d.from_date ? "" : ` 至 ${d.to_date}`}${d.reason ? `：${d.reason}` : ""}`;

/** Corners of a dragged rectangle: rows of members, columns of days. */
export interface Drag {
  row: number;
  column: number;
  toRow: number;
  toColumn: number;
}
const between = (n: number, a: number, b: number): boolean => n >= Math.min(a, b) && n <= Math.max(a, b);
export const isInside = (drag: Drag | null, row: number, column: number): boolean =>
  drag !== null && between(row, drag.row, drag.toRow) && between(column, drag.column, drag.toColumn);

export interface Picked {
  members: readonly Member[];
  from_date: string;
  to_date: string;
}
/** The members and days of a rectangle. */
export function pickedOf(board: Board, drag: Drag): Picked | null {
  const days = board.days.filter((_, i) => between(i, drag.column, drag.toColumn));
  const members = board.list.filter((_, i) => between(i, drag.row, drag.toRow));
  const [first, last] = [days[0], days.at(-1)];
  return first && last && members.length > 0 ? { members, from_date: first.date, to_date: last.date } : null;
}

export interface DutyForm {
  kind: DutyKind | null;
  from_date: string;
  to_date: string;
  half: keyof typeof DUTY_HALVES;
  reason: string;
}
/** Halves are told apart on one day only. */
const halfOf = (f: DutyForm): DutyForm["half"] => (f.from_date === f.to_date ? f.half : "all");
const touches = (d: Duty, f: DutyForm): boolean =>
  d.from_date <= f.to_date && f.from_date <= d.to_date && (d.half === "all" || halfOf(f) === "all" || d.half === halfOf(f));
/** Entries that stand on the days of the form. */
export const standing = (members: readonly Member[], f: DutyForm): { member: Member; duty: Duty }[] =>
  members.flatMap((member) => member.duties.filter((d) => touches(d, f)).map((duty) => ({ member, duty })));

/** One cell per member; what stands there is replaced, which the form has said. */
export const cellsOf = (members: readonly Member[], f: DutyForm): Cell[] =>
  members.map((m) => ({
    worker_id: m.worker_id,
    kind: f.kind,
    from_date: f.from_date,
    to_date: f.to_date,
    half: halfOf(f),
    ...(f.kind !== null && { reason: f.reason.trim(), replace: true }),
  }));
