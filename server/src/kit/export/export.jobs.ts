/** Makes export files, and takes them away after a week. */
import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { time } from "@visadesk/contract/kit/format.ts";
import { cellsOf, columnsOf, ctxAs, filterWords, readRows, type Exportable, type ExportedList, type ExportSheet } from "./exported.ts";
import { typeOfKey } from "../files/file-links.ts";
import type { JobCtx, JobDef, JobPayload, Progress } from "../jobs.ts";
import { found, refuse } from "../http/refuse.ts";
import type { Serving } from "../call/serve.ts";
import { sealedFiles } from "../seal/seal-files.ts";
import { csv, xlsx, type Cell, type Sheet } from "./sheet.ts";
import { withWorkFile } from "../files/work-files.ts";
import type { Ctx, Principal } from "../call/context.ts";

import { assertMayExport, filterOf, listFor, type AskParts } from "./export-ask.ts";
import { expiredTasks, setDone, setEnded, setHeld, setExpired, setRunning, taskById, type ExportTask } from "./export.sql.ts";

const KEEP_MS = 7 * 86_400_000;
/** By which a file that was handed out is known again. */
async function hashOfFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
const idOf = (payload: JobPayload): number => Number(payload["id"]);

/** More rows than are taken out without a second person. */
class TooMany extends Error {}
interface Counted {
  rows: number;
  /** Rows of an area's own reader, for the question whom they speak of. */
  ids: number[];
  /** Records of the list, for the sheets that say more of them. */
  records: number[];
}
/** What areas bring to exports: their own readers, sheets beside a list, who a worker is, and the end of a file. */
export interface ExportParts extends AskParts {
  releaseFiles: (ctx: Pick<Ctx, "enqueue">, keys: readonly string[]) => Promise<void>;
  readers: readonly Exportable[];
  sheets: readonly ExportSheet[];
}

/** The sheets a list promises beside itself. */
const sheetsOf = (e: ExportedList, parts: ExportParts): ExportSheet[] =>
  (e.endpoint.export_sheets ?? []).map((name) => {
    const sheet = parts.sheets.find((s) => s.endpoint === e.endpoint.name && s.name === name);
    if (!sheet) throw new Error(`nobody makes the sheet ${name} of ${e.endpoint.name}`);
    return sheet;
  });
const SHEET_BATCH = 500;
/** Asked after the list was read: only then its records are known. */
async function* further(sheet: ExportSheet, c: Ctx, count: Counted): AsyncGenerator<readonly (readonly Cell[])[]> {
  for (let i = 0; i < count.records.length; i += SHEET_BATCH) yield sheet.rows(c, count.records.slice(i, i + SHEET_BATCH));
}

/** Rows as cells, counted, with progress after each batch. */
async function* counted(
  e: ExportedList,
  from: AsyncIterable<readonly Readonly<Record<string, unknown>>[]>,
  { task, now, most }: { task: ExportTask; now: Date; most: number },
  progress: Progress,
  count: Counted,
): AsyncGenerator<Cell[][]> {
  const toCells = cellsOf(e, task.columns, now, !task.is_masked);
  for await (const batch of from) {
    yield toCells(batch);
    count.rows += batch.length;
    if (count.rows > most) throw new TooMany();
    for (const row of batch) {
      if (typeof row["_id"] === "number") count.ids.push(row["_id"]);
      if (e.endpoint.export_sheets && typeof row["id"] === "number") count.records.push(row["id"]);
    }
    await progress.set(count.rows, task.expected_count);
  }
}

/** Who exported what and when: read after the rows, so it knows how many they were. */
function markOf(e: ExportedList, task: ExportTask, who: Principal, now: Date, count: { rows: number }): [string, string | number][] {
  const filter = filterWords(e, task.filter);
  return [
    ["任务号", task.export_no],
    ["导出人", `${who.nickname}（${who.account}）`],
    ["时间", time(now)],
    ["列表", task.title],
    ["行数", count.rows],
    ["个人信息", task.is_masked ? "已脱敏" : "完整"],
    ...(filter.length
      ? filter.map(([label, text]): [string, string] => [`筛选：${label}`, text])
      : [["筛选", "无"] satisfies [string, string]]),
  ];
}
type Mark = () => [string, string | number][];
async function* sheetOfMark(mark: Mark): AsyncGenerator<Cell[][]> {
  yield mark();
}
/** A CSV file has one sheet: its last line says what the sheet 导出说明 says. */
async function* withMark(sheet: Sheet, mark: Mark): AsyncGenerator<readonly (readonly Cell[])[]> {
  yield* sheet.rows;
  yield [
    [
      `导出说明：${mark()
        .map(([label, text]) => `${label} ${text}`)
        .join("；")}`,
    ],
  ];
}

