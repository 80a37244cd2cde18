/** A record's log as one timeline: moves, field changes before and after, files, money, messages. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "antd";
import type { Endpoint, Input } from "@visadesk/contract/kit/endpoint.ts";
import type { FieldMeta } from "@visadesk/contract/kit/field.ts";
import { ask } from "../act/ask.ts";
import { FileLinks } from "../file/file-links.tsx";
import { Mark } from "./flow-tag.tsx";
import { Cell, TimeText } from "../form/format-cells.tsx";
import { Unread } from "./reads.tsx";
import "./detail.css";

export interface LogRow {
  id: number;
  label: string;
  at: string;
  actor_name: string;
  actor_kind?: string | undefined;
  on_behalf?: boolean | undefined;
  from_label?: string | null | undefined;
  to_label?: string | null | undefined;
  reason?: string | null | undefined;
  changes?: readonly { field: string; label: string; before?: unknown; after?: unknown }[] | undefined;
  files?: readonly string[] | undefined;
  /** The customer sees this row too. */
  customer_visible?: boolean | undefined;
}

const ACTORS: Readonly<Record<string, string>> = { customer: "客户", peer: "同行", partner: "合作方", system: "系统" };

/** Logged words are drawn as they are; only a value of the field's own kind is put into words here. */
const kindOf = (meta: FieldMeta | undefined, value: unknown): FieldMeta | undefined =>
  meta?.kind === "money" && typeof value === "string" ? undefined : meta;

const Change = (props: { change: NonNullable<LogRow["changes"]>[number]; meta: FieldMeta | undefined }) => (
  <li>
    <span className="vd-muted">{props.change.label}</span>{" "}
    <del>
      <Cell meta={kindOf(props.meta, props.change.before)} value={props.change.before} full />
    </del>{" "}
    → <Cell meta={kindOf(props.meta, props.change.after)} value={props.change.after} full />
  </li>
);

/** What a reader can name: neither a column that no screen shows nor the number of another record. */
const isTold = (c: NonNullable<LogRow["changes"]>[number], meta: FieldMeta | undefined): boolean =>
  c.label !== c.field && meta?.kind !== "id" && meta?.kind !== "ids";

/** Rows as they are; `meta` of a changed field draws money and choices right. */
export const TimelineRows = (props: { rows: readonly LogRow[]; meta?: (field: string) => FieldMeta | undefined }) => (
  <ol className="vd-timeline">
    {props.rows.map((r) => (
      <li key={r.id}>
        <p className="vd-wraps">
          <b>{r.label}</b>
          {r.to_label && (
            <span className="vd-muted">
              {r.from_label ? `${r.from_label} → ` : ""}
              {r.to_label}
            </span>
          )}
          {r.customer_visible && <Mark>对客可见</Mark>}
        </p>
        {r.reason && <p>{r.reason}</p>}
        {r.changes && r.changes.length > 0 && (
          <ul>
            {r.changes
              .filter((c) => isTold(c, props.meta?.(c.field)))
              .map((c, i) => (
                <Change key={`${c.field} ${i}`} change={c} meta={props.meta?.(c.field)} />
              ))}
          </ul>
        )}
        {r.files && r.files.length > 0 && <FileLinks keys={r.files} />}
        <p className="vd-dim">
          {r.actor_name || ACTORS[r.actor_kind ?? ""] || "系统"}
          {r.on_behalf && "（代客户）"} · <TimeText at={r.at} />
        </p>
      </li>
    ))}
  </ol>
);

export interface TimelineProps<E extends Endpoint> {
  /** A `{noun}_log_query`: answers `{ list, has_more }`, older rows by `before_id`. */
  endpoint: E;
  input: Input<E>;
  meta?: (field: string) => FieldMeta | undefined;
}

export function Timeline<E extends Endpoint>({ endpoint, input, meta }: TimelineProps<E>) {
  const answer = useInfiniteQuery({
    queryKey: [endpoint.name, input],
    queryFn: ({ pageParam, signal }) =>
      ask(endpoint, { ...(input as object), ...(pageParam && { before_id: pageParam }) } as never, { signal, noToast: true }) as Promise<{
        list: LogRow[];
        has_more: boolean;
      }>,
    initialPageParam: 0,
    getNextPageParam: (last) => (last.has_more ? last.list.at(-1)?.id : undefined),
  });
  if (!answer.data) return <Unread slim answer={answer} rows={5} />;
  const rows = answer.data.pages.flatMap((p) => p.list);
  if (rows.length === 0) return <p className="vd-muted">还没有动态</p>;
  return (
    <>
      <TimelineRows rows={rows} {...(meta && { meta })} />
      {answer.hasNextPage && (
        <Button type="link" size="small" loading={answer.isFetchingNextPage} onClick={() => void answer.fetchNextPage()}>
          更早的动态
        </Button>
      )}
    </>
  );
}
