/** 时限规则: how long a state may last, before which day something of an order is told to run out. The most specific row counts. */
import { api, done, list, pick, write } from "../../kit/endpoint.ts";
import { anyOf, bool, choice, id, int, text, time, version, z } from "../../kit/field.ts";
import { may } from "../../permissions.ts";

export const LIMIT_KEYS = {
  pay: "直客支付",
  pay_peer: "同行支付",
  none: "收资料",
  pre_review: "预审",
  pre_review_rejected: "补料",
  pre_review_failed: "无法办理后发起退款",
  awaiting_originals: "等待原件",
  originals_check: "核对原件",
  awaiting_appointment: "约号",
  awaiting_confirm: "客户确认日期",
  appointed: "发送赴馆单",
  awaiting_visit: "赴馆后登记",
  awaiting_submission: "送签",
  refused_proof: "提交拒签证明",
  refused_review: "理赔审核",
  refused_rejected: "理赔申诉",
  refunding: "退款到账",
  send_back: "寄回",
  receive: "自动签收",
  evaluate: "自动评价",
  diff: "补差价支付",
  travel: "出行日期",
  document: "证件与资料有效期",
} as const;
export type LimitKey = keyof typeof LIMIT_KEYS;
export const LIMIT_UNITS = { hour: "小时", work_hour: "工作小时", day: "自然日", work_day: "工作日" } as const;
/** Those that are told before their day. */
export const WARNED: readonly LimitKey[] = ["none", "travel", "document"];
/** Their day is that of the journey or of the paper itself. */
export const DAYLESS: readonly LimitKey[] = ["travel", "document"];
/** Counted in what they are. */
export const UNIT_FIXED: readonly LimitKey[] = ["receive", "evaluate", ...DAYLESS];
/** Nobody asks whose country or how urgent they are. */
export const PLAIN: readonly LimitKey[] = ["receive", "evaluate"];

const countryId = () =>
  z
    .string({ error: "请选择国家" })
    .regex(/^[A-Z]{2}$/, { error: "请选择国家" })
    .meta({ label: "国家", kind: "text", of: "country" });

export const orderLimit = z.object({
  id: id("编号"),
  key: choice("时限", LIMIT_KEYS),
  /** Null: every country. */
  country_code: z.nullable(countryId()),
  country_name: z.nullable(text("国家")),
  /** Null: urgent or not. */
  is_urgent: z.nullable(bool("加急")),
  value: int("时长", 0, 400),
  unit: choice("单位", LIMIT_UNITS),
  warn_before: int("提前预警(天)", 0, 180),
  /** The one that everything else falls back to. */
  is_default: bool("默认"),
  updated_by_name: z.nullable(text("修改人")),
  version: version(),
  created_at: time("创建时间"),
  updated_at: time("修改时间"),
});
const f = orderLimit.shape;
const edit = may.order_limit;
const how = { value: f.value, unit: f.unit, warn_before: f.warn_before };

export const orderLimitApi = api({
  order_limit_query: list("时限规则", may.order_expired, {
    filter: {
      key: z.optional(anyOf(f.key)),
      country_code: z.optional(anyOf(countryId())),
      is_special: z.optional(bool("国家或加急专用")),
    },
    row: orderLimit,
    sorts: ["key", "updated_at"],
    exports: ["key", "country_name", "is_urgent", "value", "unit", "warn_before", "updated_by_name", "updated_at"],
  }),
  /** For a country, for urgent orders, or for both. */
  order_limit_add: write(
    "新增专用时限",
    edit,
    { key: f.key, country_code: z.optional(f.country_code), is_urgent: z.optional(f.is_urgent), ...how },
    orderLimit,
  ),
  order_limit_update: write("修改时限", edit, { ...pick(orderLimit, "id", "version"), ...z.object(how).partial().shape }, orderLimit),
  order_limit_remove: write("删除专用时限", edit, pick(orderLimit, "id", "version"), done),
});
