/** Cells of the sheet as values, and rows as groups. Pure; a fault says what to do and never repeats what stands in the cell. */
import { narrow } from "@visadesk/contract/kit/patterns.ts";
import type { ImportRow } from "@visadesk/contract/order/import/order-import.ts";
import { IMPORT_COLUMNS, type ImportColumn, type ImportField, lineOf } from "@visadesk/contract/order/import/order-import.words.ts";
import { readDay, readGender, readIdentity } from "@visadesk/contract/order/person-words.ts";
import { RETURN_MODES } from "@visadesk/contract/order/words.ts";
import { IDENTITIES } from "@visadesk/contract/product/sku/sku.words.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";

export interface CellFault {
  /** Place of the row in what was sent. */
  at: number;
  field: ImportField;
  message: string;
}
export interface SheetLine {
  at: number;
  cells: Readonly<Record<ImportField, string>>;
}
export interface Group {
  no: string;
  /** The first of them says what is said once per order. */
  lines: readonly [SheetLine, ...SheetLine[]];
}

const FIELDS = keysOf(IMPORT_COLUMNS);
const columnOf = (field: ImportField): ImportColumn => IMPORT_COLUMNS[field];
const OF_ORDER = FIELDS.filter((f) => columnOf(f).ofOrder);
const OF_PERSON = FIELDS.filter((f) => columnOf(f).needed && !columnOf(f).ofOrder);
const label = (field: ImportField): string => IMPORT_COLUMNS[field].label;
/** Words keep their full-width signs. */
const PROSE: ReadonlySet<ImportField> = new Set(["detail", "note"]);

function lineFrom(row: ImportRow, at: number): SheetLine {
  const cells = { ...row };
  for (const field of FIELDS) cells[field] = PROSE.has(field) ? row[field].trim() : narrow(row[field]);
  return { at, cells };
}

/** Days of a spreadsheet count from the end of 1899; those of people alive and their papers lie here. */
const SERIAL = /^(?:[1-9]\d{4})(?:\.0+)?$/;
const DAY_MS = 86_400_000;
export function dayOf(text: string): string | null {
  if (!SERIAL.test(text)) return readDay(text);
  return new Date(Date.UTC(1899, 11, 30) + Math.floor(Number(text)) * DAY_MS).toISOString().slice(0, 10);
}

const YES = /^(是|要|需要|购买|有|y|yes|1|√)$/i;
const NO = /^(否|不|不要|不需要|无|没有|n|no|0|×)$/i;
/** Yes and no as people write them; else the name of what is meant. */
export const wishOf = (text: string): boolean | string => (text === "" || NO.test(text) ? false : YES.test(text) ? true : text);

export const returnModeNamed = (text: string): keyof typeof RETURN_MODES | null =>
  keysOf(RETURN_MODES).find((k) => k === text || RETURN_MODES[k] === text) ?? null;

const DAY_FAULT = "请填写日期，如 2026-12-20";
const ROUNDED = /^\d(?:\.\d+)?E\+?\d+$/i;
const LOST = "号码被表格改成了科学计数，请把该列设为文本后重新填写";
const READERS: Partial<Record<ImportField, { read: (text: string) => string | null; fault: string }>> = {
  gender: { read: readGender, fault: "请填写男或女" },
  identity: { read: readIdentity, fault: `请填写：${Object.values(IDENTITIES).join("、")}` },
  return_mode: { read: returnModeNamed, fault: `请填写：${Object.values(RETURN_MODES).join("、")}` },
  travel_date: { read: dayOf, fault: DAY_FAULT },
  birth_date: { read: dayOf, fault: DAY_FAULT },
  passport_issue_date: { read: dayOf, fault: DAY_FAULT },
  passport_expiry_date: { read: dayOf, fault: DAY_FAULT },
};
const UPPER: ReadonlySet<ImportField> = new Set(["surname_en", "given_name_en", "id_card_no", "passport_no", "peer_no"]);
const NUMBERS: ReadonlySet<ImportField> = new Set(["id_card_no", "mobile", "contact_mobile", "partner_order_no", "passport_no"]);

