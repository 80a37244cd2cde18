/** What is done to tasks in the list: passed on, put off, looked at. One row or several, each judged by itself. */
import type { ReactElement } from "react";
import { taskMarkApi, TASKS_MAX } from "@visadesk/contract/workbench/task-mark.ts";
import type { Input } from "@visadesk/contract/kit/endpoint.ts";
import type { QueueKey } from "@visadesk/contract/workbench/queues.ts";
import { ask } from "#kit/act/ask.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { BatchDialog, byDialog } from "#kit/list/batch-dialog.tsx";
import { idsOf } from "#kit/list/list-model.ts";
import type { BulkAct, Selection } from "#kit/list/list-types.ts";
import { Item } from "#kit/page/item.tsx";
import { ColleaguePicker } from "#shared/record-pickers.tsx";
import type { Task } from "./task-words.ts";

type Open = (make: (close: () => void) => ReactElement) => void;
type Transfer = Input<typeof taskMarkApi.task_transfer>;
type Key = NonNullable<Transfer["rows"]>[number];
/** Tasks by their rows, or all of a filter. */
export type Meant = Pick<Transfer, "rows" | "filter" | "expected_count">;
type NameOf = (id: number) => string;

export const passOn = (open: Open, meant: Meant, count: number, nameOf?: NameOf): Promise<false | readonly number[]> =>
  byDialog(open, (onDone, onClose) => (
    <BatchDialog
      endpoint={taskMarkApi.task_transfer}
      verb="转交"
      counted="项"
      {...(nameOf && { nameOf })}
      title={`转交 ${count} 项待办`}
      okText="转交"
      intro="对方会收到通知，办完之前可以打开相关订单；对方没有权限的会列出原因。"
      initial={meant}
      onDone={onDone}
      onClose={onClose}
    >
      <Item name="handler_id">
        <ColleaguePicker placeholder="有该待办权限的在职员工" />
      </Item>
      <Item name="transfer_reason" rows={2} placeholder="至少5个字" />
    </BatchDialog>
  ));

export const putOff = (open: Open, rows: Key[], nameOf?: NameOf): Promise<false | readonly number[]> =>
  byDialog(open, (onDone, onClose) => (
    <BatchDialog
      endpoint={taskMarkApi.task_snooze}
      verb="延后"
      counted="项"
      {...(nameOf && { nameOf })}
      title={`延后 ${rows.length} 项待办`}
      okText="延后"
      intro="到时间后自动回到待我处理；最多延后5个工作日，不能延后到截止之后。"
      initial={{ rows }}
      onDone={onDone}
      onClose={onClose}
    >
      <Item name="snooze_until" half />
      <Item name="snooze_reason" rows={2} placeholder="至少5个字" />
    </BatchDialog>
  ));

/** Acts that ask for nothing; those they could not be done to stay picked. */
function useMark(): (endpoint: "task_seen" | "task_unsnooze", verb: string, rows: Key[], nameOf?: NameOf) => Promise<readonly number[]> {
  const afterWrite = useAfterWrite();
  return async (endpoint, verb, rows, nameOf) => {
    const { results, done } = await ask(taskMarkApi[endpoint], { rows });
    const left = results.filter((r) => !r.ok);
    tellOutcome(verb, "项", { done, left: left.map((r) => ({ ...(nameOf && { name: nameOf(r.id) }), msg: r.msg })) });
    afterWrite();
    return left.map((r) => r.id);
  };
}

export interface TaskActs {
  pass: (task: Task) => void;
  /** Of tasks of one's own alone. */
  putOff?: (task: Task) => void;
  ask?: (task: Task) => void;
}
const keyOf = ({ queue, source_id }: Task): Key => ({ queue, source_id });

/** Acts of a row: what is put off is asked again, everything else can be put off where it is mine. */
export function useTaskActs(open: Open, isMine: boolean, isPutOff: boolean): TaskActs {
  const mark = useMark();
  return {
    pass: (t) => void passOn(open, { rows: [keyOf(t)] }, 1),
    ...(isMine && !isPutOff && { putOff: (t: Task) => void putOff(open, [keyOf(t)]) }),
    ...(isPutOff && { ask: (t: Task) => void mark("task_unsnooze", "取消延后", [keyOf(t)]) }),
  };
}

export interface BulkFor {
  open: Open;
  /** The one queue whose tasks are shown. */
  queue: QueueKey;
  tasks: readonly Task[];
  /** What is shown, for all of it. */
  filter: NonNullable<Transfer["filter"]>;
  isMine: boolean;
  isPutOff: boolean;
}
const meantBy = (s: Selection, { queue, filter }: Pick<BulkFor, "queue" | "filter">): Meant =>
  "ids" in s ? { rows: s.ids.map((source_id) => ({ queue, source_id })) } : { filter, expected_count: s.expected_count };

/** Acts upon the picked tasks of one queue; nothing is decided from here, so that nobody passes what he has not opened. */
export function useBulk({ open, queue, filter, tasks, isMine, isPutOff }: BulkFor): readonly BulkAct[] {
  const mark = useMark();
  const nameOf: NameOf = (id) => tasks.find((t) => t.source_id === id)?.ref_no ?? "";
  const rowsOf = (s: Selection): Key[] => idsOf(s).map((source_id) => ({ queue, source_id }));
  const own: BulkAct[] = isPutOff
    ? [{ label: "取消延后", ids_only: true, run: (s) => mark("task_unsnooze", "取消延后", rowsOf(s), nameOf) }]
    : [
        { label: "延后", ids_only: true, run: (s) => putOff(open, rowsOf(s), nameOf) },
        { label: "标记已看", ids_only: true, run: (s) => mark("task_seen", "标记已看", rowsOf(s), nameOf) },
      ];
  return [{ label: "转交", run: (s) => passOn(open, meantBy(s, { queue, filter }), s.count, nameOf) }, ...(isMine ? own : [])];
}

/** So many can be picked by their filter at once. */
export const canPickAll = (total: number): boolean => total <= TASKS_MAX;
/** A task of mine is looked at by opening it; false: somebody did it meanwhile. */
export async function stillWaits(task: Task): Promise<boolean> {
  const answer = await ask(taskMarkApi.task_seen, { rows: [keyOf(task)] }, { noToast: true }).catch(() => null);
  return answer === null || answer.done > 0;
}
