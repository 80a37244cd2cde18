/** 发消息: to whom it goes, until when, and who looks at what comes back. */
import { MSG_RECEIVERS_MAX, type MSG_LIMITS } from "@visadesk/contract/workbench/message/msg.words.ts";
import type { msgApi } from "@visadesk/contract/workbench/message/msg.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { badInput, found, refuse } from "#kit/http/refuse.ts";
import { dayOf } from "#kit/range.ts";
import { workerMay } from "../../account/index.ts";
import { calendarOf, type WorkCalendar } from "../../base-data/index.ts";
import { sendMsg } from "../../message/index.ts";
import { receiversOf, type Receiver } from "./msg.sql.ts";
import { refOf, type RefDoors } from "./refs.ts";

type Input = Parsed<typeof msgApi.msg_add>;
const HOURS_2 = 120;

/** When a chosen limit ends: in working time, or at the end of the working day. */
export function limitEnd(calendar: WorkCalendar, now: Date, limit: keyof typeof MSG_LIMITS): Date {
  if (limit === "hours_2") return calendar.addWorkingMinutes(now, HOURS_2);
  if (limit === "day_1") return calendar.dueAt(now, 1, "work_day");
  const today = calendar.dueAt(now, 0, "work_day");
  // On a day off, and after the end of a working one, it is the next one's.
  return calendar.isWorkingDay(dayOf(now)) && today > now ? today : calendar.dueAt(now, 1, "work_day");
}

function dueOf(calendar: WorkCalendar, now: Date, { kind, due_at, due_in }: Input): Date | null {
  if (due_in !== undefined && due_at !== undefined) throw badInput({ path: "due_at", message: "时限和截止时间只能选一个" });
  const due = due_in ? limitEnd(calendar, now, due_in) : due_at ? new Date(due_at) : null;
  if (due === null && kind === "task") throw badInput({ path: "due_at", message: "请选择截止时间" });
  if (due !== null && due <= now) throw badInput({ path: "due_at", message: "截止时间须晚于现在" });
  return due;
}

/** Those who get it, and the names of those left out. */
async function settled(ctx: Ctx, input: Input): Promise<{ to: Receiver[]; left_out: string[] }> {
  const { staff_ids = [], team_ids = [], role_ids = [], is_all = false } = input;
  const meant = await receiversOf(ctx.db, { staff_ids, team_ids, role_ids, is_all }, may.workbench);
  const to = meant.filter((r) => r.is_enabled);
  const left_out = meant.filter((r) => !r.is_enabled).map((r) => r.name);
  const path =
    staff_ids.length > 0 || team_ids.length + role_ids.length === 0 ? "staff_ids" : team_ids.length > 0 ? "team_ids" : "role_ids";
  if (to.length === 0) throw badInput({ path, message: left_out.length > 0 ? "接收人都已停用，请重新选择" : "请选择接收人" });
  if (to.length > MSG_RECEIVERS_MAX && !is_all) throw badInput({ path, message: `接收人最多${MSG_RECEIVERS_MAX}人，现有${to.length}人` });
  const closed = to.filter((r) => !r.may_work);
  if (closed.length > 0)
    refuse("guard_failed", `接收人没有工作台权限：${names(closed)}`, { issues: [{ path, message: "接收人没有工作台权限" }] });
  return { to, left_out };
}
const NAMED = 5;
const names = (of: readonly Receiver[]): string =>
  `${of
    .slice(0, NAMED)
    .map((r) => r.name)
    .join("、")}${of.length > NAMED ? ` 等${of.length}人` : ""}`;

/** The sender where nobody else is named. Nobody looks at his own result. */
async function reviewerOf(ctx: Ctx, input: Input, to: readonly Receiver[]): Promise<number | null> {
  const isNotice = input.kind === "notice";
  if (isNotice && input.need_review) throw badInput({ path: "need_review", message: "知会不需要审核" });
  if (isNotice && input.need_proof) throw badInput({ path: "need_proof", message: "知会不需要凭证" });
  if (!input.need_review && input.reviewer_id !== undefined) throw badInput({ path: "reviewer_id", message: "需要审核时才选择审核人" });
  if (!input.need_review) return null;
  const reviewer = input.reviewer_id ?? ctx.me.worker_id;
  if (to.some((r) => r.id === reviewer)) {
    const message = "审核人不能是处理人";
    refuse("guard_failed", message, { issues: [{ path: "reviewer_id", message }] });
  }
  if (!(await workerMay(ctx.db, reviewer, may.workbench))) throw badInput({ path: "reviewer_id", message: "审核人须在职，且有工作台权限" });
  return reviewer;
}

export const addMsg =
  (doors: RefDoors) =>
  async (input: Input, ctx: Ctx): Promise<Output<typeof msgApi.msg_add>> => {
    const calendar = await calendarOf(ctx.db);
    const { to, left_out } = await settled(ctx, input);
    const due_at = dueOf(calendar, ctx.now, input);
    const reviewer_id = await reviewerOf(ctx, input, to);
    if (input.ref_noun !== undefined && input.ref_no === undefined) throw badInput({ path: "ref_no", message: "请输入关联单号" });
    const ref = input.ref_noun && input.ref_no ? await refOf(ctx, doors, input.ref_noun, input.ref_no) : null;
    const { kind, title, content, files, level, cc, need_proof } = input;
    const id = await sendMsg(ctx, {
      kind,
      source: "staff",
      title,
      content,
      files,
      ref,
      level,
      due_at,
      span_minutes: due_at && calendar.workingMinutes(ctx.now, due_at),
      to: to.map((r) => r.id),
      cc,
      reviewer_id,
      need_proof: kind === "task" && need_proof === true,
    });
    return { id: found(id), sent: to.length, left_out };
  };
