/** What 待办 are narrowed by: for the list, and for an act upon all that match. */
import { anyOf, bool, id, keysOf, text, z, PERSON_NUMBERS } from "../kit/field.ts";
import { QUEUES } from "./queues.ts";

export const taskFilter = {
  /** Absent: what waits now. Put off: mine that I see again later. */
  tab: z.optional(z.enum(["open", "put_off"]).meta({ label: "阶段" })),
  queue: z.optional(
    z
      .array(z.enum(keysOf(QUEUES)))
      .max(40)
      .meta({ label: "类型" }),
  ),
  scope: z.optional(z.enum(["mine", "team", "all"]).meta({ label: "范围" })),
  level: z.optional(z.array(z.enum(["critical", "high", "normal"])).meta({ label: "紧急程度" })),
  due: z.optional(z.enum(["today", "overdue", "week", "none"]).meta({ label: "截止" })),
  handler_id: z.optional(anyOf(id("处理人", "worker"))),
  is_unassigned: z.optional(bool("未指定处理人")),
  keyword: z.optional(text("关键词", { min: 0, max: 40, lookup: PERSON_NUMBERS })),
};
