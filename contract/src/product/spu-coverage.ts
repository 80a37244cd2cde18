/** 覆盖图: which SKU takes a customer from where, what nobody takes and what two take. */
import { bool, choice, id, int, money, text, z } from "../kit/field.ts";
import { stateLabels } from "../kit/flow.ts";
import { skuFlow } from "./sku/sku.flow.ts";

export const COVER_STATES = {
  hole: { label: "无人受理", tone: "red" },
  part: { label: "部分城市无人受理", tone: "orange" },
  double: { label: "重复受理", tone: "blue" },
  single: { label: "受理", tone: "green" },
  /** 香港, 澳门, 台湾: districts say nothing about them, so that nobody taking them is no hole. */
  apart: { label: "不计入", tone: "grey" },
} as const;
const STATE_LABELS = Object.fromEntries(Object.entries(COVER_STATES).map(([k, v]) => [k, v.label]));

const coverageSku = z.object({
  id: id("编号"),
  sku_no: text("商品编号"),
  name: text("商品"),
  service_level: text("服务档"),
  district_name: text("领区", { min: 0 }),
  sku_status: choice("状态", stateLabels(skuFlow)),
  sale_blocks: z.array(z.string()).meta({ label: "不可下单原因", kind: "list" }),
  retail_adult: z.nullable(money("门市价")),
  work_days_min: int("最短工作日"),
  work_days_max: int("最长工作日"),
  /** Takes anybody, whatever his household. */
  is_unlimited: bool("不限户籍"),
  residence_counts: bool("居住证可受理"),
});

/** What one SKU takes of one province. */
const coverageCell = z.object({
  sku_id: id("商品"),
  /** Empty: all of it; else 仅大连市, 除大连市外. */
  area_text: text("范围", { min: 0 }),
  by_household: bool("户籍"),
  /** With a residence permit of the place, the household being elsewhere. */
  by_residence: bool("居住地"),
  is_double: bool("重复"),
});

export const spuCoverage = z.object({
  skus: z.array(coverageSku),
  provinces: z.array(
    z.object({
      province_code: text("省份"),
      province_name: text("省份"),
      state: z.enum(["hole", "part", "double", "single", "apart"]).meta({ label: "受理", kind: "choice", options: STATE_LABELS }),
      missing_cities: z.array(z.string()).meta({ label: "无人受理的城市", kind: "list" }),
      double_cities: z.array(z.string()).meta({ label: "重复受理的城市", kind: "list" }),
      cells: z.array(coverageCell),
    }),
  ),
  hole: int("无人受理"),
  part: int("部分无人受理"),
  double: int("重复受理"),
});
