/** The table of a list: sticky head and first column, own scrolling, selection, keyboard row, skeleton, empty, error. */
import { Button } from "antd";
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { faultOf } from "../act/ask.ts";
import { ApiError } from "../app/api.ts";
import { copy } from "../app/feedback.ts";
import { fitted, type ResolvedColumn } from "./list-columns.tsx";
import type { AnyRow, ListAnswer, ListModel } from "./list-model.ts";
import { CHECK_WIDTH } from "../table/table-checks.tsx";
import { Table, type Sorted, type TableColumn } from "../table/table.tsx";

const HEAD = 35;
/** One next step and ⋯, until the rows are drawn and measured. */
const ACTS_WIDTH = 72;
const ACTS_MAX = 200;
const CELL_PADDING = 20;
const FOOT = 50;
const BULK_BAR = 52;
const MIN_BODY = 264;

/** Height left for the table, so that the page itself does not scroll. */
function useTableHeight(dependency: unknown, taken: number): readonly [React.RefObject<HTMLDivElement | null>, number] {
  const wrap = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(480 + HEAD);
  useLayoutEffect(() => {
    const measure = (): void => {
      const top = wrap.current?.getBoundingClientRect().top ?? 0;
      const below = Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue("--vd-below") || "54", 10);
      setHeight(Math.max(MIN_BODY, Math.round(window.innerHeight - Math.max(0, top) - HEAD - FOOT - taken - below)) + HEAD);
    };
    measure();
    // Filters and views above may take another line.
    const watch = new ResizeObserver(measure);
    if (wrap.current?.parentElement) watch.observe(wrap.current.parentElement);
    window.addEventListener("resize", measure);
    return () => {
      watch.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, [dependency, taken]);
  return [wrap, height];
}

/** The column of acts is as wide as the widest acts drawn in it, and no wider; `room` is what the table has. */
function useRoom(wrap: React.RefObject<HTMLDivElement | null>, rows: readonly AnyRow[]): { actsWidth: number; room: number } {
  const [actsWidth, setWidth] = useState(ACTS_WIDTH);
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const measure = (): void => {
      const drawn = [...(wrap.current?.querySelectorAll(".vd-acts > .vd-acts-in") ?? [])];
      const widest = Math.max(0, ...drawn.map((e) => Math.ceil(e.getBoundingClientRect().width)));
      if (widest > 0) setWidth(Math.min(ACTS_MAX, widest + CELL_PADDING));
      setRoom(wrap.current?.querySelector(".vd-scroll")?.clientWidth ?? 0);
    };
    measure();
    const watch = new ResizeObserver(measure);
    if (wrap.current) watch.observe(wrap.current);
    return () => watch.disconnect();
  }, [wrap, rows]);
  return { actsWidth, room };
}

export interface ListTableProps {
  list: ListModel;
  answer: ListAnswer;
  columns: readonly ResolvedColumn[];
  acts: ((row: AnyRow) => ReactNode) | undefined;
  density: "middle" | "small";
  selected: readonly number[] | "all" | null;
  onSelect: (ids: readonly number[]) => void;
  at: number;
  onAt: (index: number) => void;
  onOpen: (row: AnyRow) => void;
  onWidth: (key: string, width: number) => void;
  /** A selection's bar stands under the table. */
  hasBar: boolean;
  /** Said of an answer without rows; null while it is not yet known what is shown. */
  empty: ReactNode;
  caption: string;
}

export const idOf = (row: AnyRow): number => row["id"] as number;

/** The first press sorts downwards, the second upwards, the third not at all. */
const NEXT = { none: "desc", desc: "asc", asc: undefined } as const;

