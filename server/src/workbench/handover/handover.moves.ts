/** A hand-over begins, ends and is called off; who may do what, and who is told. */
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { canMove } from "@visadesk/contract/kit/flow.ts";
import { shanghai } from "@visadesk/contract/kit/format.ts";
import { handoverFlow } from "@visadesk/contract/workbench/handover/handover.flow.ts";
import type { Ctx } from "#kit/call/context.ts";
import { moveRow } from "#kit/noun/move.ts";
import { handoverNoun, remind } from "../../message/index.ts";
import { workerNames } from "../../setting/index.ts";
import { keptBrief, keptOutcome } from "./handover.brief.ts";
import type { Handover, Held, Led, Stored } from "./handover.sql.ts";

type Both = Pick<Stored, "from_staff_id" | "to_staff_id">;
type Judged = Both & Pick<Stored, "end_at">;
interface Reader {
  readonly me: number;
  readonly led: Led;
  readonly now: Date;
}
const OVER = "交接时间已过，请重新计划";
const concerns = (h: Both, { me, led }: Reader): boolean =>
  h.from_staff_id === me || h.to_staff_id === me || led === null || led.includes(h.from_staff_id);
/** Who may make a move at all, and what stands in its way; null: not his. */
const GUARDS: Readonly<Record<"confirm" | "end" | "cancel", (h: Judged, r: Reader) => string | null | undefined>> = {
  confirm: (h, { me, now }) => (h.to_staff_id !== me ? null : Date.parse(h.end_at) > now.getTime() ? undefined : OVER),
  end: (h, r) => (concerns(h, r) ? undefined : null),
  cancel: (h, r) => (concerns(h, r) ? undefined : null),
};
export type HandMove = keyof typeof GUARDS;
/** `undefined`: free; null: not his; a sentence: in the way. */
export const faultOf = (move: HandMove, h: Judged, r: Reader): string | null | undefined => GUARDS[move](h, r);

export const movesOf = (h: Judged & Pick<Stored, "handover_status" | "confirmed_at">, r: Reader): Handover["moves"] =>
  keysOf(GUARDS).flatMap((move) => {
    if (!canMove(handoverFlow, h.handover_status, move) || (move === "confirm" && h.confirmed_at !== null)) return [];
    const fault = faultOf(move, h, r);
    return fault === null ? [] : [{ move, ok: fault === undefined, missing: fault ?? null }];
  });

/** To all of them but whoever acts. */
export async function tellBoth(ctx: Ctx, h: Pick<Held, "id">, to: readonly (number | null)[], text: string): Promise<void> {
  const me = ctx.principal?.worker_id;
  await remind(
    ctx,
    to.flatMap((id) => (id === null || id === me ? [] : [id])),
    text,
    { noun: "handover", id: h.id },
  );
}
export async function namesOf(ctx: Ctx, h: Both): Promise<{ from: string; to: string }> {
  const names = await workerNames(ctx.db, [h.from_staff_id, h.to_staff_id]);
  return { from: names.get(h.from_staff_id) ?? "", to: names.get(h.to_staff_id) ?? "" };
}
export const minuteOf = (at: string | Date): string => shanghai(at).slice(0, 16);

/** From now on the cover sees the tasks and opens the orders; his brief is what stands open now. */
export async function begin(ctx: Ctx, h: Held, move: "confirm" | "start"): Promise<void> {
  const brief = await keptBrief(ctx, h.from_staff_id);
  const set = { started_at: ctx.now, brief: brief.json, updated_at: ctx.now, ...(move === "confirm" && { confirmed_at: ctx.now }) };
  await moveRow(ctx, handoverNoun, move, { id: h.id, version: h.version, to: "active", set });
  const { from, to } = await namesOf(ctx, h);
  await tellBoth(ctx, h, [h.from_staff_id], `休假交接已开始：${to}接手处理您的待办，在办订单${brief.count}单`);
  await tellBoth(ctx, h, [h.to_staff_id], `代${from}处理至${minuteOf(h.end_at)}，在办订单${brief.count}单，请查看交接清单`);
  ctx.note({ noun: "handover", noun_id: h.id });
}

/** The cover sees nothing any more; what happened goes back to who was away. */
export async function finish(ctx: Ctx, h: Held, move: "end" | "finish", reason = ""): Promise<void> {
  const outcome = await keptOutcome(ctx, h);
  const set = { ended_at: ctx.now, outcome: outcome.json, reason, updated_at: ctx.now };
  await moveRow(ctx, handoverNoun, move, { id: h.id, version: h.version, to: "ended", set });
  const { from, to } = await namesOf(ctx, h);
  const said = outcome.count === 0 ? "期间没有变化" : `期间${outcome.count}单有变化，请查看`;
  await remind(ctx, [h.from_staff_id], `休假交接已结束（${to}）：${said}`, { noun: "handover", id: h.id });
  await tellBoth(ctx, h, [h.to_staff_id], `代${from}处理已结束`);
  ctx.note({ noun: "handover", noun_id: h.id, reason: reason || null });
}

export async function callOff(ctx: Ctx, h: Held, move: "cancel" | "drop", reason: string): Promise<void> {
  await moveRow(ctx, handoverNoun, move, { id: h.id, version: h.version, to: "cancelled", set: { reason, updated_at: ctx.now } });
  const { from, to } = await namesOf(ctx, h);
  await tellBoth(
    ctx,
    h,
    [h.from_staff_id, h.to_staff_id, h.created_by],
    `休假交接已取消：${from}由${to}接手${reason && `，原因：${reason}`}`,
  );
  ctx.note({ noun: "handover", noun_id: h.id, reason: reason || null });
}
