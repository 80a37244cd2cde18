/** Requests as the reader may see them: without costs and margins for who holds no code for them. */
import { allApi } from "@visadesk/contract/index.ts";
import { priceAdjustmentFlow } from "@visadesk/contract/product/price/price-adjustment.flow.ts";
import { adjustText, cellWord } from "@visadesk/contract/product/price/price-adjustment.rules.ts";
import type { priceAdjustmentApi } from "@visadesk/contract/product/price/price-adjustment.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { pageOf } from "#kit/db/page.ts";
import { found } from "#kit/http/refuse.ts";
import { costSupplier, usableMatches } from "../../supplier/index.ts";
import type { AdjustDoors } from "./price-adjustment-doors.ts";
import { namedCells } from "../price/price-refs.ts";
import { targetOf } from "./price-adjustment-targets.ts";
import { marginsAt } from "./price-adjustment-judge.ts";
import { adjustmentById, adjustmentList, adjustmentLog, type AdjustFilter, type AdjustFound } from "./price-adjustment-list.sql.ts";
import { costIdsOf, tightest, type AdjustCell, type Margin } from "./price-adjustment.rules.ts";
import { liveAdjustments, pricedSkus, type AdjustTarget, type PricedRow } from "./price-adjustment.sql.ts";
import { replayOf } from "./price-replay.ts";
import type { Replay } from "./price-replay.rules.ts";

type Api = typeof priceAdjustmentApi;
type Page = Output<Api["price_adjustment_query"]>;
type View = Page["list"][number];
type Detail = Output<Api["price_adjustment_get"]>;

const isCost = (c: Pick<AdjustCell, "price_kind">): boolean => c.price_kind === "cost";
/** Cells without costs for who may not see them. */
const seenCells = <C extends Pick<AdjustCell, "price_kind">>(ctx: Pick<Ctx, "has">, cells: readonly C[]): C[] =>
  ctx.has(may.cost_view) ? [...cells] : cells.filter((c) => !isCost(c));

/** Requests with the names of their groups and peers, as the reader may see them. */
export async function seenAdjustments<A extends { cells: readonly AdjustCell[] }>(
  ctx: Pick<Ctx, "db" | "has">,
  list: readonly A[],
): Promise<(A & { cells: AdjustCell[] })[]> {
  const withName = await namedCells(
    ctx.db,
    list.flatMap((a) => a.cells),
  );
  return list.map((a) => ({ ...a, cells: seenCells(ctx, a.cells).map(withName) }));
}

const inWords = async <C extends Pick<AdjustCell, "price_kind" | "ref_id">>(ctx: Pick<Ctx, "db">, cells: readonly C[]) =>
  cells.map(await namedCells(ctx.db, cells));

const changeText = (cells: readonly AdjustCell[]): string =>
  cells.map((c) => `${cellWord(c)} ${adjustText(c.price_kind, c.old)} → ${adjustText(c.price_kind, c.new)}`).join("；");

/** What the reader may do now, and what stands in the way. */
function judged(a: AdjustFound, ctx: Pick<Ctx, "me" | "has" | "now">): View["moves"] {
  const isMaker = a.maker_id === ctx.me.worker_id;
  const own = isMaker ? "不能审核自己提交的单据" : null;
  const floor = a.below_floor && !ctx.has(may.price_floor) ? "低于毛利底线，需放行权限" : null;
  const begun = a.applied_at !== null && Date.parse(a.applied_at) <= ctx.now.getTime();
  return [
    { move: "approve", missing: own ?? floor },
    { move: "reject", missing: own },
    { move: "withdraw", missing: isMaker ? null : "只能撤销自己提交的调价单" },
    { move: "revoke", missing: begun ? "已生效，请提交新的调价" : null },
  ].map((m) => ({ ...m, ok: m.missing === null }));
}

/** Rows with the names of their targets, as the reader may see them. */
async function viewed(ctx: Ctx, list: readonly AdjustFound[]): Promise<View[]> {
  const names = new Map<AdjustTarget, Map<number, { no: string; name: string }>>();
  for (const [kind, of] of Map.groupBy(list, (a) => a.target_kind)) {
    const ids = [...new Set(of.map((a) => a.target_id))];
    names.set(kind, await targetOf(kind).names(ctx.db, ids));
  }
  const seen = await seenAdjustments(ctx, list);
  return list.map(({ margins, replay: _, ...a }, i) => {
    const cells = seen[i]?.cells ?? [];
    const named = names.get(a.target_kind)?.get(a.target_id);
    const margin = ctx.has(may.cost_view) ? tightest(margins, a.cells) : null;
    return {
      ...a,
      cells,
      target_no: named?.no ?? "",
      target_name: named?.name ?? "已删除",
      change_text: changeText(cells),
      has_hidden: cells.length < a.cells.length,
      ...(margin && { ...(margin.old !== null && { margin_old: margin.old }), margin_new: margin.new }),
      moves: judged({ ...a, margins, replay: _ }, ctx),
    };
  });
}

