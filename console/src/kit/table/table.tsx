/**
 * Rows and columns in one <table>: sticky head and edge columns, heads that sort, widths to drag, boxes to check.
 *   <Table label="待办" columns={columns} rows={tasks} rowKey={keyOf} />
 * Lists draw it through `ListScreen`. Small by intent: the full table of antd brings its filters, trees and menus along.
 */
import { useLayoutEffect, useRef, type CSSProperties, type HTMLAttributes, type ReactNode } from "react";
import { labelOf } from "@visadesk/contract/kit/field.ts";
import { elementOf, type Zod } from "../form/field-kinds.ts";
import { CheckAll, CheckCell, CHECK_WIDTH, useChecks, type Checks } from "./table-checks.tsx";
import "./table.css";

export type Sorted = "asc" | "desc" | null;

export interface TableColumn<R> {
  key: string;
  /** Absent: the label of the field that the key names. */
  title?: string;
  /** What its figures count, on hover of its head. */
  hint?: string;
  /** Absent: what the others leave. */
  width?: number;
  align?: "start" | "end" | "center";
  /** Stays in sight at this edge. */
  fixed?: "start" | "end";
  className?: string;
  /** Present, also as null: its head sorts. */
  sorted?: Sorted;
  onSort?: () => void;
  /** Present: its head has a grip. */
  onWidth?: (width: number) => void;
  render: (row: R, index: number) => ReactNode;
}

export interface TableProps<R> {
  label: string;
  /** The shape that labels columns; of a list its elements. */
  of?: Zod;
  columns: readonly TableColumn<R>[];
  rows: readonly R[];
  rowKey: (row: R) => string | number;
  /** Class, handlers and `aria-` of a row. */
  rowProps?: (row: R, index: number) => HTMLAttributes<HTMLTableRowElement>;
  density?: "middle" | "small";
  /** Height from which the rows scroll under the head. */
  maxHeight?: number;
  /** Cells of one line, cut where the column ends. */
  nowrap?: boolean;
  role?: "treegrid";
  checks?: Checks<R>;
}

const REST_WIDTH = 160;

function labelled<R>({ columns, of }: Pick<TableProps<R>, "columns" | "of">): readonly TableColumn<R>[] {
  const shape = of && (elementOf(of) ?? of);
  return shape ? columns.map((c) => ({ title: labelOf(shape, c.key), ...c })) : columns;
}

interface Placed<R> {
  column: TableColumn<R>;
  style: CSSProperties;
  className: string;
}

/** Where fixed columns stand: behind those before them, or before those behind them. */
function placed<R>(columns: readonly TableColumn<R>[], start: number): Placed<R>[] {
  let before = start;
  let after = columns.reduce((sum, c) => sum + (c.fixed === "end" ? (c.width ?? 0) : 0), 0);
  const lastStart = columns.findLastIndex((c) => c.fixed === "start");
  const firstEnd = columns.findIndex((c) => c.fixed === "end");
  return columns.map((column, i) => {
    const style: CSSProperties = { textAlign: column.align ?? "start" };
    const names = [column.className ?? ""];
    if (column.fixed === "start") {
      style.insetInlineStart = before;
      before += column.width ?? 0;
      names.push("is-fixed", i === lastStart ? "is-start-edge" : "");
    } else if (column.fixed === "end") {
      after -= column.width ?? 0;
      style.insetInlineEnd = after;
      names.push("is-fixed", i === firstEnd ? "is-end-edge" : "");
    }
    return { column, style, className: names.filter(Boolean).join(" ") };
  });
}

/** Tells the style which edges have something scrolled under them. */
function markEdges(box: HTMLElement | null): void {
  if (!box) return;
  box.toggleAttribute("data-before", box.scrollLeft > 1);
  box.toggleAttribute("data-after", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
}

const ARIA_SORT = { asc: "ascending", desc: "descending" } as const;

function Head<R>({ column, style, className }: Placed<R>) {
  const { sorted, onSort, onWidth, hint } = column;
  const title = hint ? (
    <span className="vd-hinted" title={hint}>
      {column.title}
    </span>
  ) : (
    column.title
  );
  return (
    <th
      scope="col"
      style={style}
      className={className}
      aria-sort={sorted === undefined ? undefined : sorted ? ARIA_SORT[sorted] : "none"}
      onClick={onSort}
    >
      {sorted === undefined ? (
        title
      ) : (
        <button type="button" className="vd-sort">
          {title}
        </button>
      )}
      {onWidth && <Grip onWidth={onWidth} />}
    </th>
  );
}

const MIN_WIDTH = 56;

/** At the end of a head cell; dragging it sets the width. */
const Grip = ({ onWidth }: { onWidth: (width: number) => void }) => (
  <span
    className="vd-grip"
    aria-hidden="true"
    onClick={(e) => e.stopPropagation()}
    onPointerDown={(e) => {
      e.preventDefault();
      const grip = e.currentTarget;
      const start = e.clientX - (grip.parentElement?.offsetWidth ?? 0);
      grip.setPointerCapture(e.pointerId);
      const done = (up: PointerEvent): void => {
        grip.removeEventListener("pointerup", done);
        onWidth(Math.max(MIN_WIDTH, Math.round(up.clientX - start)));
      };
      grip.addEventListener("pointerup", done);
    }}
  />
);

export function Table<R>(p: TableProps<R>) {
  const box = useRef<HTMLDivElement>(null);
  const checks = useChecks(p.rows, p.checks);
  const columns = placed(labelled(p), checks ? CHECK_WIDTH : 0);
  const width = p.columns.reduce((sum, c) => sum + (c.width ?? REST_WIDTH), checks ? CHECK_WIDTH : 0);
  useLayoutEffect(() => markEdges(box.current));
  return (
    <div ref={box} className="vd-scroll" style={{ maxHeight: p.maxHeight }} onScroll={(e) => markEdges(e.currentTarget)}>
      <table
        role={p.role}
        aria-label={p.label}
        className={`vd-grid is-${p.density ?? "small"}${p.nowrap ? " is-nowrap" : ""}`}
        style={{ minWidth: width }}
      >
        <colgroup>
          {checks && <col style={{ width: CHECK_WIDTH }} />}
          {p.columns.map((c) => (
            <col key={c.key} style={{ width: c.width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {checks && <CheckAll checks={checks} />}
            {columns.map((c) => (
              <Head key={c.column.key} {...c} />
            ))}
          </tr>
        </thead>
        <tbody>
          {p.rows.map((row, index) => (
            <tr key={p.rowKey(row)} data-row={p.rowKey(row)} {...p.rowProps?.(row, index)} data-checked={checks?.isOn(index) || undefined}>
              {checks && <CheckCell checks={checks} index={index} />}
              {columns.map(({ column, style, className }) => (
                <td key={column.key} style={style} className={className}>
                  {column.render(row, index)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
