/** 数据导出: background files of exactly the list on screen; full personal data and very many rows wait for a second person. */
import { api, done, list, move, pick, read, write } from "./endpoint.ts";
import { anyOf, bool, choice, id, int, range, text, time, version, z } from "./field.ts";
import { exportFlow } from "./export.flow.ts";
import { stateLabels } from "./flow.ts";

export const EXPORT_STATES = stateLabels(exportFlow);

export const exportTask = z.object({
  id: id("编号"),
  export_no: text("任务号"),
  title: text("内容"),
  endpoint: text("列表"),
  filter_text: text("条件", { min: 0, max: 500 }),
  column_text: text("列", { min: 0, max: 4_000 }),
  format: choice("格式", { xlsx: "Excel", csv: "CSV" }),
  is_masked: bool("脱敏"),
  reason: text("用途", { min: 0 }),
  status: choice("状态", EXPORT_STATES),
  progress: int("进度"),
  progress_total: z.nullable(int("总数")),
  expected_count: z.nullable(int("预计行数")),
  row_count: z.nullable(int("行数")),
  file_size: z.nullable(int("大小")),
  /** Of the file, by which it is known again. */
  sha256: z.nullable(text("校验值")),
  downloads: int("下载次数"),
  error: z.nullable(text("失败原因")),
  worker_id: id("申请人", "worker"),
  worker_name: z.nullable(text("申请人")),
  is_mine: bool("我的任务"),
  decided_by_name: z.nullable(text("审批人")),
  decided_at: z.nullable(time("审批时间")),
  decided_note: text("审批意见", { min: 0, max: 200 }),
  /** May be asked for again as it was: its list is there and its filter held no personal number. */
  is_repeatable: bool("可重跑"),
  expires_at: z.nullable(time("过期时间")),
  created_at: time("创建时间"),
  finished_at: z.nullable(time("完成时间")),
  version: version(),
});
const t = exportTask.shape;
const of = pick(exportTask, "id", "version");

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
      /** False: full personal data, with its right, a reason and a second person. */
      is_masked: z.optional(t.is_masked),
      reason: z.optional(text("用途", { min: 5, max: 200 })),
    },
    exportTask,
    { key: true },
  ),
  /** One's own; of all of them who holds 数据导出 and sees everybody's, and of those that wait who may pass them. */
  export_query: list("数据导出", "staff", {
    filter: {
      whose: z.optional(choice("范围", { mine: "我的", all: "全部" })),
      status: z.optional(anyOf(t.status)),
      is_masked: z.optional(t.is_masked),
      worker_id: z.optional(anyOf(t.worker_id)),
      keyword: z.optional(text("任务号、内容", { min: 0, max: 40 })),
      created_at: z.optional(range("创建时间")),
      queue: z.optional(choice("待办", { export_review: "导出待审批" })),
    },
    row: exportTask,
    sorts: ["created_at"],
  }),
  export_get: read("导出进度", "staff", pick(exportTask, "id"), exportTask),
  export_cancel: write("取消导出", "staff", pick(exportTask, "id"), done),
  export_rerun: write("重跑导出", "staff", pick(exportTask, "id"), exportTask, { key: true }),
  export_approve: move(exportFlow, "approve", { ...of, note: z.optional(text("审批意见", { min: 0, max: 200 })) }, done, { key: true }),
  export_reject: move(exportFlow, "reject", { ...of, reason: text("原因", { min: 5, max: 200 }) }, done, { key: true }),
  export_link_get: write("下载导出", "staff", pick(exportTask, "id"), z.object({ url: z.string(), filename: z.string() }), {
    log: "download",
  }),
  export_download_query: read(
    "下载记录",
    "staff",
    pick(exportTask, "id"),
    z.object({ list: z.array(z.object({ id: id("编号"), at: time("时间"), actor_name: text("下载人"), ip: text("IP", { min: 0 }) })) }),
  ),
});