const LOGGED_ROWS = 5_000;
/** The export and whom it speaks of, in log rows of a bearable size: a million orders are not one array. */
async function noteExport(
  c: Ctx,
  { task, who, reader, count }: { task: ExportTask; who: Principal; reader: Exportable | undefined; count: Counted },
): Promise<void> {
  const parts = Math.max(1, Math.ceil(count.ids.length / LOGGED_ROWS));
  for (let n = 0; n < parts; n++) {
    const ids = count.ids.slice(n * LOGGED_ROWS, (n + 1) * LOGGED_ROWS);
    c.note({
      kind: "export",
      noun: "export_task",
      noun_id: task.id,
      noun_no: task.export_no,
      actor: { kind: "worker", id: who.worker_id, name: who.nickname || who.account },
      reason: `${count.rows}行${parts > 1 ? `，第${n + 1}/${parts}部分` : ""}`,
      subject_ids: (await reader?.subjects?.(c, ids)) ?? [],
    });
  }
}

const NOTE_COLUMNS = [
  { label: "项目", money: false, width: 20 },
  { label: "内容", money: false, width: 60 },
];
interface Making {
  task: ExportTask;
  who: Principal;
  e: ExportedList;
  reader: Exportable | undefined;
  count: Counted;
}
/** The file's bytes: the list, what it promises beside itself, and what the file says of itself. */
async function contentOf(parts: ExportParts, ctx: JobCtx, { task, who, e, reader, count }: Making, progress: Progress) {
  const alone = Math.min(await parts.approvalRows(ctx.db), e.endpoint.export_alone_max ?? Number.POSITIVE_INFINITY);
  const most = task.decided_by === null ? alone : Number.POSITIVE_INFINITY;
  const as = ctxAs(ctx, who);
  const from = readRows(e, reader, { filter: filterOf(task), columns: task.columns, full: !task.is_masked }, as);
  const sheet: Sheet = {
    name: task.title,
    columns: columnsOf(e, task.columns),
    rows: counted(e, from, { task, now: ctx.now, most }, progress, count),
  };
  const more = sheetsOf(e, parts).map((s): Sheet => ({ name: s.name, columns: s.columns, rows: further(s, as, count) }));
  const mark: Mark = () => markOf(e, task, who, ctx.now, count);
  const notes: Sheet = { name: "导出说明", columns: NOTE_COLUMNS, rows: sheetOfMark(mark) };
  return task.format === "csv" ? csv({ ...sheet, rows: withMark(sheet, mark) }) : xlsx([sheet, ...more, notes]);
}

async function run(lists: Serving, parts: ExportParts, ctx: JobCtx, payload: JobPayload, progress: Progress): Promise<{ rows: number }> {
  const task = found(await taskById(ctx.db, idOf(payload)));
  const e = listFor(lists, task.endpoint);
  const who = await parts.principalOfWorker(ctx.db, task.worker_id, ctx.now);
  if (!who) refuse("not_allowed", "账号已停用，导出已停止");
  assertMayExport(e, who, task.is_masked);
  await ctx.change((c) => setRunning(c.db, task.id));
  const count: Counted = { rows: 0, ids: [], records: [] };
  const reader = parts.readers.find((x) => x.endpoint === task.endpoint);
  const made: Making = { task, who, e, reader, count };
  const make = () =>
    withWorkFile(async (file) => {
      await pipeline(await contentOf(parts, ctx, made, progress), createWriteStream(file, { mode: 0o600 }), { signal: ctx.signal });
      await keep(ctx, made, file);
    });
  try {
    await make();
  } catch (error) {
    if (!(error instanceof TooMany)) throw error;
    await ctx.change((c) => setHeld(c.db, task.id));
  }
  return { rows: count.rows };
}
async function keep(ctx: JobCtx, { task, who, reader, count }: Making, file: string): Promise<void> {
  const [sha256, { size }] = [await hashOfFile(file), await stat(file)];
  const key = `private/export/${task.id}-${randomUUID()}.${task.format}`;
  await ctx.files.put(key, file, typeOfKey(key));
  await ctx.change(async (c) => {
    await setDone(c.db, task.id, { key, size, rows: count.rows, sha256 }, c.now, new Date(c.now.getTime() + KEEP_MS));
    await noteExport(c, { task, who, reader, count });
  });
}

const expire = (parts: ExportParts): JobDef => ({
  name: "export_expire",
  label: "清理过期导出",
  cron: "every hour",
  run: async (ctx) => {
    for (const task of await expiredTasks(ctx.db, ctx.now))
      await ctx.change(async (c) => {
        await setExpired(c.db, task.id);
        if (task.file_key) await parts.releaseFiles(c, [task.file_key]);
      });
  },
});

/** Export files as `seal_move` walks them. */
export const exportSealSources = [sealedFiles("export_tasks", "file_key")];

/** The jobs; `lists` are the served endpoints whose lists may be exported. */
export const exportJobs = (lists: Serving, parts: ExportParts): JobDef[] => [
  {
    name: "export_run",
    label: "导出",
    run: (ctx, payload, progress) => run(lists, parts, ctx, payload, progress),
    ended: async (ctx, payload, state, refusal) =>
      void (await setEnded(ctx.db, idOf(payload), state, state === "failed" ? (refusal ?? "导出失败，请重试") : null, ctx.now)),
  },
  expire(parts),
];
