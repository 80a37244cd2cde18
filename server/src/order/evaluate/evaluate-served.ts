/** Endpoints of evaluations. */
import type { orderEvaluateApi } from "@visadesk/contract/order/order-evaluate.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Handlers } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { found } from "#kit/http/refuse.ts";
import { workerNames } from "../../setting/index.ts";
import { evaluateAdd } from "../desk/evaluate.ts";
import { appeal, appealPass, appealReject, hide, reply, unhide } from "./evaluate.acts.ts";
import {
  evaluateDetail,
  evaluateList,
  evaluateStat,
  listedEvaluate,
  shownEvaluates,
  stagesOf,
  type EvaluateRow,
  type ListedEvaluate,
} from "./evaluate-read.sql.ts";
import { NO_EVALUATE } from "./evaluate.scope.ts";

type Api = typeof orderEvaluateApi;

async function one(ctx: Ctx, id: number): Promise<EvaluateRow> {
  const [shown] = await shownEvaluates(ctx, [found(await listedEvaluate(ctx, id), NO_EVALUATE)]);
  return found(shown, NO_EVALUATE);
}
async function get({ id }: Parsed<Api["order_evaluate_get"]>, ctx: Ctx): Promise<Output<Api["order_evaluate_get"]>> {
  const { appealed_by, judged_by, ...e } = found(await evaluateDetail(ctx, id), NO_EVALUATE);
  const [[shown], names, stages] = await Promise.all([
    shownEvaluates(ctx, [e]),
    workerNames(ctx.db, [appealed_by, judged_by]),
    stagesOf(ctx, e.order_id),
  ]);
  return {
    ...found(shown, NO_EVALUATE),
    appealed_by_name: names.get(appealed_by ?? 0) ?? null,
    judged_by_name: names.get(judged_by ?? 0) ?? null,
    is_mine: e.expert_id === ctx.me.worker_id,
    stages,
  };
}

export const evaluateServed = {
  order_evaluate_query: async (input, ctx) => {
    const page = await pageOf<ListedEvaluate>(ctx.db, input, evaluateList(input, ctx));
    return { ...page, list: await shownEvaluates(ctx, page.list) };
  },
  order_evaluate_stat_get: (input, ctx) => evaluateStat(input, ctx),
  order_evaluate_get: get,
  order_evaluate_add: evaluateAdd,
  order_evaluate_reply: async (input, ctx) => one(ctx, await reply(input, ctx)),
  order_evaluate_appeal: async (input, ctx) => one(ctx, await appeal(input, ctx)),
  order_evaluate_appeal_pass: async (input, ctx) => one(ctx, await appealPass(input, ctx)),
  order_evaluate_appeal_reject: async (input, ctx) => one(ctx, await appealReject(input, ctx)),
  order_evaluate_hide: async (input, ctx) => one(ctx, await hide(input, ctx)),
  order_evaluate_show: async (input, ctx) => one(ctx, await unhide(input, ctx)),
} satisfies Handlers<Api>;
