/**
 * Every SKU that is not archived, judged: complete or not, orderable or not, what its cheapest sale leaves. The rules are
 * TypeScript, so figures and filters of the whole catalogue are judged here once and kept until something they rest on
 * changes, at most five minutes (prices begin and end by the clock).
 */
import type { Db } from "#kit/db/db.ts";
import { completenessOf } from "../sku-scan/completeness.rules.ts";
import { totalCost } from "../price/price.rules.ts";
import type { MarginSeen } from "../sku-scan/sku-scan.rules.ts";
import { judgedStamp, liveSkuIds, skusToJudge, type SkuToJudge } from "./sku-judged.sql.ts";

export interface JudgedSku {
  id: number;
  sku_status: SkuToJudge["sku_status"];
  completeness: number;
  blocks: readonly string[];
  /** Retail less cost of an adult; null while either is unknown. */
  margin: number | null;
  /** On sale, and some sale price leaves less than the floor of the SPU. */
  below_floor: boolean;
  /** What the floor is judged by; null while a cost or a price is missing. */
  seen: MarginSeen | null;
  orders_30: number;
}

const KEEP_MS = 300_000;
const BATCH = 500;
interface Kept {
  stamp: string;
  at: number;
  skus: Promise<readonly JudgedSku[]>;
}
const kept = new WeakMap<Db, Kept>();

function judge(s: SkuToJudge): JudgedSku {
  const { id, sku_status, supplier, retail_adult, lowest } = s;
  const fees = { embassy: s.embassy_fee ?? 0, centre: s.centre_fee ?? 0 };
  const cost = supplier && totalCost({ ...supplier, amount: supplier.adult }, fees);
  return {
    id,
    sku_status,
    completeness: completenessOf(s.facts).percent,
    blocks: s.sale_blocks,
    margin: cost === null || retail_adult === null ? null : retail_adult - cost,
    below_floor: sku_status === "on_sale" && cost !== null && lowest !== null && lowest - cost < s.margin_floor,
    seen: cost === null || lowest === null ? null : { cost, fees: fees.embassy + fees.centre, lowest, floor: s.margin_floor },
    orders_30: s.orders_30,
  };
}

async function judgeAll(db: Db, now: Date): Promise<readonly JudgedSku[]> {
  const ids = await liveSkuIds(db);
  const judged: JudgedSku[] = [];
  // In batches: other calls are answered in between.
  for (let i = 0; i < ids.length; i += BATCH) judged.push(...(await skusToJudge(db, ids.slice(i, i + BATCH), now)).map(judge));
  return judged;
}

/** All that live, in no order. */
export async function judgedSkus(db: Db, now: Date): Promise<readonly JudgedSku[]> {
  const stamp = await judgedStamp(db);
  const hit = kept.get(db);
  if (hit?.stamp === stamp && Math.abs(now.getTime() - hit.at) < KEEP_MS) return hit.skus;
  const skus = judgeAll(db, now);
  kept.set(db, { stamp, at: now.getTime(), skus });
  skus.catch(() => kept.delete(db));
  return skus;
}
