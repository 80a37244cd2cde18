/** Demo requests in every state, so that the review is not empty. What was passed moved its prices, as a passed request does. */
import { inTransaction, type Db, type Tx } from "#kit/db/db.ts";
import { nextNumber } from "#kit/db/numbers.ts";
import { dayStart } from "#kit/range.ts";
import { keepNumber, waitingCosts } from "../../supplier/index.ts";
import type { AdjustmentStatus, PricedRow } from "../price-adjustment/price-adjustment.sql.ts";
import { pricedSkus } from "../price-adjustment/price-adjustment.sql.ts";
import { isBelow, marginsOf, ruleCells, type AdjustRule } from "../price-adjustment/price-adjustment.rules.ts";
import { movePrices } from "../price-adjustment/price-adjustment-sku.ts";
import { skusByNo } from "../price/sku-price.sql.ts";

const HOUR = 3_600_000;

interface DemoRequest {
  sku_no: string;
  rule: Partial<AdjustRule>;
  reason_kind: "supplier" | "fx" | "promo" | "market" | "correct";
  reason: string;
  /** Hours before now at which it was asked for. */
  ago: number;
  maker: "product" | "admin";
  status: AdjustmentStatus;
  /** Days from today on whose midnight it shall hold. */
  at?: number;
  reject_kind?: "margin";
  review_text?: string;
  batch?: string;
}
const RETAIL = { price_kind: "retail", ref_id: "" } as const;
const LEVELS = [{ price_kind: "level", ref_id: null }] as const;
const level = (ref_id: string) => ({ price_kind: "level", ref_id }) as const;
const up = (value: number): Partial<AdjustRule> => ({ targets: [RETAIL, ...LEVELS], value });
const asked = { maker: "product", status: "pending" } as const;

const REQUESTS: readonly DemoRequest[] = [
  { ...asked, sku_no: "JP-TOUR-S-01", rule: up(2_000), reason_kind: "market", reason: "旺季资料量大，同行普遍上调20元", ago: 3 },
  {
    ...asked,
    sku_no: "KR-TOUR-S-01",
    rule: { targets: [level("V3")], op: "set", value: 56_500 },
    reason_kind: "promo",
    reason: "大客户年底冲量，申请短期让利",
    ago: 30,
  },
  {
    ...asked,
    sku_no: "FR-SCH-01",
    rule: { targets: [RETAIL], value: 1_800 },
    reason_kind: "fx",
    reason: "欧元走高，门市价随汇率上调",
    ago: 6,
    at: 20,
  },
  { ...asked, sku_no: "VN-EVISA-S-01", rule: up(500), reason_kind: "supplier", reason: "供应商电子签渠道费上涨", ago: 22, batch: "vn" },
  { ...asked, sku_no: "VN-EVISA-M-01", rule: up(500), reason_kind: "supplier", reason: "供应商电子签渠道费上涨", ago: 22, batch: "vn" },
  {
    ...asked,
    sku_no: "CA-TRV-01",
    rule: { targets: [level("V2"), level("V3")], value: -1_000 },
    maker: "admin",
    reason_kind: "market",
    reason: "竞品下调同行价，跟随调整",
    ago: 1,
  },
  {
    ...asked,
    sku_no: "IT-SCH-01",
    rule: { targets: LEVELS, value: 1_000 },
    status: "approved",
    reason_kind: "fx",
    reason: "欧元走高，同行价随汇率上调",
    ago: 50,
    at: 12,
    review_text: "同意，月初执行",
  },
  {
    ...asked,
    sku_no: "TR-EVISA-01",
    rule: { targets: [RETAIL], value: 1_000 },
    status: "effective",
    reason_kind: "supplier",
    reason: "土耳其电子签服务商上调报价",
    ago: 20 * 24,
  },
  {
    ...asked,
    sku_no: "SA-EVISA-01",
    rule: up(-2_000),
    status: "effective",
    reason_kind: "promo",
    reason: "淡季促销，统一下调20元",
    ago: 40 * 24,
    review_text: "同意，活动结束后请恢复",
  },
  {
    ...asked,
    sku_no: "GB-VISIT-6M-01",
    rule: up(-5_000),
    status: "rejected",
    reason_kind: "market",
    reason: "竞品降价，申请跟进50元",
    ago: 70,
    reject_kind: "margin",
    review_text: "毛利已经偏低，请先与供应商谈价",
  },
  {
    ...asked,
    sku_no: "HK-LPASS-01",
    rule: up(1_000),
    status: "withdrawn",
    reason_kind: "correct",
    reason: "录错商品，重新提交",
    ago: 90,
  },
];

