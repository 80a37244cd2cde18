/** Who asks for which file: what may stand in it, how much at once, and whether a second person passes it first. */
import type { exportApi } from "@visadesk/contract/kit/export.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { maskedNumbers } from "@visadesk/contract/kit/mask-numbers.ts";
import { allows, may, missingCode } from "@visadesk/contract/permissions.ts";
import type { Ctx, Principal } from "../call/context.ts";
import type { Db } from "../db/db.ts";
import { nextNumber } from "../db/numbers.ts";
import { badInput, Denied, found, refuse, refuseUnless } from "../http/refuse.ts";
import type { Serving } from "../call/serve.ts";
import { openText, sealText } from "../seal/seal.ts";
import {
  columnsOf,
  countOf,
  exceeds,
  exportedOf,
  filterWords,
  isColumn,
  lockedColumns,
  withoutPaging,
  type ExportedList,
} from "./exported.ts";
import { addTask, setJob, taskById, tasksOf, type ExportTask } from "./export.sql.ts";

const AT_ONCE = 3;
const PER_DAY = 20;
const DAY_MS = 86_400_000;

/** What asking for a file asks of the house. */
export interface AskParts {
  principalOfWorker: (db: Db, worker: number, now: Date) => Promise<Principal | null>;
  /** From how many rows on a second person passes an export. */
  approvalRows: (db: Db) => Promise<number>;
}

/** Whoever may not see the list may not export it, and whole numbers ask for their own right; asked when it is ordered, made and fetched. */
export function assertMayExport(e: ExportedList, principal: Principal, isMasked = true): void {
  const codes = principal.codes;
  if (!allows(e.endpoint.may, codes)) throw new Denied(missingCode(e.endpoint.may, codes) ?? 0);
  if (!isMasked && !allows(may.export_personal, codes)) throw new Denied(missingCode(may.export_personal, codes) ?? 0);
}

/** The list of a task; null where there is no such list any more. */
export const listOf = (lists: Serving, endpoint: string): ExportedList | null =>
  exportedOf(Object.hasOwn(lists, endpoint) ? lists[endpoint] : undefined);
export function listFor(lists: Serving, endpoint: string): ExportedList {
  const e = listOf(lists, endpoint);
  if (!e) throw badInput({ path: "endpoint", message: "此列表不能导出" });
  return e;
}
/** The columns of a file by their heads. */
export const columnWords = (e: ExportedList | null, columns: readonly string[]): string =>
  e
    ? columnsOf(e, columns)
        .map((c) => c.label)
        .join("、")
    : columns.join("、");

/** The rows must still be those that the person counted on the screen; how many to expect, and how many there are at least. */
export async function assertCount(
  e: ExportedList,
  filter: Filter,
  expected: number | null,
  ctx: Ctx,
): Promise<{ expected: number | null; least: number }> {
  const now = await countOf(e, filter, ctx);
  if (expected !== null && (now.total_capped ? expected < now.total : expected !== now.total))
    refuse("count_changed", `数据已变化（${expected}→${now.total}${now.total_capped ? "+" : ""}），请确认后重试`, { total: now.total });
  return { expected: now.total_capped ? expected : now.total, least: now.total };
}

async function assertQuota(ctx: Ctx): Promise<void> {
  const mine = await tasksOf(ctx.db, ctx.me.worker_id, new Date(ctx.now.getTime() - DAY_MS));
  refuseUnless(mine.open < AT_ONCE, "limit_exceeded", `最多同时导出${AT_ONCE}个任务，请等待完成或取消后再试`);
  refuseUnless(mine.day < PER_DAY, "limit_exceeded", `24小时内最多导出${PER_DAY}次，请明天再试`);
}

type Filter = Record<string, unknown>;
const placeOf = (export_no: string) => ({ table: "export_tasks", column: "filter_sealed", row: export_no });
/** A filter as it is kept: its personal numbers masked for showing, and beside it sealed what the export runs with. */
function keptFilter(export_no: string, filter: Filter): Pick<ExportTask, "filter" | "filter_sealed" | "is_filter_hidden"> {
  const shown = maskedNumbers(filter);
  const whole = JSON.stringify(filter);
  const isHidden = JSON.stringify(shown) !== whole;
  return { filter: shown, filter_sealed: isHidden ? sealText(placeOf(export_no), whole) : null, is_filter_hidden: isHidden };
}
/** The filter an export runs with. */
export function filterOf(t: Pick<ExportTask, "export_no" | "filter" | "filter_sealed">): Filter {
  const whole: unknown = t.filter_sealed === null ? t.filter : JSON.parse(openText(placeOf(t.export_no), t.filter_sealed));
  return typeof whole === "object" ? { ...whole } : {};
}

