/** The product an order was made with, in the words of its page, and what has changed since. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { orderApi } from "@visadesk/contract/order/order.ts";
import { RETURN_WAYS, ENTRY_COUNTS } from "@visadesk/contract/product/sku.ts";
import type { SnapshotBody } from "@visadesk/contract/product/snapshot.ts";
import type { Ctx } from "#kit/context.ts";
import type { Db } from "#kit/db.ts";
import { liveBody, snapshotOf } from "../product/index.ts";

type Detail = Output<typeof orderApi.order_get>;
type Kept = Awaited<ReturnType<typeof snapshotOf>>;

/** Snapshots never change: one read per process. Kept per database, so tests do not see each other's. */
const kept = new WeakMap<Db, Map<number, Kept>>();
const MAX_KEPT = 2_000;
export async function keptSnapshot(db: Db, id: number): Promise<Kept> {
  const known = kept.get(db) ?? new Map<number, Kept>();
  kept.set(db, known);
  const hit = known.get(id);
  if (hit) return hit;
  const read = await snapshotOf(db, id);
  if (known.size >= MAX_KEPT) known.clear();
  known.set(id, read);
  return read;
}

/** What the product is now, read at most once a minute. */
const live = new WeakMap<Db, Map<number, { at: number; body: SnapshotBody }>>();
const LIVE_MS = 60_000;
async function bodyNow(ctx: Pick<Ctx, "db" | "now">, skuId: number): Promise<SnapshotBody> {
  const known = live.get(ctx.db) ?? new Map<number, { at: number; body: SnapshotBody }>();
  live.set(ctx.db, known);
  const hit = known.get(skuId);
  const at = ctx.now.getTime();
  if (hit && Math.abs(at - hit.at) < LIVE_MS) return hit.body;
  const body = await liveBody(ctx.db, skuId, ctx.now);
  known.set(skuId, { at, body });
  return body;
}

const UNITS = { day: "天", month: "个月", year: "年" } as const;
const stayText = (b: SnapshotBody): string => {
  const span = b.stay_min && b.stay_min !== b.stay_max ? `${b.stay_min}-${b.stay_max}` : String(b.stay_max);
  return b.stay_max ? `${span}${UNITS[b.stay_unit]}` : "以签发为准";
};
const validityText = (b: SnapshotBody): string => {
  const { validity_unit: unit, validity } = b;
  if (unit === "by_issue") return "以签发为准";
  if (unit === "passport") return "同护照有效期";
  return unit === "none" || !validity ? "不适用" : `${validity}${UNITS[unit]}`;
};
const workDays = (b: SnapshotBody): string =>
  b.work_days_min === b.work_days_max ? `${b.work_days_max}个工作日` : `${b.work_days_min}-${b.work_days_max}个工作日`;
const visitText = (b: SnapshotBody): string =>
  [b.need_interview && "面签", b.need_fingerprint && "录指纹", b.need_delivery && "面递"].filter(Boolean).join("、") || "无需赴馆";

/** Facts compared between then and now, in the order of the page. */
const FACTS: readonly (readonly [label: string, text: (b: SnapshotBody) => string])[] = [
  ["商品名称", (b) => b.sku_name],
  ["所属SPU", (b) => b.spu_name],
  ["入境次数", (b) => ENTRY_COUNTS[b.entry_count]],
  ["停留时间", stayText],
  ["有效期", validityText],
  ["办理工作日", workDays],
  ["赴馆", visitText],
  ["送签使领馆", (b) => b.embassy?.name ?? "—"],
  ["领区", (b) => b.cover.district_name || "—"],
  ["护照有效期", (b) => `${b.passport_months}个月`],
  ["回寄方式", (b) => RETURN_WAYS[b.return_way]],
  ["退款政策", (b) => (b.refund_policy ? `${b.refund_policy.name} 第${b.refund_policy.version_no}版` : "—")],
  ["资料项数", (b) => String(b.papers.length)],
];

export async function snapshotView(
  ctx: Pick<Ctx, "db" | "now">,
  id: number,
): Promise<{ body: SnapshotBody; snapshot: Detail["snapshot"]; snapshot_diff: Detail["snapshot_diff"] }> {
  const { body: b, made_at } = await keptSnapshot(ctx.db, id);
  const now = await bodyNow(ctx, b.sku_id);
  return {
    body: b,
    snapshot: {
      id,
      sku_no: b.sku_no,
      sku_name: b.sku_name,
      spu_name: b.spu_name,
      visa_type: b.visa_type,
      visa_form: b.visa_form,
      entry_count: b.entry_count,
      stay: stayText(b),
      validity: validityText(b),
      embassy_name: b.embassy?.name ?? null,
      need_visit: b.need_visit,
      work_days_min: b.work_days_min,
      work_days_max: b.work_days_max,
      passport_months: b.passport_months,
      refund_policy_name: b.refund_policy?.name ?? null,
      made_at,
    },
    snapshot_diff: FACTS.map(([label, text]) => ({ label, then: text(b), now: text(now) })).filter((d) => d.then !== d.now),
  };
}
