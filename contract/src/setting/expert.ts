import { api, done, list, optional, pick, read, write } from "../kit/endpoint.ts";
import { anyOf, bool, choice, decimal, id, int, percent, range, text, time, version, z } from "../kit/field.ts";
import { may } from "../permissions.ts";

/** Fewer finished cases say nothing about a person. */
export const SAMPLE_MIN = 20;
/** Period of the figures where none is asked for. */
export const PERIOD_DAYS = 90;
export const PICK_KEEP_DAYS = 180;
export const TREND_WEEKS = 12;

/** How the expert of a paid order was found. */
export const PICK_STEPS = { load: "按负载", relaxed: "放宽加急", leader: "转给组长", nobody: "无人可派" } as const;
export type PickStep = keyof typeof PICK_STEPS;

const country = (label: string) => text(label, { max: 10 }).meta({ label, kind: "text", of: "country" });
/** Of a hundred, one decimal. */
const rate = (label: string) => percent(label, decimal(label, -100, 100));

/** How a worker gets orders; the list adds what came of them. */
export const expertConfig = z.object({
  id: id("编号"),
  worker_id: id("员工", "worker"),
  nickname: text("专家"),
  account: text("账号"),
  is_enabled: bool("在职"),
  display_name: text("对客称呼", { min: 2, max: 10, message: "对客称呼为2至10个字" }),
  team_id: z.nullable(id("团队", "team")),
  team_name: z.nullable(text("团队")),
  /** His own; none: those of his team, and none there: all. */
  country_ids: z.array(country("国家/地区")).max(300, { error: "国家最多300项" }).meta({ label: "国家", kind: "list", of: "country" }),
  team_country_ids: z.array(z.string()).meta({ label: "团队国家", kind: "list", of: "country" }),
  accept_new: bool("接单"),
  handle_urgent: bool("接加急"),
  max_open: int("在办上限(人)", 1, 500),
  weight: int("权重", 1, 5),
  open_applicants: int("在办"),
  /** Why he takes nothing today; null when he can. */
  off_today: z.nullable(text("今日不接单原因")),
  version: version(),
  updated_at: time("更新时间"),
});

export const expert = expertConfig.extend({
  order_count: int("订单数"),
  finished: int("完成人数"),
  issue_rate: z.nullable(rate("出签率")),
  /** Absent under 20 finished cases, with the three below. */
  expected_rate: z.nullable(rate("同类预期")),
  adjusted_diff: z.nullable(decimal("校正差(点)", -100, 100)),
  rate_low: z.nullable(rate("出签率下限")),
  rate_high: z.nullable(rate("出签率上限")),
  review_hours: z.nullable(decimal("首审中位(工时)")),
  own_hours: z.nullable(decimal("我方用时均值(工时/人)")),
  on_time_rate: z.nullable(rate("按时率")),
  reviews_ended: int("审核次数"),
  supplement_mean: z.nullable(decimal("补料轮次均值")),
  evaluate_count: int("评价数"),
  score_mean: z.nullable(decimal("平均分")),
  good_rate: z.nullable(rate("好评率")),
  bad_count: int("差评数"),
  /** Weeks before today, the oldest first. */
  trend: z.array(z.object({ finished: z.int(), issued: z.int() })).meta({ label: "近12周", kind: "list" }),
});
const f = expert.shape;
export type ExpertFigure = keyof typeof FIGURE_HINTS;

/** What each figure counts; shown where it is shown. */
export const FIGURE_HINTS = {
  open_applicants: "未出结果、未退款、未取消的申请人",
  order_count: "所选期间出结果的申请人所在的订单",
  finished: "所选期间出结果（出签或拒签）的申请人",
  issue_rate: "出签 ÷（出签＋拒签），括号内为完成人数",
  adjusted_diff: `本人出签率减去同使领馆同身份近12个月他人的出签率；区间为本人出签率的95%区间，完成不足${SAMPLE_MIN}人不计算`,
  review_hours: "首次进入预审到给出结论的工作时间，中位数",
  own_hours: "等待方为我方的工作时间合计，按人平均",
  on_time_rate: "截止前结束的预审 ÷ 结束的预审",
  supplement_mean: "每位申请人的补料轮次平均",
  evaluate_count: "所选期间的客户评价，不含到期默认好评与已采纳的申诉",
  score_mean: "总评平均分",
  good_rate: "4分及以上 ÷ 评价数",
  bad_count: "2分及以下",
  trend: "近12周每周出结果的人数，悬停看出签人数",
} as const;

