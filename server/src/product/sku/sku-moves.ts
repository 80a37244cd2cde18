/** Listing a product, taking it off, putting it away; one by one or many, each on its own. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { canMove, type MoveOf } from "@visadesk/contract/kit/flow.ts";
import { refusalText } from "@visadesk/contract/kit/errors.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { listingFault } from "@visadesk/contract/product/completeness.rules.ts";
import { FILTER_MAX, OFF_REASONS, skuMoveApi } from "@visadesk/contract/product/sku/sku-moves.ts";
import { skuFlow } from "@visadesk/contract/product/sku/sku.flow.ts";
import { ADJUST_KINDS, PRICE_BANDS } from "@visadesk/contract/product/price/price-adjustment.ts";
import { attempt } from "#kit/db/attempt.sql.ts";
import type { Ctx } from "#kit/call/context.ts";
import { moveRow } from "#kit/noun/move.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { serve } from "#kit/call/serve.ts";
import { marginsOf, type Margin } from "../price-adjustment/price-adjustment.rules.ts";
import { pricedSkus } from "../price-adjustment/price-adjustment.sql.ts";
import {
  idsMatching,
  holdSpuOf,
  lockHead,
  openOrders,
  policyFact,
  priceEditors,
  skuNumbers,
  skuRecord,
  twinOfSku,
  type SkuHead,
} from "./sku-edit.sql.ts";
import { skuRemove } from "./sku-add.ts";
import { NO_SKU, sameAs } from "./sku-check.ts";
import { skuFilterOf } from "./sku-filter.ts";
import { skuFacts } from "./sku-list.sql.ts";
import { skuNoun } from "./sku.noun.ts";
import { lockRow, saveRow } from "#kit/noun/save.ts";

type In<K extends keyof typeof skuMoveApi> = Parsed<(typeof skuMoveApi)[K]>;
type Move = MoveOf<typeof skuFlow>;
interface Reason {
  reason_kind: keyof typeof OFF_REASONS;
  reason: string;
}
interface Ask {
  move: Move;
  id: number;
  /** Absent in a batch: each product as it is now. */
  version?: number;
  off?: Reason;
}

/** Moves that rest on the SPU: it is held against being disabled until they are done. */
const ON_SPU: ReadonlySet<Move> = new Set(["on_sale", "restore"]);

async function assertSpu(ctx: Ctx, head: SkuHead): Promise<void> {
  const spu = await ctx.db
    .selectFrom("spus")
    .select("status")
    .where("visa_product_unit_code", "=", head.visa_product_unit_code)
    .executeTakeFirst();
  refuseUnless(spu?.status === 1, "guard_failed", "所属SPU已停用");
}

const tierWords = (m: Margin): string =>
  `${ADJUST_KINDS[m.price_kind]}${m.ref_id && ` ${m.ref_id}`}${m.band === "child" ? `（${PRICE_BANDS.child}）` : ""}`;

/** A price under the floor is let through by somebody with the code who wrote none of the prices. */
async function assertFloor(ctx: Ctx, id: number): Promise<void> {
  const sku = found((await pricedSkus(ctx.db, [id], ctx.now))[0], NO_SKU);
  const low = marginsOf(sku, [], sku.supplier).find((m) => m.new < sku.margin_floor);
  if (!low) return;
  const isEditor = (await priceEditors(ctx.db, id)).includes(ctx.me.worker_id);
  if (ctx.has(may.price_floor) && !isEditor) return;
  const how = ctx.has(may.cost_view) ? `毛利 ${money(low.new)} 低于底线 ${money(sku.margin_floor)}` : "毛利低于底线";
  refuse("below_floor", `${tierWords(low)}${how}，需他人放行上架`);
}

async function assertRestorable(ctx: Ctx, head: SkuHead): Promise<void> {
  await assertSpu(ctx, head);
  const twin = await twinOfSku(ctx.db, found(await skuRecord(ctx.db, head.id, ctx.now), NO_SKU), head.id);
  if (twin !== null) refuse("duplicate", sameAs(twin));
}

/** What must hold before the move; see the flow's table. */
const GUARDS: Readonly<Record<Move, (ctx: Ctx, head: SkuHead) => Promise<void>>> = {
  on_sale: async (ctx, head) => {
    const fault = listingFault(found(await skuFacts(ctx.db, head.id, ctx.now), NO_SKU));
    if (fault) refuse("incomplete", fault);
    await assertSpu(ctx, head);
    await assertFloor(ctx, head.id);
  },
  off_sale: () => Promise.resolve(),
  archive: async (ctx, head) => {
    const n = await openOrders(ctx.db, head.id);
    if (n > 0) refuse("in_use", `仍有${n}个在办订单`);
  },
  restore: assertRestorable,
};

const offWords = ({ reason_kind, reason }: Reason): string => `${OFF_REASONS[reason_kind]}：${reason}`;

/** A product that is there already says so; one that somebody else changed asks to be read again. */
function cannotMove(head: SkuHead, move: Move, version: number | undefined): string {
  if (version !== undefined && version !== head.version) return refusalText("state_changed");
  const { label } = skuFlow.states[head.sku_status];
  if ([skuFlow.moves[move].to].flat().includes(head.sku_status)) return `商品已是“${label}”状态`;
  return `商品为“${label}”状态，不能${skuFlow.moves[move].label}`;
}

