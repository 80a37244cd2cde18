import { api, read, write, done } from "../kit/endpoint.ts";
import { bool, choice, id, int, keysOf, text, time, z, PERSON_NUMBERS } from "../kit/field.ts";
import { listFilter } from "../kit/list-filter.ts";
import { may } from "../permissions.ts";
import { QUEUES } from "./queues.ts";
import { taskFilter } from "./task-filter.ts";

/** Counters addressed by alert-number keys; every key is always present, 0 without the code. */
export const stats = z.record(z.string(), z.int());

/** A screen the server names: the console links it where it is there and its code is held. */
const opens = {
  route: z.string(),
  params: z.record(z.string(), z.string()),
  query: z.optional(z.record(z.string(), z.string())),
};
const queueTile = z.object({
  key: text("队列"),
  label: text("名称"),
  count: int("未处理"),
  new_count: int("新增"),
  oldest_at: z.nullable(time("最早")),
  overdue: int("逾期"),
  /** Its own list with its filter; null where no list takes it. */
  opens: z.nullable(z.object(opens)),
});

export const task = z.object({
  queue: choice("类型", QUEUES),
  queue_label: text("类型"),
  noun: text("对象"),
  source_id: id(),
  order_id: z.nullable(id("订单")),
  applicant_id: z.nullable(id("申请人")),
  title: text("标题"),
  ref_no: text("关联单号", { min: 0 }),
  customer: z.nullable(z.string()).meta({ label: "客户", kind: "text", personal: "name" }),
  node: text("当前节点"),
  entered_at: time("进入时间"),
  due_at: z.nullable(time("截止")),
  level: z.enum(["critical", "high", "normal"]).meta({ label: "级别" }),
  initiator_name: z.nullable(text("发起人")),
  handler_name: z.nullable(text("处理人")),
  /** Came since I was last here, and was not looked at. */
  is_new: bool("新增"),
  /** Put off by me, until when and why. */
  snooze_until: z.nullable(time("延后至")),
  snooze_reason: z.nullable(text("延后原因")),
  /** Passed to its handler by somebody, with these words. */
  transfer_reason: z.nullable(text("转交原因")),
  opens: z.object(opens),
});

/** What one member, or nobody, has in hand. */
const load = z.object({
  worker_id: z.nullable(id("处理人", "worker")),
  /** Null: of nobody yet. */
  nickname: z.nullable(text("处理人")),
  team_name: z.nullable(text("团队")),
  on_duty: bool("今日值班"),
  count: int("合计"),
  overdue: int("逾期"),
  /** By the key of the queue; those that hold something. */
  cells: z.record(z.string(), z.object({ count: int("待办"), overdue: int("逾期") })),
});

const hit = z.object({
  key: z.string(),
  title: z.string(),
  no: z.string(),
  tag: z.nullable(z.string()),
  tone: z.nullable(z.string()),
  matched: z.string(),
  route: z.string(),
  params: z.record(z.string(), z.string()),
  /** The filter of a list. */
  query: z.optional(z.record(z.string(), z.string())),
});
export const searchGroup = z.object({
  key: z.string(),
  label: z.string(),
  total: z.int(),
  total_capped: z.boolean(),
  list: z.array(hit),
  more: z.nullable(z.object({ route: z.string(), keyword: z.string(), query: z.optional(z.record(z.string(), z.string())) })),
});

const figure = z.object({
  key: z.string(),
  label: z.string(),
  definition: z.string(),
  kind: z.enum(["count", "money", "rate"]),
  value: z.nullable(z.number()),
  before: z.nullable(z.number()),
  route: z.nullable(z.string()),
  query: listFilter(),
});

export const workbenchApi = api({
  order_stat_query: read("全局统计", "staff", {}, stats),
  message_get: read(
    "全局消息",
    "staff",
    {},
    z.object({
      banner: z.nullable(
        z.object({
          id: id(),
          level: z.string(),
          title: z.string(),
          content: z.string(),
          link: z.nullable(z.string()),
          must_confirm: z.boolean(),
          end_at: time("结束"),
        }),
      ),
      unread_count: z.int(),
      urgent: z.array(
        z.object({ msg_id: id(), reminder_msg_id: id(), title: z.string(), level: z.string(), due_at: z.nullable(time("截止")) }),
      ),
      list: z.array(
        z.object({
          id: id(),
          content: z.string(),
          created_at: time("时间"),
          read_at: z.nullable(time("已读")),
          ref_noun: z.nullable(z.string()),
          ref_id: z.nullable(z.int()),
          /** How many of one kind the line stands for. */
          count: z.optional(z.int()),
          /** Of a message with a page of its own; then `ref_id` is mine of it. */
          msg_id: z.optional(z.nullable(z.int())),
        }),
      ),
      today: z.object({ date: z.string(), is_work_day: z.boolean(), holiday: z.nullable(z.string()), next_work_day: z.string() }),
    }),
  ),
  message_read: write("全部已读", "staff", {}, done),
  home_query: read(
    "首页",
    "staff",
    {},
    z.object({
      queues: z.array(queueTile),
      figures: z.array(figure),
      curve: z.array(z.object({ date: z.string(), orders: z.int(), results: z.int() })),
      due_days: z.array(z.object({ date: z.string(), is_work_day: z.boolean(), count: z.int() })),
      recent: z.array(
        z.object({
          noun: z.string(),
          id: id(),
          title: z.string(),
          at: time("时间"),
          route: z.string(),
          params: z.record(z.string(), z.string()),
        }),
      ),
    }),
  ),
  home_figure_query: read(
    "首页数据",
    "staff",
    { period: z.enum(["today", "week", "month", "days_30"]).meta({ label: "时间段" }) },
    z.object({ figures: z.array(figure) }),
  ),
  task_query: {
    name: "",
    kind: "read",
    label: "待办列表",
    may: may.workbench,
    key: false,
    input: z.strictObject({
      page: z.int().min(1).max(10_000).default(1).meta({ label: "页码" }),
      page_size: z.int().min(1).max(100).default(20).meta({ label: "每页条数" }),
      ...taskFilter,
    }),
    output: z.object({ list: z.array(task), total: z.int(), total_capped: z.boolean(), page: z.int(), page_size: z.int() }),
  },
  task_stat_get: read(
    "待办统计",
    may.workbench,
    { scope: z.optional(z.enum(["mine", "team", "all"]).meta({ label: "范围" })) },
    z.object({ queues: z.array(queueTile) }),
  ),
  /** Members and queues of a leader: who has how much in hand, the most loaded first. */
  task_load_query: read(
    "负荷表",
    may.workbench,
    { scope: z.enum(["team", "all"]).meta({ label: "范围" }) },
    z.object({ queues: z.array(z.object({ key: z.enum(keysOf(QUEUES)), label: text("名称") })), members: z.array(load) }),
  ),
  search_query: read(
    "全局搜索",
    "staff",
    {
      q: text("关键词", { max: 64, lookup: PERSON_NUMBERS }),
      groups: z.optional(z.array(z.string().max(30)).max(20).meta({ label: "查找范围" })),
    },
    z.object({ groups: z.array(searchGroup) }),
  ),
});
