/** 资料变更推送: whom a product's paper list would change, and the push to those who were picked. Nobody gets it by default. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { PUSH_MAX, skuPaperPushApi } from "@visadesk/contract/product/sku/sku-paper-push.ts";
import type { Ctx } from "#kit/call/context.ts";
import { cancelJob } from "#kit/jobs.ts";
import { pageOf } from "#kit/db/page.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { serve } from "#kit/call/serve.ts";
import type { PaperPushDoors, PaperRule, PushPerson } from "../doors.ts";
import { NO_SKU } from "../sku/sku-check.ts";
import { lockHead } from "../sku/sku-edit.sql.ts";
import { PAPER_PUSH_JOB } from "./sku-paper-push.jobs.ts";
import { addPush, endPush, openPush, pushById, pushList, pushResults, setPushJob, type Push } from "./sku-paper-push.sql.ts";
import { paperRule } from "./sku-paper-rule.ts";

type Api = typeof skuPaperPushApi;
type Add = Parsed<Api["sku_paper_push_add"]>;
const PAGE = 20;
const NO_PUSH = "推送记录不存在";
const CHANGED = "名单已变化，请重新查看后再推送";

async function impact(
  doors: PaperPushDoors,
  { sku_id, papers, identities, page = 1, page_size = PAGE, ...filter }: Parsed<Api["sku_paper_impact_query"]>,
  ctx: Ctx,
): Promise<Output<Api["sku_paper_impact_query"]>> {
  const { rule, version } = await paperRule(ctx.db, sku_id, { papers, identities });
  return { ...(await doors.paperImpact(ctx, { rule, filter, page, page_size })), version };
}

/** Whom the caller means; a list that is not the one he saw is refused. */
async function pickedBy(doors: PaperPushDoors, input: Add, rule: PaperRule, ctx: Ctx): Promise<PushPerson[]> {
  if ((input.applicant_ids === undefined) === (input.filter === undefined))
    throw badInput({ path: "applicant_ids", message: "请选择要推送的申请人" });
  const people = input.filter
    ? await doors.paperPickable(ctx, rule, input.filter)
    : await doors.paperPicked(ctx, input.sku_id, [...new Set(input.applicant_ids)]);
  refuseUnless(people.length === input.expected_count, "count_changed", CHANGED, { total: people.length });
  refuseUnless(people.length <= PUSH_MAX, "limit_exceeded", `一次最多推送${PUSH_MAX}人，请筛选后分次推送`);
  return people;
}

async function add(doors: PaperPushDoors, input: Add, ctx: Ctx): Promise<Push> {
  const head = found(await lockHead(ctx.db, input.sku_id), NO_SKU);
  if (head.version !== input.version) refuse("state_changed", "商品已被修改，请重新查看受影响的申请人");
  const { rule } = await paperRule(ctx.db, input.sku_id);
  const people = await pickedBy(doors, input, rule, ctx);
  const id = await addPush(ctx, { sku_id: head.id, sku_version: head.version, people });
  const title = `资料变更推送：${head.sku_no}`;
  await setPushJob(ctx.db, id, await ctx.enqueue(PAPER_PUSH_JOB, { id }, { key: String(id), owner_id: ctx.me.worker_id, title }));
  ctx.note({
    noun: "sku",
    noun_id: head.id,
    noun_no: head.sku_no,
    subject_ids: people.map((p) => p.applicant_id),
    changes: [{ field: "papers", label: "推送资料变更", before: null, after: `${people.length}人` }],
  });
  return found(await pushById(ctx.db, id), NO_PUSH);
}

async function cancel({ id }: Parsed<Api["sku_paper_push_cancel"]>, ctx: Ctx): Promise<{ ok: true }> {
  found(await pushById(ctx.db, id), NO_PUSH);
  const push = await openPush(ctx.db, id);
  const left = push?.job_id ? await cancelJob(ctx.db, push.job_id, ctx.now) : null;
  if (!push || left === null) refuse("state_changed", "推送已结束，不能取消");
  // A running job ends by itself at its next order.
  if (left === "cancelled") await endPush(ctx.db, id, "cancelled", ctx.now);
  ctx.note({
    noun: "sku",
    noun_id: push.sku_id,
    noun_no: push.sku_no,
    changes: [{ field: "papers", label: "取消资料变更推送", before: `${push.total}人`, after: null }],
  });
  return { ok: true };
}

export const skuPaperPushServer = (doors: PaperPushDoors) =>
  serve(skuPaperPushApi, {
    sku_paper_impact_query: (input, ctx) => impact(doors, input, ctx),
    sku_paper_push_add: (input, ctx) => add(doors, input, ctx),
    sku_paper_push_query: (input, ctx) => pageOf<Push>(ctx.db, input, pushList(input.sku_id)),
    sku_paper_push_get: async ({ id }, ctx) => found(await pushById(ctx.db, id), NO_PUSH),
    sku_paper_push_result_query: (input, ctx) =>
      pageOf(ctx.db, input, pushResults(input.push_id, input.outcome ?? null, doors.orderScope(ctx, "a"))),
    sku_paper_push_cancel: cancel,
  });
