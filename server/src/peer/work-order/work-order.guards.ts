/** What stands in the way of each act upon a work order, as its list and its page show it and its acts ask it. */
import type { RefusalCode } from "@visadesk/contract/kit/errors.ts";
import { workOrderFlow } from "@visadesk/contract/peer/work-order/work-order.flow.ts";
import { allows } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { keysOf } from "#kit/files/objects.ts";
import { reopenFault } from "./work-order.rules.ts";
import type { StoredRow, WorkOrderRow } from "./work-order.sql.ts";

export type Move = keyof typeof workOrderFlow.moves;
type Judged = Pick<
  StoredRow,
  "work_order_status" | "handler_id" | "first_reply_at" | "peer_status" | "reopen_count" | "resolved_at" | "created_by"
>;
interface Fault {
  code: RefusalCode;
  message: string;
}

/** What stands in the way of a move, whatever is typed with it. */
export const GUARDS: Readonly<Partial<Record<Move, (w: Judged, ctx: Pick<Ctx, "me" | "now">) => Fault | null>>> = {
  take: (w, { me }) =>
    w.handler_id === null || w.handler_id === me.worker_id ? null : { code: "taken", message: "该工单已有处理人，请由其转交" },
  resolve: (w) => (w.first_reply_at === null ? { code: "guard_failed", message: "请先回复同行" } : null),
  reopen: (w, { now }) => {
    if (w.peer_status === "closed") return { code: "guard_failed", message: "该同行已停用，不能重开工单" };
    const message = reopenFault(w, now);
    return message === null ? null : { code: w.reopen_count > 1 ? "limit_exceeded" : "too_late", message };
  },
  withdraw: (w, { me }) => (w.created_by === me.worker_id ? null : { code: "not_allowed", message: "只有提交人可以撤回" }),
};
export const mayMove = (w: Pick<Judged, "work_order_status">, move: Move): boolean =>
  workOrderFlow.moves[move].from.some((s) => s === w.work_order_status);

/** What the reader may do next, with what is missing. */
export const movesOf = (ctx: Pick<Ctx, "me" | "now">, w: Judged): WorkOrderRow["moves"] =>
  keysOf(workOrderFlow.moves).flatMap((move) => {
    const { may } = workOrderFlow.moves[move];
    if (may === "system" || !mayMove(w, move) || !allows(may, ctx.me.codes)) return [];
    const fault = GUARDS[move]?.(w, ctx) ?? null;
    return [{ move, ok: fault === null, missing: fault?.message ?? null }];
  });