/** Needs the demo staff and products; does nothing where requests are already. */
export async function seedAdjustments(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await tx.selectFrom("price_adjustments").select("id").limit(1).executeTakeFirst()) return;
    const staff = new Map((await tx.selectFrom("workers").select(["id", "account"]).execute()).map((w) => [w.account, w.id]));
    const skus = await skusByNo(
      tx,
      REQUESTS.map((r) => r.sku_no),
    );
    const batches = new Map<string, string>();
    for (const request of [...REQUESTS].sort((a, b) => b.ago - a.ago)) {
      const id = skus.get(request.sku_no);
      const made = new Date(now.getTime() - request.ago * HOUR);
      const [sku] = id === undefined ? [] : await pricedSkus(tx, [id], now);
      if (!sku) continue;
      const batch = request.batch ?? request.sku_no;
      const batch_no = batches.get(batch) ?? (await nextNumber(tx, "TJ", made));
      batches.set(batch, batch_no);
      await seedRequest(tx, { request, sku, made, now, batch_no, staff });
    }
    await seedCosts(tx, now, staff.get("product") ?? null);
  });
}

/** Costs of suppliers that wait. */
async function seedCosts(tx: Tx, now: Date, maker_id: number | null): Promise<void> {
  const made = new Date(now.getTime() - 5 * HOUR);
  for (const cost of await waitingCosts(tx, now, maker_id)) {
    const adjust_no = await nextNumber(tx, "TJ", made);
    const { id } = await tx
      .insertInto("price_adjustments")
      .values({
        adjust_no,
        batch_no: adjust_no,
        target_kind: "sku",
        target_id: cost.sku_id,
        reason_kind: "supplier",
        reason: cost.reason,
        effect_mode: "now",
        source: "supplier",
        maker_id,
        created_at: made,
        updated_at: made,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await tx
      .insertInto("price_adjustment_cells")
      .values(cost.cells.map((c) => ({ ...c, adjustment_id: id, target_kind: "sku", target_id: cost.sku_id })))
      .execute();
    await keepNumber(tx, [cost.id], adjust_no);
  }
}

interface Making {
  request: DemoRequest;
  sku: PricedRow;
  made: Date;
  now: Date;
  batch_no: string;
  staff: ReadonlyMap<string, number>;
}

async function seedRequest(tx: Tx, { request: r, sku, made, now, batch_no, staff }: Making): Promise<void> {
  const cells = ruleCells(sku, { targets: [], bands: ["adult", "child"], op: "add", value: 0, round: "none", ...r.rule });
  const margins = marginsOf(sku, cells, sku.supplier);
  const effective_at = r.at === undefined ? null : dayStart(now, r.at);
  const isPassed = r.status === "approved" || r.status === "effective";
  const decided_at = r.status === "pending" ? null : new Date(made.getTime() + 2 * HOUR);
  const at = isPassed && decided_at ? (effective_at ?? decided_at) : null;
  const { id } = await tx
    .insertInto("price_adjustments")
    .values({
      adjust_no: await nextNumber(tx, "TJ", made),
      batch_no,
      target_kind: "sku",
      target_id: sku.id,
      reason_kind: r.reason_kind,
      reason: r.reason,
      effect_mode: effective_at ? "at" : "now",
      effective_at,
      applied_at: at,
      margins: JSON.stringify(margins),
      below_floor: isBelow(margins, cells, sku.margin_floor),
      source: "staff",
      adjustment_status: r.status,
      maker_id: staff.get(r.maker) ?? null,
      reviewer_id: isPassed || r.status === "rejected" ? (staff.get("manager") ?? null) : null,
      reject_kind: r.reject_kind ?? null,
      review_text: r.review_text ?? null,
      decided_at,
      created_at: made,
      updated_at: decided_at ?? made,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const target = { adjustment_id: id, target_kind: "sku", target_id: sku.id };
  await tx
    .insertInto("price_adjustment_cells")
    .values(cells.map((c) => ({ ...c, ...target, is_open: r.status === "pending" })))
    .execute();
  if (at) await movePrices({ db: tx, now: made, principal: null }, { adjustment_id: id, target_id: sku.id, cells, at });
}
