/** A work order as its caller saw it, held for an act, with what stands in the way of each act. */
import { workOrderFlow } from "@visadesk/contract/peer/work-order/work-order.flow.ts";
import type { StateOf } from "@visadesk/contract/kit/flow.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { expectUnmoved, moveRow } from "#kit/noun/move.ts";
import type { SetOf } from "#kit/noun/noun.ts";
import { workOrderNoun } from "./work-order.noun.ts";
import { GUARDS, mayMove, type Move } from "./work-order.guards.ts";
import { NO_WORK_ORDER } from "./work-order-scope.sql.ts";
import { storedWorkOrder, type StoredDetail } from "./work-order.sql.ts";

export type State = StateOf<typeof workOrderFlow>;
export interface Seen {
  id: number;
  version: number;
}
const WORDS = workOrderFlow.states;

/** Held to the end of the transaction, where the move begins and nothing stands in its way. */
export async function heldFor(ctx: Ctx, { id, version }: Seen, move: Move): Promise<StoredDetail> {
  const w = await held(ctx, id);
  expectUnmoved(w, version, () => `现在是「${WORDS[w.work_order_status].label}」`);
  expectOpen(w, move);
  const fault = GUARDS[move]?.(w, ctx);
  if (fault) refuse(fault.code, fault.message);
  return w;
}
/** In a state the move begins in; else the sentence says in which it is. */
export const expectOpen = (w: Pick<StoredDetail, "work_order_status">, move: Move): void =>
  refuseUnless(mayMove(w, move), "state_changed", `工单${WORDS[w.work_order_status].label}，不能${workOrderFlow.moves[move].label}`);
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
