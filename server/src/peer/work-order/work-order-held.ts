/** A work order as its caller saw it, held for an act, with what stands in the way of each act. */
import { workOrderFlow } from "@visadesk/contract/peer/work-order/work-order.flow.ts";
import type { RefusalCode } from "@visadesk/contract/kit/errors.ts";
import type { StateOf } from "@visadesk/contract/kit/flow.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { expectUnmoved, moveRow } from "#kit/noun/move.ts";
import type { SetOf } from "#kit/noun/noun.ts";
import { workOrderNoun } from "./work-order.noun.ts";
import { reopenFault } from "./work-order.rules.ts";
import { NO_WORK_ORDER } from "./work-order-scope.sql.ts";
import { storedWorkOrder, type StoredDetail } from "./work-order.sql.ts";

export type State = StateOf<typeof workOrderFlow>;
export type Move = keyof typeof workOrderFlow.moves;
export interface Seen {
  id: number;
  version: number;
}
interface Fault {
  code: RefusalCode;
  message: string;
}
const WORDS = workOrderFlow.states;

/** What stands in the way of a move, whatever is typed with it. */
export const GUARDS: Readonly<Partial<Record<Move, (w: StoredDetail, ctx: Pick<Ctx, "me" | "now">) => Fault | null>>> = {
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
export const mayMove = (w: StoredDetail, move: Move): boolean => workOrderFlow.moves[move].from.some((s) => s === w.work_order_status);

/** Held to the end of the transaction, where the move begins and nothing stands in its way. */
export async function heldFor(ctx: Ctx, { id, version }: Seen, move: Move): Promise<StoredDetail> {
  const w = await held(ctx, id);
  expectUnmoved(w, version, () => `现在是「${WORDS[w.work_order_status].label}」`);
  refuseUnless(mayMove(w, move), "state_changed");
  const fault = GUARDS[move]?.(w, ctx);
  if (fault) refuse(fault.code, fault.message);
  return w;
}
export const held = async (ctx: Ctx, id: number): Promise<StoredDetail> => found(await storedWorkOrder(ctx, { id }, true), NO_WORK_ORDER);

interface Moved {
  to: State;
  set?: SetOf<"work_orders">;
  reason?: string | undefined;
  changes?: readonly FieldChange[];
}
type Named = Pick<StoredDetail, "id" | "version" | "work_order_no" | "work_order_status" | "applicant_id">;
/** Writes the new state and its log row. */
export async function moved(ctx: Ctx, w: Named, move: Move, { to, set, reason, changes = [] }: Moved): Promise<void> {
  await moveRow(ctx, workOrderNoun, move, { id: w.id, version: w.version, to, set: { ...set, updated_at: ctx.now } });
  const state = { field: "work_order_status", label: "状态", before: WORDS[w.work_order_status].label, after: WORDS[to].label };
  ctx.note({
    noun: "work_order",
    noun_id: w.id,
    noun_no: w.work_order_no,
    ...(w.applicant_id !== null && { subject_ids: [w.applicant_id] }),
    ...(reason !== undefined && { reason }),
    changes: [...(to === w.work_order_status ? [] : [state]), ...changes],
  });
}
