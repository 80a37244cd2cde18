/**
 * One record's page: head, substance at the left, what one needs beside it at the right.
 *   <DetailScreen endpoint={orderApi.order_get} input={{ id }} head={(o) => <DetailHead … />} side={(o) => <Timeline … />}>
 *     {(o) => <Section title="订单"><Fields of={orderDetail} value={o} names={["order_no", "amount_payable"]} /></Section>}
 *   </DetailScreen>
 */
import { Tabs } from "antd";
import type { PresenceNoun } from "@visadesk/contract/account/personal.ts";
import type { Endpoint, Input, Output } from "@visadesk/contract/kit/endpoint.ts";
import { useRef, type ReactNode } from "react";
import { FileRecordProvider, type FileRecord } from "../file/file-links.tsx";
import { Copyable } from "../form/format-cells.tsx";
import { EDIT_WORDS, pressIn, useKeys } from "../app/keyboard.ts";
import { PresenceLine } from "./presence.tsx";
import { Unread } from "./reads.tsx";
import { useRecord } from "./use-record.ts";
import { useSearchText } from "../filter/use-url.ts";
import "./detail.css";
import "../kit.css";
import "../list/list.css";

export { useRecord } from "./use-record.ts";

export interface DetailTab<O> {
  key: string;
  label: ReactNode;
  render: (record: O) => ReactNode;
}

export interface DetailScreenProps<E extends Endpoint> {
  endpoint: E;
  input: Input<E>;
  head?: (record: Output<E>) => ReactNode;
  side?: (record: Output<E>) => ReactNode;
  tabs?: readonly DetailTab<Output<E>>[];
  /** In whose name private files are opened. */
  files?: (record: Output<E>) => FileRecord;
  /** Who else is on this record. */
  presence?: { noun: PresenceNoun; id: number };
  children?: (record: Output<E>) => ReactNode;
}

export function DetailScreen<E extends Endpoint>(props: DetailScreenProps<E>) {
  const { endpoint, input, side, files } = props;
  const answer = useRecord(endpoint, input);
  const record = answer.data;
  if (record === undefined) {
    if (answer.error) return <Unread answer={answer} />;
    return (
      <div className="vd-card" aria-busy="true" aria-label="加载中">
        <Unread />
      </div>
    );
  }
  const page = (
    <article className={`vd-stack vd-detail${answer.isPlaceholderData ? " is-stale" : ""}`}>
      {props.head?.(record)}
      {props.presence && <PresenceLine {...props.presence} mode="view" />}
      {answer.error ? <Unread slim answer={answer} /> : null}
      <div className={side ? "vd-stack is-wide vd-detail-body has-side" : "vd-stack is-wide vd-detail-body"}>
        <div className="vd-stack">
          {props.children?.(record)}
          {props.tabs && <DetailTabs record={record} tabs={props.tabs} />}
        </div>
        {side && <aside className="vd-stack vd-detail-side">{side(record)}</aside>}
      </div>
    </article>
  );
  return files ? <FileRecordProvider value={files(record)}>{page}</FileRecordProvider> : page;
}

/** Tabs of a page; the chosen one stays in the URL. */
export function DetailTabs<O>({ record, tabs }: { record: O; tabs: readonly DetailTab<O>[] }) {
  const [search, replace] = useSearchText();
  const chosen = new URLSearchParams(search).get("tab") ?? "";
  const active = tabs.some((t) => t.key === chosen) ? chosen : (tabs[0]?.key ?? "");
  return (
    <Tabs
      className="vd-detail-tabs"
      activeKey={active}
      items={tabs.map((t) => ({ key: t.key, label: t.label, children: t.key === active ? t.render(record) : null }))}
      onChange={(key) => {
        const params = new URLSearchParams(window.location.search);
        params.set("tab", key);
        replace(params.toString());
      }}
    />
  );
}

export interface DetailHeadProps {
  title: ReactNode;
  /** Number that can be copied. */
  no?: string;
  /** State tags and marks. */
  states?: ReactNode;
  figures?: readonly { label: string; value: ReactNode }[];
  due?: ReactNode;
  /** The legal next moves. */
  acts?: ReactNode;
}

export function DetailHead(props: DetailHeadProps) {
  const head = useRef<HTMLElement>(null);
  useKeys({ e: ["编辑", () => pressIn(head.current, EDIT_WORDS)] }, props.acts !== undefined);
  return (
    <header ref={head} className="vd-detail-head">
      <div className="vd-wraps vd-detail-title">
        <h1>{props.title}</h1>
        {props.no && <Copyable text={props.no} />}
        {props.states}
        {props.due}
        <span className="vd-grow" />
        {props.acts && <div className="vd-wraps vd-detail-acts">{props.acts}</div>}
      </div>
      {props.figures && (
        <dl className="vd-detail-figures">
          {props.figures.map((f) => (
            <div key={f.label}>
              <dt>{f.label}</dt>
              <dd>{f.value}</dd>
            </div>
          ))}
        </dl>
      )}
    </header>
  );
}
