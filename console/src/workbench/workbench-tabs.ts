/** Stages of the workbench: what I have to do, then messages by what I am to them. */
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { MSG_VIEWS } from "@visadesk/contract/workbench/message/msg.words.ts";
import { useStats } from "#kit/app/session.ts";

export type MsgView = keyof typeof MSG_VIEWS;
const VIEWS = keysOf(MSG_VIEWS);
export const TABS = [
  { key: "tasks", label: "待我处理", filter: {} },
  { key: "put_off", label: "已延后", filter: {} },
  ...VIEWS.map((view) => ({ key: view, label: MSG_VIEWS[view], filter: { view } })),
] as const;

/** As the menu counts them; of what has no counter nothing is said. */
export function useTabCounts(): Readonly<Record<string, number | undefined>> {
  const stats = useStats();
  return { tasks: stats["task_count"], review: stats["todo_message_review_count"] };
}
export const viewOf = (search: string): MsgView | null => {
  const tab = new URLSearchParams(search).get("tab");
  return VIEWS.find((v) => v === tab) ?? null;
};
