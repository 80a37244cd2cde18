/** 订单评价: one per order, by the customer, on the phone or by itself after its days; answered, appealed against, shown or hidden. */
import { api, done, list, move, pick, read, write } from "../kit/endpoint.ts";
import { anyOf, bool, choice, files, id, int, longText, personName, range, text, time, version, z } from "../kit/field.ts";
import { stateLabels } from "../kit/flow.ts";
import { may } from "../permissions.ts";
import { EVALUATE_QUEUES } from "../workbench/queues.ts";
import { applicantFlow, orderFlow } from "./order.flow.ts";
import { orderEvaluateAppealFlow, orderEvaluateFlow } from "./order-evaluate.flow.ts";
import { PARTIES } from "./words.ts";

export const EVALUATE_SOURCES = { customer: "客户", phone: "电话回访", auto: "默认好评" } as const;
export const EVALUATE_TAGS = {
  fast: "出签快",
  patient: "耐心细致",
  clear: "清单清楚",
  in_time: "沟通及时",
  slow: "进度慢",
  unclear: "说明不清",
  rude: "态度差",
  repeated: "反复补料",
  costly: "费用不清",
  delivery: "寄送问题",
} as const;
/** From here up it is good, from there down bad. */
export const GOOD_FROM = 4;
export const BAD_TO = 2;
/** Hours within which a bad one is answered, and working days within which an appeal is judged. */
export const REPLY_HOURS = 24;
export const APPEAL_DAYS = 2;
/** Answers that are kept ready; whoever replies changes them. */
export const REPLY_TEMPLATES = [
  { title: "致谢", text: "感谢您的认可，期待下次继续为您服务。" },
  { title: "办理慢", text: "很抱歉办理时间超出了您的预期，我们已核对各环节用时并改进进度通知，感谢您的反馈。" },
  { title: "沟通不足", text: "很抱歉没有及时说清楚，我们已提醒专家主动告知进度，后续有问题可随时联系您的客服。" },
  { title: "资料反复", text: "很抱歉多次请您补料，我们已对照使馆要求核对清单，避免再次发生。" },
] as const;

const code = may.order_evaluate;
const judge = may.order_evaluate_judge;
const SEEN = { any: [code, judge, may.order_view, may.order_process] } as const;
const tags = z.array(choice("标签", EVALUATE_TAGS)).max(8, { error: "标签最多8个" }).meta({ label: "标签", kind: "list" });

export const orderEvaluate = z.object({
  id: id("编号", "order_evaluate"),
  order_id: id("订单", "order"),
  order_no: text("订单号"),
  sku_name: text("商品"),
  /** Null where the customer does not want to be named. */
  customer_name: z.nullable(personName("客户")),
  is_anonymous: bool("匿名"),
  peer_id: z.nullable(id("同行", "peer")),
  peer_name: z.nullable(text("同行")),
  score: int("总评", 1, 5),
  score_guide: z.nullable(int("资料指导", 1, 5)),
  score_speed: z.nullable(int("办理时效", 1, 5)),
  score_service: z.nullable(int("服务态度", 1, 5)),
  score_logistics: z.nullable(int("物流", 1, 5)),
  tags,
  content: longText("内容", 500, 0),
  files: files("图片", "note", 9),
  source: choice("来源", EVALUATE_SOURCES),
  expert_id: z.nullable(id("专家", "worker")),
  expert_name: z.nullable(text("签证专家")),
  supplier_id: z.nullable(id("供应商", "supplier")),
  supplier_name: z.nullable(text("供应商")),
  evaluate_status: choice("回复", stateLabels(orderEvaluateFlow)),
  reply: z.nullable(longText("回复内容", 500, 0)),
  replied_by_name: z.nullable(text("回复人")),
  replied_at: z.nullable(time("回复时间")),
  is_shown: bool("展示"),
  appeal_status: choice("申诉", stateLabels(orderEvaluateAppealFlow)),
  /** Neither made by itself nor taken back by an accepted appeal. */
  is_counted: bool("计入评分"),
  /** Of an unanswered bad one. */
  due_at: z.nullable(time("回复截止")),
  version: version(),
  created_at: time("评价时间"),
});
const f = orderEvaluate.shape;
const facts = z.object({
  order_status: choice("订单状态", stateLabels(orderFlow)),
  applicant_count: int("人数"),
  people: z
    .array(
      z.object({
        id: id("申请人", "applicant"),
        seq: int("序号"),
        name: z.nullable(personName("姓名")),
        applicant_status: choice("状态", stateLabels(applicantFlow)),
        supplement_round: int("补料轮次"),
      }),
    )
    .meta({ label: "申请人", kind: "list" }),
  paid_at: z.nullable(time("支付时间")),
  received_at: z.nullable(time("收到时间")),
});
export const orderEvaluateDetail = orderEvaluate.extend({
  show_reason: text("展示说明", { min: 0, max: 200 }),
  appeal_reason: z.nullable(text("申诉理由", { min: 5, max: 500, long: true })),
  appealed_by_name: z.nullable(text("申诉人")),
  appealed_at: z.nullable(time("申诉时间")),
  appeal_due_at: z.nullable(time("审核截止")),
  appeal_note: text("审核意见", { min: 0, max: 200 }),
  judged_by_name: z.nullable(text("审核人")),
  judged_at: z.nullable(time("审核时间")),
  /** It is of me: what others judge. */
  is_mine: bool("对本人的评价"),
  order: facts,
  /** How long the order's people stood where, rolled-back segments left out. */
  stages: z
    .array(
      z.object({
        status: choice("阶段", stateLabels(applicantFlow)),
        party: choice("等待方", PARTIES),
        people: int("人数"),
        work_minutes: int("工作分钟"),
        late: int("超时次数"),
      }),
    )
    .meta({ label: "阶段用时", kind: "list" }),
});