export async function adjustmentPage(ctx: Ctx, input: Parameters<typeof pageOf>[1], filter: AdjustFilter): Promise<Page> {
  const page = await pageOf<AdjustFound>(ctx.db, input, adjustmentList(filter));
  return { ...page, list: await viewed(ctx, page.list) };
}

export async function adjustmentView(ctx: Ctx, id: number): Promise<View> {
  const [view] = await viewed(ctx, [found(await adjustmentById(ctx.db, id), "调价单不存在")]);
  return found(view);
}

const labels = new Map<string, string>(Object.values(allApi).map((e) => [e.name, e.label]));

/** Everything a reviewer decides by. A waiting request is judged anew, a decided one shows what was decided by. */
export async function adjustmentDetail(ctx: Ctx, doors: AdjustDoors, id: number): Promise<Detail> {
  const stored = found(await adjustmentById(ctx.db, id), "调价单不存在");
  const [view] = await viewed(ctx, [stored]);
  const seesCost = ctx.has(may.cost_view);
  const sku = stored.target_kind === "sku" ? await skuOf(ctx, stored) : null;
  const [costId] = costIdsOf(stored.cells);
  const isOpen = stored.adjustment_status === "pending";
  const margins = isOpen && sku ? await marginsAt(ctx, sku, stored.cells) : stored.margins;
  const replay = isOpen && sku ? await replayOf(ctx, doors, sku, stored.cells, margins) : stored.replay;
  const others = (await liveAdjustments(ctx.db, stored.target_kind, stored.target_id)).filter((a) => a.id !== id);
  return {
    ...found(view),
    cost_supplier: costId === undefined ? null : await costSupplier(ctx.db, costId),
    ...(seesCost && {
      margins: await inWords(ctx, orderOf(margins, stored.cells)),
      ...(sku && { margin_floor: sku.margin_floor, suppliers: await suppliersOf(ctx, sku) }),
    }),
    replay: replay && seenReplay({ ...replay, tiers: await inWords(ctx, replay.tiers) }, seesCost),
    others: await seenAdjustments(ctx, others),
    history: await historyOf(ctx, stored, seesCost),
  };
}

/** What was done with it. Logs are kept for a time only; what the request itself says stays. */
async function historyOf(ctx: Ctx, a: AdjustFound, seesCost: boolean): Promise<Detail["history"]> {
  const log = await adjustmentLog(ctx.db, a.id);
  if (log.length > 0)
    return log.map((l) => ({
      ...l,
      label: labels.get(l.label) ?? "生效",
      changes: seesCost ? l.changes : l.changes.filter((c) => !c.field.startsWith("cost.")),
    }));
  const made = { id: 1, label: "申请调价", at: a.created_at, actor_name: a.maker_name ?? "系统", reason: a.reason, changes: [] };
  if (a.decided_at === null) return [made];
  const label = priceAdjustmentFlow.states[a.adjustment_status].label;
  return [
    { id: 2, label, at: a.decided_at, actor_name: a.reviewer_name ?? a.maker_name ?? "系统", reason: a.review_text, changes: [] },
    made,
  ];
}

/** The product with the prices that hold when the change shall. */
async function skuOf(ctx: Ctx, a: AdjustFound): Promise<PricedRow | null> {
  const wished = a.effective_at === null ? ctx.now : new Date(a.effective_at);
  return (await pricedSkus(ctx.db, [a.target_id], wished > ctx.now ? wished : ctx.now))[0] ?? null;
}

/** Prices that change first, the others after. */
const orderOf = (margins: readonly Margin[], cells: readonly AdjustCell[]): Margin[] => {
  const rank = (m: Margin): number =>
    cells.some((c) => c.price_kind === m.price_kind && c.ref_id === m.ref_id && c.band === m.band) ? 0 : 1;
  return [...margins].sort((a, b) => rank(a) - rank(b));
};

const seenReplay = ({ margin, fallen, ...plain }: Replay, seesCost: boolean): NonNullable<Detail["replay"]> => ({
  ...plain,
  ...(seesCost && { margin, fallen }),
});

const suppliersOf = async (ctx: Ctx, sku: PricedRow): Promise<NonNullable<Detail["suppliers"]>> =>
  (await usableMatches(ctx.db, sku.id, ctx.now)).map((m) => ({
    supplier_name: m.supplier_name,
    priority: m.priority,
    adult: m.adult,
    child: m.child,
    embassy_included: m.embassy_included,
    centre_included: m.centre_included,
  }));
