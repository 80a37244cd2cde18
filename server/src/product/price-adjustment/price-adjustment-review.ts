/** The checker's side: passing, refusing and calling off changes of prices, row by row; and what time alone does. */
import { priceAdjustmentFlow } from "@visadesk/contract/product/price/price-adjustment.flow.ts";
import { ADJUST_REJECTS, type priceAdjustmentApi } from "@visadesk/contract/product/price/price-adjustment.ts";
import { time } from "@visadesk/contract/kit/format.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { attempt } from "#kit/db/attempt.sql.ts";
import type { Ctx } from "#kit/call/context.ts";
import { moveRow } from "#kit/noun/move.ts";
import { found, refuseUnless } from "#kit/http/refuse.ts";
import { priceDecide } from "../../supplier/index.ts";
import { targetOf } from "./price-adjustment-targets.ts";
import type { AdjustDoors } from "./price-adjustment-doors.ts";
import { judge } from "./price-adjustment-judge.ts";
import { costIdsOf } from "./price-adjustment.rules.ts";
import { replayOf } from "./price-replay.ts";
import { dueAdjustments, lockTarget, storedAdjustment, targetsOfRequests, type StoredAdjustment } from "./price-adjustment.sql.ts";
import { cellMoves, tell } from "./price-adjustment.ts";
import { priceAdjustmentNoun } from "./price-adjustment.noun.ts";
import { lockRow } from "#kit/noun/save.ts";

type Api = typeof priceAdjustmentApi;
type Decided = Output<Api["price_adjustment_approve"]>;

/** Where a request keeps its state, for `moveRow`. */
export const move = (request: Pick<StoredAdjustment, "id">, version?: number) => ({
  id: request.id,
  version,
  missing: "调价单不存在",
});

/** The request under the lock of its target. */
async function locked(
  ctx: Ctx,
  seen: { id: number; target_kind: StoredAdjustment["target_kind"]; target_id: number },
): Promise<StoredAdjustment> {
  await lockTarget(ctx.db, seen.target_kind, seen.target_id);
  return found(await storedAdjustment(ctx.db, seen.id), "调价单不存在");
}

/** A waiting request that somebody else made. */
function assertChecks(ctx: Ctx, request: StoredAdjustment): void {
  refuseUnless(request.adjustment_status === "pending", "state_changed");
  refuseUnless(request.maker_id !== ctx.me.worker_id, "maker_is_checker");
}

/** What the supplier area keeps of the request's costs hears the verdict. */
export async function decideCosts(ctx: Ctx, request: StoredAdjustment, verdict: "rejected" | "withdrawn"): Promise<void> {
  if (request.target_kind !== "sku") return;
  for (const id of costIdsOf(request.cells)) await priceDecide(ctx, id, verdict, ctx.now);
}

/** One after another in the order of their targets; a single one is refused plainly. */
async function each(ctx: Ctx, ids: readonly number[], work: (request: StoredAdjustment) => Promise<void>): Promise<Decided> {
  const wanted = [...new Set(ids)];
  const targets = await targetsOfRequests(ctx.db, wanted);
  const refusals = new Map<number, string>(wanted.map((id) => [id, "调价单不存在"]));
  for (const target of targets) {
    const refusal = await attempt(ctx.db, async () => work(await locked(ctx, target)));
    if (refusal && wanted.length === 1) throw refusal;
    if (refusal) refusals.set(target.id, refusal.message);
    else refusals.delete(target.id);
  }
  if (wanted.length === 1) found(targets[0], "调价单不存在");
  const results = wanted.map((id) => ({
    id,
    ok: !refusals.has(id),
    msg: refusals.get(id) ?? "",
    adjust_no: targets.find((t) => t.id === id)?.adjust_no ?? "",
  }));
  return { done: results.filter((r) => r.ok).length, results };
}

export const approve = (doors: AdjustDoors) => (input: Parsed<Api["price_adjustment_approve"]>, ctx: Ctx) =>
  each(ctx, input.ids, (request) => approveOne(ctx, doors, request, input.review_text ?? ""));

