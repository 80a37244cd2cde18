/** Gives a paper list to those who were picked, order by order; a job that stops goes on where it was. */
import { z } from "@visadesk/contract/kit/field.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { JobCtx, JobDef, JobPayload, Progress } from "#kit/jobs.ts";
import { Refusal } from "#kit/http/refuse.ts";
import type { PaperPushDoors } from "../doors.ts";
import { endPush, nextOrder, openPush, tellResults, type OpenPush } from "./sku-paper-push.sql.ts";
import { paperRule } from "./sku-paper-rule.ts";

export const PAPER_PUSH_JOB = "sku_paper_push";
const payloadType = z.object({ id: z.int() });
type Next = NonNullable<Awaited<ReturnType<typeof nextOrder>>>;

/** One order and what came of it, kept together. */
async function giveOrder(ctx: Ctx, doors: PaperPushDoors, push: OpenPush, { order_id, applicant_ids }: Next): Promise<void> {
  const { rule } = await paperRule(ctx.db, push.sku_id);
  await tellResults(ctx.db, push.id, await doors.paperPush(ctx, { order_id, applicant_ids, rule, by: push.by }), ctx.now);
}

async function orderOf(ctx: JobCtx, doors: PaperPushDoors, push: OpenPush, next: Next): Promise<void> {
  try {
    await ctx.change((c) => giveOrder(c, doors, push, next));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { message: msg } = error;
    const failed = next.applicant_ids.map((applicant_id) => ({ applicant_id, outcome: "failed" as const, msg }));
    await ctx.change((c) => tellResults(c.db, push.id, failed, c.now));
  }
}

async function run(doors: PaperPushDoors, ctx: JobCtx, payload: JobPayload, progress: Progress): Promise<{ orders: number }> {
  const { id } = payloadType.parse(payload);
  const push = await openPush(ctx.db, id);
  let orders = 0;
  for (let next = push && (await nextOrder(ctx.db, id)); push && next; next = await nextOrder(ctx.db, id)) {
    await progress.set(push.total - next.waiting, push.total);
    await orderOf(ctx, doors, push, next);
    orders++;
  }
  if (push) await ctx.change((c) => endPush(c.db, id, "done", c.now));
  return { orders };
}

export const skuPaperPushJobs = (doors: PaperPushDoors): readonly JobDef[] => [
  {
    name: PAPER_PUSH_JOB,
    label: "资料变更推送",
    run: (ctx, payload, progress) => run(doors, ctx, payload, progress),
    ended: (ctx, payload, state) => endPush(ctx.db, payloadType.parse(payload).id, state, ctx.now),
  },
];
