/** 休假交接: planned by who leaves or his leader, agreed by the cover, ended by time or by hand. */
import { canMove } from "@visadesk/contract/kit/flow.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { maskNumbers } from "@visadesk/contract/kit/mask-numbers.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { handoverFlow } from "@visadesk/contract/workbench/handover/handover.flow.ts";
import { handoverApi } from "@visadesk/contract/workbench/handover/handover.ts";
import { HANDOVER_DAYS_MAX } from "@visadesk/contract/workbench/handover/handover.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { expectUnmoved, moveRow } from "#kit/noun/move.ts";
import { addRow, saveRow } from "#kit/noun/save.ts";
import { ledWorkers } from "../../account/index.ts";
import { handoverNoun } from "../../message/index.ts";
import { changesOf, linesOf } from "./handover.brief.ts";
import { begin, callOff, faultOf, finish, minuteOf, movesOf, namesOf, tellBoth, type HandMove } from "./handover.moves.ts";
import {
  handoverList,
  heldRow,
  lockStaff,
  NO_HANDOVER,
  storedHandover,
  takenIn,
  type Handover,
  type Held,
  type Led,
  type Stored,
} from "./handover.sql.ts";

type Api = typeof handoverApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
export type Add = In<"handover_add">;
const DONE = { ok: true } as const;
const DAY_MS = 86_400_000;
/** Forms are filled in for a while: a start that has just passed is now. */
const LATE_MS = 3_600_000;

const ledBy = (ctx: Ctx): Promise<Led> => ledWorkers(ctx.db, ctx.me);
const shown = (ctx: Ctx, led: Led, h: Stored): Handover => ({
  ...h,
  moves: movesOf(h, { me: ctx.me.worker_id, led, now: ctx.now }),
});

function spanOf({ start_at, end_at }: Add, now: Date): { start_at: Date; end_at: Date } {
  const asked = start_at === undefined ? now : new Date(start_at);
  if (asked.getTime() < now.getTime() - LATE_MS) throw badInput({ path: "start_at", message: "开始时间不能早于现在" });
  const [from, to] = [asked < now ? now : asked, new Date(end_at)];
  if (to <= from) throw badInput({ path: "end_at", message: "结束时间须晚于开始时间和现在" });
  if (to.getTime() - from.getTime() > HANDOVER_DAYS_MAX * DAY_MS)
    throw badInput({ path: "end_at", message: `交接时间最长${HANDOVER_DAYS_MAX}天` });
  return { start_at: from, end_at: to };
}
const fault = (code: "guard_failed" | "overlap", path: string, message: string): never =>
  refuse(code, message, { issues: [{ path, message }] });

/** Both work here, the cover holds the workbench; neither is away or covered for by the other within the time. */
async function assertFit(ctx: Ctx, from: number, to: number, span: { start_at: Date; end_at: Date }): Promise<void> {
  if (from === to) fault("guard_failed", "to_staff_id", "接手人不能是休假人本人");
  const staff = await lockStaff(ctx.db, [from, to], may.workbench);
  const [away, cover] = [staff.find((s) => s.id === from), staff.find((s) => s.id === to)];
  if (!away?.is_enabled) return fault("guard_failed", "from_staff_id", "休假人不存在或已停用");
  if (!cover?.is_enabled) return fault("guard_failed", "to_staff_id", "接手人不存在或已停用");
  if (!cover.may_work) fault("guard_failed", "to_staff_id", "接手人没有工作台权限");
  for (const h of await takenIn(ctx.db, [from, to], span)) {
    if (h.from_staff_id === from) fault("overlap", "start_at", `${away.name}在该时间段已有休假交接，由${h.to_name}接手`);
    if (h.from_staff_id === to) fault("guard_failed", "to_staff_id", `${cover.name}在该时间段也在休假，请选择其他同事`);
    if (h.to_staff_id === from) fault("guard_failed", "start_at", `${away.name}在该时间段正代${h.from_name}处理，请先结束那次交接`);
  }
}