/** One cell as its value, null where nothing stands or nothing can be read; what cannot be read is told. */
export function valueOf({ at, cells }: SheetLine, field: ImportField, faults: CellFault[]): string | null {
  const text = cells[field];
  if (text === "") return null;
  const tell = (message: string): null => {
    faults.push({ at, field, message });
    return null;
  };
  if (NUMBERS.has(field) && ROUNDED.test(text)) return tell(LOST);
  const reader = READERS[field];
  if (reader) return reader.read(text) ?? tell(reader.fault);
  return UPPER.has(field) ? text.toUpperCase() : text;
}

/** The same said in two ways is the same. */
const sameCell = (field: ImportField, a: string, b: string): boolean => {
  const read = READERS[field]?.read ?? ((t: string) => (UPPER.has(field) ? t.toUpperCase() : t));
  return a === b || (read(a) !== null && read(a) === read(b));
};

/** Rows of one order by their 组号, in the order of the sheet; what of a row does not fit its group is told. */
export function groupsOf(rows: readonly ImportRow[], faults: CellFault[]): Group[] {
  const groups = new Map<string, [SheetLine, ...SheetLine[]]>();
  for (const [at, row] of rows.entries()) {
    const line = lineFrom(row, at);
    for (const field of OF_PERSON) if (line.cells[field] === "") faults.push({ at, field, message: `请填写${label(field)}` });
    const own = groups.get(line.cells.group_no);
    if (line.cells.group_no === "") continue;
    if (own) own.push(line);
    else groups.set(line.cells.group_no, [line]);
  }
  for (const [first, ...others] of groups.values()) {
    for (const field of OF_ORDER)
      if (columnOf(field).needed && first.cells[field] === "") faults.push({ at: first.at, field, message: `请填写${label(field)}` });
    for (const { at, cells } of others)
      for (const field of OF_ORDER)
        if (
          cells[field] !== "" &&
          !(field === "partner_order_no" && cells[field] === first.cells[field]) &&
          !sameCell(field, cells[field], first.cells[field])
        )
          faults.push({ at, field, message: `与同组第${lineOf(first.at)}行的${label(field)}不一致，请改为相同或留空` });
  }
  return [...groups].map(([no, lines]) => ({ no, lines }));
}

/** Whoever stands twice: in one order it is a mistake, in two orders of one product it is asked about. */
export function twinsOf(groups: readonly Group[], faults: CellFault[], doubts: CellFault[]): void {
  const seen = new Map<string, { group: Group; at: number }>();
  const orders = new Map<string, number>();
  for (const group of groups) {
    const { at: firstAt, cells: first } = group.lines[0];
    const taken = first.partner_order_no === "" ? undefined : orders.get(first.partner_order_no);
    if (taken !== undefined)
      faults.push({ at: firstAt, field: "partner_order_no", message: `与第${lineOf(taken)}行另一组的渠道订单号相同，请核对` });
    orders.set(first.partner_order_no, taken ?? firstAt);
    for (const { at, cells } of group.lines)
      for (const field of ["id_card_no", "passport_no"] as const) {
        if (cells[field] === "") continue;
        const key = `${field} ${first.sku_no} ${cells[field].toUpperCase()}`;
        const twin = seen.get(key);
        if (!twin) seen.set(key, { group, at });
        else if (twin.group === group)
          faults.push({ at, field, message: `与第${lineOf(twin.at)}行的${label(field)}相同，同一订单不能有两位相同的申请人` });
        else doubts.push({ at, field, message: `与第${lineOf(twin.at)}行（另一组）的${label(field)}相同，商品也相同` });
      }
  }
}

/** Contact, product and travel date of an earlier group: asked about as an order of the last day is. */
export function repeatsOf(groups: readonly Group[], doubts: CellFault[]): void {
  const seen = new Map<string, number>();
  for (const { lines } of groups) {
    const { at, cells } = lines[0];
    if (cells.contact_mobile === "") continue;
    const key = JSON.stringify([cells.contact_mobile, cells.sku_no, dayOf(cells.travel_date)]);
    const twin = seen.get(key);
    if (twin === undefined) seen.set(key, at);
    else doubts.push({ at, field: "contact_mobile", message: `与第${lineOf(twin)}行（另一组）的联系手机、商品和出行日期相同` });
  }
}
