/** 官费敞口: what is held for missions, and what is left of people who are through, which becomes income by a decision. */
import { embassyTrustApi } from "@visadesk/contract/finance/embassy/embassy-trust.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { found, refuseUnless } from "#kit/http/refuse.ts";
import { postTrustSurplus } from "../../ledger/index.ts";
import { peopleHeld } from "../../order/index.ts";
import { eachOf } from "../embassy-payment/embassy-payment.held.ts";
import { financeSettings } from "../finance-setting/finance-setting.ts";
import { leftList, leftOf, trustList, type LeftRow, type TrustRow } from "./embassy-trust.sql.ts";

type Api = typeof embassyTrustApi;
const income = ({ rows, reason }: Parsed<Api["embassy_trust_income"]>, ctx: Ctx) =>
  eachOf(
    ctx,
    rows,
    (ids) => peopleHeld(ctx, ids),
    async (seen) => {
      const of = found(await leftOf(ctx, seen.id), "申请人未办结、没有官费余额或无权查看");
      refuseUnless(of.left === seen.left, "state_changed", `官费余额已变为 ${money(of.left)}，请刷新后再试`);
      await postTrustSurplus(ctx, { order_id: of.order_id, applicant_id: of.id }, of.left, reason);
      ctx.note({
        noun: "applicant",
        noun_id: of.id,
        noun_no: of.applicant_no,
        subject_ids: [of.id],
        reason,
        changes: [{ field: "left", label: "官费余额", before: of.left, after: 0 }],
      });
    },
  );

export const embassyTrustServer = serve(embassyTrustApi, {
  embassy_trust_query: (input, ctx) => pageOf<TrustRow>(ctx.db, input, trustList(input, ctx)),
  embassy_trust_left_query: async (input, ctx) =>
    pageOf<LeftRow>(ctx.db, input, leftList(input, ctx, (await financeSettings(ctx.db)).embassy_tolerance)),
  embassy_trust_income: income,
});
