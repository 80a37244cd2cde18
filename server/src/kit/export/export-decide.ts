/** A second person passes or rejects what somebody wants to take out. */
import type { exportApi } from "@visadesk/contract/kit/export.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "../call/context.ts";
import type { Serving } from "../call/serve.ts";
import type { Sql } from "../db/sql.ts";
import { found, refuse, refuseUnless } from "../http/refuse.ts";
import { moveRow } from "../noun/move.ts";
import { ctxAs } from "./exported.ts";
import { assertCount, assertMayExport, enqueueTask, filterOf, listFor, type AskParts } from "./export-ask.ts";
import { exportNoun } from "./export.noun.ts";
import { taskById, type ExportTask } from "./export.sql.ts";

type Api = typeof exportApi;
type Seen = (ctx: Pick<Ctx, "me" | "has">) => Sql;

async function waiting(ctx: Ctx, id: number, seen: Seen): Promise<ExportTask> {
  const task = found(await taskById(ctx.db, id, seen(ctx)));
  refuseUnless(task.worker_id !== ctx.me.worker_id, "maker_is_checker", "不能审批自己的导出");
  refuseUnless(task.status === "pending", "state_changed");
  return task;
}
const decided = (ctx: Ctx, note: string) => ({ decided_by: ctx.me.worker_id, decided_at: ctx.now, decided_note: note });

/** What was asked for is judged anew with the rights and the rows of this moment: those of whoever asked. */
async function approve(lists: Serving, parts: AskParts, seen: Seen, input: Parsed<Api["export_approve"]>, ctx: Ctx): Promise<{ ok: true }> {
  const task = await waiting(ctx, input.id, seen);
  const e = listFor(lists, task.endpoint);
  const asker = await parts.principalOfWorker(ctx.db, task.worker_id, ctx.now);
  if (!asker) refuse("guard_failed", "申请人账号已停用，请驳回");
  assertMayExport(e, asker, task.is_masked);
  await assertCount(e, filterOf(task), task.expected_count, ctxAs(ctx, asker));
  await moveRow(ctx, exportNoun, "approve", { id: task.id, version: input.version, to: "waiting", set: decided(ctx, input.note ?? "") });
  await enqueueTask(ctx, task);
  ctx.note({ noun: "export_task", noun_id: task.id, noun_no: task.export_no, reason: task.reason || null });
  return { ok: true };
}

async function reject(seen: Seen, { id, version, reason }: Parsed<Api["export_reject"]>, ctx: Ctx): Promise<{ ok: true }> {
  const task = await waiting(ctx, id, seen);
  const set = { ...decided(ctx, reason), filter_sealed: null, finished_at: ctx.now };
  await moveRow(ctx, exportNoun, "reject", { id, version, to: "rejected", set });
  ctx.note({ noun: "export_task", noun_id: id, noun_no: task.export_no, reason });
  return { ok: true };
}

export const exportDecide = (lists: Serving, parts: AskParts, seen: Seen) => ({
  export_approve: (input: Parsed<Api["export_approve"]>, ctx: Ctx) => approve(lists, parts, seen, input, ctx),
  export_reject: (input: Parsed<Api["export_reject"]>, ctx: Ctx) => reject(seen, input, ctx),
});