async function approveOne(ctx: Ctx, doors: AdjustDoors, request: StoredAdjustment, text: string): Promise<void> {
  assertChecks(ctx, request);
  const { id, target_id, cells } = request;
  const wished = request.effective_at === null ? ctx.now : new Date(request.effective_at);
  const at = wished > ctx.now ? wished : ctx.now;
  const judged = await judge(ctx, request, at);
  const below_floor = judged.below_floor ?? request.below_floor;
  refuseUnless(!below_floor || ctx.has(may.price_floor), "below_floor");
  const replay = judged.sku && (await replayOf(ctx, doors, judged.sku, cells, judged.margins));
  await targetOf(request.target_kind).apply(ctx, { adjustment_id: id, target_id, cells, at });
  const to = at > ctx.now ? "approved" : "effective";
  await moveRow(ctx, priceAdjustmentNoun, "approve", {
    ...move(request),
    to,
    set: {
      reviewer_id: ctx.me.worker_id,
      review_text: text || null,
      decided_at: ctx.now,
      applied_at: at,
      ...(judged.sku && { margins: JSON.stringify(judged.margins), replay: JSON.stringify(replay) }),
      below_floor,
      updated_at: ctx.now,
    },
  });
  const minute = time(at).slice(0, 16);
  const word = priceAdjustmentFlow.states[to].label;
  ctx.note({
    noun: "price_adjustment",
    noun_id: id,
    noun_no: request.adjust_no,
    reason: text || null,
    changes: [
      { field: "adjustment_status", label: "状态", before: "待审核", after: word },
      { field: "applied_at", label: "生效", before: null, after: minute },
    ],
  });
  if (judged.sku)
    ctx.note({
      noun: "sku",
      noun_id: judged.sku.id,
      noun_no: judged.sku.sku_no,
      reason: `调价单 ${request.adjust_no}，${minute} 起`,
      changes: cellMoves(cells),
    });
  await tellMaker(ctx, request, to === "effective" ? "已通过并生效" : `已通过，将于 ${minute} 生效`);
}

const tellMaker = async (ctx: Pick<Ctx, "db" | "now">, request: StoredAdjustment, what: string): Promise<void> => {
  if (request.maker_id === null) return;
  const content = `您提交的调价单 ${request.adjust_no} ${what}`;
  await tell(ctx, { to: request.maker_id, template: "price_adjustment_decided", about: request.id, content });
};

export const reject = (input: Parsed<Api["price_adjustment_reject"]>, ctx: Ctx): Promise<Decided> =>
  each(ctx, input.ids, async (request) => {
    assertChecks(ctx, request);
    const { reject_kind, review_text } = input;
    await moveRow(ctx, priceAdjustmentNoun, "reject", {
      ...move(request),
      to: "rejected",
      set: { reviewer_id: ctx.me.worker_id, reject_kind, review_text, decided_at: ctx.now, updated_at: ctx.now },
    });
    await decideCosts(ctx, request, "rejected");
    const why = `${ADJUST_REJECTS[reject_kind]}：${review_text}`;
    noteMove(ctx, request, { before: "待审核", after: "已驳回", reason: why });
    await tellMaker(ctx, request, `被驳回：${why}`);
  });

function noteMove(ctx: Ctx, request: StoredAdjustment, m: { before: string; after: string; reason: string | null }): void {
  ctx.note({
    noun: "price_adjustment",
    noun_id: request.id,
    noun_no: request.adjust_no,
    reason: m.reason,
    changes: [{ field: "adjustment_status", label: "状态", before: m.before, after: m.after }],
  });
}

/** Calls off a change that has not begun: the history is what it was before. */
export async function revoke(input: Parsed<Api["price_adjustment_revoke"]>, ctx: Ctx): Promise<void> {
  const seen = found(await storedAdjustment(ctx.db, input.id), "调价单不存在");
  const request = await locked(ctx, seen);
  const { applied_at } = request;
  refuseUnless(request.adjustment_status !== "effective", "state_changed", "已生效，请提交新的调价");
  refuseUnless(request.adjustment_status === "approved" && applied_at !== null, "state_changed");
  await lockRow(ctx, priceAdjustmentNoun, { id: request.id, version: input.version, current: request });
  const at = new Date(applied_at);
  refuseUnless(at > ctx.now, "too_late", "已生效，请提交新的调价");
  await targetOf(request.target_kind).undo(ctx, { adjustment_id: request.id, target_id: request.target_id, cells: request.cells, at });
  await moveRow(ctx, priceAdjustmentNoun, "revoke", {
    ...move(request, input.version),
    to: "withdrawn",
    set: { review_text: input.review_text, decided_at: ctx.now, applied_at: null, updated_at: ctx.now },
  });
  noteMove(ctx, request, { before: "已通过待生效", after: "已撤销", reason: input.review_text });
  const [name] = [...(await targetOf(request.target_kind).names(ctx.db, [request.target_id])).values()];
  if (request.target_kind === "sku" && name)
    ctx.note({
      noun: "sku",
      noun_id: request.target_id,
      noun_no: name.no,
      reason: input.review_text,
      changes: [{ field: "price_adjustment", label: "取消生效", before: request.adjust_no, after: null }],
    });
  await tellMaker(ctx, request, `被取消生效：${input.review_text}`);
}

/** Approved requests whose time has come are called so; the prices have been right all along. Answers how many. */
export async function takeEffect(ctx: Ctx): Promise<number> {
  const due = await dueAdjustments(ctx.db, ctx.now);
  let moved = 0;
  for (const request of due) {
    const refusal = await attempt(ctx.db, async () => {
      await moveRow(ctx, priceAdjustmentNoun, "take_effect", { ...move(request), to: "effective", set: { updated_at: ctx.now } });
      noteMove(ctx, request, { before: "已通过待生效", after: "已生效", reason: null });
      await tellMaker(ctx, request, "已生效");
    });
    if (refusal === null) moved++;
  }
  return moved;
}