function useTableColumns(p: ListTableProps, { actsWidth, room }: ReturnType<typeof useRoom>): TableColumn<AnyRow>[] {
  const { columns, acts, list, onWidth } = p;
  const taken = (acts ? actsWidth : 0) + (p.selected === null ? 0 : CHECK_WIDTH);
  const { sort, order } = list.query;
  const { set } = list;
  return useMemo(() => {
    const sorting = (name: string | undefined) => {
      if (!name) return {};
      const sorted: Sorted = sort === name ? (order ?? "desc") : null;
      const next = NEXT[sorted ?? "none"];
      return { sorted, onSort: () => set({ sort: next && name, order: next, page: 1 }) };
    };
    const widths = fitted(
      columns.map((c) => c.width),
      room - taken,
    );
    return [
      ...columns.map(({ key, title, hint, align, fixed, sort: name, render }, i) => ({
        key,
        title,
        width: widths[i] ?? 0,
        align,
        render,
        ...(hint && { hint }),
        ...(fixed && { fixed }),
        ...sorting(name),
        onWidth: (w: number) => onWidth(key, w),
      })),
      ...(acts
        ? [
            {
              key: "acts",
              title: "操作",
              width: actsWidth,
              fixed: "end" as const,
              className: "vd-acts",
              render: (row: AnyRow) => <span className="vd-acts-in">{acts(row)}</span>,
            },
          ]
        : []),
    ];
  }, [columns, acts, sort, order, set, onWidth, actsWidth, room, taken]);
}

const isInside = (target: EventTarget, selector: string): boolean => target instanceof Element && target.closest(selector) !== null;

export function ListTable(p: ListTableProps) {
  const { list, answer } = p;
  const [wrap, height] = useTableHeight(`${answer.isFirst} ${answer.rows.length} ${JSON.stringify(list.query)}`, p.hasBar ? BULK_BAR : 0);
  const columns = useTableColumns(p, useRoom(wrap, answer.rows));
  useEffect(() => {
    wrap.current?.querySelector(".vd-row-at")?.scrollIntoView?.({ block: "nearest" });
  }, [p.at, wrap]);
  if (answer.error && answer.rows.length === 0) return <ListFault error={answer.error} retry={answer.refresh} />;
  // No rows in hand is said only of what is shown now, and only once it is answered.
  if (answer.isFirst || (answer.rows.length === 0 && (answer.isStale || p.empty === null))) return <SkeletonRows />;
  if (answer.rows.length === 0) return <>{p.empty}</>;
  return (
    <div ref={wrap} className={`vd-table${answer.isStale ? " is-stale" : ""}`} aria-busy={answer.isStale}>
      {answer.error ? <ListFault error={answer.error} retry={answer.refresh} slim /> : null}
      <Table<AnyRow>
        label={p.caption}
        rowKey={idOf}
        density={p.density}
        columns={columns}
        rows={answer.rows}
        maxHeight={height}
        nowrap
        rowProps={(row, index) => ({
          className: index === p.at ? "vd-row-at" : undefined,
          onClick: (e) => {
            if (!isInside(e.target, "a, button, label, .vd-popup")) p.onAt(index);
          },
          onDoubleClick: (e) => {
            if (!isInside(e.target, "a, button, label, .vd-popup")) p.onOpen(row);
          },
        })}
        {...(p.selected !== null && {
          checks: { idOf, picked: p.selected === "all" ? answer.rows.map(idOf) : p.selected, onPick: p.onSelect },
        })}
      />
    </div>
  );
}

const SkeletonRows = () => (
  <div className="vd-skeleton" aria-busy="true" aria-label="加载中">
    {Array.from({ length: 12 }, (_, i) => (
      <i key={i} style={{ width: `${92 - ((i * 7) % 24)}%` }} />
    ))}
  </div>
);

/** What is not there is not there when asked again. */
const isMissing = (error: unknown): boolean => error instanceof ApiError && error.code === "not_found";

/** What happened, 重试 where it can help, and the request id to quote. */
export function ListFault(props: { error: unknown; retry: () => void; slim?: boolean }) {
  const { msg, request_id } = faultOf(props.error);
  return (
    <div className={props.slim ? "vd-stack vd-fault is-slim" : "vd-stack vd-fault"} role="alert">
      <p>{msg}</p>
      {request_id && (
        <p className="vd-muted">
          请求号{" "}
          <button type="button" className="vd-plain" onClick={() => void copy(request_id)}>
            {request_id}
          </button>
        </p>
      )}
      {!isMissing(props.error) && <Button onClick={props.retry}>重试</Button>}
    </div>
  );
}