export async function addHandover(input: Add, ctx: Ctx): Promise<{ id: number }> {
  const me = ctx.me.worker_id;
  const { from_staff_id: from = me, to_staff_id: to, note: typed = "" } = input;
  const note = maskNumbers(typed);
  if (from !== me) {
    const led = await ledBy(ctx);
    refuseUnless(led === null || led.includes(from), "out_of_scope", "只能为自己或您的组员计划休假交接");
  }
  const span = spanOf(input, ctx.now);
  await assertFit(ctx, from, to, span);
  const h = await addRow(ctx, handoverNoun, { from_staff_id: from, to_staff_id: to, note, ...span });
  const names = await namesOf(ctx, h);
  const when = `${minuteOf(span.start_at)} 至 ${minuteOf(span.end_at)}`;
  await tellBoth(ctx, h, [to], `${names.from} ${when} 休假，请确认是否接手`);
  await tellBoth(ctx, h, [from], `已为您计划 ${when} 的休假交接，由${names.to}接手`);
  return { id: h.id };
}

/** In the caller's sight, as he saw it, where the move begins and is his. */
async function heldFor(ctx: Ctx, { id, version }: { id: number; version: number }, move: HandMove): Promise<Held> {
  const led = await ledBy(ctx);
  found(await storedHandover(ctx, id, led), NO_HANDOVER);
  const held = found(await heldRow(ctx.db, id), NO_HANDOVER);
  expectUnmoved(held, version, () => `现在是「${handoverFlow.states[held.handover_status].label}」`);
  refuseUnless(canMove(handoverFlow, held.handover_status, move), "state_changed");
  const said = faultOf(move, held, { me: ctx.me.worker_id, led, now: ctx.now });
  if (said === null) refuse("not_allowed", move === "confirm" ? "只有接手人可以确认" : "只有当事人和组长可以操作");
  if (said !== undefined) refuse("guard_failed", said);
  return held;
}

export async function confirmHandover(seen: In<"handover_confirm">, ctx: Ctx): Promise<typeof DONE> {
  const h = await heldFor(ctx, seen, "confirm");
  refuseUnless(h.confirmed_at === null, "state_changed", "您已确认接手");
  if (Date.parse(h.start_at) <= ctx.now.getTime()) {
    await begin(ctx, h, "confirm");
    return DONE;
  }
  await moveRow(ctx, handoverNoun, "confirm", {
    id: h.id,
    version: h.version,
    to: "planned",
    set: { confirmed_at: ctx.now, updated_at: ctx.now },
  });
  const { to } = await namesOf(ctx, h);
  await tellBoth(ctx, h, [h.from_staff_id, h.created_by], `${to}已确认接手，${minuteOf(h.start_at)} 起交接`);
  ctx.note({ noun: "handover", noun_id: h.id });
  return DONE;
}

export async function endByHand({ reason = "", ...seen }: In<"handover_end">, ctx: Ctx): Promise<typeof DONE> {
  await finish(ctx, await heldFor(ctx, seen, "end"), "end", reason);
  return DONE;
}
async function cancel({ reason = "", ...seen }: In<"handover_cancel">, ctx: Ctx): Promise<typeof DONE> {
  await callOff(ctx, await heldFor(ctx, seen, "cancel"), "cancel", reason);
  return DONE;
}

export async function readBrief(seen: In<"handover_read">, ctx: Ctx): Promise<typeof DONE> {
  const h = found(await storedHandover(ctx, seen.id, await ledBy(ctx)), NO_HANDOVER);
  refuseUnless(h.is_cover, "not_allowed", "只有接手人可以标记已阅读");
  refuseUnless(h.handover_status === "active" && h.read_at === null, "state_changed");
  await saveRow(ctx, handoverNoun, { ...seen, set: { read_at: ctx.now, updated_at: ctx.now } });
  return DONE;
}

export const handoverServing = serve(handoverApi, {
  handover_query: async (input, ctx) => {
    const led = await ledBy(ctx);
    const page = await pageOf<Stored>(ctx.db, input, handoverList(input, ctx.me.worker_id, led));
    return { ...page, list: page.list.map((h) => shown(ctx, led, h)) };
  },
  handover_get: async ({ id }, ctx) => {
    const led = await ledBy(ctx);
    const { brief, outcome, ...h } = found(await storedHandover(ctx, id, led), NO_HANDOVER);
    return { ...shown(ctx, led, h), lines: await linesOf(ctx, brief ?? []), changes: await changesOf(ctx, outcome) };
  },
  handover_add: addHandover,
  handover_confirm: confirmHandover,
  handover_end: endByHand,
  handover_cancel: cancel,
  handover_read: readBrief,
});
