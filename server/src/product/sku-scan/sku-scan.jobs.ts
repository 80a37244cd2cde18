/** Scans of the catalogue: margins that sank below their floor at night, products that cannot be ordered any more by morning. */
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { JobDef } from "#kit/jobs.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { holdersOf } from "../../account/index.ts";
import { calendarOf } from "../../base-data/index.ts";
import { judgedSkus } from "../sku/sku-judged.ts";
import { CAUSES, causeOf } from "./sku-scan.rules.ts";
import { keepBlocks, keepMargins, seenOf, skuNames } from "./sku-scan.sql.ts";

/** As many as a message names. */
const NAMED = 5;
export const some = (names: readonly string[]): string => `${names.slice(0, NAMED).join("、")}${names.length > NAMED ? "等" : ""}`;

export async function tell(ctx: Ctx, template: string, content: string): Promise<number> {
  const holders = await holdersOf(ctx.db, may.sku);
  for (const { id, account } of holders)
    await sendMessage(ctx, { channel: "in_app", template, receiver: account, receiver_worker_id: id, content });
  return holders.length;
}

/** Products on sale with a margin under the floor, and what moved most of them there. */
async function scanMargins(ctx: Ctx): Promise<{ below: number; told: number }> {
  const skus = await judgedSkus(ctx.db, ctx.now);
  const below = skus.filter((s) => s.below_floor);
  const seen = await seenOf(
    ctx.db,
    below.map((s) => s.id),
  );
  const causes = below.flatMap((s) => (s.seen ? (causeOf(seen.get(s.id)?.margin_seen ?? null, s.seen) ?? []) : []));
  await keepMargins(
    ctx.db,
    skus.flatMap((s) => (s.seen ? [{ id: s.id, seen: s.seen }] : [])),
  );
  if (below.length === 0) return { below: 0, told: 0 };
  const names = await skuNames(
    ctx.db,
    below.map((s) => s.id),
  );
  const counted = Map.groupBy(causes, (c) => c);
  const [cause] = [...counted].toSorted(([, a], [, b]) => b.length - a.length);
  const why = cause ? `，主要原因：${CAUSES[cause[0]]}（${cause[1].length}个）` : "";
  const listed = some(below.map((s) => names.get(s.id) ?? ""));
  // Amounts stay out: not every holder of the list may see costs.
  const content = `${below.length}个在售商品的毛利低于底线${why}：${listed}。请到商品管理点「毛利低于底线」处理`;
  return { below: below.length, told: await tell(ctx, "sku_margin_scan", content) };
}

/** Products that could be ordered at the last look and cannot now. */
async function scanBlocks(ctx: Ctx): Promise<{ blocked: number; told: number }> {
  if (!(await calendarOf(ctx.db)).isWorkingDay(shanghaiDate(ctx.now))) return { blocked: 0, told: 0 };
  const skus = (await judgedSkus(ctx.db, ctx.now)).filter((s) => s.sku_status === "on_sale");
  const seen = await seenOf(
    ctx.db,
    skus.map((s) => s.id),
  );
  const fresh = skus.filter((s) => s.blocks.length > 0 && (seen.get(s.id)?.blocks_seen.length ?? 0) === 0);
  await keepBlocks(
    ctx.db,
    skus.map((s) => ({ id: s.id, blocks: s.blocks })),
  );
  if (fresh.length === 0) return { blocked: 0, told: 0 };
  const names = await skuNames(
    ctx.db,
    fresh.map((s) => s.id),
  );
  const listed = some(fresh.map((s) => `${names.get(s.id) ?? ""}（${s.blocks.join("、")}）`));
  const content = `${fresh.length}个在售商品新出现不可下单：${listed}。请到商品管理点「不可下单」处理`;
  return { blocked: fresh.length, told: await tell(ctx, "sku_block_scan", content) };
}

export const skuScanJobs: readonly JobDef[] = [
  { name: "sku_margin_scan", label: "毛利低于底线提醒", cron: "every day 02:30", atomic: true, run: scanMargins },
  { name: "sku_block_scan", label: "商品不可下单提醒", cron: "every day 08:30", atomic: true, run: scanBlocks },
];
