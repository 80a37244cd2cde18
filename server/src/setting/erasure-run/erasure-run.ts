/** 到期清理: personal data whose purpose ended is previewed, approved by another person, and erased in the background. */
import { erasureApi, erasureRunFlow } from "@visadesk/contract/setting/erasure-run.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { HostCommands } from "#kit/host.ts";
import { needOption } from "#kit/host.ts";
import type { JobCtx, JobDef, JobPayload, Progress } from "#kit/jobs.ts";
import { moveRow } from "#kit/noun/move.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { pageOf } from "#kit/db/page.ts";
import { found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { serve } from "#kit/call/serve.ts";
import { holdersOf } from "../../account/index.ts";
import {
  addErased,
  addRun,
  lockErasure,
  openRun,
  runById,
  runList,
  runSince,
  toldSince,
  type Counts,
  type ErasureRun,
  type Gone,
  type Kept,
} from "./erasure-run.sql.ts";
import { erasureRunNoun } from "./erasure-run.noun.ts";

type Change = (work: (ctx: Ctx) => Promise<Gone | null>) => Promise<Gone | null>;
interface Erasure extends Gone {
  records: number;
  kept: Kept;
}
/** What an area that keeps personal data offers: what ended before a day, counted (`change` null) or erased. */
export interface ErasureDoor {
  area: string;
  label: string;
  personalErase(db: Db, before: Date, change: Change | null, progress?: (done: number) => Promise<void>): Promise<Erasure>;
}

const RUN = "erasure_run";
/** Kept records are listed up to here and counted beyond. */
const KEPT_SHOWN = 500;

/** The same day of the month so many months ago, or that month's last. */
function monthsBefore(day: string, months: number): string {
  const [y = 0, m = 0, d = 0] = day.split("-").map(Number);
  const first = new Date(Date.UTC(y, m - 1 - months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(d, last));
  return first.toISOString().slice(0, 10);
}
const startOf = (day: string): Date => new Date(`${day}T00:00:00+08:00`);

interface Tally {
  counts: Counts;
  kept: Kept;
}
async function tally(doors: readonly ErasureDoor[], each: (door: ErasureDoor) => Promise<Erasure>): Promise<Tally> {
  const counts: Counts = [];
  const kept: Kept = [];
  for (const door of doors) {
    const { kept: stays, ...n } = await each(door);
    counts.push({ area: door.area, label: door.label, ...n });
    kept.push(...stays);
  }
  return { counts, kept };
}

const recordsOf = (counts: Counts | null): number => (counts ?? []).reduce((sum, c) => sum + c.records, 0);

/** Makes a preview, unless one is open; for a job unless there is nothing to erase, which nobody need look at. */
async function makePreview(doors: readonly ErasureDoor[], ctx: Ctx): Promise<number | null> {
  await lockErasure(ctx.db);
  if (await openRun(ctx.db)) return null;
  const cutoff_date = monthsBefore(shanghaiDate(ctx.now), await ctx.config("erase_after_months"));
  const { counts, kept } = await tally(doors, (door) => door.personalErase(ctx.db, startOf(cutoff_date), null));
  const maker_id = ctx.principal?.worker_id ?? null;
  if (maker_id === null && recordsOf(counts) === 0) return null;
  const shown = { kept: kept.slice(0, KEPT_SHOWN), kept_count: kept.length };
  const id = await addRun(ctx.db, { cutoff_date, counts, ...shown, maker_id, now: ctx.now });
  ctx.note({ noun: "erasure_run", noun_id: id, noun_no: cutoff_date, reason: summary(counts, kept.length) });
  return id;
}
const summary = (counts: Counts, kept: number): string =>
  `${counts.map((c) => `${c.label}${c.records}条`).join("、")}可清理，保留${kept}条`;

async function preview(doors: readonly ErasureDoor[], ctx: Ctx): Promise<ErasureRun> {
  const id = await makePreview(doors, ctx);
  if (id === null) return refuse("state_changed", "已有未结束的清理，请先批准或取消");
  return found(await runById(ctx.db, id));
}

interface Moved {
  id: number;
  version: number;
  erasure_status: ErasureRun["erasure_status"];
}

async function approve(input: { id: number; version: number }, ctx: Ctx): Promise<Moved> {
  const run = found(await runById(ctx.db, input.id));
  refuseUnless(run.maker_id !== ctx.me.worker_id, "maker_is_checker", "不能批准自己发起的清理");
  const moved = await moveRow(ctx, erasureRunNoun, "approve", {
    id: input.id,
    version: input.version,
    to: "approved",
    set: { checker_id: ctx.me.worker_id, approved_at: ctx.now },
  });
  await ctx.enqueue(RUN, { id: run.id }, { key: String(run.id), owner_id: ctx.me.worker_id, title: `到期清理 ${run.cutoff_date}` });
  ctx.note({ noun: "erasure_run", noun_id: run.id, noun_no: run.cutoff_date, changes: [stateChange(run, moved)] });
  return moved;
}

async function cancel(input: { id: number; version: number }, ctx: Ctx): Promise<Moved> {
  const run = found(await runById(ctx.db, input.id));
  const moved = await moveRow(ctx, erasureRunNoun, "cancel", {
    id: input.id,
    version: input.version,
    to: "cancelled",
  });
  ctx.note({ noun: "erasure_run", noun_id: run.id, noun_no: run.cutoff_date, changes: [stateChange(run, moved)] });
  return moved;
}
const stateChange = (before: ErasureRun, after: Moved) => ({
  field: "erasure_status",
  label: "状态",
  before: erasureRunFlow.states[before.erasure_status].label,
  after: erasureRunFlow.states[after.erasure_status].label,
});

/** Begins an approved run, goes on with one that was cut short; null when there is nothing to do. */
const begin = (ctx: JobCtx, id: number): Promise<ErasureRun | null> =>
  ctx.change(async (c) => {
    const run = found(await runById(c.db, id));
    if (run.erasure_status === "running") return run;
    if (run.erasure_status !== "approved") return null;
    await moveRow(c, erasureRunNoun, "run", { id, to: "running" });
    return run;
  });

async function execute(doors: readonly ErasureDoor[], ctx: JobCtx, payload: JobPayload, progress: Progress): Promise<unknown> {
  const id = Number(payload["id"]);
  const run = await begin(ctx, id);
  if (!run) return { skipped: true };
  const total = recordsOf(run.counts);
  let before = recordsOf(run.erased);
  const { kept } = await tally(doors, async (door) => {
    // A record and its place in the sum are one transaction: a later attempt goes on counting where this one stops.
    const change: Change = (work) =>
      ctx.change(async (c) => {
        const one = await work(c);
        if (one) await addErased(c.db, id, door, one);
        return one;
      });
    const gone = await door.personalErase(ctx.db, startOf(run.cutoff_date), change, (n) => progress.set(before + n, total));
    before += gone.records;
    return gone;
  });
  await ctx.change((c) => finish(doors, c, id, kept));
  return { records: before };
}

async function finish(doors: readonly ErasureDoor[], ctx: Ctx, id: number, kept: Kept): Promise<void> {
  const run = found(await runById(ctx.db, id));
  const none = { records: 0, people: 0, files: 0 };
  const erased = doors.map(({ area, label }) => run.erased?.find((c) => c.area === area) ?? { area, label, ...none });
  await moveRow(ctx, erasureRunNoun, "finish", {
    id,
    to: "done",
    set: {
      erased: JSON.stringify(erased),
      kept: JSON.stringify(kept.slice(0, KEPT_SHOWN)),
      kept_count: kept.length,
      finished_at: ctx.now,
    },
  });
  const reason = summary(erased, kept.length).replace("可清理", "已清理");
  ctx.note({ noun: "erasure_run", noun_id: id, noun_no: run.cutoff_date, reason });
}

/** The job gave up: the run waits for another approval, which goes on with what is left, or for its end. */
async function ended(ctx: Ctx, payload: JobPayload): Promise<void> {
  const run = await runById(ctx.db, Number(payload["id"]));
  if (run?.erasure_status !== "approved" && run?.erasure_status !== "running") return;
  const moved = await moveRow(ctx, erasureRunNoun, "fail", {
    id: run.id,
    to: "preview",
    set: { checker_id: null, approved_at: null },
  });
  const done = recordsOf(run.erased);
  const reason = `执行失败，已清理${done}条`;
  ctx.note({ noun: "erasure_run", noun_id: run.id, noun_no: run.cutoff_date, reason, changes: [stateChange(run, moved)] });
  const content = `到期清理（${run.cutoff_date}以前结束）执行失败，已清理${done}条。请在系统参数的日志与数据留存中重新批准以继续，或取消`;
  await tellHolders(ctx, run.id, "erasure_failed", content);
}

async function tellHolders(ctx: Ctx, id: number, template: string, content: string): Promise<void> {
  for (const holder of await holdersOf(ctx.db, may.sys_config))
    await sendMessage(ctx, {
      channel: "in_app",
      template,
      receiver: holder.account,
      receiver_worker_id: holder.id,
      content,
      ref_noun: "erasure_run",
      ref_id: id,
    });
}

const WHERE = "请在系统参数的日志与数据留存中查看并批准";
/** Once a month, on its first day or as soon as the server is there; nothing is erased without approval. */
async function monthlyPreview(doors: readonly ErasureDoor[], ctx: Ctx): Promise<void> {
  const month = startOf(`${shanghaiDate(ctx.now).slice(0, 8)}01`);
  if (await runSince(ctx.db, month)) return;
  const id = await makePreview(doors, ctx);
  if (id !== null) return tellHolders(ctx, id, "erasure_preview", `本月到期个人信息清理已生成预览，${WHERE}`);
  const open = await openRun(ctx.db);
  if (open?.erasure_status !== "preview" || (await toldSince(ctx.db, open.id, month))) return;
  const content = `${open.cutoff_date}以前结束的到期清理预览仍未处理，本月的预览因此没有生成，${WHERE}或取消`;
  await tellHolders(ctx, open.id, "erasure_waiting", content);
}

export const erasureJobs = (doors: readonly ErasureDoor[]): JobDef[] => [
  { name: RUN, label: "到期清理", run: (ctx, payload, progress) => execute(doors, ctx, payload, progress), ended },
  {
    name: "erasure_preview",
    label: "到期清理预览",
    cron: "every day 4:00",
    run: (ctx) => ctx.change((c) => monthlyPreview(doors, c)),
  },
];

export const erasureServer = (doors: readonly ErasureDoor[]) =>
  serve(erasureApi, {
    erasure_query: (input, ctx) => pageOf<ErasureRun>(ctx.db, input, runList),
    erasure_preview: (_input, ctx) => preview(doors, ctx),
    erasure_approve: approve,
    erasure_cancel: cancel,
  });

type EraseByNumber = (ctx: Ctx, no: string) => Promise<{ noun_id: number; noun_no: string; people: number; files: number }>;
/** `pii erase`: one order at a person's own request. */
export const erasureHost = (eraseByNumber: EraseByNumber) =>
  ({
    "pii erase": {
      usage: "<订单号> --reason <原因>",
      label: "清理一个已结束订单的个人信息",
      args: 1,
      options: ["reason"],
      run: async (call, ctx) => {
        const reason = needOption(call, "reason");
        const gone = await eraseByNumber(ctx, call.args[0] ?? "");
        ctx.note({ noun: "order", noun_id: gone.noun_id, noun_no: gone.noun_no, reason });
        call.print(`订单 ${gone.noun_no}：已清理 ${gone.people} 名申请人的个人信息和 ${gone.files} 个文件；金额、状态和日志保留`);
      },
    },
  }) satisfies HostCommands;
