/** The product an order was made with, in the words of its page, and what has changed since. */
import { money } from "@visadesk/contract/kit/format.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { orderApi } from "@visadesk/contract/order/order.ts";
import type { SnapshotBody } from "@visadesk/contract/product/snapshot.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import {
  liveBody,
  peerBuyer,
  resolvePrice,
  snapshotDiff,
  snapshotOf,
  stayText,
  validityText,
  type Buyer,
  type PriceRow,
  type SnapshotChange,
} from "../../product/index.ts";
import { priceContext } from "../../peer/index.ts";

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

/** Both bodies are kept and never change: so is what differs between them. */
const diffs = new WeakMap<SnapshotBody, WeakMap<SnapshotBody, SnapshotChange[]>>();
function diffOf(then: SnapshotBody, now: SnapshotBody): SnapshotChange[] {
  const known = diffs.get(now) ?? new WeakMap<SnapshotBody, SnapshotChange[]>();
  diffs.set(now, known);
  const hit = known.get(then);
  if (hit) return hit;
  const made = snapshotDiff(then, now);
  known.set(then, made);
  return made;
}

const BANDS = { adult: "成人", child: "儿童" } as const;
const PRICED: ReadonlySet<string> = new Set(["service", "embassy", "centre"]);

/** The price of an adult and of a child as sold, beside what the same buyer would pay now. */
function priceChanges(order: Sold, prices: readonly PriceRow[], buyer: Buyer | null, now: Date): SnapshotChange[] {
  // A special price ends by itself: that is no change of the product.
  if (buyer === null || order.is_special) return [];
  return (["adult", "child"] as const).flatMap((band) => {
    const person = order.people.find((p) => p.is_child === (band === "child"));
    if (!person) return [];
    const sold = order.fees.filter((f) => f.applicant_id === person.id && PRICED.has(f.kind)).reduce((n, f) => n + f.amount, 0);
    const price = resolvePrice(prices, buyer, band, now)?.price ?? null;
    return price === sold ? [] : [{ label: `售价（${BANDS[band]}）`, then: money(sold), now: price === null ? "未设置" : money(price) }];
  });
}

/** Null: orders of before there were peers do not say whose price they had. */
async function buyerNow(db: Db, { customer_kind, peer_id }: Sold): Promise<Buyer | null> {
  if (customer_kind === "direct") return { kind: "direct" };
  return peer_id === null ? null : peerBuyer(peer_id, await priceContext(db, peer_id));
}

/** Of an order: who bought, and what each person's fees were. */
type Sold = Pick<Detail, "customer_kind" | "fees"> & {
  is_special: boolean;
  peer_id: number | null;
  prices: readonly PriceRow[];
  people: readonly { id: number; is_child: boolean }[];
};

export async function snapshotView(
  ctx: Pick<Ctx, "db" | "now">,
  id: number,
  order: Sold,
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
    snapshot_diff: [...priceChanges(order, order.prices, await buyerNow(ctx.db, order), ctx.now), ...diffOf(b, now)],
  };
}
