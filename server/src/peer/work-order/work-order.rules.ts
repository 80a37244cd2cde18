/** The two clocks of a work order, in working minutes. It stands still while the peer is asked. */
import { CLOSE_DAYS, GIVE_UP_DAYS, REOPEN } from "@visadesk/contract/peer/work-order/work-order.words.ts";
import type { WorkCalendar } from "../../base-data/index.ts";

export interface Clocked {
  work_order_status: "pending" | "processing" | "waiting_peer" | "resolved" | "closed";
  due_reply_at: string;
  due_at: string;
  first_reply_at: string | null;
  resolve_minutes: number;
  waiting_since: string | null;
  waiting_minutes: number;
  left_minutes: number | null;
}
const runs = (w: Clocked): boolean => w.work_order_status === "pending" || w.work_order_status === "processing";
/** Until a due time; below zero once it is over. */
const until = (c: WorkCalendar, now: Date, due: string): number => {
  const at = new Date(due);
  return now <= at ? c.workingMinutes(now, at) : -c.workingMinutes(at, now);
};

/** What is left of both limits, as lists show it. */
export function clockOf(
  c: WorkCalendar,
  now: Date,
  w: Clocked,
): { reply_left: number | null; resolve_left: number | null; is_late: boolean } {
  const isOn = runs(w);
  const awaitsReply = isOn && w.first_reply_at === null;
  return {
    reply_left: awaitsReply ? until(c, now, w.due_reply_at) : null,
    resolve_left: isOn ? until(c, now, w.due_at) : w.work_order_status === "waiting_peer" ? w.left_minutes : null,
    is_late: isOn && (new Date(w.due_at) < now || (awaitsReply && new Date(w.due_reply_at) < now)),
  };
}

/** Minutes of the limit that are gone; more than the limit once it is over. */
export const usedOf = (c: WorkCalendar, now: Date, w: Pick<Clocked, "due_at" | "resolve_minutes">): number =>
  w.resolve_minutes - until(c, now, w.due_at);

/** The clock stops: what is left is kept, below zero what it is late by. */
export const stopped = (c: WorkCalendar, now: Date, w: Clocked): { waiting_since: Date; left_minutes: number } => ({
  waiting_since: now,
  left_minutes: until(c, now, w.due_at),
});
/** Of how long the peer let us wait, once that is over. */
export const waited = (c: WorkCalendar, now: Date, w: Clocked): { waiting_since: null; waiting_minutes: number } => ({
  waiting_since: null,
  waiting_minutes: w.waiting_minutes + (w.waiting_since === null ? 0 : c.workingMinutes(new Date(w.waiting_since), now)),
});
/** The clock goes on with what was left. */
export const goesOn = (c: WorkCalendar, now: Date, w: Clocked) => ({
  ...waited(c, now, w),
  left_minutes: null,
  due_at: c.addWorkingMinutes(now, w.left_minutes ?? 0),
});

/** When the system ends it: asked and not answered, resolved and left alone. */
export const givenUpAt = (c: WorkCalendar, waitingSince: Date): Date => c.dueAt(waitingSince, GIVE_UP_DAYS, "work_day");
export const closesAt = (c: WorkCalendar, resolvedAt: Date): Date => c.dueAt(resolvedAt, CLOSE_DAYS, "work_day");

/** Why it cannot be opened again. */
export function reopenFault(w: { reopen_count: number; resolved_at: string | null }, now: Date): string | null {
  if (w.reopen_count >= REOPEN.times) return "已重开两次，请新建工单";
  const last = new Date(w.resolved_at ?? now).getTime() + REOPEN.days * 86_400_000;
  return now.getTime() > last ? `解决已超过${REOPEN.days}天，请新建工单` : null;
}
