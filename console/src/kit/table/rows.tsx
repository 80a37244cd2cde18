/**
 * Rows of a record as a table: in a card, a drawer, a dialog; without paging and settings, which are a list's.
 *   <Rows label="加急档" of={urgentTier} rows={sku.urgent_tiers} by="tier_code" none="不支持加急"
 *     columns={["name", { title: "办理工作日", num: true, cell: (t) => `${t.work_days_min}–${t.work_days_max}` }, "fee"]} />
 * A column that is a name takes title, value and side from the shape; one that lacks something says only that.
 */
import { shapeOf, type FieldMeta } from "@visadesk/contract/kit/field.ts";
import { useRef, type HTMLAttributes, type ReactNode, type ThHTMLAttributes } from "react";
import { elementOf, inputMeta, type Zod } from "../form/field-kinds.ts";
import { Cell } from "../form/format-cells.tsx";
import { None } from "../page/blocks.tsx";
import { useOverflow } from "../page/overflow.ts";
import "./rows.css";

export interface RowsColumn<R> {
  /** Field of the shape. */
  name?: keyof R & string;
  title?: ReactNode;
  /** Its title is there for those who hear it. */
  unseen?: boolean;
  /** What its figures count, on hover of its head. */
  hint?: string;
  cell?: (row: R, index: number) => ReactNode;
  /** Stands at the end of its column; amounts and counts of the shape do so by themselves. */
  end?: boolean;
  /** Figures and numbers: even digits, never broken. */
  num?: boolean;
  /** Names the row. */
  head?: boolean;
  width?: number | string;
  className?: string | ((row: R, index: number) => string);
  /** Rows beside each other that answer the same share one cell. */
  span?: (row: R) => string | number;
}
export type RowsColumnOf<R> = (keyof R & string) | RowsColumn<R> | false | null;

export interface RowsProps<R extends object> {
  label: string;
  /** The shape that names columns; of a list its elements. */
  of?: Zod;
  rows: readonly R[];
  columns: readonly RowsColumnOf<R>[];
  /** What tells a row from others: its id, where it has one, else its place. */
  by?: (keyof R & string) | ((row: R, index: number) => string | number);
  /** Said in place of a table without rows; absent, the heads stand alone. */
  none?: ReactNode;
  rowProps?: (row: R, index: number) => HTMLAttributes<HTMLTableRowElement>;
  /** What stands below a row over its whole width, once it is open. */
  under?: (row: R) => ReactNode;
  /** Rows with one answer stand under it as their heading. */
  group?: (row: R) => string;
  /** From here the rows scroll under their heads, in a frame. */
  maxHeight?: number | string;
  busy?: boolean;
}

interface Drawn<R> extends RowsColumn<R> {
  key: string;
  cell: (row: R, index: number) => ReactNode;
}

const AT_END: ReadonlySet<FieldMeta["kind"]> = new Set(["money", "int", "number"]);

function drawn<R extends object>(columns: readonly RowsColumnOf<R>[], of: Zod | undefined): Drawn<R>[] {
  const shape = of ? shapeOf(elementOf(of) ?? of) : {};
  return columns.flatMap((c, i) => {
    if (!c) return [];
    const column: RowsColumn<R> = typeof c === "string" ? { name: c } : c;
    const { name } = column;
    const type = name && shape[name];
    if (name && !type) throw new Error(`the rows have no field ${name}`);
    const meta = type ? inputMeta(type) : undefined;
    const title = column.title ?? meta?.label;
    return {
      end: meta !== undefined && AT_END.has(meta.kind),
      cell: (row) => (name ? <Cell meta={meta} value={row[name]} full /> : null),
      ...column,
      ...(title !== undefined && { title }),
      key: name ?? (typeof title === "string" ? title : String(i)),
    };
  });
}

const sideOf = <R,>(c: Drawn<R>): string => (c.end ? "is-end" : "");
const namesOf = (...names: readonly (string | undefined)[]): { className?: string } => {
  const className = names.filter(Boolean).join(" ");
  return className ? { className } : {};
};

