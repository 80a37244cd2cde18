/** Coaching before the visit. */
import type { applicantApi } from "@visadesk/contract/order/applicant.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import { badInput, found } from "#kit/http/refuse.ts";
import { worker } from "../../setting/index.ts";
import { applicantMove } from "../flow/change.ts";

/** Later than one working day before the visit only with a reason. */
export const trainDone = (input: Parsed<typeof applicantApi.applicant_train_done>, ctx: Ctx) =>
  applicantMove(ctx, input, "train_done", async (w, p) => {
    const teacher = found(await worker(ctx.db, input.teacher_id), "辅导老师不存在");
    if (input.trained_on > w.facts.today) throw badInput({ path: "trained_on", message: "辅导日期不能晚于今天" });
    const visit = p.visit ? shanghaiDate(p.visit.visit_at) : null;
    if (visit && w.clocks.calendar.addWorkingDays(input.trained_on, 1) > visit && !input.reason)
      throw badInput({ path: "reason", message: "距赴馆不足1个工作日，请填写原因" });
    const cause = `${input.trained_on} ${teacher.nickname} 辅导`;
    return {
      to: "awaiting_visit",
      cause,
      reason: `${cause}${input.reason ? `：${input.reason}` : ""}`,
      customer_visible: true,
    };
  });
