/**
 * The door through which every area asks for other prices: one request per item, all in one batch, each item stands or
 * falls by itself. Nothing changes until a second person has passed it.
 */
import { adjustText, cellWord } from "@visadesk/contract/product/price/price-adjustment.rules.ts";
import { ADJUST_DAYS, ADJUST_TARGETS } from "@visadesk/contract/product/price/price-adjustment.ts";
import type { RefusalCode } from "@visadesk/contract/kit/errors.ts";
import { attempt } from "#kit/db/attempt.sql.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { nextNumber } from "#kit/db/numbers.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { Refusal, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { namedCells } from "../price/price-refs.ts";
import { judge } from "./price-adjustment-judge.ts";
import type { AdjustCell } from "./price-adjustment.rules.ts";
import { lockTarget, openCells, reviewersOf, type AdjustTarget, type OpenCell, type PricedRow } from "./price-adjustment.sql.ts";

/** A cell to change; the cell of an official fee says what its new price row will rest on. */
export interface AskedCell extends AdjustCell {
  official?: { official_fee_id: number; currency: string; foreign_amount: number; rate: string | null };
}
export interface AdjustAsk {
  target_kind: AdjustTarget;
  reason_kind: "supplier" | "embassy" | "fx" | "promo" | "market" | "correct";
  /** 5–200 characters, read by the reviewer. */
  reason: string;
  source: "staff" | "supplier" | "fee";
  /** Null: as soon as it is approved. */
  effective_at: Date | null;
  /** `below_floor`: as its own area judged it, for targets that are no product. */
  items: readonly { target_id: number; cells: readonly AskedCell[]; below_floor?: boolean }[];
  /** The request whose effect this one takes back. */
  revert_of?: number;
}
export interface AdjustResult {
  target_id: number;
  /** Number of the request that was opened; null: none was, and `msg` says why. */
  adjust_no: string | null;
  msg: string;
  code: RefusalCode | null;
}

const MAX_AHEAD_MS = ADJUST_DAYS * 86_400_000;

/** Opens a pending request per item. Answers the batch, null when nothing was opened, and each item in the order asked. */
export async function priceAdjustmentOpen(ctx: Ctx, ask: AdjustAsk): Promise<{ batch_no: string | null; results: AdjustResult[] }> {
  if (ask.effective_at && ask.effective_at.getTime() - ctx.now.getTime() > MAX_AHEAD_MS)
    refuse("guard_failed", `生效时间最多提前${ADJUST_DAYS}天`);
  const batch_no = await nextNumber(ctx.db, "TJ", ctx.now);
  const done = new Map<AdjustAsk["items"][number], AdjustResult>();
  const opened: Opened[] = [];
  // By id, so that two batches at once take their locks in the same order.
  for (const item of [...ask.items].sort((a, b) => a.target_id - b.target_id)) {
    const refusal = await attempt(ctx.db, async () => void opened.push(await openOne(ctx, ask, item, batch_no)));
    const adjust_no = refusal ? null : (opened.at(-1)?.adjust_no ?? null);
    done.set(item, { target_id: item.target_id, adjust_no, ...said(refusal) });
  }
  await tellReviewers(ctx, ask.target_kind, opened);
  const results = ask.items.map((i) => done.get(i)).filter((r) => r !== undefined);
  return { batch_no: results.some((r) => r.adjust_no !== null) ? batch_no : null, results };
}

/** A refusal as a row of results says it. */
export const said = (refusal: Error | null): { msg: string; code: RefusalCode | null } => ({
  msg: refusal?.message ?? "",
  code: refusal instanceof Refusal ? refusal.code : refusal && "state_changed",
});

/** None of the cells waits for its review already. */
export function assertFree(open: readonly OpenCell[], target_id: number, cells: readonly AdjustCell[]): void {
  const taken = open.find(
    (o) => o.target_id === target_id && cells.some((c) => c.price_kind === o.price_kind && c.ref_id === o.ref_id && c.band === o.band),
  );
  if (taken) refuse("duplicate", `该价格已有待审核的调价单 ${taken.adjust_no}`);
}