export const evaluateFilter = {
  keyword: z.optional(text("订单号", { min: 0, max: 40 })),
  queue: z.optional(choice("待办队列", EVALUATE_QUEUES)),
  score: z.optional(anyOf(f.score)),
  has_files: z.optional(bool("有图")),
  evaluate_status: z.optional(anyOf(f.evaluate_status)),
  expert_id: z.optional(anyOf(id("专家", "worker"))),
  supplier_id: z.optional(anyOf(id("供应商", "supplier"))),
  source: z.optional(anyOf(f.source)),
  appeal_status: z.optional(anyOf(f.appeal_status)),
  is_shown: z.optional(bool("展示")),
  is_counted: z.optional(bool("计入评分")),
  created_at: z.optional(range("评价时间")),
};
const of = pick(orderEvaluate, "id", "version");
const why = { reason: text("原因", { min: 5, max: 200 }) };

export const orderEvaluateApi = api({
  order_evaluate_query: list(
    "评价列表",
    { any: [code, judge] },
    {
      filter: evaluateFilter,
      row: orderEvaluate,
      sorts: ["created_at", "score"],
      exports: [
        "order_no",
        "sku_name",
        "customer_name",
        "peer_name",
        "score",
        "score_guide",
        "score_speed",
        "score_service",
        "score_logistics",
        "tags",
        "content",
        "source",
        "expert_name",
        "supplier_name",
        "evaluate_status",
        "reply",
        "replied_by_name",
        "replied_at",
        "is_shown",
        "appeal_status",
        "is_counted",
        "created_at",
      ],
    },
  ),
  /** Tabs, and the figures of those that match: without what made itself and what an appeal took back. */
  order_evaluate_stat_get: read(
    "评价统计",
    { any: [code, judge] },
    evaluateFilter,
    z.object({
      tabs: z.record(z.string(), z.int()),
      figures: z.object({
        count: int("条数"),
        counted: int("计入评分"),
        /** Hundredths. */
        mean: z.nullable(int("平均分(百分之一)")),
        good: int("好评"),
        bad: int("差评"),
      }),
    }),
  ),
  order_evaluate_get: read("评价详情", SEEN, pick(orderEvaluate, "id"), orderEvaluateDetail),
  order_evaluate_add: write(
    "登记回访评价",
    code,
    {
      order_id: f.order_id,
      score: f.score,
      score_guide: z.optional(int("资料指导", 1, 5)),
      score_speed: z.optional(int("办理时效", 1, 5)),
      score_service: z.optional(int("服务态度", 1, 5)),
      score_logistics: z.optional(int("物流", 1, 5)),
      tags: z.optional(tags),
      content: longText("内容", 500, 0),
      is_anonymous: z.optional(bool("匿名")),
    },
    done,
  ),
  order_evaluate_reply: move(orderEvaluateFlow, "reply", { ...of, reply: longText("回复内容", 500, 2) }, orderEvaluate),
  order_evaluate_appeal: move(
    orderEvaluateAppealFlow,
    "appeal",
    { ...of, reason: text("申诉理由", { min: 5, max: 500, long: true }) },
    orderEvaluate,
  ),
  order_evaluate_appeal_pass: move(orderEvaluateAppealFlow, "pass", { ...of, note: text("审核意见", { min: 5, max: 200 }) }, orderEvaluate),
  order_evaluate_appeal_reject: move(
    orderEvaluateAppealFlow,
    "reject",
    { ...of, note: text("审核意见", { min: 5, max: 200 }) },
    orderEvaluate,
  ),
  order_evaluate_hide: write("隐藏评价", judge, { ...of, ...why }, orderEvaluate),
  order_evaluate_show: write("展示评价", judge, { ...of, ...why }, orderEvaluate),
});
