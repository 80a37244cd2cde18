/** 数据导出: background files of exactly the list on screen. Whose tasks somebody sees, and what he may do with them. */
import { createHash, randomBytes } from "node:crypto";
import { exportFlow } from "@visadesk/contract/kit/export.flow.ts";
import { exportApi } from "@visadesk/contract/kit/export.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "../call/context.ts";
import { cancelJob } from "../jobs.ts";
import { pageOf } from "../db/page.ts";
import { found, refuseUnless } from "../http/refuse.ts";
import { serve, type Serving } from "../call/serve.ts";
import { and, likeText, or, q, type Sql } from "../db/sql.ts";
import { timeRange } from "../range.ts";
import { assertMayExport, columnWords, exportAdd, exportRerun, listOf, listFor, type AskParts } from "./export-ask.ts";
import { exportDecide } from "./export-decide.ts";
import { exportQueue } from "./export.queues.ts";
import { downloadsOf, setEnded, setLink, taskById, taskColumns, taskFrom, taskJoins, type ExportTask } from "./export.sql.ts";

const LINK_MS = 15 * 60_000;
export const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");
export const fileNameOf = (t: Pick<ExportTask, "export_no" | "title" | "format">): string => `${t.export_no}-${t.title}.${t.format}`;

const own = (ctx: Pick<Ctx, "me">): Sql => q`e.worker_id = ${ctx.me.worker_id}`;
/** One's own; everybody's for who holds 数据导出 and sees all data; what waits for a decision, and what he decided, for who may pass it. */
export const seenTasks = (ctx: Pick<Ctx, "me" | "has">): Sql =>
  or([
    own(ctx),
    ...(ctx.has(may.export) && ctx.me.scope_ids === null ? [q`true`] : []),
    ...(ctx.has(may.export_personal) ? [q`e.status = 'pending'`, q`e.decided_by = ${ctx.me.worker_id}`] : []),
  ]);

type Shown = Output<typeof exportApi.export_get>;
function shownTask(lists: Serving, ctx: Pick<Ctx, "me">, t: ExportTask): Shown {
  const e = listOf(lists, t.endpoint);
  return {
    ...t,
    column_text: columnWords(e, t.columns),
    is_mine: t.worker_id === ctx.me.worker_id,
    is_repeatable: e !== null && !t.is_filter_hidden && t.worker_id === ctx.me.worker_id,
  };
}

const whereOf = (input: Parsed<typeof exportApi.export_query>, ctx: Ctx): Sql =>
  and([
    input.whose === "all" || input.queue ? seenTasks(ctx) : own(ctx),
    input.status && q`e.status = any(${[...input.status]}::text[])`,
    input.is_masked !== undefined && q`e.is_masked = ${input.is_masked}`,
    input.worker_id && q`e.worker_id = any(${[...input.worker_id]}::int8[])`,
    input.keyword &&
      or([q`e.export_no like ${`${likeText(input.keyword.toUpperCase())}%`}`, q`e.title ilike ${`%${likeText(input.keyword)}%`}`]),
    timeRange("e.created_at", input.created_at),
    input.queue && exportQueue(ctx, input.queue),
  ]);

async function cancel({ id }: { id: number }, ctx: Ctx): Promise<{ ok: true }> {
  const task = found(await taskById(ctx.db, id, own(ctx)));
  // What waits for a second person has no job yet.
  const left = task.job_id === null ? null : await cancelJob(ctx.db, task.job_id, ctx.now);
  refuseUnless(left !== null || task.status === "pending", "state_changed", "导出已结束，不能取消");
  if (left !== "running") await setEnded(ctx.db, id, "cancelled", null, ctx.now);
  ctx.note({ noun: "export_task", noun_id: id, noun_no: task.export_no });
  return { ok: true };
}

/** The endpoints; `lists` are the served endpoints whose lists may be exported. */
export const exportServer = (lists: Serving, parts: AskParts) =>
  serve(exportApi, {
    export_add: async (input, ctx) => shownTask(lists, ctx, await exportAdd(lists, parts, input, ctx)),
    export_rerun: async ({ id }, ctx) =>
      shownTask(lists, ctx, await exportRerun(lists, parts, found(await taskById(ctx.db, id, own(ctx))), ctx)),
    export_query: async (input, ctx) => {
      const page = await pageOf<ExportTask>(ctx.db, input, {
        from: taskFrom,
        where: whereOf(input, ctx),
        id: "e.id",
        select: taskColumns,
        joins: taskJoins,
        sorts: { created_at: { by: "e.created_at", order: "desc", keyset: true } },
        sort: "created_at",
      });
      return { ...page, list: page.list.map((t) => shownTask(lists, ctx, t)) };
    },
    export_get: async ({ id }, ctx) => shownTask(lists, ctx, found(await taskById(ctx.db, id, seenTasks(ctx)))),
    export_cancel: cancel,
    ...exportDecide(lists, parts, seenTasks),
    export_link_get: async ({ id }, ctx) => {
      const task = found(await taskById(ctx.db, id, own(ctx)));
      assertMayExport(listFor(lists, task.endpoint), ctx.me, task.is_masked);
      refuseUnless(
        task.status !== "expired" && (!task.expires_at || Date.parse(task.expires_at) > ctx.now.getTime()),
        "too_late",
        "文件已过期，请重跑",
      );
      refuseUnless(task.status === "done", "state_changed", `导出${exportFlow.states[task.status].label}，还不能下载`);
      const token = randomBytes(32).toString("base64url");
      await setLink(ctx.db, id, hashOf(token), new Date(ctx.now.getTime() + LINK_MS), ctx.me.session_id);
      ctx.note({ noun: "export_task", noun_id: id, noun_no: task.export_no });
      return { url: `/storage/export/${token}`, filename: fileNameOf(task) };
    },
    export_download_query: async ({ id }, ctx) => {
      const task = found(await taskById(ctx.db, id, seenTasks(ctx)));
      return { list: await downloadsOf(ctx.db, task.id) };
    },
  });
