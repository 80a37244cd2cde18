/** One move over a selection: every row stands or falls by itself. */
import type { applicantApi } from "@visadesk/contract/order/applicant.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { canMove } from "@visadesk/contract/kit/flow.ts";
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import { attempt } from "#kit/db/attempt.sql.ts";
import type { Ctx } from "#kit/call/context.ts";
import { badInput, refuse } from "#kit/http/refuse.ts";
import { passReview } from "./applicant-review.ts";
import { assertGuard, changeOrder, moveApplicant, personOf } from "../flow/change.ts";
import { inScope } from "../flow/order.rules.ts";
import { placesOf, type PlacedPerson } from "../express/submission-batch.sql.ts";
import { submitSelection } from "../express/submission-batch.ts";

type Answer = Output<typeof applicantApi.applicant_move_batch>;

export async function moveBatch(input: Parsed<typeof applicantApi.applicant_move_batch>, ctx: Ctx): Promise<Answer> {
  const ids = [...new Set(input.ids)];
  if (input.move === "submit") {
    const { submit_date, with_originals = false } = input;
    if (!submit_date) throw badInput({ path: "submit_date", message: "请选择送签日期" });
    return submitSelection(ctx, ids, { submit_date, with_originals });
  }
  const people = (await placesOf(ctx.db, ids)).filter((p) => inScope(p, ctx.principal));
  const list: Answer["list"] = ids
    .filter((id) => !people.some((p) => p.id === id))
    .map((id) => ({ id, ok: false, msg: "申请人不存在或无权查看" }));
  for (const p of people) {
    const refusal = await attempt(ctx.db, () => passOne(ctx, p));
    list.push({ id: p.id, ok: refusal === null, msg: refusal ? `${p.applicant_no}：${refusal.message}` : "" });
  }
  return { list, batch_no: null };
}

const passOne = (ctx: Ctx, row: PlacedPerson): Promise<void> =>
  changeOrder(ctx, row.order_id, async (w) => {
    const p = personOf(w, row.id);
    if (!canMove(applicantFlow, p.applicant_status, "review_pass")) refuse("state_changed");
    assertGuard(w, p, "review_pass");
    await moveApplicant(w, p, "review_pass", await passReview(w, p));
  });
