/** Column specs to table columns: labels and cells from the contract, order, width and hiding from the user's settings. */
import { labelOf, shapeOf, type FieldMeta } from "@visadesk/contract/kit/field.ts";
import { flowOfLabels } from "@visadesk/contract/kit/flow.ts";
import type { ReactNode } from "react";
import { inputMeta } from "../form/field-kinds.ts";
import { Cell, Copyable } from "../form/format-cells.tsx";
import { HrefLink } from "../app/href-link.tsx";
import type { AnyRow } from "./list-model.ts";
import { plainText } from "../rich-text/plain-text.ts";
import type { Column, ColumnDef, ListEndpoint } from "./list-types.ts";

export interface ColumnSetting {
  key: string;
  width?: number;
  hidden?: boolean;
}

export interface ResolvedColumn {
  key: string;
  title: string;
  hint: string | undefined;
  width: number;
  align: "start" | "end" | "center";
  sort: string | undefined;
  fixed: "start" | "end" | undefined;
  href: ((row: AnyRow) => string) | undefined;
  exports: readonly string[];
  render: (row: AnyRow) => ReactNode;
}

const WIDTHS: Readonly<Partial<Record<FieldMeta["kind"], number>>> = {
  money: 112,
  time: 104,
  date: 104,
  bool: 72,
  int: 84,
  number: 84,
  id: 84,
  long_text: 220,
  rich_text: 220,
  mobile: 124,
  choice: 112,
  file: 72,
  files: 112,
};
const MIN_WIDTH = 56;

function widthOf(key: string, meta: FieldMeta | undefined): number {
  if (flowOfLabels(meta?.options)) return 148;
  if (key.endsWith("_no")) return 156;
  return (meta && WIDTHS[meta.kind]) ?? 132;
}

function linkCell(name: string, href: (row: AnyRow) => string): (row: AnyRow) => ReactNode {
  return (row) => {
    const text = plainText(row[name]);
    return text ? (
      <Copyable text={text}>
        <HrefLink href={href(row)} className="vd-link vd-num">
          {text}
        </HrefLink>
      </Copyable>
    ) : (
      "—"
    );
  };
}

const sheetColumn = (endpoint: ListEndpoint, key: string): boolean =>
  Object.hasOwn(shapeOf(endpoint.row), key) || Object.hasOwn(endpoint.sheet ?? {}, key);

/** Fields of the sheet: what names the row, then what the columns say, each once. */
export const sheetFields = (endpoint: ListEndpoint, shown: readonly ResolvedColumn[]): string[] => [
  ...new Set([...(endpoint.exports?.slice(0, 1) ?? []), ...shown.flatMap((c) => c.exports)]),
];

function resolve(endpoint: ListEndpoint, column: string | ColumnDef<AnyRow>, index: number): ResolvedColumn {
  const def: Partial<ColumnDef<AnyRow>> = typeof column === "string" ? { name: column } : column;
  const name = def.name;
  const type = name ? shapeOf(endpoint.row)[name] : undefined;
  if (name && !type) throw new Error(`${endpoint.name} has no column ${name}`);
  const meta = type && inputMeta(type);
  const key = def.key ?? name ?? def.title ?? String(index);
  const href = def.href;
  const exports = def.exports ?? (name ? [name] : sheetColumn(endpoint, key) ? [key] : null);
  if (endpoint.exports && !exports?.every((e) => sheetColumn(endpoint, e)))
    throw new Error(`${endpoint.name}: column ${key} does not say what its sheet holds`);
  const cell =
    name && href
      ? linkCell(name, href)
      : typeof column === "string" && name
        ? (row: AnyRow) => <Cell meta={meta} value={row[name]} />
        : def.render;
  return {
    key,
    href,
    exports: exports ?? [],
    title: def.title ?? labelOf(endpoint.sheet?.[key]?.type ?? endpoint.row, key),
    hint: def.hint,
    width: def.width ?? widthOf(key, meta),
    align: def.align ?? (meta?.kind === "money" || meta?.kind === "int" || meta?.kind === "number" ? "end" : "start"),
    sort: def.sort ?? (name && endpoint.sorts?.includes(name) ? name : undefined),
    fixed: def.fixed ?? (index === 0 ? "start" : undefined),
    render: cell ?? (() => null),
  };
}

/** Every column of the list in the screen's own order. */
export const resolveColumns = (endpoint: ListEndpoint, columns: readonly Column<AnyRow>[]): ResolvedColumn[] =>
  columns.map((c, i) => resolve(endpoint, c, i));

/** The user's order, widths and hidden ones; columns he has not seen yet keep their place at the end. */
export function arrange(all: readonly ResolvedColumn[], settings: readonly ColumnSetting[] | undefined): ResolvedColumn[] {
  if (!settings?.length) return [...all];
  const byKey = new Map(all.map((c) => [c.key, c]));
  const known = settings.flatMap((s) => {
    const column = byKey.get(s.key);
    byKey.delete(s.key);
    return column && (!s.hidden || column.fixed === "start") ? [{ ...column, width: Math.max(MIN_WIDTH, s.width ?? column.width) }] : [];
  });
  const arranged = [...known, ...byKey.values()];
  return [...arranged.filter((c) => c.fixed === "start"), ...arranged.filter((c) => c.fixed !== "start")];
}

/** So much of its width a column gives where the last one would else lie under the acts. */
const GIVES = 0.12;
/** The widths as they fit into `room`; a table that is wider by more scrolls at its full widths. */
export function fitted(widths: readonly number[], room: number): readonly number[] {
  const wanted = widths.reduce((sum, w) => sum + w, 0);
  const part = room / wanted;
  return part >= 1 || part < 1 - GIVES ? widths : widths.map((w) => Math.floor(w * part));
}

/** Settings for all columns, those without one as the screen has them. */
export function fullSettings(all: readonly ResolvedColumn[], settings: readonly ColumnSetting[] | undefined): ColumnSetting[] {
  const keys = new Set(all.map((c) => c.key));
  const kept = (settings ?? []).filter((s) => keys.has(s.key));
  const have = new Set(kept.map((s) => s.key));
  return [...kept, ...all.filter((c) => !have.has(c.key)).map((c) => ({ key: c.key }))];
}
