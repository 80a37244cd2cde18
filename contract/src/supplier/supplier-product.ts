/** 产品匹配: which supplier does which product, in which order, how many a day; its costs and the record of its changes. */
import { api, done, list, optional, read, rowResult, write } from "../kit/endpoint.ts";
import { anyOf, bool, choice, date, id, ids, int, money, range, share, status, text, time, version, z } from "../kit/field.ts";
import { may } from "../permissions.ts";
import { MATCH_QUEUES } from "../workbench/queues.ts";
import { supplier } from "./supplier.ts";
import { CHANGE_FIELDS, CHANGE_SOURCES, MATCH_STATES, MATCH_TABS, SUPPLIER_PAUSED } from "./supplier.words.ts";

const code = may.supplier_product;
const countryCode = () => text("国家/地区", { max: 2 }).meta({ label: "国家/地区", kind: "text", of: "country" });
const days = z.array(z.int().min(1).max(7), { error: "请选择送签日" });
const weekdays = days.min(1, { error: "请选择送签日" }).max(7).meta({ label: "送签日", kind: "list" });

const facts = {
  supplier_code: text("供应商编码", { min: 0, max: 40 }),
  supplier_title: text("供应商商品名", { min: 0, max: 60 }),
  /** Null: no limit. */
  daily_quota: z.nullable(int("日限额(人)", 1, 999)),
  submit_weekdays: weekdays,
  lead_min: int("最短时效(工作日)", 0, 90),
  lead_max: int("最长时效(工作日)", 0, 90),
  valid_from: z.nullable(date("合作开始")),
  valid_to: z.nullable(date("合作结束")),
};
/** Costs in force and to come are absent for those who may not see them. */
const costs = {
  adult: z.optional(z.nullable(money("成人价"))),
  child: z.optional(z.nullable(money("儿童价"))),
  urgent_text: z.optional(text("加急", { min: 0 })),
  currency: z.nullable(text("币种")),
  embassy_included: z.nullable(bool("含使馆费")),
  centre_included: z.nullable(bool("含中心费")),
  embassy_fee: z.optional(z.nullable(money("使馆费"))),
  next_adult: z.optional(z.nullable(money("待生效成人价"))),
  next_at: z.nullable(time("待生效时间")),
  adjust_no: z.nullable(text("待审调价单")),
  adjust_id: z.nullable(id("待审调价单", "price_adjustment")),
  /** The waiting cost where the reader proposed it: he alone takes it back. */
  own_price_id: z.nullable(id("可撤回的结算价")),
  /** Retail less cost; needs the right to see margins. */
  margin: z.optional(z.nullable(money("毛利", { signed: true }))),
};
/** A product without any match stands as a row of its own: everything of the match is null there. */
export const supplierProduct = z.object({
  /** The match; of a product without one its own number below zero, so that no two rows have one. */
  id: z.int().meta({ label: "编号", kind: "id" }),
  sku_id: id("商品", "sku"),
  sku_no: text("商品编号"),
  sku_name: text("商品"),
  country_id: countryCode(),
  country_name: text("国家/地区"),
  flag_emoji: text("旗", { min: 0 }),
  district_name: text("领区", { min: 0 }),
  supplier_id: z.nullable(id("供应商", "supplier")),
  supplier_name: z.nullable(text("供应商")),
  supplier_status: z.nullable(supplier.shape.supplier_status),
  ...facts,
  submit_weekdays: days.meta({ label: "送签日", kind: "list" }),
  priority: z.nullable(int("优先级", 1, 99)),
  ...costs,
  /** Used of the quota today and on the next day. */
  used_today: int("今日已用"),
  used_next: int("明日已用"),
  issue_rate: z.nullable(share("近90天出签率")),
  results_90: int("近90天结果数"),
  match_state: choice("状态", MATCH_STATES),
  status: z.nullable(status()),
  version: version(),
  updated_at: time("更新时间"),
});
const f = supplierProduct.shape;
const of = { id: id("匹配"), version: version() };
const matchId = id("匹配");

export const supplierPrice = z.object({
  id: id("编号"),
  supplier_product_id: matchId,
  adult: money("成人价"),
  child: z.nullable(money("儿童价")),
  urgent: z.record(z.string(), money("加急")).meta({ label: "加急", kind: "json" }),
  embassy_included: bool("含使馆费"),
  centre_included: bool("含中心费"),
  embassy_fee: money("使馆费"),
  currency: text("币种", { max: 3 }),
  rate: z.nullable(text("汇率")),
  effective_at: z.nullable(time("生效时间")),
  review: choice("审核", { pending: "待审核", approved: "通过", rejected: "驳回", withdrawn: "撤回" }),
  reason: text("原因", { min: 0 }),
  adjust_no: z.nullable(text("调价单")),
  is_in_force: bool("现行"),
  created_by_name: z.nullable(text("提出人")),
  created_at: time("提出时间"),
});

