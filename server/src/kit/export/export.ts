/** 数据导出: background files of exactly the list on screen; own tasks only. */
import { createHash, randomBytes } from "node:crypto";
import { exportApi } from "@visadesk/contract/kit/export.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { maskedNumbers } from "@visadesk/contract/kit/mask-numbers.ts";
import { allows, missingCode } from "@visadesk/contract/permissions.ts";
import type { Ctx, Principal } from "../call/context.ts";
import { countOf, exceeds, exportedOf, filterWords, isColumn, lockedColumns, withoutPaging, type ExportedList } from "./exported.ts";
import { cancelJob } from "../jobs.ts";
import { nextNumber } from "../db/numbers.ts";
import { pageOf } from "../db/page.ts";
import { badInput, Denied, found, refuse, refuseUnless } from "../http/refuse.ts";
import { serve, type Serving } from "../call/serve.ts";
import { q } from "../db/sql.ts";
import { openText, sealText } from "../seal/seal.ts";
import { addTask, setEnded, setJob, setLink, taskById, taskColumns, taskFrom, taskJoins, tasksOf, type ExportTask } from "./export.sql.ts";

const AT_ONCE = 3;
const PER_DAY = 20;
const DAY_MS = 86_400_000;
const LINK_MS = 15 * 60_000;

export const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Whoever may not see the list may not export it; asked when it is ordered, made and fetched. */
export function assertMayExport(e: ExportedList, principal: Principal): void {
  if (allows(e.endpoint.may, principal.codes)) return;
  throw new Denied(missingCode(e.endpoint.may, principal.codes) ?? 0);
}

export function listFor(lists: Serving, endpoint: string): ExportedList {
  const e = exportedOf(Object.hasOwn(lists, endpoint) ? lists[endpoint] : undefined);
  if (!e) throw badInput({ path: "endpoint", message: "此列表不能导出" });
  return e;
}

export const fileNameOf = (t: Pick<ExportTask, "export_no" | "title" | "format">): string => `${t.export_no}-${t.title}.${t.format}`;

/** The rows must still be those that the person counted on the screen. */
async function assertCount(e: ExportedList, filter: Record<string, unknown>, expected: number | null, ctx: Ctx): Promise<number | null> {
  const now = await countOf(e, filter, ctx);
  if (expected !== null && (now.total_capped ? expected < now.total : expected !== now.total))
    refuse("count_changed", `数据已变化（${expected}→${now.total}${now.total_capped ? "+" : ""}），请确认后重试`, { total: now.total });
  return now.total_capped ? expected : now.total;
}

async function assertQuota(ctx: Ctx): Promise<void> {
  const mine = await tasksOf(ctx.db, ctx.me.worker_id, new Date(ctx.now.getTime() - DAY_MS));
  refuseUnless(mine.open < AT_ONCE, "limit_exceeded", `最多同时导出${AT_ONCE}个任务，请等待完成或取消后再试`);
  refuseUnless(mine.day < PER_DAY, "limit_exceeded", `24小时内最多导出${PER_DAY}次，请明天再试`);
}

const mine = async (ctx: Ctx, id: number): Promise<ExportTask> => found(await taskById(ctx.db, id, ctx.me.worker_id));

type Filter = Record<string, unknown>;
const placeOf = (export_no: string) => ({ table: "export_tasks", column: "filter_sealed", row: export_no });
/** A filter as it is kept: its personal numbers masked for showing, and beside it sealed what the export runs with. */
function keptFilter(export_no: string, filter: Filter): Pick<ExportTask, "filter" | "filter_sealed"> {
  const shown = maskedNumbers(filter);
  const whole = JSON.stringify(filter);
  return { filter: shown, filter_sealed: JSON.stringify(shown) === whole ? null : sealText(placeOf(export_no), whole) };
}
/** The filter an export runs with. */
export function filterOf(t: Pick<ExportTask, "export_no" | "filter" | "filter_sealed">): Filter {
  const whole: unknown = t.filter_sealed === null ? t.filter : JSON.parse(openText(placeOf(t.export_no), t.filter_sealed));
  return typeof whole === "object" ? { ...whole } : {};
}

