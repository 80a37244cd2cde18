import { api, done, list, read, write } from "./endpoint.ts";
import { bool, choice, id, int, text, time, z } from "./field.ts";

export const EXPORT_STATES = {
  waiting: "排队中",
  running: "生成中",
  done: "已完成",
  failed: "失败",
  cancelled: "已取消",
  expired: "已过期",
} as const;

export const exportTask = z.object({
  id: id("编号"),
  export_no: text("任务号"),
  title: text("内容"),
  endpoint: text("列表"),
  format: choice("格式", { xlsx: "Excel", csv: "CSV" }),
  is_masked: bool("脱敏"),
  status: choice("状态", EXPORT_STATES),
  progress: int("进度"),
  progress_total: z.nullable(int("总数")),
  row_count: z.nullable(int("行数")),
  file_size: z.nullable(int("大小")),
  error: z.nullable(text("失败原因")),
  expires_at: z.nullable(time("过期时间")),
  created_at: time("创建时间"),
  finished_at: z.nullable(time("完成时间")),
});

/** Background export of exactly the filter on screen; own tasks only. */
export const exportApi = api({
  export_add: write(
    "导出",
    "staff",
    {
      endpoint: text("列表", { max: 100 }),
      filter: z.record(z.string(), z.unknown()).meta({ label: "筛选" }),
      format: exportTask.shape.format,
      columns: z.optional(z.array(z.string().max(60)).min(1).max(80).meta({ label: "列" })),
      expected_count: z.optional(z.nullable(int("行数"))),
    },
    exportTask,
    { key: true },
  ),
  export_query: list("我的导出", "staff", { filter: {}, row: exportTask, sorts: ["created_at"] }),
  export_get: read("导出进度", "staff", { id: id() }, exportTask),
  export_cancel: write("取消导出", "staff", { id: id() }, done),
  export_link_get: write("下载导出", "staff", { id: id() }, z.object({ url: z.string(), filename: z.string() }), { log: "download" }),
});
