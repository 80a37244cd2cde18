/** 工作台: every task that waits, the most pressing first. */
import { Empty, Button, Pagination, Segmented, Select, Tag } from "antd";
import { useState } from "react";
import { CLEARS } from "#kit/inputs/clears.tsx";
import { TextFilter } from "#kit/filter/filter-input.tsx";
import { Reads, Unread } from "#kit/page/reads.tsx";
import { useWiden, Widened } from "#kit/list/list-widen.tsx";
import { useAccount } from "#kit/app/session.ts";
import { part } from "#kit/app/part.tsx";
import { useSearchText } from "#kit/filter/use-url.ts";
import { TabBar } from "#kit/page/tab-bar.tsx";
import { ColleaguePicker } from "#shared/record-pickers.tsx";
import { CoverNote, useCovers } from "./handover/cover-note.tsx";
import { MsgHeadActs } from "./message/msg-head-acts.tsx";
import { TABS, useTabCounts, viewOf, type MsgView } from "./workbench-tabs.ts";
import { QueuesFold } from "./queues-fold.tsx";
import type { LoadTableProps } from "./load-table.tsx";
import { TaskTable } from "./task-table.tsx";
import {
  DUES,
  LEVELS,
  PAGE_SIZE,
  SCOPES,
  useTaskQuery,
  useTasks,
  type DueWithin,
  type Level,
  type Scope,
  type TaskQuery,
} from "./use-tasks.ts";
import "#kit/list/list.css";
import "./workbench.css";

const LoadTable = part<LoadTableProps>(() => import("./load-table.tsx").then((m) => m.LoadTable));
const MsgList = part<{ view: MsgView }>(() => import("./message/msg-list.tsx").then((m) => m.MsgList));

type Set = (patch: Partial<TaskQuery>) => void;

const options = <K extends string>(words: Readonly<Record<K, string>>, keys: readonly K[]) =>
  keys.map((value) => ({ value, label: words[value] }));
const LEVEL_KEYS: readonly Level[] = ["critical", "high", "normal"];
const DUE_KEYS: readonly DueWithin[] = ["overdue", "today", "week", "none"];
/** As far as my own data scope reaches. */
const REACH: Readonly<Record<"own" | "team" | "all", readonly Scope[]>> = {
  own: ["mine"],
  team: ["mine", "team"],
  all: ["mine", "team", "all"],
};

const VIEWS = [
  { value: "tasks" as const, label: "列表" },
  { value: "load" as const, label: "负荷表" },
];

function Filters({ query, set }: { query: TaskQuery; set: Set }) {
  return (
    <fieldset className="vd-filters" aria-label="筛选">
      <TextFilter className="vd-keyword" placeholder="订单号、姓名" value={query.keyword} onChange={(keyword) => set({ keyword })} />
      <Select<Level[]>
        mode="multiple"
        className="vd-filter"
        aria-label="级别"
        placeholder="级别"
        value={[...query.level]}
        options={options(LEVELS, LEVEL_KEYS)}
        onChange={(level) => set({ level })}
      />
      <Select<DueWithin>
        className="vd-filter"
        aria-label="截止"
        placeholder="截止"
        allowClear={CLEARS}
        {...(query.due && { value: query.due })}
        options={options(DUES, DUE_KEYS)}
        onChange={(due: DueWithin | undefined) => set({ due })}
      />
      {query.scope !== "mine" && (
        <ColleaguePicker
          className="vd-filter"
          multiple
          aria-label="处理人"
          placeholder={query.is_unassigned ? "未指定处理人" : "处理人"}
          value={[...query.handler_id]}
          onChange={(v) => set({ handler_id: Array.isArray(v) ? v.map(Number) : [], is_unassigned: false })}
        />
      )}
      {query.is_unassigned && (
        <Tag closable onClose={() => set({ is_unassigned: false })}>
          未指定处理人
        </Tag>
      )}
    </fieldset>
  );
}

const BARE = {
  queue: [],
  level: [],
  due: undefined,
  keyword: "",
  handler_id: [],
  is_unassigned: false,
} as const satisfies Partial<TaskQuery>;
const isFiltered = (q: TaskQuery): boolean =>
  q.queue.length > 0 || q.level.length > 0 || q.due !== undefined || q.keyword !== "" || q.handler_id.length > 0 || q.is_unassigned;

function Nothing({ query, set }: { query: TaskQuery; set: Set }) {
  const filtered = isFiltered(query);
  return (
    <div className="vd-empty">
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={filtered ? "没有符合筛选的待办" : "暂无待办，今天还没有新的任务。"}>
        {filtered && <Button onClick={() => set(BARE)}>清空筛选</Button>}
      </Empty>
    </div>
  );
}

