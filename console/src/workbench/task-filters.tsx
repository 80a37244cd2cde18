/** What the tasks are narrowed by, and what is said where none is left. */
import { Button, Empty, Select, Tag } from "antd";
import { CLEARS } from "#kit/inputs/clears.tsx";
import { TextFilter } from "#kit/filter/filter-input.tsx";
import { ColleaguePicker } from "#shared/record-pickers.tsx";
import { DUES, LEVELS, type DueWithin, type Level, type TaskQuery } from "./use-tasks.ts";

export type Set = (patch: Partial<TaskQuery>) => void;

export const options = <K extends string>(words: Readonly<Record<K, string>>, keys: readonly K[]) =>
  keys.map((value) => ({ value, label: words[value] }));
const LEVEL_KEYS: readonly Level[] = ["critical", "high", "normal"];
const DUE_KEYS: readonly DueWithin[] = ["overdue", "today", "week", "none"];

export function Filters({ query, set }: { query: TaskQuery; set: Set }) {
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

export const BARE = {
  queue: [],
  level: [],
  due: undefined,
  keyword: "",
  handler_id: [],
  is_unassigned: false,
} as const satisfies Partial<TaskQuery>;
export const isFiltered = (q: TaskQuery): boolean =>
  q.queue.length > 0 || q.level.length > 0 || q.due !== undefined || q.keyword !== "" || q.handler_id.length > 0 || q.is_unassigned;

const NONE = { open: "暂无待办，今天还没有新的任务。", put_off: "没有延后的待办。" } as const;
export function Nothing({ query, set }: { query: TaskQuery; set: Set }) {
  const filtered = isFiltered(query);
  return (
    <div className="vd-empty">
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={filtered ? "没有符合筛选的待办" : NONE[query.tab]}>
        {filtered && <Button onClick={() => set(BARE)}>清空筛选</Button>}
      </Empty>
    </div>
  );
}
