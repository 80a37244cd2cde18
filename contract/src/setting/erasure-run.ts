import { api, list, move, pick, write } from "../kit/endpoint.ts";
import { choice, date, id, int, text, time, version, z } from "../kit/field.ts";
import { flow, stateLabels } from "../kit/flow.ts";
import { may } from "../permissions.ts";

/** Nothing is erased without a second person's word. */
export const erasureRunFlow = flow("erasure_run", {
  states: {
    preview: { label: "预览", tone: "orange", start: true },
    approved: { label: "已批准", tone: "blue" },
    running: { label: "执行中", tone: "blue" },
    done: { label: "已完成", tone: "green" },
    cancelled: { label: "已取消", tone: "grey" },
  },
  moves: {
    approve: { label: "批准", from: ["preview"], to: "approved", may: may.sys_config, endpoint: "erasure_approve", danger: true },
    run: { label: "执行", from: ["approved"], to: "running", may: "system" },
    finish: { label: "完成", from: ["running"], to: "done", may: "system" },
    /** The job gave up: the approval is used up, another one goes on where it stopped. */
    fail: { label: "执行失败", from: ["approved", "running"], to: "preview", may: "system", back: true },
    cancel: { label: "取消", from: ["preview", "approved"], to: "cancelled", may: may.sys_config, endpoint: "erasure_cancel" },
  },
});

const count = z.object({
  area: text("模块"),
  label: text("内容"),
  records: int("记录"),
  people: int("申请人"),
  files: int("文件"),
});
const kept = z.object({ noun: text("对象"), noun_id: id(), noun_no: text("编号"), reason: text("保留原因") });

export const erasureRun = z.object({
  id: id("编号"),
  cutoff_date: date("结束于此日之前"),
  erasure_status: choice("状态", stateLabels(erasureRunFlow)),
  counts: z.array(count),
  erased: z.nullable(z.array(count)),
  /** The first of them; `kept_count` tells how many there are. */
  kept: z.array(kept),
  kept_count: int("保留"),
  maker_id: z.nullable(id("发起人", "worker")),
  maker_name: z.nullable(text("发起人")),
  checker_name: z.nullable(text("批准人")),
  approved_at: z.nullable(time("批准时间")),
  finished_at: z.nullable(time("完成时间")),
  version: version(),
  created_at: time("预览时间"),
});
const moved = z.object({ ...pick(erasureRun, "id", "version", "erasure_status") });

export const erasureApi = api({
  erasure_query: list("到期清理", may.sys_config, { filter: {}, row: erasureRun, sorts: ["created_at"] }),
  erasure_preview: write("预览到期清理", may.sys_config, {}, erasureRun),
  erasure_approve: move(erasureRunFlow, "approve", pick(erasureRun, "id", "version"), moved, { key: true }),
  erasure_cancel: move(erasureRunFlow, "cancel", pick(erasureRun, "id", "version"), moved),
});