/** The columns that are asked for, or those of the list, as far as the asker may have them. */
function columnsFor(e: ExportedList, asked: readonly string[] | undefined, ctx: Ctx): string[] {
  const locked = lockedColumns(e, asked ?? e.columns, ctx.me.codes);
  if (asked && locked[0] !== undefined) throw new Denied(missingCode(e.endpoint.columns_may?.[locked[0]] ?? "staff", ctx.me.codes) ?? 0);
  const columns = (asked ?? e.columns).filter((c) => !locked.includes(c));
  const unknown = columns.find((c) => !isColumn(e, c));
  if (unknown !== undefined) throw badInput({ path: "columns", message: `不能导出此列：${unknown}` });
  return [...new Set(columns)];
}
function assertFull(e: ExportedList, reason: string): void {
  if (!e.endpoint.export_full) throw badInput({ path: "is_masked", message: "此列表没有可导出的完整个人信息" });
  if (reason === "") throw badInput({ path: "reason", message: "导出完整个人信息请填写用途" });
}

/** Makes a task ready to run: hands it to its job. */
export const enqueueTask = async (ctx: Ctx, { id, worker_id, title }: Pick<ExportTask, "id" | "worker_id" | "title">): Promise<void> => {
  const job = await ctx.enqueue("export_run", { id }, { key: String(id), owner_id: worker_id, title: `导出${title}`, max_attempts: 3 });
  await setJob(ctx.db, id, job);
};

type Asked = Omit<Parsed<typeof exportApi.export_add>, "idempotency_key">;
/** Checks who asks for what and how often, notes the task and hands it to the job, or to a second person. */
export async function exportAdd(lists: Serving, parts: AskParts, input: Asked, ctx: Ctx): Promise<ExportTask> {
  const e = listFor(lists, input.endpoint);
  const { is_masked = true, reason = "" } = input;
  assertMayExport(e, ctx.me, is_masked);
  if (!is_masked) assertFull(e, reason);
  const columns = columnsFor(e, input.columns, ctx);
  await assertQuota(ctx);
  const filter = withoutPaging(input.filter);
  const { expected: expected_count, least } = await assertCount(e, filter, input.expected_count ?? null, ctx);
  // Totals are capped: how many rows of a long list there are is known when it was read, and then it waits (export.jobs.ts).
  const alone = e.endpoint.export_alone_max;
  const isLong = least > (await parts.approvalRows(ctx.db)) || (alone !== undefined && (await exceeds(e, filter, alone, ctx)));
  const isWaiting = !is_masked || isLong;
  const title = e.endpoint.label;
  const export_no = await nextNumber(ctx.db, "DC", ctx.now);
  const words = filterWords(e, maskedNumbers(filter))
    .map(([label, text]) => `${label}：${text}`)
    .join("；");
  const task = {
    export_no,
    worker_id: ctx.me.worker_id,
    endpoint: input.endpoint,
    title,
    ...keptFilter(export_no, filter),
    columns,
    format: input.format,
    expected_count,
    filter_text: words.slice(0, 500),
    is_masked,
    reason,
    status: isWaiting ? ("pending" as const) : ("waiting" as const),
  };
  const { id } = found(await addTask(ctx.db, task, ctx.now));
  if (!isWaiting) await enqueueTask(ctx, { id, worker_id: ctx.me.worker_id, title });
  const said = [`${title}${words && `（${words}）`}`, ...(is_masked ? [] : ["完整个人信息", reason])].join("；");
  ctx.note({ noun: "export_task", noun_id: id, noun_no: export_no, reason: said.slice(0, 500) });
  return found(await taskById(ctx.db, id));
}

/** The same file once more, of what the list shows now. */
export async function exportRerun(lists: Serving, parts: AskParts, task: ExportTask, ctx: Ctx): Promise<ExportTask> {
  refuseUnless(!task.is_filter_hidden, "guard_failed", "筛选条件含个人号码，不能重跑，请回列表重新导出");
  const { endpoint, filter, columns, format, is_masked, reason } = task;
  return exportAdd(lists, parts, { endpoint, filter, columns, format, is_masked, ...(reason !== "" && { reason }) }, ctx);
}
