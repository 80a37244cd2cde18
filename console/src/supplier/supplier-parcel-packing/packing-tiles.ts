/** The packing desk in numbers: everybody who is on the list or expected on it as one tile, each in one state. */
import type { Tone } from "@visadesk/contract/kit/flow.ts";
import type { Expected, ParcelDetail, ParcelItem } from "../supplier-parcel/parcel-cells.tsx";

/** `extra` is packed without being expected; `unlisted` and the two after it stand on no list of ours yet. */
export const TILE_STATES = {
  missing: { label: "缺", tone: "orange" },
  packed: { label: "已装", tone: "green" },
  extra: { label: "多", tone: "purple" },
  moved: { label: "已改派", tone: "red" },
  unlisted: { label: "未入单", tone: "blue" },
  elsewhere: { label: "在别的交接单", tone: "grey" },
  absent: { label: "原件未到", tone: "grey" },
} as const satisfies Readonly<Record<string, { label: string; tone: Tone | "purple" }>>;
export type TileState = keyof typeof TILE_STATES;

export interface Tile {
  key: string;
  applicant_id: number | null;
  title: string;
  /** By which a refusal names him. */
  numbers: readonly string[];
  passport: string | null;
  district: string;
  state: TileState;
  /** What lies in it, or why it does not. */
  under: string;
  item_ids: readonly number[];
  /** The day he is handed in as planned now. */
  planned_date: string | null;
  passports: number;
}

const named = (o: { name: string; count: number }): string => (o.count > 1 ? `${o.name}×${o.count}` : o.name);

function listed(items: readonly ParcelItem[], expected: ReadonlySet<number>, now: ReadonlySet<number>): Tile | null {
  const [first] = items;
  if (!first) return null;
  const who = first.applicant_id;
  const moved = items.find((i) => i.moved_to !== null)?.moved_to;
  const isPacked = items.every((i) => i.packed_at !== null) || (who !== null && now.has(who));
  const isExpected = expected.size === 0 || who === null || expected.has(who);
  return {
    key: who === null ? `item-${first.id}` : String(who),
    applicant_id: who,
    title: first.name_cn ?? first.applicant_no ?? first.name,
    numbers: first.applicant_no ? [first.applicant_no] : [],
    passport: first.passport_no,
    district: first.district_name,
    state: moved ? "moved" : !isPacked ? "missing" : isExpected ? "packed" : "extra",
    under: moved ? `已改派至${moved}` : items.map((i) => (i.packed_at !== null && !isPacked ? `${named(i)}（已装）` : named(i))).join("、"),
    item_ids: items.map((i) => i.id),
    planned_date: first.planned_date,
    passports: items.reduce((n, i) => n + (i.is_passport ? i.count : 0), 0),
  };
}

function unlisted(e: Expected, parcel_no: string, now: ReadonlySet<number>): Tile {
  const here = e.originals.filter((o) => o.is_here);
  const other = here.find((o) => o.parcel_no !== null && o.parcel_no !== parcel_no)?.parcel_no;
  const free = here.filter((o) => o.parcel_no === null || o.parcel_no === parcel_no);
  const state = now.has(e.applicant_id) ? "packed" : free.length > 0 ? "unlisted" : other ? "elsewhere" : "absent";
  return {
    key: String(e.applicant_id),
    applicant_id: e.applicant_id,
    title: e.name_cn ?? e.applicant_no,
    numbers: [e.applicant_no],
    passport: e.passport_no,
    district: e.district_name,
    state,
    under: state === "elsewhere" ? `已在 ${other}` : (state === "absent" ? e.originals : free).map(named).join("、"),
    item_ids: [],
    planned_date: e.planned_date,
    passports: free.reduce((n, o) => n + (o.is_passport ? o.count : 0), 0),
  };
}

/** `now`: packed by scans that the detail does not know of yet. */
export function tilesOf(d: Pick<ParcelDetail, "parcel_no" | "items" | "expected">, now: ReadonlySet<number>): Tile[] {
  const expected = new Set(d.expected.map((e) => e.applicant_id));
  const groups = new Map<string, ParcelItem[]>();
  for (const i of d.items) {
    const key = i.applicant_id === null ? `item-${i.id}` : String(i.applicant_id);
    groups.set(key, [...(groups.get(key) ?? []), i]);
  }
  const on = [...groups.values()].flatMap((items) => listed(items, expected, now) ?? []);
  const off = d.expected.filter((e) => !groups.has(String(e.applicant_id))).map((e) => unlisted(e, d.parcel_no, now));
  return [...on, ...off];
}

export const countOf = (tiles: readonly Tile[], state: TileState): number => tiles.filter((t) => t.state === state).length;

/** Why the parcel cannot be sealed; null: it can. */
export function sealFault(tiles: readonly Tile[], waiting: number): string | null {
  if (waiting > 0) return "扫描还没有处理完";
  if (tiles.every((t) => t.item_ids.length === 0) && countOf(tiles, "packed") === 0) return "还没有装入物品";
  const missing = countOf(tiles, "missing");
  if (missing > 0) return `缺 ${missing} 人，请扫描装入或改日期`;
  const moved = tiles.find((t) => t.state === "moved");
  return moved ? `${moved.title} 已改派，请移出` : null;
}
