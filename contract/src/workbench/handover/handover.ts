/** 休假交接: for some days somebody stands in for a colleague, sees his tasks and opens his orders. */
import { api, done, list, move, optional, pick, read, write } from "../../kit/endpoint.ts";
import { anyOf, bool, choice, date, id, int, longText, text, time, version, z } from "../../kit/field.ts";
import { stateLabels } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";
import { handoverFlow } from "./handover.flow.ts";
import { BRIEF_RISKS, HANDOVER_VIEWS } from "./handover.words.ts";

const code = may.workbench;

export const handover = z.object({
  id: id("编号", "handover"),
  from_staff_id: id("休假人", "worker"),
  from_name: text("休假人"),
  to_staff_id: id("接手人", "worker"),
  to_name: text("接手人"),
  start_at: time("开始时间"),
  end_at: time("结束时间"),
  note: longText("交接说明", 300, 0),
  handover_status: choice("状态", stateLabels(handoverFlow)),
  confirmed_at: z.nullable(time("确认时间")),
  started_at: z.nullable(time("实际开始")),
  ended_at: z.nullable(time("实际结束")),
  reason: text("原因", { min: 0, max: 100 }),
  /** By the cover. */
  read_at: z.nullable(time("已阅读")),
  is_away: bool("我休假"),
  is_cover: bool("由我接手"),
  created_by_name: z.nullable(text("计划人")),
  moves: z.array(z.object({ move: z.string(), ok: z.boolean(), missing: z.nullable(z.string()) })),
  version: version(),
  created_at: time("创建时间"),
  updated_at: time("更新时间"),
});
const f = handover.shape;

const ofOrder = {
  order_id: id("订单", "order"),
  order_no: text("订单号"),
  customer: z.nullable(z.string()).meta({ label: "客户", kind: "text", personal: "name" }),
  product_name: text("商品"),
};
/** One open order of who is away. */
export const briefLine = z.object({
  ...ofOrder,
  risk: choice("紧要", BRIEF_RISKS),
  state: text("当前状态"),
  due_at: z.nullable(time("截止")),
  promised_date: z.nullable(date("承诺日期")),
  next: text("下一步"),
  last_contact_at: z.nullable(time("最近联系")),
  last_contact: text("最近联系", { min: 0 }),
  notes: z.array(z.string()).meta({ label: "内部备注", kind: "list" }),
});
/** What happened to one of them meanwhile. */
export const briefChange = z.object({
  ...ofOrder,
  is_new: bool("期间新到"),
  before: text("交接前", { min: 0 }),
  after: text("交接后"),
  acts: int("期间操作"),
  cover_acts: int("接手人操作"),
  last_act: text("最近一步", { min: 0 }),
});
export const handoverDetail = handover.extend({
  /** Within the reader's sight; none before it begins. */
  lines: z.array(briefLine).meta({ label: "交接清单", kind: "list" }),
  /** Null: not over yet. */
  changes: z.nullable(z.array(briefChange).meta({ label: "期间变化", kind: "list" })),
});

const seen = pick(handover, "id", "version");
const why = { reason: z.optional(text("原因", { min: 2, max: 100 })) };

export const handoverApi = api({
  /** As who is away, as the cover, as the leader of either. */
  handover_query: list("休假交接列表", code, {
    filter: { view: z.optional(choice("视图", HANDOVER_VIEWS)), handover_status: z.optional(anyOf(f.handover_status)) },
    row: handover,
    sorts: ["start_at"],
  }),
  handover_get: read("休假交接", code, pick(handover, "id"), handoverDetail),
  /** Of oneself, or by a leader of one of his people. */
  handover_add: move(
    handoverFlow,
    "add",
    {
      ...optional({ from_staff_id: f.from_staff_id }),
      to_staff_id: f.to_staff_id,
      ...optional({ start_at: f.start_at }),
      end_at: f.end_at,
      note: z.optional(longText("交接说明", 300)),
    },
    z.object(pick(handover, "id")),
    { key: true },
  ),
  handover_confirm: move(handoverFlow, "confirm", seen, done),
  handover_end: move(handoverFlow, "end", { ...seen, ...why }, done),
  handover_cancel: move(handoverFlow, "cancel", { ...seen, ...why }, done),
  /** The cover read the brief. */
  handover_read: write("已阅读交接清单", code, seen, done),
});