/** Checks who asks for what and how often, notes the task and hands it to the job. */
async function addExport(lists: Serving, input: Parsed<typeof exportApi.export_add>, ctx: Ctx): Promise<ExportTask> {
  const e = listFor(lists, input.endpoint);
  assertMayExport(e, ctx.me);
  const locked = lockedColumns(e, input.columns ?? e.columns, ctx.me.codes);
  if (input.columns && locked[0] !== undefined)
    throw new Denied(missingCode(e.endpoint.columns_may?.[locked[0]] ?? "staff", ctx.me.codes) ?? 0);
  const columns = (input.columns ?? e.columns).filter((c) => !locked.includes(c));
  const unknown = columns.find((c) => !isColumn(e, c));
  if (unknown !== undefined) throw badInput({ path: "columns", message: `不能导出此列：${unknown}` });
  await assertQuota(ctx);
  const filter = withoutPaging(input.filter);
  const max = e.endpoint.export_max;
  if (max !== undefined && (await exceeds(e, filter, max, ctx))) refuse("limit_exceeded", `一次最多导出${max}行，请缩小筛选范围后分次导出`);
  const expected_count = await assertCount(e, filter, input.expected_count ?? null, ctx);
  const title = e.endpoint.label;
  const export_no = await nextNumber(ctx.db, "DC", ctx.now);
  const { id } = found(
    await addTask(
      ctx.db,
      {
        export_no,
        worker_id: ctx.me.worker_id,
        endpoint: input.endpoint,
        title,
        ...keptFilter(export_no, filter),
        columns: [...new Set(columns)],
        format: input.format,
        expected_count,
      },
      ctx.now,
    ),
  );
  await setJob(
    ctx.db,
    id,
    await ctx.enqueue("export_run", { id }, { key: String(id), owner_id: ctx.me.worker_id, title: `导出${title}`, max_attempts: 3 }),
  );
  const words = filterWords(e, filter)
    .map(([label, text]) => `${label}：${text}`)
    .join("；");
  ctx.note({ noun: "export_task", noun_id: id, noun_no: export_no, reason: `${title}${words && `（${words}）`}`.slice(0, 500) });
  return mine(ctx, id);
}

/** The endpoints; `lists` are the served endpoints whose lists may be exported. */
export const exportServer = (lists: Serving) =>
  serve(exportApi, {
    export_add: (input, ctx) => addExport(lists, input, ctx),
    export_query: (input, ctx) =>
      pageOf<ExportTask>(ctx.db, input, {
        from: taskFrom,
        where: q`e.worker_id = ${ctx.me.worker_id}`,
        id: "e.id",
        select: taskColumns,
        joins: taskJoins,
        sorts: { created_at: { by: "e.created_at", order: "desc", keyset: true } },
        sort: "created_at",
      }),
    export_get: ({ id }, ctx) => mine(ctx, id),
    export_cancel: async ({ id }, ctx) => {
      const task = await mine(ctx, id);
      const left = task.job_id === null ? null : await cancelJob(ctx.db, task.job_id, ctx.now);
      refuseUnless(left !== null, "state_changed", "导出已结束，不能取消");
      if (left === "cancelled") await setEnded(ctx.db, id, "cancelled", null, ctx.now);
      ctx.note({ noun: "export_task", noun_id: id, noun_no: task.export_no });
      return { ok: true as const };
    },
    export_link_get: async ({ id }, ctx) => {
      const task = await mine(ctx, id);
      assertMayExport(listFor(lists, task.endpoint), ctx.me);
      refuseUnless(
        task.status !== "expired" && (!task.expires_at || Date.parse(task.expires_at) > ctx.now.getTime()),
        "too_late",
        "文件已过期，请重新导出",
      );
      refuseUnless(task.status === "done", "state_changed", "导出尚未完成，请稍后再下载");
      const token = randomBytes(32).toString("base64url");
      await setLink(ctx.db, id, hashOf(token), new Date(ctx.now.getTime() + LINK_MS), ctx.me.session_id);
      ctx.note({ noun: "export_task", noun_id: id, noun_no: task.export_no });
      return { url: `/storage/export/${token}`, filename: fileNameOf(task) };
    },
  });
