/** 订单耗时: how long the stages of a person's way last, divided as asked, and the spans behind each number. */
import { api, list, read } from "../../kit/endpoint.ts";
import { anyOf, bool, choice, date, id, int, keysOf, labelsOf, personName, range, text, time, z } from "../../kit/field.ts";
import { stateLabels } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";
import { applicantFlow } from "../order.flow.ts";
import { PARTIES } from "../words.ts";
import { SPEND_CLOCKS, SPEND_NODES, SPEND_SPLITS, SPEND_STATES, SPEND_WITHOUT } from "./spend.words.ts";

const code = may.order_spend_time;
const minutes = (label: string) => int(`${label}(分钟)`);
const country = () => text("国家/地区", { max: 10 }).meta({ label: "国家/地区", kind: "text", of: "country" });

/** Of one person one stage: done, or as far as it is. */
export const stageSpan = z.object({
  /** Tells person and stage from others; no record's number. */
  id: z.int().meta({ label: "序号", kind: "int" }),
  order_id: id("订单", "order"),
  order_no: text("订单号"),
  applicant_id: id("申请人", "applicant"),
  applicant_no: text("申请人编号"),
  applicant_name: z.nullable(personName("申请人")),
  node: choice("阶段", labelsOf(SPEND_NODES)),
  applicant_status: choice("申请人状态", stateLabels(applicantFlow)),
  is_open: bool("进行中"),
  started_at: time("开始"),
  ended_at: z.nullable(time("结束")),
  minutes: minutes("用时"),
  us: minutes("我方"),
  customer: minutes("客户"),
  embassy: minutes("使馆"),
  supplier: minutes("供应商"),
  courier: minutes("快递"),
  /** Null: no limit was set for it. */
  is_late: z.nullable(bool("超时")),
  promised_date: z.nullable(date("承诺出签日")),
  /** Null: no result yet, or none was promised. */
  is_kept: z.nullable(bool("承诺达成")),
  country_id: country(),
  country_name: text("国家/地区"),
  sku_id: id("商品", "sku"),
  sku_name: text("商品"),
  district_name: z.nullable(text("领区", { min: 0 })),
  supplier_id: z.nullable(id("供应商", "supplier")),
  supplier_name: z.nullable(text("供应商")),
  expert_id: z.nullable(id("签证专家", "worker")),
  expert_name: z.nullable(text("签证专家")),
});
const f = stageSpan.shape;

/** What both the figures and their rows are narrowed by. */
export const spendFilter = {
  clock: z.optional(choice("口径", SPEND_CLOCKS)),
  ended_at: z.optional(range("完成时间")),
  country_id: z.optional(anyOf(country())),
  sku_id: z.optional(anyOf(id("商品", "sku"))),
  embassy_id: z.optional(anyOf(id("领区", "embassy"))),
  supplier_id: z.optional(anyOf(id("供应商", "supplier"))),
  expert_id: z.optional(anyOf(id("签证专家", "worker"))),
  is_urgent: z.optional(bool("加急")),
};

export const spendRow = z.object({
  /** Stage, month, or what names the country, product … in the filter of its rows; blank: those without. */
  key: text("行", { min: 0 }),
  name: text("名称"),
  done: int("完成数"),
  open: int("进行中数"),
  mean: z.nullable(minutes("平均")),
  median: z.nullable(minutes("中位")),
  p90: z.nullable(minutes("P90")),
  longest: z.nullable(minutes("最长进行中")),
  us: minutes("我方"),
  customer: minutes("客户"),
  embassy: minutes("使馆"),
  supplier: minutes("供应商"),
  courier: minutes("快递"),
  /** Of those that had a limit. */
  late: int("超时数"),
  limited: int("有时限数"),
  /** Of those with a result and a promise. */
  kept: int("承诺达成数"),
  promised: int("有承诺数"),
});

export const stageSpanApi = api({
  stage_span_stat_get: read(
    "订单耗时",
    code,
    { by: z.optional(choice("划分", SPEND_SPLITS)), node: z.optional(f.node), ...spendFilter },
    z.object({
      from: date("期间起"),
      to: date("期间止"),
      list: z.array(spendRow).meta({ label: "明细", kind: "list" }),
      /** Rows of the division; the largest are sent. */
      total: int("行数"),
    }),
  ),
  stage_span_query: list("阶段用时明细", code, {
    filter: {
      keyword: z.optional(text("订单号或申请人编号", { min: 0, max: 40 })),
      node: z.optional(anyOf(f.node)),
      state: z.optional(choice("进度", SPEND_STATES)),
      is_late: z.optional(f.is_late.unwrap()),
      is_kept: z.optional(f.is_kept.unwrap()),
      party: z.optional(choice("用时方", PARTIES)),
      without: z.optional(choice("未分配", SPEND_WITHOUT)),
      ...spendFilter,
    },
    row: stageSpan,
    sorts: ["minutes", "us", "customer", "embassy", "supplier", "courier", "started_at"],
    exports: keysOf(stageSpan.shape).filter((k) => k !== "id" && !k.endsWith("_id")),
  }),
});