async function openOne(ctx: Ctx, ask: AdjustAsk, item: AdjustAsk["items"][number], batch_no: string): Promise<Opened> {
  const { target_id, cells } = item;
  refuseUnless(cells.length > 0 && cells.every((c) => c.old !== c.new), "guard_failed", "新旧价格相同");
  await lockTarget(ctx.db, ask.target_kind, target_id);
  assertFree(await openCells(ctx.db, ask.target_kind, [target_id]), target_id, cells);
  const at = ask.effective_at && ask.effective_at > ctx.now ? ask.effective_at : ctx.now;
  const { sku, margins, below_floor } = await judge(ctx, { target_kind: ask.target_kind, target_id, cells: cells.map(plain) }, at);
  const adjust_no = await nextNumber(ctx.db, "TJ", ctx.now);
  const { id } = await ctx.db
    .insertInto("price_adjustments")
    .values({
      adjust_no,
      batch_no,
      target_kind: ask.target_kind,
      target_id,
      reason_kind: ask.reason_kind,
      reason: ask.reason,
      effect_mode: ask.effective_at ? "at" : "now",
      effective_at: ask.effective_at,
      margins: JSON.stringify(margins),
      below_floor: below_floor ?? item.below_floor ?? false,
      source: ask.source,
      maker_id: ctx.principal?.worker_id ?? null,
      revert_of: ask.revert_of ?? null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await ctx.db
    .insertInto("price_adjustment_cells")
    .values(cells.map(({ official, ...cell }) => ({ ...cell, ...official, adjustment_id: id, target_kind: ask.target_kind, target_id })))
    .execute();
  note(ctx, ask, { id, adjust_no, cells: cells.map(await namedCells(ctx.db, cells)), sku });
  return { id, adjust_no };
}
interface Opened {
  id: number;
  adjust_no: string;
}
const plain = ({ price_kind, ref_id, band, old, new: next }: AskedCell): AdjustCell => ({ price_kind, ref_id, band, old, new: next });

/** One message per reviewer and batch. */
async function tellReviewers(ctx: Ctx, kind: AdjustTarget, opened: readonly Opened[]): Promise<void> {
  const [first] = opened;
  if (!first) return;
  const maker = ctx.principal ? ctx.principal.nickname || ctx.principal.account : "系统";
  const what = opened.length === 1 ? `调价单 ${first.adjust_no}` : `${opened.length} 个${ADJUST_TARGETS[kind]}调价单`;
  for (const { id } of await reviewersOf(ctx.db, ctx.principal?.worker_id ?? null))
    await tell(ctx, { to: id, template: "price_adjustment_review", about: first.id, content: `${maker}提交了${what}，请到“调价审核”处理` });
}

/** A message about a request in somebody's bell. */
export const tell = (ctx: Pick<Ctx, "db" | "now">, m: { to: number; template: string; about: number; content: string }): Promise<unknown> =>
  sendMessage(ctx, {
    channel: "in_app",
    template: m.template,
    receiver: String(m.to),
    receiver_worker_id: m.to,
    content: m.content,
    ref_noun: "price_adjustment",
    ref_id: m.about,
  });

function note(
  ctx: Ctx,
  ask: AdjustAsk,
  made: { id: number; adjust_no: string; cells: readonly AdjustCell[]; sku: PricedRow | null },
): void {
  ctx.note({
    noun: "price_adjustment",
    noun_id: made.id,
    noun_no: made.adjust_no,
    reason: ask.reason,
    changes: cellMoves(made.cells),
  });
  if (made.sku)
    ctx.note({
      noun: "sku",
      noun_id: made.sku.id,
      noun_no: made.sku.sku_no,
      changes: [{ field: "price_adjustment", label: "提交调价单", before: null, after: made.adjust_no }],
    });
}

/** Cells as changes of a log row. */
export const cellMoves = (cells: readonly AdjustCell[]): FieldChange[] =>
  cells.map((c) => ({
    field: `${c.price_kind}${c.ref_id && `.${c.ref_id}`}.${c.band}`,
    label: cellWord(c),
    before: adjustText(c.price_kind, c.old),
    after: adjustText(c.price_kind, c.new),
  }));