const filter = {
  sku_id: z.optional(anyOf(f.sku_id)),
  spu_id: z.optional(anyOf(id("SPU", "spu"))),
  country_id: z.optional(anyOf(countryCode())),
  embassy_id: z.optional(anyOf(id("使领馆", "embassy"))),
  supplier_id: z.optional(anyOf(id("供应商", "supplier"))),
  supplier_code: z.optional(text("供应商编码", { min: 0, max: 40 })),
  match_state: z.optional(anyOf(f.match_state)),
  valid_to: z.optional(range("合作有效期止")),
  queue: z.optional(choice("待办", MATCH_QUEUES)),
};
/** The rows of some matches, where their numbers alone are at hand. */
const those = { ids: z.optional(ids("匹配", 200)) };
const batch = z.object({ results: z.array(rowResult), done: int("已完成") });
const reason = text("原因", { min: 2, max: 200 });
const matches = ids("匹配", 200).min(1, { error: "请选择匹配" });

export const supplierProductApi = api({
  supplier_product_query: list("产品匹配列表", code, {
    filter: { tab: z.optional(choice("分类", MATCH_TABS)), ...those, ...filter },
    row: supplierProduct,
    sorts: ["updated_at", "priority", "valid_to", "sku_no"],
    exports: [
      "sku_no",
      "sku_name",
      "district_name",
      "supplier_code",
      "supplier_title",
      "priority",
      "adult",
      "child",
      "urgent_text",
      "currency",
      "embassy_included",
      "embassy_fee",
      "next_adult",
      "next_at",
      "margin",
      "lead_min",
      "lead_max",
      "daily_quota",
      "used_today",
      "used_next",
      "valid_from",
      "valid_to",
      "issue_rate",
      "results_90",
      "updated_at",
    ],
    sheet: {
      supplier_text: {
        type: text("供应商"),
        of: ["supplier_name", "supplier_status"],
        value: (m) => m.supplier_name && `${m.supplier_name}${m.supplier_status === "paused" ? `（${SUPPLIER_PAUSED}）` : ""}`,
      },
      state_text: {
        type: text("状态"),
        of: ["match_state", "adjust_no"],
        value: (m) => `${MATCH_STATES[m.match_state]}${m.adjust_no === null ? "" : `，${MATCH_TABS.in_review}`}`,
      },
    },
    columns_may: { margin: may.cost_view },
  }),
  supplier_product_stat_get: read("产品匹配计数", code, filter, z.record(z.string(), z.int())),
  supplier_product_get: read("产品匹配详情", code, { id: matchId }, supplierProduct),
  supplier_product_add: write(
    "新增匹配",
    code,
    {
      supplier_id: id("供应商", "supplier"),
      sku_ids: ids("商品", 200, "sku").min(1, { error: "请选择商品" }),
      ...optional(facts),
      /** Absent: behind the last of each product. */
      priority: z.optional(int("优先级", 1, 99)),
    },
    batch,
    { key: true },
  ),
  supplier_product_update: write(
    "编辑匹配",
    code,
    { ...of, ...optional(facts), priority: z.optional(int("优先级", 1, 99)), reason: z.optional(text("原因", { min: 0, max: 200 })) },
    supplierProduct,
  ),
  supplier_product_remove: write("删除匹配", code, of, done),
  supplier_product_enable: write("启用匹配", code, of, done),
  supplier_product_disable: write("停用匹配", code, { ...of, reason, confirm_last: z.optional(bool("确认停用最后一个")) }, done),
  supplier_product_disable_batch: write(
    "批量停用匹配",
    code,
    { ids: matches, reason, confirm_last: z.optional(bool("确认停用最后一个")) },
    batch,
    { key: true },
  ),
  /** The whole order of one product's enabled matches, first to last. */
  supplier_product_sort: write(
    "调整优先级",
    code,
    { sku_id: f.sku_id, ids: matches, seen: z.array(z.strictObject(of)).max(200).meta({ label: "所见匹配", kind: "list" }) },
    done,
  ),
  supplier_change_query: list("修改记录列表", code, {
    filter: {
      supplier_product_id: z.optional(matchId),
      field: z.optional(anyOf(choice("字段", CHANGE_FIELDS))),
      source: z.optional(anyOf(choice("来源", CHANGE_SOURCES))),
      by_id: z.optional(anyOf(id("操作人", "worker"))),
      at: z.optional(range("时间")),
    },
    row: z.object({
      id: id("编号"),
      at: time("时间"),
      field: choice("字段", CHANGE_FIELDS),
      /** As people read them. */
      old_text: text("旧值", { min: 0 }),
      new_text: text("新值", { min: 0 }),
      /** Of money alone. */
      delta: z.nullable(money("变化", { signed: true })),
      delta_rate: z.nullable(share("变化率")),
      source: choice("来源", CHANGE_SOURCES),
      reason: text("原因", { min: 0 }),
      effective_at: z.nullable(time("生效时间")),
      open_count: int("影响在办数"),
      adjust_no: z.nullable(text("调价单")),
      adjust_id: z.nullable(id("调价单", "price_adjustment")),
      by_name: z.nullable(text("操作人")),
    }),
    sorts: ["at"],
    exports: ["at", "field", "old_text", "new_text", "delta", "source", "reason", "effective_at", "open_count", "adjust_no", "by_name"],
  }),
});
