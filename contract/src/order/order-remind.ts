/** 订单提醒: one open row per order, applicant and kind; a repeat raises its times. Its list and its acts of people come with the reminder desk. */
import { choice, id, int, text, time, z } from "../kit/field.ts";
import { flow, stateLabels } from "../kit/flow.ts";

export const REMIND_KINDS = {
  pay: "催支付",
  material: "催资料",
  supplement: "催补料",
  form: "催填表",
  mail: "催邮寄",
  visit: "赴馆提醒",
  sign: "领取/签收",
  urge: "催办",
  travel: "出行临近",
  overdue: "超期预警",
  document: "证件将过期",
  diff: "催补差价",
  slot_change: "预约变动",
} as const;
export const REMIND_LEVELS = { normal: "普通", high: "重要", critical: "紧急" } as const;
export const REMIND_SOURCES = { system: "系统", customer: "客户", peer: "同行", staff: "员工" } as const;

export const orderRemindFlow = flow("order_remind", {
  states: {
    open: { label: "待处理", tone: "orange", start: true },
    done: { label: "已处理", tone: "grey" },
  },
  moves: {
    resolve: { label: "条件已消除", from: ["open"], to: "done", may: "system" },
  },
});

/** An open reminder as the order and the applicant's desk show it. */
export const orderRemind = z.object({
  id: id(),
  applicant_id: z.nullable(id("申请人")),
  applicant_seq: z.nullable(z.int()),
  kind: choice("类型", REMIND_KINDS),
  level: choice("级别", REMIND_LEVELS),
  source: choice("来源", REMIND_SOURCES),
  content: text("内容", { max: 200 }),
  remind_status: choice("状态", stateLabels(orderRemindFlow)),
  times: int("次数"),
  last_at: time("上次"),
  created_by_name: z.nullable(text("发起人")),
  created_at: time("时间"),
});
