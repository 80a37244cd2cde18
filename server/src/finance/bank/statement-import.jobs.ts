/** Writing of an import, part by part, so that it can be stopped between two and goes on where it was cut short. */
import { z } from "@visadesk/contract/kit/field.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import type { JobCtx, JobDef, Progress } from "#kit/jobs.ts";
import { moveRow } from "#kit/noun/move.ts";
import { saveRows } from "#kit/noun/save.ts";
import { openText, sealFields } from "#kit/seal/seal.ts";
import type { BankDoors } from "./bank-doors.ts";
import { sealedLine, statementImportNoun } from "./bank.noun.ts";
import { linkLines } from "./line-link.ts";
import { CANDIDATES_JOB } from "./line-candidates.jobs.ts";
import { payerKey } from "./payer-key.ts";

/** What links lines of channels and cards by themselves. */
type Trades = Pick<BankDoors, "tradesByNumber">;
export const IMPORT_JOB = "statement_import";
const PART = 500;

interface Running {
  row_key: string;
  company_account_id: number;
  waiting: string;
  done_count: number;
}
const running = (ctx: Pick<Ctx, "db">, id: number): Promise<Running | undefined> =>
  row<Running>(
    ctx.db,
    q`select row_key, company_account_id, waiting, done_count from statement_imports where id = ${id} and import_status = 'running' for update`,
  );
/** `at` went through JSON. */
const waitingLines = z.array(
  z.object({
    at: z.string(),
    direction: z.enum(["in", "out"]),
    amount: z.int(),
    balance_after: z.nullable(z.int()),
    ref: z.string(),
    counterparty_name: z.string(),
    counterparty_account: z.string(),
    summary: z.string(),
    line_hash: z.string(),
  }),
);
type Waiting = z.output<typeof waitingLines>[number];
const waitingOf = (r: Running): Waiting[] =>
  waitingLines.parse(JSON.parse(openText({ table: "statement_imports", column: "waiting", row: r.row_key }, r.waiting)));

/** Writes lines of an import; those that are there already are left out. Answers how many were new. */
export async function writeLines(
  ctx: Pick<Ctx, "db" | "now">,
  of: { id: number; account: number; from: number },
  part: readonly Waiting[],
): Promise<number> {
  const values = part.map(({ counterparty_account, ...l }, i) => {
    const row_key = crypto.randomUUID();
    return {
      ...l,
      ...sealFields(sealedLine, row_key, { counterparty_account }),
      row_key,
      company_account_id: of.account,
      import_id: of.id,
      counterparty_key: payerKey(l.counterparty_name),
      seq: of.from + i,
      created_at: ctx.now,
      updated_at: ctx.now,
    };
  });
  const made = await ctx.db
    .insertInto("statement_lines")
    .values(values)
    .onConflict((c) => c.columns(["company_account_id", "line_hash"]).doNothing())
    .returning("id")
    .execute();
  return made.length;
}

/** One part in one transaction; answers how far it is, null when there is nothing to do. */
export async function writePart(ctx: Ctx, doors: Trades, id: number): Promise<{ done: number; count: number } | null> {
  const r = await running(ctx, id);
  if (!r) return null;
  const all = waitingOf(r);
  const part = all.slice(r.done_count, r.done_count + PART);
  const made = await writeLines(ctx, { id, account: r.company_account_id, from: r.done_count }, part);
  const done = r.done_count + part.length;
  await saveRows(ctx, statementImportNoun, {
    where: q`id = ${id}`,
    set: {
      done_count: done,
      new_count: q`new_count + ${made}`,
      repeat_count: q`repeat_count + ${part.length - made}`,
      updated_at: ctx.now,
    },
  });
  if (done === all.length) await finish(ctx, doors, id, r.company_account_id);
  return { done, count: all.length };
}
async function finish(ctx: Ctx, doors: Trades, id: number, account: number): Promise<void> {
  const linked_count = await linkLines(ctx, doors, { account, importId: id });
  const set = { waiting: null, linked_count, finished_at: ctx.now, updated_at: ctx.now };
  await moveRow(ctx, statementImportNoun, "finish", { id, to: "done", set });
  await ctx.enqueue(CANDIDATES_JOB, { account }, { key: String(account) });
}

/** What a stopped import wrote is taken back; lines somebody handled meanwhile stay. */
export async function endImport(ctx: Ctx, id: number, to: "cancelled" | "failed"): Promise<void> {
  if (!(await running(ctx, id))) return;
  await rows(
    ctx.db,
    q`delete from statement_lines l where l.import_id = ${id} and l.line_status = 'open'
      and not exists (select 1 from adjustments a where a.statement_line_id = l.id)`,
  );
  const left = await row<{ n: number }>(ctx.db, q`select count(*)::int as n from statement_lines where import_id = ${id}`);
  const set = { waiting: null, new_count: left?.n ?? 0, finished_at: ctx.now, updated_at: ctx.now };
  await moveRow(ctx, statementImportNoun, "stop", { id, to, set });
}

async function run(ctx: JobCtx, doors: BankDoors, id: number, progress: Progress): Promise<{ lines: number }> {
  for (;;) {
    await progress.throwIfCancelled();
    const at = await ctx.change((c) => writePart(c, doors, id));
    if (!at) return { lines: 0 };
    await progress.set(at.done, at.count);
    if (at.done === at.count) return { lines: at.count };
  }
}

export const statementImportJobs = (doors: BankDoors): readonly JobDef[] => [
  {
    name: IMPORT_JOB,
    label: "导入流水",
    run: (ctx, payload, progress) => run(ctx, doors, Number(payload["id"]), progress),
    ended: (ctx, payload, state) => endImport(ctx, Number(payload["id"]), state),
  },
];