/** The first of the stages; the others are lists of messages. */
function TaskTabs() {
  const [, replace] = useSearchText();
  const counts = useTabCounts();
  const tabs = TABS.map(({ key, label }) => ({
    key,
    label: (
      <>
        {label}
        {counts[key] !== undefined && <span className="vd-tiny vd-muted vd-tab-count vd-num">{counts[key]}</span>}
      </>
    ),
  }));
  return <TabBar label="阶段" tabs={tabs} chosen="tasks" onChoose={(key) => key !== "tasks" && replace(`tab=${key}`)} />;
}

interface TaskRowsProps {
  query: TaskQuery;
  set: Set;
  now: number;
  answer: ReturnType<typeof useTasks>;
  /** An empty scope is about to be left for a wider one. */
  leaving: boolean;
  /** Mine are somebody else's too. */
  covers: boolean;
}
function TaskRows({ query, set, now, answer, leaving, covers }: TaskRowsProps) {
  const page = answer.data;
  return (
    <>
      <QueuesFold query={query} set={set} now={now} />
      <Filters query={query} set={set} />
      <Reads tells answer={answer}>
        {({ list }) =>
          list.length === 0 && (leaving || answer.isPlaceholderData) ? (
            <Unread />
          ) : list.length === 0 ? (
            <Nothing query={query} set={set} />
          ) : (
            <TaskTable tasks={list} stale={answer.isPlaceholderData} now={now} showsHandler={query.scope !== "mine" || covers} />
          )
        }
      </Reads>
      {page && page.total > PAGE_SIZE && (
        <div className="vd-row vd-at-end vd-pager">
          <Pagination
            size="small"
            current={query.page}
            pageSize={PAGE_SIZE}
            total={page.total}
            showSizeChanger={false}
            onChange={(next) => set({ page: next })}
            showTotal={(n, [from, last]) => (
              <span className="vd-muted vd-num">
                第 {from}–{last} 条，共 {n}
                {page.total_capped && "+"} 条
              </span>
            )}
          />
        </div>
      )}
    </>
  );
}

/** As far as the caller reaches, and of more than himself as tasks or as a table of members. */
function Switches({ query, set, reach }: { query: TaskQuery; set: Set; reach: readonly Scope[] }) {
  if (reach.length < 2) return null;
  return (
    <>
      {query.scope !== "mine" && (
        <Segmented<"tasks" | "load">
          size="small"
          aria-label="视图"
          options={VIEWS}
          value={query.load ? "load" : "tasks"}
          onChange={(view) => set({ load: view === "load" })}
        />
      )}
      <Segmented<Scope>
        size="small"
        aria-label="数据范围"
        options={options(SCOPES, reach)}
        value={query.scope}
        onChange={(scope) => set({ scope, ...(scope === "mine" && { handler_id: [], is_unassigned: false, load: false }) })}
      />
    </>
  );
}

function Tasks() {
  const [query, set] = useTaskQuery();
  const [now] = useState(() => Date.now());
  const reach = REACH[useAccount()?.data_scope ?? "own"];
  const answer = useTasks(query);
  const covers = useCovers();
  const page = answer.data;
  const { passed, leaving } = useWiden({
    options: options(SCOPES, reach),
    held: query.scope,
    bare: !isFiltered(query),
    settled: page !== undefined && !answer.isPlaceholderData && !answer.isFetching,
    stopped: answer.isError,
    empty: page?.list.length === 0,
    widen: (scope) => set({ scope: reach.find((s) => s === scope) ?? "mine" }),
  });
  return (
    <section className="vd-stack" aria-label="工作台">
      <div className="vd-wraps vd-list-title">
        <h1>工作台</h1>
        {page && (
          <span className="vd-count vd-num" title="符合筛选的条数">
            {page.total}
            {page.total_capped && "+"}
          </span>
        )}
        <span className="vd-grow" />
        <Switches query={query} set={set} reach={reach} />
        <MsgHeadActs />
      </div>
      <CoverNote {...covers} />
      <TaskTabs />
      <Widened passed={passed} held={SCOPES[query.scope]} />
      {query.load && query.scope !== "mine" ? (
        <LoadTable scope={query.scope} onOpen={(patch) => set({ ...BARE, ...patch, load: false })} />
      ) : (
        <TaskRows query={query} set={set} now={now} answer={answer} leaving={leaving} covers={covers.active.length > 0} />
      )}
    </section>
  );
}

export default function WorkbenchList() {
  const [search] = useSearchText();
  const view = viewOf(search);
  return view === null ? <Tasks /> : <MsgList view={view} />;
}
