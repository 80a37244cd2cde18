/** A reminder held for an act, and what stands in the way of each act. */
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { reminderMsgFlow } from "@visadesk/contract/workbench/message/reminder-msg.flow.ts";
import type { RefusalCode } from "@visadesk/contract/kit/errors.ts";
import { canMove, type MoveOf, type StateOf } from "@visadesk/contract/kit/flow.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { ownIds } from "#kit/call/own.sql.ts";
import { found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { expectUnmoved, moveRow } from "#kit/noun/move.ts";
import type { SetOf } from "#kit/noun/noun.ts";
import { addRounds, reminderMsgNoun, settleMsg } from "../../message/index.ts";
import { heldReminder, type HeldReminder } from "./reminder-msg.sql.ts";
import { NO_MSG } from "./msg.sql.ts";

export type Move = MoveOf<typeof reminderMsgFlow>;
type State = StateOf<typeof reminderMsgFlow>;
type Judged = Pick<HeldReminder, "staff_id" | "reviewer_id" | "kind" | "proof" | "is_proof_opened"> &
  Partial<Pick<HeldReminder, "is_handed_in_by_me">>;
type Me = Ctx["me"];
interface Fault {
  code: RefusalCode;
  message: string;
}
const NOT_MINE: Fault = { code: "not_allowed", message: "只有处理人可以操作" };
/** His own or that of whom he covers, unless the result would come to himself. */
const mine = (r: Judged, me: Me): Fault | null => {
  if (!ownIds(me).includes(r.staff_id)) return NOT_MINE;
  return r.staff_id !== me.worker_id && r.reviewer_id === me.worker_id
    ? { code: "not_allowed", message: "您是该消息的审核人，不能代为处理" }
    : null;
};
const task = (r: Judged): Fault | null => (r.kind === "task" ? null : { code: "not_allowed", message: "知会只需确认我已知晓" });
function reviewed(r: Judged, me: Me): Fault | null {
  const own = ownIds(me);
  if (r.staff_id === me.worker_id || r.is_handed_in_by_me) return { code: "maker_is_checker", message: "不能审核本人的结果" };
  return r.reviewer_id !== null && own.includes(r.reviewer_id) ? null : { code: "not_allowed", message: "只有审核人可以操作" };
}
/** What stands in the way of a move, whatever is typed with it. */
const GUARDS: Readonly<Partial<Record<Move, (r: Judged, me: Me) => Fault | null>>> = {
  start: (r, me) => mine(r, me) ?? task(r),
  submit: (r, me) => mine(r, me) ?? task(r),
  transfer: (r, me) => mine(r, me) ?? task(r),
  confirm: (r, me) => mine(r, me) ?? (r.kind === "notice" ? null : { code: "not_allowed", message: "任务须提交处理结果" }),
  pass: (r, me) => reviewed(r, me) ?? (r.proof.length === 0 || r.is_proof_opened ? null : { code: "not_opened", message: "请先查看凭证" }),
  return: reviewed,
};

/** Moves of the reader in a state; those of others are not drawn. */
export function movesOf(r: Judged & { reminder_status: State }, me: Me): { move: Move; ok: boolean; missing: string | null }[] {
  return keysOf(GUARDS).flatMap((move) => {
    if (!canMove(reminderMsgFlow, r.reminder_status, move)) return [];
    const fault = GUARDS[move]?.(r, me) ?? null;
    return fault?.code === "not_allowed" || fault?.code === "maker_is_checker"
      ? []
      : [{ move, ok: fault === null, missing: fault?.message ?? null }];
  });
}

/** In the caller's sight, as he saw it, where the move begins and nothing stands in its way. */
export async function heldFor(ctx: Ctx, { id, version }: { id: number; version?: number }, move: Move): Promise<HeldReminder> {
  const r = found(await heldReminder(ctx, id), NO_MSG);
  if (version !== undefined) expectUnmoved(r, version, () => `现在是「${reminderMsgFlow.states[r.reminder_status].label}」`);
  refuseUnless(canMove(reminderMsgFlow, r.reminder_status, move), "state_changed");
  const fault = GUARDS[move]?.(r, ctx.me);
  if (fault) refuse(fault.code, fault.message);
  return r;
}

interface Moved {
  to: State;
  set?: SetOf<"reminder_msgs">;
  text?: string;
  proof?: readonly string[];
  changes?: readonly FieldChange[];
}
/** Writes the new state, its round and its log row, which keeps nothing that was typed; the message closes with its last one. */
export async function moved(ctx: Ctx, r: HeldReminder, move: Move, { to, set, text = "", proof = [], changes = [] }: Moved): Promise<void> {
  await moveRow(ctx, reminderMsgNoun, move, { id: r.id, version: r.version, to, set: { ...set, updated_at: ctx.now } });
  await addRounds(ctx, [r.id], move, { text, proof });
  if (to === "done" || to === "cancelled") await settleMsg(ctx, r.msg_id);
  const words = reminderMsgFlow.states;
  const state = { field: "reminder_status", label: "状态", before: words[r.reminder_status].label, after: words[to].label };
  ctx.note({
    noun: "reminder_msg",
    noun_id: r.id,
    changes: [...(to === r.reminder_status ? [] : [state]), ...changes],
  });
}