/** Behind whoever held the product before: the state is judged first, so the slower of two hears that it has changed. */
async function moveOne(ctx: Ctx, { move, id, version, off }: Ask): Promise<void> {
  // SPU before SKU, as whoever saves the SPU does: nobody waits for the other one crosswise.
  const held = ON_SPU.has(move) ? await holdSpuOf(ctx.db, id) : undefined;
  const head = found(await lockHead(ctx.db, id), NO_SKU);
  refuseUnless(held === undefined || held === head.visa_product_unit_code, "state_changed");
  const state = { state: head.sku_status };
  refuseUnless(canMove(skuFlow, head.sku_status, move), "state_changed", cannotMove(head, move, version), state);
  if (version !== undefined) await lockRow(ctx, skuNoun, { id, version, current: head });
  await GUARDS[move](ctx, head);
  const reason = off ? offWords(off) : null;
  const { to } = skuFlow.moves[move];
  const [target] = typeof to === "string" ? [to] : to;
  await moveRow(ctx, skuNoun, move, {
    id,
    version: head.version,
    to: target ?? head.sku_status,
    set: {
      updated_at: ctx.now,
      ...(move === "off_sale" && { off_reason: reason }),
      ...(move === "on_sale" && { off_reason: null, first_listed_at: head.first_listed_at ?? ctx.now }),
    },
  });
  ctx.note({
    kind: "move",
    noun: "sku",
    noun_id: id,
    noun_no: head.sku_no,
    ...(reason !== null && { reason }),
    changes: [
      {
        field: "sku_status",
        label: "状态",
        before: skuFlow.states[head.sku_status].label,
        after: skuFlow.states[target ?? head.sku_status].label,
      },
    ],
  });
}

const DONE = { ok: true } as const;
const one =
  (move: Move) =>
  async ({ id, version }: { id: number; version: number }, ctx: Ctx): Promise<typeof DONE> => {
    await moveOne(ctx, { move, id, version });
    return DONE;
  };

type Selection = Pick<In<"sku_move_batch">, "ids" | "filter" | "expected_count">;
/** The products chosen, in the order of their locks; another number than the caller saw is asked again. */
async function selected(ctx: Ctx, { ids, filter, expected_count }: Selection): Promise<number[]> {
  if ((ids === undefined) === (filter === undefined)) throw badInput({ path: "ids", message: "请选择商品" });
  const chosen = ids
    ? [...new Set(ids)].toSorted((a, b) => a - b)
    : await idsMatching(ctx.db, await skuFilterOf(filter ?? {}, ctx), FILTER_MAX + 1);
  refuseUnless(chosen.length <= FILTER_MAX, "limit_exceeded", `一次最多${FILTER_MAX}个商品，请缩小筛选范围`);
  refuseUnless(chosen.length === expected_count, "count_changed", "已选商品数已变化，请重新确认", { count: chosen.length });
  return chosen;
}

type Batch = Output<typeof skuMoveApi.sku_move_batch>;
async function eachOf(ctx: Ctx, ids: readonly number[], act: (id: number) => Promise<void>): Promise<Batch> {
  const results: Batch["results"] = [];
  const numbers = await skuNumbers(ctx.db, ids);
  for (const id of ids) {
    const refusal = await attempt(ctx.db, () => act(id));
    results.push({ id, ok: refusal === null, msg: refusal ? `${numbers.get(id) ?? id}：${refusal.message}` : "" });
  }
  return { results, done: results.filter((r) => r.ok).length };
}

async function moveBatch(input: In<"sku_move_batch">, ctx: Ctx): Promise<Batch> {
  const { move, reason_kind, reason } = input;
  if (move === "off_sale" && reason_kind === undefined) throw badInput({ path: "reason_kind", message: "请选择下架原因" });
  if (move === "off_sale" && reason === undefined) throw badInput({ path: "reason", message: "请输入说明" });
  const off = move === "off_sale" && reason_kind !== undefined && reason !== undefined ? { reason_kind, reason } : undefined;
  return eachOf(ctx, await selected(ctx, input), (id) => moveOne(ctx, { move, id, ...(off && { off }) }));
}

async function policyBatch(input: In<"sku_policy_batch">, ctx: Ctx): Promise<Batch> {
  const to = input.refund_policy_id;
  const policy = found(await policyFact(ctx.db, to), "退款政策不存在，请重新选择");
  refuseUnless(policy.status === 1, "guard_failed", `退款政策「${policy.name}」已禁用，请选择其他政策`);
  return eachOf(ctx, await selected(ctx, input), async (id) => {
    const head = found(await lockHead(ctx.db, id), NO_SKU);
    refuseUnless(head.sku_status !== "archived", "state_changed", "商品已归档，请先恢复");
    if (head.refund_policy_id === to) return;
    const before = head.refund_policy_id === null ? null : (await policyFact(ctx.db, head.refund_policy_id))?.name;
    await saveRow(ctx, skuNoun, { id, version: head.version, set: { refund_policy_id: to, updated_at: ctx.now }, told: true });
    ctx.note({
      noun: "sku",
      noun_id: id,
      noun_no: head.sku_no,
      changes: [{ field: "refund_policy_id", label: "退款政策", before, after: policy.name }],
    });
  });
}

export const skuMoveServer = serve(skuMoveApi, {
  sku_remove: skuRemove,
  sku_on_sale: one("on_sale"),
  sku_off_sale: async ({ id, version, ...off }: In<"sku_off_sale">, ctx: Ctx): Promise<typeof DONE> => {
    await moveOne(ctx, { move: "off_sale", id, version, off });
    return DONE;
  },
  sku_archive: one("archive"),
  sku_restore: one("restore"),
  sku_move_batch: moveBatch,
  sku_policy_batch: policyBatch,
});
