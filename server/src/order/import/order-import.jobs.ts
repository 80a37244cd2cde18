/** Orders of a sheet, one group in one transaction: whole or not at all, and never twice, however often the job begins anew. */
import { labelOfImport } from "@visadesk/contract/order/import/order-import.words.ts";
import type { Ctx, LogEntry, Principal } from "#kit/call/context.ts";
import { attempt } from "#kit/db/attempt.sql.ts";
import { ctxAs } from "#kit/export/exported.ts";
import { Refusal, refuse } from "#kit/http/refuse.ts";
import type { JobCtx, JobDef, Progress } from "#kit/jobs.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { principalOfWorker } from "../../account/index.ts";
import { addOrder } from "../order/order-entry.ts";
import type { ReadyGroup } from "./import-judge.ts";
import { endImport, keepResult, runningImport, type Result } from "./order-import.sql.ts";

export const IMPORT_JOB = "order_import";

/** As whoever imports: his orders, his name in both logs. */
function ctxOf(ctx: Ctx, who: Principal): Ctx {
  const as = ctxAs(ctx, who);
  return Object.defineProperties(as, {
    note: { value: (entry: LogEntry) => ctx.note({ actor: as.actor, ...entry }) },
  });
}

/** Why a group could not be made in the end, at the lines of its sheet. Names of people stand in no kept sentence. */
function faultsOf(refusal: { message: string; body: unknown }, { lines }: ReadyGroup): Result["faults"] {
  const issues = refusal instanceof Refusal ? (refusal.body.issues ?? []) : [];
  const [first = 0] = lines;
  const isPrice = refusal instanceof Refusal && refusal.code === "price_changed";
  if (issues.length === 0)
    return [
      isPrice
        ? { row: first, column: labelOfImport("sku_no"), message: `${refusal.message}：本组没有导入，请重新预检后再导入` }
        : { row: first, column: labelOfImport("group_no"), message: refusal.message },
    ];
  return issues.map(({ path, message }) => {
    const [head, index] = path.split(".");
    return { row: (head === "applicants" && lines[Number(index)]) || first, column: labelOfImport("group_no"), message };
  });
}

const STOPPED = "账号已停用或不再有代客下单权限，本组没有导入";

interface Turn {
  id: number;
  at: number;
  group: ReadyGroup;
}
/** `who` as he stands now: nothing is made for somebody who was disabled, or lost the right, meanwhile. */
async function makeOne(ctx: Ctx, who: Principal | null, { id, at, group }: Turn): Promise<void> {
  let made: { id: number; order_no: string } | null = null;
  const refusal = await attempt(ctx.db, async () => {
    if (!who?.codes.has(may.order_entry)) return refuse("not_allowed", STOPPED);
    made = await addOrder(ctxOf(ctx, who), group.entry, { source: "import" });
  });
  const { id: order_id, order_no } = refusal === null ? (made ?? NONE) : NONE;
  const result: Result = { lines: group.lines, order_id, order_no, faults: refusal === null ? [] : faultsOf(refusal, group) };
  if (!(await keepResult(ctx.db, id, at, result))) throw new Error(`import ${id} went on elsewhere`);
}
const NONE = { id: null, order_no: null };

async function run(ctx: JobCtx, id: number, progress: Progress): Promise<{ orders: number }> {
  const held = await ctx.change((c) => runningImport(c.db, id));
  if (!held) return { orders: 0 };
  for (let at = held.done_count; at < held.groups.length; at++) {
    const group = held.groups[at];
    if (group) await ctx.change(async (c) => makeOne(c, await principalOfWorker(c.db, held.created_by, c.now), { id, at, group }));
    await progress.set(at + 1, held.groups.length);
  }
  await ctx.change((c) => endImport(c.db, id, "done", c.now));
  return { orders: held.groups.length };
}

export const importJobs: readonly JobDef[] = [
  {
    name: IMPORT_JOB,
    label: "导入订单",
    run: (ctx, payload, progress) => run(ctx, Number(payload["id"]), progress),
    ended: async (ctx, payload) => void (await endImport(ctx.db, Number(payload["id"]), "failed", ctx.now)),
  },
];
