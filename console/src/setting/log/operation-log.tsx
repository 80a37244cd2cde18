/** 操作日志: who did what, when, with which result. Append-only; the chain behind it can be checked here. */
import { keepPreviousData, useQuery as useAnswer, type UseQueryResult } from "@tanstack/react-query";
import { Button, Pagination, Table, Tabs, type TableProps } from "antd";
import { useState } from "react";
import { askFilter } from "#kit/act/ask.ts";
import { ExportButton } from "#kit/list/export-button.tsx";
import { FilterFields } from "#kit/filter/filter-fields.tsx";
import { Copyable, TimeText } from "#kit/form/format-cells.tsx";
import { filterBody, filterShape } from "#kit/list/list-model.ts";
import { Unread } from "#kit/page/reads.tsx";
import { useQuery } from "#kit/app/location.tsx";
import type { Zod } from "#kit/form/field-kinds.ts";
import { useOpenPanel } from "#kit/app/open-panel.ts";
import type { Filter } from "#kit/filter/url-query.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { MAX_OFFSET, TOTAL_CAP } from "@visadesk/contract/kit/constants.ts";
import { anyOf, choice, labelOf } from "@visadesk/contract/kit/field.ts";
import { LOG_KINDS, operationLog, operationLogApi } from "@visadesk/contract/setting/operation-log.ts";
import { LogDetail } from "./log-detail.tsx";
import { LogHead } from "./log-head.tsx";
import { LOG_KEYS } from "#kit/page/log-href.ts";
import { Actor, Changes, LogObject, ResultTag, Where } from "./log-cells.tsx";
import type { ListedRow } from "./log-pages.ts";
import { LogSubject } from "./log-subject.tsx";
import "#kit/list/list.css";
import "../setting.css";

const LOG = operationLogApi.operation_log_query;

const PAGE = 20;
const TABS: readonly { key: string; label: string; kinds?: readonly string[] }[] = [
  { key: "all", label: "全部" },
  { key: "act", label: "操作", kinds: ["write", "move"] },
  { key: "login", label: "登录", kinds: ["login", "login_fail", "logout"] },
  { key: "seen", label: "敏感查看", kinds: ["reveal", "file", "print", "export", "download", "chat"] },
  { key: "denied", label: "越权被拒", kinds: ["denied"] },
  { key: "grant", label: "授权与参数", kinds: ["grant", "config", "audit"] },
  { key: "subject", label: "谁看过此人" },
];
const FILTERS = ["at", "actor_id", "kind", "area", "no", "result", "ip", "request_id"] as const;

const COLUMNS: NonNullable<TableProps<ListedRow>["columns"]> = [
  { key: "at", title: labelOf(operationLog, "at"), width: 108, render: (_, r) => <TimeText at={r.at} stacked /> },
  { key: "actor", title: "操作人", width: 112, render: (_, r) => <Actor row={r} /> },
  {
    key: "label",
    title: labelOf(operationLog, "label"),
    width: 150,
    render: (_, r) => (
      <span className="vd-ellipsis" title={r.endpoint}>
        {r.label || r.endpoint}
      </span>
    ),
  },
  { key: "noun", title: labelOf(operationLog, "noun"), width: 150, render: (_, r) => <LogObject row={r} /> },
  { key: "changes", title: "变化", render: (_, r) => <Changes row={r} /> },
  { key: "result", title: labelOf(operationLog, "result"), width: 84, render: (_, r) => <ResultTag result={r.result} /> },
  { key: "ip", title: "IP·设备", width: 130, render: (_, r) => <Where row={r} /> },
  {
    key: "request_id",
    title: labelOf(operationLog, "request_id"),
    width: 104,
    render: (_, r) => (r.request_id ? <Copyable text={r.request_id}>{r.request_id.slice(0, 8)}</Copyable> : "—"),
  },
];

interface State {
  tab: string;
  filter: Filter;
  page: number;
  /** Continues behind the numbered pages. */
  cursor?: string | undefined;
}
/** Where other rows begin. */
const START = { page: 1, cursor: undefined };

type Kinds = readonly string[] | undefined;
const kindsOf = (tab: string): Kinds => TABS.find((t) => t.key === tab)?.kinds;

/** The kinds to choose from are those of the tab. */
const kindFilter = (kinds: readonly string[]) =>
  anyOf(choice(labelOf(operationLog, "kind"), Object.fromEntries(Object.entries(LOG_KINDS).filter(([k]) => kinds.includes(k)))));

/** Of the kinds chosen those that the tab holds. */
function fitting({ kind, ...others }: Filter, kinds: Kinds): Filter {
  const kept = Array.isArray(kind) ? kind.filter((k) => !kinds || kinds.includes(String(k))) : [];
  return kept.length > 0 ? { ...others, kind: kept } : others;
}

interface FiltersProps {
  filter: Filter;
  kinds: Kinds;
  onChange: (filter: Filter) => void;
}

function LogFilters({ filter, kinds, onChange }: FiltersProps) {
  const shape: Readonly<Record<string, Zod>> = { ...filterShape(LOG), ...(kinds && { kind: kindFilter(kinds) }) };
  return <FilterFields names={FILTERS} shape={shape} values={filter} onChange={(name, v) => onChange({ ...filter, [name]: v })} />;
}