function Head<R>({ columns }: { columns: readonly Drawn<R>[] }) {
  if (columns.every((c) => c.title === undefined)) return null;
  return (
    <thead>
      <tr>
        {columns.map((c) => (
          <th key={c.key} scope="col" {...namesOf(sideOf(c))} {...(c.hint && { title: c.hint })} style={{ width: c.width }}>
            {c.unseen ? <span className="vd-unseen">{c.title}</span> : c.title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** How many rows from here share the cell; 0 for those it was drawn before. */
function spanOf<R>(rows: readonly R[], at: number, of: (row: R) => string | number): number {
  const same = (i: number): boolean => {
    const [row, before] = [rows[i], rows[i - 1]];
    return row !== undefined && before !== undefined && of(row) === of(before);
  };
  if (same(at)) return 0;
  let n = 1;
  while (same(at + n)) n++;
  return n;
}

interface LineProps<R> {
  rows: readonly R[];
  at: number;
  columns: readonly Drawn<R>[];
  props: HTMLAttributes<HTMLTableRowElement>;
  under: ((row: R) => ReactNode) | undefined;
}
function Line<R>({ rows, at, columns, props, under }: LineProps<R>) {
  const row = rows[at];
  if (row === undefined) return null;
  const below = under?.(row);
  return (
    <>
      <tr {...props}>
        {columns.map((c) => {
          const span = c.span ? spanOf(rows, at, c.span) : 1;
          if (span === 0) return null;
          const own = typeof c.className === "function" ? c.className(row, at) : c.className;
          const shared: ThHTMLAttributes<HTMLTableCellElement> = {
            ...namesOf(sideOf(c), c.num ? "vd-num" : "", own),
            ...(span > 1 && { rowSpan: span }),
          };
          return c.head || span > 1 ? (
            <th key={c.key} scope={span > 1 ? "rowgroup" : "row"} {...shared}>
              {c.cell(row, at)}
            </th>
          ) : (
            <td key={c.key} {...shared}>
              {c.cell(row, at)}
            </td>
          );
        })}
      </tr>
      {below && (
        <tr className="is-under">
          <td colSpan={columns.length}>{below}</td>
        </tr>
      )}
    </>
  );
}

export function Rows<R extends object>(p: RowsProps<R>) {
  const { rows, by, group } = p;
  const box = useRef<HTMLDivElement>(null);
  const isWide = useOverflow(box, `${rows.length} ${p.columns.length}`);
  if (rows.length === 0 && p.none !== undefined) return <None>{p.none}</None>;
  const columns = drawn(p.columns, p.of);
  const keyOf = (row: R, i: number): string | number => {
    if (typeof by === "function") return by(row, i);
    const key: unknown = by ? row[by] : "id" in row ? row.id : i;
    return typeof key === "number" ? key : String(key);
  };
  // Without groups everything is one.
  const groups = [...new Set(rows.map((row) => group?.(row) ?? ""))];
  return (
    <div
      ref={box}
      className={p.maxHeight === undefined ? "vd-rows-box" : "vd-rows-box is-framed"}
      style={{ maxHeight: p.maxHeight }}
      // What scrolls is scrolled by key too.
      {...((isWide || p.maxHeight !== undefined) && { tabIndex: 0 })}
    >
      <table className="vd-rows" aria-label={p.label} aria-busy={p.busy}>
        <Head columns={columns} />
        {groups.map((title) => {
          const own = rows.filter((row) => (group?.(row) ?? "") === title);
          return (
            <tbody key={title}>
              {title && (
                <tr className="is-group">
                  <th scope="rowgroup" colSpan={columns.length}>
                    {title}
                  </th>
                </tr>
              )}
              {own.map((row, at) => (
                <Line key={keyOf(row, at)} rows={own} at={at} columns={columns} props={p.rowProps?.(row, at) ?? {}} under={p.under} />
              ))}
            </tbody>
          );
        })}
      </table>
    </div>
  );
}
