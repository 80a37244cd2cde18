/** The tiles above the task list, counted for the scope that is shown. */
import { TilePicker } from "./queue-tiles.tsx";
import { QUEUES, type QueueKey } from "@visadesk/contract/workbench/queues.ts";
import { useTiles, type TaskQuery } from "./use-tasks.ts";

const isQueue = (key: string | undefined): key is QueueKey => key !== undefined && Object.hasOwn(QUEUES, key);

export function QueuesFold({ query, set, now }: { query: TaskQuery; set: (patch: Partial<TaskQuery>) => void; now: number }) {
  const answer = useTiles(query.scope);
  const tiles = answer.data?.queues ?? [];
  if (tiles.length === 0) return null;
  return <TilePicker tiles={tiles} now={now} picked={query.queue} onPick={(key) => set({ queue: isQueue(key) ? [key] : [] })} />;
}
