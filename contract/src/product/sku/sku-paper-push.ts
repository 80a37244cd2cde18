/** 资料变更推送: whom of the open applicants a changed paper list would change, and giving it to those who are picked. */
import { api, done, list, read, write } from "../../kit/endpoint.ts";
import { choice, id, ids, int, personName, text, time, version, z } from "../../kit/field.ts";
import { stateLabels } from "../../kit/flow.ts";
import { applicantFlow } from "../../order/order.flow.ts";
import { may } from "../../permissions.ts";
import { skuEditApi } from "./sku-edit.ts";

export const PAPER_CHANGES = { add: "新增", cancel: "取消", copies: "份数", rule: "必交与任选" } as const;
export const PUSH_STATES = { running: "进行中", done: "已完成", cancelled: "已取消", failed: "未完成" } as const;
export const PUSH_OUTCOMES = {
  waiting: "等待",
  done: "已更新",
  same: "无需更新",
  refused: "不能更新",
  failed: "出错",
  cancelled: "已取消",
} as const;
/** People of one push, and as many as one list holds. */
export const PUSH_MAX = 2_000;
const PAGE_MAX = 100;

/** One paper of one person: what he hands in today, and what he would. */
const paperChange = z.object({
  kind: choice("变更", PAPER_CHANGES),
  name: text("资料"),
  before: z.nullable(text("原来")),
  after: z.nullable(text("改为")),
  /** Files handed in for a paper that is taken off; they are kept. */
  files: int("已传文件"),
});
const person = {
  applicant_id: id("申请人"),
  applicant_no: text("申请人编号"),
  order_id: id("订单"),
  order_no: text("订单号"),
  name_cn: z.nullable(personName("申请人")),
  applicant_status: choice("状态", stateLabels(applicantFlow)),
};
export const paperImpactRow = z.object({
  ...person,
  /** He has handed everything in already: more papers are a supplement request. */
  is_supplement: z.boolean(),
  /** Why he cannot get it now. */
  blocked: z.nullable(text("不能推送的原因")),
  changes: z.array(paperChange).meta({ label: "资料变更" }),
});
const filter = {
  keyword: z.optional(text("订单号/申请人编号", { min: 0, max: 40 })),
  applicant_status: z.optional(z.nullable(person.applicant_status)),
  change: z.optional(z.nullable(paperChange.shape.kind)),
};

export const skuPaperPush = z.object({
  id: id("编号"),
  sku_id: id("商品", "sku"),
  push_state: choice("状态", PUSH_STATES),
  total: int("人数"),
  done: int("已更新"),
  same: int("无需更新"),
  /** Refused by a person's state, or gone wrong. */
  failed: int("未能更新"),
  waiting: int("等待"),
  created_by_name: z.nullable(text("推送人")),
  created_at: time("推送时间"),
  ended_at: z.nullable(time("结束时间")),
});
export const paperPushResult = z.object({
  ...person,
  outcome: choice("结果", PUSH_OUTCOMES),
  msg: text("说明", { min: 0 }),
  at: z.nullable(time("时间")),
});
const skuId = { sku_id: id("商品", "sku") };
const { papers, identities } = skuEditApi.sku_update.input.shape;

export const skuPaperPushApi = api({
  /** With `papers` a dry run of a list that is not saved yet. */
  sku_paper_impact_query: read(
    "资料变更影响的在办申请人",
    may.sku,
    {
      ...skuId,
      ...filter,
      papers,
      identities,
      page: z.optional(int("页码", 1, 1_000)),
      page_size: z.optional(int("每页条数", 1, PAGE_MAX)),
    },
    z.object({
      list: z.array(paperImpactRow),
      /** Of the filter: all, and those who can get it. */
      total: int("人数"),
      pickable: int("可推送"),
      /** Without the filter. */
      people: int("受影响"),
      /** Affected, but out of the caller's data scope. */
      hidden: int("不在数据范围内"),
      /** More are affected than one list holds. */
      is_capped: z.boolean(),
      version: version(),
    }),
  ),
  sku_paper_push_add: write(
    "推送资料变更",
    may.sku,
    {
      ...skuId,
      /** Of the product, as the list was made with. */
      version: version(),
      applicant_ids: z.optional(ids("申请人", PUSH_MAX, "applicant").min(1, { error: "请选择要推送的申请人" })),
      /** In place of ids: everybody the filter matches who can get it. */
      filter: z.optional(z.strictObject(filter).meta({ label: "筛选" })),
      expected_count: int("已选人数", 1, PUSH_MAX),
    },
    skuPaperPush,
    { key: true },
  ),
  sku_paper_push_query: list("资料变更推送记录", may.sku, { filter: skuId, row: skuPaperPush, sorts: ["created_at"] }),
  sku_paper_push_get: read("资料变更推送进度", may.sku, { id: id("编号", "sku_paper_push") }, skuPaperPush),
  sku_paper_push_result_query: list("资料变更推送结果", may.sku, {
    filter: { push_id: id("推送", "sku_paper_push"), outcome: z.optional(z.nullable(paperPushResult.shape.outcome)) },
    row: paperPushResult,
    sorts: ["applicant_no"],
  }),
  sku_paper_push_cancel: write("取消资料变更推送", may.sku, { id: id("编号", "sku_paper_push") }, done),
});
