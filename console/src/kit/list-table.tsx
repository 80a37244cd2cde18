/** The table of a list: sticky head and first column, own scrolling, selection, keyboard row, skeleton, empty, error. */
import { Button, Skeleton, Table, type TableProps } from "antd";
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type HTMLAttributes, type ReactNode, type ThHTMLAttributes } from "react";
import { faultOf } from "./ask.ts";
import { copy } from "./feedback.ts";
import type { ResolvedColumn } from "./list-columns.tsx";
import type { AnyRow, ListAnswer, ListModel } from "./list-model.ts";

const VIRTUAL_FROM = 100;
const FOOT = 50;
const MIN_BODY = 264;

/** Height left for the body, so that the page itself does not scroll. */
function useBodyHeight(dependency: unknown): readonly [React.RefObject<HTMLDivElement | null>, number] {
  const wrap = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(480);
  useLayoutEffect(() => {
    const measure = (): void => {
      const top = wrap.current?.getBoundingClientRect().top ?? 0;
      const below = Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue("--vd-below") || "54", 10);
      setHeight(Math.max(MIN_BODY, Math.round(window.innerHeight - Math.max(0, top) - 38 - FOOT - below)));
    };
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, [dependency]);
  return [wrap, height];
}

type HeadProps = ThHTMLAttributes<HTMLTableCellElement> & { onWidth?: (width: number) => void };

/** Header cell with a grip at its end that sets the width. */
function HeadCell({ onWidth, children, ...rest }: HeadProps) {
  if (!onWidth) return <th {...rest}>{children}</th>;
  return (
    <th {...rest}>
      {children}
      <span
        className="vd-grip"
        aria-hidden="true"
        onClick={(e) => e.stopPropagation()}
        onPointerDown={(e) => {
          e.preventDefault();
          const cell = e.currentTarget.parentElement as HTMLElement;
          const start = e.clientX - cell.offsetWidth;
          const grip = e.currentTarget;
          grip.setPointerCapture(e.pointerId);
          const done = (up: PointerEvent): void => {
            grip.removeEventListener("pointerup", done);
            onWidth(Math.max(56, Math.round(up.clientX - start)));
          };
          grip.addEventListener("pointerup", done);
        }}
      />
    </th>
  );
}
const COMPONENTS = { header: { cell: HeadCell } };

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
  empty: ReactNode;
  caption: string;
}

export const idOf = (row: AnyRow): number => row["id"] as number;

function useTableColumns(p: ListTableProps): NonNullable<TableProps<AnyRow>["columns"]> {
  const { columns, acts, list, onWidth } = p;
  const { sort, order } = list.query;
  return useMemo(
    () => [
      ...columns.map((c) => ({
        key: c.key,
        title: c.hint ? (
          <span className="vd-hinted" title={c.hint}>
            {c.title}
          </span>
        ) : (
          c.title
        ),
        width: c.width,
        align: c.align,
        ellipsis: { showTitle: false },
        ...(c.fixed && { fixed: c.fixed }),
        ...(c.sort && {
          sorter: true,
          sortDirections: ["descend" as const, "ascend" as const],
          sortOrder: sort === c.sort ? (order === "asc" ? ("ascend" as const) : ("descend" as const)) : null,
        }),
        onHeaderCell: () => ({ onWidth: (w: number) => onWidth(c.key, w) }) as HTMLAttributes<HTMLElement>,
        render: (_: unknown, row: AnyRow) => c.render(row),
      })),
      ...(acts
        ? [
            {
              key: "acts",
              title: "操作",
              width: 132,
              fixed: "end" as const,
              className: "vd-acts",
              render: (_: unknown, row: AnyRow) => acts(row),
            },
          ]
        : []),
    ],
    [columns, acts, sort, order, onWidth],
  );
}

const isInside = (target: EventTarget, selector: string): boolean => target instanceof Element && target.closest(selector) !== null;

export function ListTable(p: ListTableProps) {
  const { list, answer, columns } = p;
  const [wrap, height] = useBodyHeight(`${answer.isFirst} ${answer.rows.length} ${JSON.stringify(list.query)}`);
  const tableColumns = useTableColumns(p);
  const width = columns.reduce((sum, c) => sum + c.width, (p.acts ? 132 : 0) + (p.selected === null ? 0 : 40));
  useEffect(() => {
    wrap.current?.querySelector(".vd-row-at")?.scrollIntoView?.({ block: "nearest" });
  }, [p.at, wrap]);
  if (answer.error && answer.rows.length === 0) return <ListFault error={answer.error} retry={answer.refresh} />;
  if (answer.isFirst) return <SkeletonRows />;
  if (answer.rows.length === 0) return <>{p.empty}</>;
  const isAll = p.selected === "all";
  return (
    <div ref={wrap} className={`vd-table${answer.isStale ? " is-stale" : ""}`} aria-busy={answer.isStale}>
      {answer.error ? <ListFault error={answer.error} retry={answer.refresh} slim /> : null}
      <Table<AnyRow>
        aria-label={p.caption}
        rowKey={idOf}
        size={p.density === "small" ? "small" : "medium"}
        pagination={false}
        showSorterTooltip={false}
        columns={tableColumns}
        dataSource={answer.rows}
        components={COMPONENTS}
        tableLayout="fixed"
        scroll={{ x: width, y: height }}
        virtual={answer.rows.length > VIRTUAL_FROM}
        rowClassName={(_, index) => (index === p.at ? "vd-row-at" : "")}
        onRow={(row, index) => ({
          onClick: (e) => {
            if (index !== undefined && !isInside(e.target, "a, button, input, .ant-checkbox-wrapper")) p.onAt(index);
          },
          onDoubleClick: (e) => {
            if (!isInside(e.target, "a, button, input")) p.onOpen(row);
          },
        })}
        onChange={(_page, _filters, sorter) => {
          const one = Array.isArray(sorter) ? sorter[0] : sorter;
          const column = columns.find((c) => c.key === one?.columnKey);
          list.set({
            sort: one?.order ? column?.sort : undefined,
            order: one?.order === "ascend" ? "asc" : one?.order ? "desc" : undefined,
            page: 1,
          });
        }}
        {...(p.selected !== null && {
          rowSelection: {
            columnWidth: 40,
            fixed: "start" as const,
            selectedRowKeys: isAll ? answer.rows.map(idOf) : [...(p.selected as readonly number[])],
            preserveSelectedRowKeys: true,
            onChange: (keys: React.Key[]) => p.onSelect(keys as number[]),
          },
        })}
      />
    </div>
  );
}

const SkeletonRows = () => (
  <div className="vd-skeleton" aria-busy="true" aria-label="加载中">
    {Array.from({ length: 12 }, (_, i) => (
      <Skeleton key={i} active title={false} paragraph={{ rows: 1, width: `${92 - ((i * 7) % 24)}%` }} />
    ))}
  </div>
);

/** What happened, 重试, and the request id to quote. */
export function ListFault(props: { error: unknown; retry: () => void; slim?: boolean }) {
  const { msg, request_id } = faultOf(props.error);
  return (
    <div className={props.slim ? "vd-fault is-slim" : "vd-fault"} role="alert">
      <p>{msg}</p>
      {request_id && (
        <p className="vd-muted">
          请求号{" "}
          <button type="button" className="vd-plain" onClick={() => void copy(request_id)}>
            {request_id}
          </button>
        </p>
      )}
      <Button onClick={props.retry}>重试</Button>
    </div>
  );
}