const TODAY: Filter = { at: "d~d" };
/** What the address asks for: one record's log, else today's. */
const startOf = (query: Readonly<Record<string, string>>): State => {
  const noun = query[LOG_KEYS.noun];
  return { tab: "all", page: 1, filter: noun ? { noun, noun_id: query[LOG_KEYS.noun_id] } : TODAY };
};

interface RowsProps {
  state: State;
  setState: (state: State) => void;
  narrowed: boolean;
  widen: () => void;
  answer: UseQueryResult<Output<typeof LOG>>;
}

const LAST_NUMBERED = Math.floor(MAX_OFFSET / PAGE);
/** As at the foot of a list; its own, because a share in that pager would cost every list page more than this. */
function LogPager({ state, setState, data }: Pick<RowsProps, "state" | "setState"> & { data: Output<typeof LOG> }) {
  const { list, total, total_capped, cursor } = data;
  const floor = (state.page - 1) * PAGE + list.length + (cursor === null ? 0 : 1);
  const counted = total === null || total_capped ? Math.max(floor, TOTAL_CAP + 1) : total;
  return (
    <div className="vd-row vd-at-end vd-pager">
      {state.cursor !== undefined && (
        <Button size="small" type="text" onClick={() => setState({ ...state, cursor: undefined })}>
          回到第{LAST_NUMBERED}页
        </Button>
      )}
      {cursor !== null && state.page >= LAST_NUMBERED && (
        <Button size="small" onClick={() => setState({ ...state, cursor })}>
          继续往后
        </Button>
      )}
      <Pagination
        size="small"
        current={state.page}
        pageSize={PAGE}
        total={Math.min(counted, LAST_NUMBERED * PAGE)}
        showSizeChanger={false}
        showLessItems
        showTotal={() => <span className="vd-muted vd-num">共 {total_capped ? `${TOTAL_CAP}+` : total} 条</span>}
        onChange={(page) => setState({ ...state, cursor: undefined, page })}
      />
    </div>
  );
}

/** Filters, rows and pager. */
function LogRows({ state, setState, narrowed, widen, answer }: RowsProps) {
  return (
    <>
      <LogFilters filter={state.filter} kinds={kindsOf(state.tab)} onChange={(filter) => setState({ ...state, ...START, filter })} />
      {narrowed && (
        <p className="vd-note is-selected">
          只看一条记录的日志
          <Button type="link" size="small" onClick={widen}>
            看全部
          </Button>
        </p>
      )}
      {answer.error ? <Unread slim={answer.data !== undefined} answer={answer} /> : null}
      <Table<ListedRow>
        size="small"
        rowKey="id"
        columns={COLUMNS}
        dataSource={answer.data?.list ?? []}
        loading={answer.isPending && { delay: 200 }}
        pagination={false}
        tableLayout="fixed"
        scroll={{ x: 980 }}
        locale={{ emptyText: answer.data ? "这个范围内没有日志" : " " }}
        expandable={{ expandedRowRender: (row) => <LogDetail row={row} />, expandRowByClick: true }}
      />
      {answer.data && answer.data.list.length > 0 && <LogPager state={state} setState={setState} data={answer.data} />}
    </>
  );
}

const OWN = { keys: Object.values(LOG_KEYS) };

export default function OperationLog() {
  useOpenPanel(OWN);
  const [query, setQuery] = useQuery();
  const [state, setState] = useState(() => startOf(query));
  const bySubject = state.tab === "subject";
  const kind = state.filter["kind"] ?? kindsOf(state.tab);
  const body = { ...filterBody(LOG, state.filter), ...(kind !== undefined && { kind }) };
  const paging = { page: state.page, page_size: PAGE, ...(state.cursor && { cursor: state.cursor }) };
  const answer = useAnswer({
    queryKey: [LOG.name, body, paging],
    enabled: !bySubject,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => askFilter(LOG, { ...body, ...paging }, { signal, noToast: true }),
  });
  const narrowed = state.filter["noun"] !== undefined;
  const widen = (): void => {
    setState({ ...state, ...START, tab: "all", filter: TODAY });
    setQuery({ [LOG_KEYS.noun]: undefined, [LOG_KEYS.noun_id]: undefined }, { replace: true });
  };
  return (
    <div className="vd-stack is-8">
      <div className="vd-row vd-small">
        <LogHead
          open={(tab) => setState({ ...state, ...START, tab, filter: { ...TODAY, ...(tab === "login" && { kind: ["login_fail"] }) } })}
        />
        <span className="vd-grow" />
        {/* The log grows by itself, also by a try to export it: a number seen is never the number now. */}
        {!bySubject && <ExportButton endpoint={LOG.name} filter={body} />}
      </div>
      <Tabs
        size="small"
        activeKey={state.tab}
        onChange={(tab) => setState({ ...state, ...START, tab, filter: fitting(state.filter, kindsOf(tab)) })}
        items={TABS.map((t) => ({ key: t.key, label: t.label }))}
      />
      {bySubject ? <LogSubject /> : <LogRows state={state} setState={setState} narrowed={narrowed} answer={answer} widen={widen} />}
    </div>
  );
}
