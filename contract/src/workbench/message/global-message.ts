/** 全局消息: a banner for staff between two times; never edited, only ended. */
import { api, done, list, optional, pick, write } from "../../kit/endpoint.ts";
import { anyOf, bool, choice, id, ids, int, longText, range, text, time, version, z } from "../../kit/field.ts";
import { may } from "../../permissions.ts";
import { AUDIENCES, GLOBAL_LEVELS, GLOBAL_STATES } from "./global-message.words.ts";

const code = may.workbench_broadcast;

export const globalMessage = z.object({
  id: id("编号", "global_message"),
  level: choice("级别", GLOBAL_LEVELS),
  title: text("标题", { min: 2, max: 30 }),
  content: text("内容", { min: 0, max: 300, long: true }),
  /** A page of the console. */
  link: z.nullable(text("链接", { max: 200 })),
  audience: choice("范围", AUDIENCES),
  audience_ids: ids("范围内", 50),
  audience_names: text("范围内", { min: 0 }),
  start_at: time("开始时间"),
  end_at: time("结束时间"),
  must_confirm: bool("需确认"),
  is_closed: bool("已停用"),
  global_status: choice("状态", GLOBAL_STATES),
  /** Enabled staff that it means. */
  audience_count: int("应确认"),
  confirmed_count: int("已确认"),
  created_by_name: text("发布人"),
  version: version(),
  created_at: time("创建时间"),
  updated_at: time("更新时间"),
});
const f = globalMessage.shape;
const link = text("链接", { max: 200, check: (v) => (/^\/(?!\/)[\w/?=&.-]*$/.test(v) ? null : "链接应为系统内页面，如 /order/list") });

export const globalMessageApi = api({
  global_message_query: list("全局消息列表", code, {
    filter: {
      keyword: z.optional(text("标题", { min: 0, max: 30 })),
      global_status: z.optional(anyOf(f.global_status)),
      level: z.optional(anyOf(f.level)),
      created_at: z.optional(range("创建时间")),
    },
    row: globalMessage,
    sorts: ["created_at", "start_at"],
    exports: [
      "title",
      "level",
      "global_status",
      "audience",
      "audience_names",
      "start_at",
      "end_at",
      "must_confirm",
      "audience_count",
      "confirmed_count",
      "created_by_name",
      "created_at",
    ],
  }),
  global_message_add: write(
    "新建全局消息",
    code,
    {
      ...pick(globalMessage, "level", "title", "audience"),
      content: z.optional(longText("内容", 300)),
      link: z.optional(link),
      role_ids: z.optional(ids("角色", 50, "role")),
      team_ids: z.optional(ids("团队", 50, "team")),
      ...optional({ start_at: f.start_at }),
      end_at: f.end_at,
      must_confirm: z.optional(f.must_confirm),
    },
    z.object(pick(globalMessage, "id")),
    { key: true },
  ),
  /** Gone for everybody at once. */
  global_message_end: write("停用全局消息", code, pick(globalMessage, "id", "version"), done),
  global_message_confirm: write("确认全局消息", "staff", pick(globalMessage, "id"), done, { unlogged: true }),
});
