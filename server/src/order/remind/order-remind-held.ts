/** A reminder held for an act, its order first: what a move of the order closes and what its handler does never cross. */
import { orderRemindFlow } from "@visadesk/contract/order/order-remind.ts";
import { canMove, type MoveOf, type StateOf } from "@visadesk/contract/kit/flow.ts";
import type { Selectable } from "kysely";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { and, q, row } from "#kit/db/sql.ts";
import type { Tables } from "#kit/db/tables.gen.ts";
import { found, refuseUnless } from "#kit/http/refuse.ts";
import { expectUnmoved, moveRow } from "#kit/noun/move.ts";
import type { SetOf } from "#kit/noun/noun.ts";
import { orderRemindNoun } from "../desk/order-remind.noun.ts";
import type { OrderStatus } from "../flow/facts.ts";
import { insertOrderLog } from "../order/order-log.ts";
import type { RemindKind } from "./order-remind.rules.ts";
import { NO_REMIND, remindScope } from "./order-remind.scope.ts";

export type State = StateOf<typeof orderRemindFlow>;
type Move = MoveOf<typeof orderRemindFlow>;
export type HeldRemind = Omit<Selectable<Tables["order_reminds"]>, "kind" | "level" | "remind_status"> & {
  kind: RemindKind;
  level: "normal" | "high" | "critical";
  remind_status: State;
  order_no: string;
  order_status: OrderStatus;
  expert_id: number | null;
  contact_mobile: string;
  contact_email: string | null;
};

export async function heldRemind(ctx: Ctx, id: number): Promise<HeldRemind> {
  const { order_id } = found(
    await row<{ order_id: number }>(
      ctx.db,
      q`select r.order_id from order_reminds r join orders o on o.id = r.order_id where ${and([q`r.id = ${id}`, remindScope(ctx)])}`,
    ),
    NO_REMIND,
  );
  await row(ctx.db, q`select id from orders where id = ${order_id} for update`);
  return found(
    await row<HeldRemind>(
      ctx.db,
      q`select r.*, o.order_no, o.order_status, coalesce(a.expert_id, o.expert_id) as expert_id, o.contact_mobile, o.contact_email
        from order_reminds r join orders o on o.id = r.order_id left join applicants a on a.id = r.applicant_id where r.id = ${id} for update of r`,
    ),
    NO_REMIND,
  );
}

export interface Seen {
  id: number;
  version: number;
}
/** As its caller saw it, where the move begins. */
export async function heldFor(ctx: Ctx, seen: Seen, move: Move): Promise<HeldRemind> {
  const r = await heldRemind(ctx, seen.id);
  expectUnmoved(r, seen.version, () => `提醒现在「${orderRemindFlow.states[r.remind_status].label}」`);
  expectFrom(r, move);
  return r;
}
export const expectFrom = (r: HeldRemind, move: Move): void =>
  refuseUnless(canMove(orderRemindFlow, r.remind_status, move), "state_changed");

interface Moved {
  to: State;
  set: SetOf<"order_reminds">;
  label: string;
  /** Typed by people: on the order's timeline alone. */
  reason?: string | undefined;
  visible?: true;
  changes?: readonly FieldChange[];
}
/** Writes the new state, the order's timeline and the log. */
export async function moved(
  ctx: Ctx,
  r: HeldRemind,
  move: Move,
  { to, set, label, reason, visible, changes = [] }: Moved,
): Promise<{ id: number; remind_status: State; version: number }> {
  const { version } = await moveRow(ctx, orderRemindNoun, move, { id: r.id, version: r.version, to, set });
  await insertOrderLog(ctx, r.order_id, {
    kind: "message",
    noun: "order_remind",
    noun_id: r.id,
    applicant_id: r.applicant_id,
    label,
    reason: reason ?? null,
    customer_visible: visible ?? false,
    changes,
  });
  const states = orderRemindFlow.states;
  const state = { field: "remind_status", label: "状态", before: states[r.remind_status].label, after: states[to].label };
  ctx.note({
    noun: "order_remind",
    noun_id: r.id,
    noun_no: r.order_no,
    ...(r.applicant_id !== null && { subject_ids: [r.applicant_id] }),
    changes: [...(to === r.remind_status ? [] : [state]), ...changes],
  });
  return { id: r.id, remind_status: to, version };
}
