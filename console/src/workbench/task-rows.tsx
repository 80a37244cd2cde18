/** The tasks themselves, page by page, with what can be done to one or to several of a queue. */
import { useState } from "react";
import type { QueueKey } from "@visadesk/contract/workbench/queues.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { BulkBar } from "#kit/list/list-bulk.tsx";
import { Reads, Unread } from "#kit/page/reads.tsx";
import { Pages } from "#kit/table/pages.tsx";
import { QueuesFold } from "./queues-fold.tsx";
import { canPickAll, useBulk, useTaskActs, type BulkFor } from "./task-acts.tsx";
import { Filters, Nothing, type Set } from "./task-filters.tsx";
import { TaskTable } from "./task-table.tsx";
import { filterOf, PAGE_SIZE, type TaskQuery, type useTasks } from "./use-tasks.ts";

type Page = NonNullable<ReturnType<typeof useTasks>["data"]>;
type Picked = readonly number[] | "all";

interface BulkProps extends BulkFor {
  page: Page;
  picked: Picked;
  onPick: (next: Picked) => void;
}
function Bulk({ page, picked, onPick, ...of }: BulkProps) {
  const acts = useBulk(of);
  const refresh = useAfterWrite();
  const answer = {
    rows: page.list.map((t) => ({ ...t, id: t.source_id })),
    total: { total: page.total, capped: page.total_capped || !canPickAll(page.total) },
    cursor: null,
    isFirst: true,
    isStale: false,
    error: null,
    refresh,
    onCursor: () => undefined,
  };
  return <BulkBar acts={acts} answer={answer} body={of.filter} selected={picked} onSelect={onPick} />;
}

/** What is picked of one filter: another filter begins anew. */
function usePicked(query: TaskQuery): readonly [Picked, (next: Picked) => void] {
  const place = JSON.stringify(filterOf(query));
  const [kept, setKept] = useState<{ place: string; picked: Picked }>({ place, picked: [] });
  return [kept.place === place ? kept.picked : [], (picked) => setKept({ place, picked })];
}

export interface TaskRowsProps {
  query: TaskQuery;
  set: Set;
  now: number;
  answer: ReturnType<typeof useTasks>;
  /** An empty scope is about to be left for a wider one. */
  leaving: boolean;
  /** Mine are somebody else's too. */
  covers: boolean;
}
export function TaskRows({ query, set, now, answer, leaving, covers }: TaskRowsProps) {
  const page = answer.data;
  const [dialog, open] = useDialog();
  const [picked, setPicked] = usePicked(query);
  const [isMine, isPutOff] = [query.scope === "mine", query.tab === "put_off"];
  const acts = useTaskActs(open, isMine, isPutOff);
  const queue: QueueKey | undefined = query.queue.length === 1 ? query.queue[0] : undefined;
  const checks = queue && { picked: picked === "all" ? (page?.list ?? []).map((t) => t.source_id) : picked, onPick: setPicked };
  return (
    <>
      {!isPutOff && <QueuesFold query={query} set={set} now={now} />}
      <Filters query={query} set={set} />
      {page && queue && (
        <Bulk {...{ page, picked, queue, isMine, isPutOff, open }} filter={filterOf(query)} tasks={page.list} onPick={setPicked} />
      )}
      <Reads tells answer={answer}>
        {({ list }) =>
          list.length === 0 && (leaving || answer.isPlaceholderData) ? (
            <Unread />
          ) : list.length === 0 ? (
            <Nothing query={query} set={set} />
          ) : (
            <TaskTable
              tasks={list}
              stale={answer.isPlaceholderData}
              {...{ now, isMine, isPutOff, acts, checks }}
              showsHandler={!isMine || covers}
            />
          )
        }
      </Reads>
      {page && (
        <Pages
          page={query.page}
          size={PAGE_SIZE}
          total={page.total}
          says={{ capped: page.total_capped }}
          onChange={(next) => set({ page: next })}
        />
      )}
      {dialog}
    </>
  );
}
