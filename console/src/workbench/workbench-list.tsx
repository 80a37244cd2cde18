/** 工作台: every task that waits, the most pressing first. */
import { Segmented } from "antd";
import { useState } from "react";
import { useWiden, Widened } from "#kit/list/list-widen.tsx";
import { useAccount } from "#kit/app/session.ts";
import { part } from "#kit/app/part.tsx";
import { useSearchText } from "#kit/filter/use-url.ts";
import { TabBar } from "#kit/page/tab-bar.tsx";
import { CoverNote, useCovers } from "./handover/cover-note.tsx";
import { MsgHeadActs } from "./message/msg-head-acts.tsx";
import { TABS, useTabCounts, viewOf, type MsgView } from "./workbench-tabs.ts";
import type { LoadTableProps } from "./load-table.tsx";
import { BARE, isFiltered, options, type Set } from "./task-filters.tsx";
import { TaskRows } from "./task-rows.tsx";
import { SCOPES, useTaskQuery, useTasks, type Scope, type TaskQuery } from "./use-tasks.ts";
import "#kit/list/list.css";
import "./workbench.css";

const LoadTable = part<LoadTableProps>(() => import("./load-table.tsx").then((m) => m.LoadTable));
const MsgList = part<{ view: MsgView }>(() => import("./message/msg-list.tsx").then((m) => m.MsgList));

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

/** The first two of the stages; the others are lists of messages. */
function TaskTabs({ tab }: { tab: TaskQuery["tab"] }) {
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
  return (
    <TabBar
      label="阶段"
      tabs={tabs}
      chosen={tab === "open" ? "tasks" : tab}
      onChoose={(key) => replace(key === "tasks" ? "" : `tab=${key}`)}
    />
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
    bare: !isFiltered(query) && query.tab === "open",
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
        {query.tab === "open" && <Switches query={query} set={set} reach={reach} />}
        <MsgHeadActs />
      </div>
      <CoverNote {...covers} />
      <TaskTabs tab={query.tab} />
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