const candidate = z.object({
  worker_id: id(),
  nickname: text("专家"),
  open: int("在办"),
  max_open: int("上限"),
  weight: int("权重"),
  load: decimal("负载"),
  excluded: z.nullable(text("未参与原因")),
});

export const expertPick = z.object({
  id: id("编号"),
  order_id: id("订单"),
  order_no: text("订单号"),
  country_id: country("国家/地区"),
  country_name: text("国家/地区"),
  is_urgent: bool("加急"),
  picked_id: z.nullable(id("签证专家", "worker")),
  picked_name: z.nullable(text("派给")),
  step: choice("派单规则", PICK_STEPS),
  duty_at: time("值班判断时间"),
  candidates: z.array(candidate).meta({ label: "候选", kind: "list" }),
  at: time("派单时间"),
});
const p = expertPick.shape;

/** Leaders see those of their scope; an expert without the screen's code sees himself. */
const SEES = { any: [may.expert, may.order_process] } as const;

export const expertApi = api({
  expert_query: list("签证专家列表", SEES, {
    filter: {
      keyword: z.optional(text("姓名/账号/对客称呼", { min: 0, max: 40 })),
      team_id: z.optional(anyOf(id("团队", "team"))),
      country_id: z.optional(anyOf(country("国家/地区"))),
      result_at: z.optional(range("统计期间")),
      accept_new: z.optional(f.accept_new),
      sample_ok: z.optional(bool(`样本≥${SAMPLE_MIN}`)),
    },
    row: expert,
    sorts: [
      "nickname",
      "open_applicants",
      "order_count",
      "finished",
      "issue_rate",
      "adjusted_diff",
      "review_hours",
      "own_hours",
      "on_time_rate",
      "supplement_mean",
      "score_mean",
      "good_rate",
    ],
    exports: [
      "nickname",
      "account",
      "display_name",
      "team_name",
      "accept_new",
      "handle_urgent",
      "open_applicants",
      "max_open",
      "weight",
      "order_count",
      "finished",
      "issue_rate",
      "expected_rate",
      "adjusted_diff",
      "rate_low",
      "rate_high",
      "review_hours",
      "own_hours",
      "on_time_rate",
      "reviews_ended",
      "supplement_mean",
      "evaluate_count",
      "score_mean",
      "good_rate",
      "bad_count",
      "updated_at",
    ],
  }),
  expert_stat_get: read(
    "签证专家概况",
    SEES,
    {},
    z.object({
      experts: int("专家数"),
      free_today: int("今日可接"),
      open_applicants: int("在办申请人"),
      over_limit: int("超上限"),
      /** Countries whose orders found no expert in the last 90 days. */
      fallbacks: z.array(z.object({ country_id: z.string(), country_name: z.string(), picks: z.int(), leader: z.int(), nobody: z.int() })),
    }),
  ),
  /** Null: the worker is no expert. */
  expert_get: read("签证专家详情", SEES, pick(expert, "worker_id"), z.object({ expert: z.nullable(expertConfig) })),
  /** Makes a worker an expert (version 0) or changes how he gets orders. */
  expert_update: write(
    "配置签证专家",
    may.expert,
    {
      ...pick(expert, "worker_id", "version"),
      ...optional(pick(expert, "display_name", "country_ids", "handle_urgent", "max_open", "weight", "accept_new")),
    },
    done,
  ),
  expert_pick_query: list("派单记录", SEES, {
    filter: {
      worker_id: z.optional(id("签证专家", "worker")),
      /** Also the picks he was a candidate of. */
      with_candidate: z.optional(bool("含未派给他的")),
      country_id: z.optional(anyOf(p.country_id)),
      step: z.optional(anyOf(p.step)),
      is_urgent: z.optional(p.is_urgent),
      order_no: z.optional(text("订单号", { max: 30 })),
      at: z.optional(range("派单时间")),
    },
    row: expertPick,
    sorts: ["at"],
    exports: ["order_no", "country_name", "is_urgent", "picked_name", "step", "at"],
  }),
});
