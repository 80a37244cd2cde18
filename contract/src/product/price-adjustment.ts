/** 调价单: cells with their old and new value, who asked, and from when they shall hold. */
import { stateLabels } from "../kit/flow.ts";
import { choice, id, money, text, time, z } from "../kit/field.ts";
import { priceAdjustmentFlow } from "./price-adjustment.flow.ts";

export const ADJUST_TARGETS = { sku: "商品", insurance_product: "保险产品", refuse_no_worry_product: "拒签无忧产品" } as const;
export const ADJUST_REASONS = {
  supplier: "供应商调价",
  embassy: "使馆费变动",
  fx: "汇率",
  promo: "促销",
  market: "市场竞争",
  correct: "录入更正",
} as const;
export const ADJUST_SOURCES = { staff: "员工", supplier: "供应商", fee: "官方收费变动" } as const;
export const ADJUST_EFFECTS = { now: "通过后立即", at: "定时" } as const;
export const PRICE_BANDS = { adult: "成人", child: "儿童" } as const;
export const ADJUST_KINDS = {
  retail: "门市价",
  level: "等级价",
  group: "分组价",
  peer: "客户专属价",
  embassy_fee: "签证费",
  centre_fee: "签证中心服务费",
  urgent: "加急费",
  cost: "供应商成本",
  premium: "保费",
  rate: "费率",
} as const;

export const adjustCell = z.object({
  price_kind: choice("价种", ADJUST_KINDS),
  ref_id: text("对象", { min: 0 }),
  band: choice("人群", PRICE_BANDS),
  old: money("原价"),
  new: money("新价"),
});

/** A request as its product shows it. */
export const priceAdjustment = z.object({
  id: id("编号"),
  adjust_no: text("调价单号"),
  batch_no: z.nullable(text("批次")),
  adjustment_status: choice("状态", stateLabels(priceAdjustmentFlow)),
  reason_kind: choice("原因", ADJUST_REASONS),
  reason: text("说明", { min: 0 }),
  source: choice("来源", ADJUST_SOURCES),
  /** Null: as soon as it is approved. */
  effective_at: z.nullable(time("生效时间")),
  maker_name: z.nullable(text("申请人")),
  created_at: time("提交时间"),
  cells: z.array(adjustCell),
});
