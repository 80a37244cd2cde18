/** Statements of banks and channels: tried, written in the background, taken back while nothing was done with them. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { statementImportApi } from "@visadesk/contract/finance/bank/statement-import.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { cancelJob } from "#kit/jobs.ts";
import { expectUnmoved, moveRow } from "#kit/noun/move.ts";
import { addRow, saveRows } from "#kit/noun/save.ts";
import { sealText } from "#kit/seal/seal.ts";
import { companyAccountNoun } from "../company-account/company-account.noun.ts";
import { storedAccount } from "../company-account/company-account.sql.ts";
import { assertSeesAll } from "./bank-scope.ts";
import { statementImportNoun } from "./bank.noun.ts";
import { endImport, IMPORT_JOB } from "./statement-import.jobs.ts";
import { balanceBefore, importById, importList, knownHashes, mapOf, NO_IMPORT, shownImports } from "./statement-import.sql.ts";
import { balanceGaps, inTime, mapFault, readSheet, type SheetLine } from "./statement-sheet.rules.ts";

type Api = typeof statementImportApi;
type File = Parsed<Api["statement_import_check"]>;
type Trial = Output<Api["statement_import_check"]>;
const TOLD = 200;
const SHOWN = 5;

interface Tried extends Omit<Trial, "from_at" | "to_at"> {
  fresh: SheetLine[];
}
/** Every row judged against what is there; nothing is written. */
async function tried(ctx: Ctx, file: File): Promise<Tried> {
  assertSeesAll(ctx, "资金账户不存在");
  const account = await storedAccount(ctx.db, file.company_account_id);
  refuseUnless(account.account_status !== "draft", "guard_failed", "资金账户待确认，不能导入流水");
  const fault = mapFault(file.map);
  if (fault !== null) refuse("incomplete", fault, { issues: [{ path: "map", message: fault }] });
  const { lines, faults } = readSheet({ account: account.id, map: file.map, now: ctx.now }, file.rows);
  const known = await knownHashes(
    ctx.db,
    account.id,
    lines.map((l) => l.line_hash),
  );
  const sorted = inTime(lines);
  const fresh = sorted.filter((l) => !known.has(l.line_hash));
  const [first] = sorted;
  // A first row that is there already has its predecessor there as well.
  const before = first && !known.has(first.line_hash) ? await balanceBefore(ctx.db, account.id, first.at) : null;
  return {
    fresh,
    new_count: fresh.length,
    repeat_count: lines.length - fresh.length,
    fault_count: faults.length,
    faults: faults.slice(0, TOLD),
    gaps: balanceGaps(lines, before).slice(0, TOLD),
    rows: lines.slice(0, SHOWN).map(({ row: n, at, direction, amount, counterparty_name, summary }) => ({
      row: n,
      at: at.toISOString(),
      direction,
      amount,
      counterparty_name,
      summary,
    })),
  };
}
const spanOf = (fresh: readonly SheetLine[]): Pick<Trial, "from_at" | "to_at"> => ({
  from_at: fresh[0]?.at.toISOString() ?? null,
  to_at: fresh.at(-1)?.at.toISOString() ?? null,
});

export async function importBegin(
  input: Omit<Parsed<Api["statement_import"]>, "idempotency_key">,
  ctx: Ctx,
): Promise<Output<Api["statement_import"]>> {
  const { fresh, ...trial } = await tried(ctx, input);
  const isSame = trial.new_count === input.new_count && trial.fault_count === input.fault_count;
  refuseUnless(isSame, "count_changed", "试导入后数据已变化，请重新试导入");
  refuseUnless(fresh.length > 0, "guard_failed", "没有新增的流水");
  const account = input.company_account_id;
  const busy = await row(ctx.db, q`select 1 from statement_imports where company_account_id = ${account} and import_status = 'running'`);
  refuseUnless(!busy, "taken", "该账户有流水正在导入，请稍后再试");
  const row_key = crypto.randomUUID();
  const made = await addRow(ctx, statementImportNoun, {
    row_key,
    company_account_id: account,
    file_name: input.file_name,
    import_status: "running",
    waiting: sealText({ table: "statement_imports", column: "waiting", row: row_key }, JSON.stringify(fresh)),
    row_count: fresh.length,
    repeat_count: trial.repeat_count,
    ...spanOf(fresh),
    gaps: JSON.stringify(trial.gaps),
  });
  await saveRows(ctx, companyAccountNoun, { where: q`id = ${account}`, set: { statement_map: JSON.stringify(input.map) } });
  const job_id = await ctx.enqueue(
    IMPORT_JOB,
    { id: made.id },
    { key: String(made.id), owner_id: ctx.me.worker_id, title: input.file_name },
  );
  await saveRows(ctx, statementImportNoun, { where: q`id = ${made.id}`, set: { job_id } });
  return importById(ctx, made.id);
}

async function cancel({ id }: Parsed<Api["statement_import_cancel"]>, ctx: Ctx): Promise<{ ok: true }> {
  await importById(ctx, id);
  const held = found(
    await row<{ job_id: number | null }>(ctx.db, q`select job_id from statement_imports where id = ${id} for update`),
    NO_IMPORT,
  );
  const left = held.job_id === null ? null : await cancelJob(ctx.db, held.job_id, ctx.now);
  if (left === null) refuse("state_changed", "导入已结束，不能停止");
  // A running job ends by itself between two parts.
  if (left === "cancelled") await endImport(ctx, id, "cancelled");
  ctx.note({ noun: "statement_import", noun_id: id, reason: "停止导入" });
  return { ok: true };
}

async function undo({ id, version }: Parsed<Api["statement_import_undo"]>, ctx: Ctx): Promise<{ ok: true }> {
  await importById(ctx, id);
  const held = found(
    await row<{ version: number }>(ctx.db, q`select version from statement_imports where id = ${id} for update`),
    NO_IMPORT,
  );
  expectUnmoved(held, version, () => "导入批次已有变化");
  // Nobody handles one of them from here on; whoever is doing so is waited for.
  await rows(ctx.db, q`select id from statement_lines where import_id = ${id} order by id for update`);
  // What linked itself posted nothing and goes with the batch.
  const used = await rows<{ id: number }>(
    ctx.db,
    q`select l.id from statement_lines l where l.import_id = ${id} and (l.line_status in ('parked', 'ignored')
      or exists (select 1 from line_matches m where m.line_id = l.id and not m.is_auto))`,
  );
  refuseUnless(used.length === 0, "in_use", `有 ${used.length} 条流水已处理，请先取消匹配再撤销导入`);
  const named = await rows<{ id: number }>(
    ctx.db,
    q`select l.id from statement_lines l where l.import_id = ${id} and exists (select 1 from adjustments a where a.statement_line_id = l.id)`,
  );
  refuseUnless(named.length === 0, "in_use", `有 ${named.length} 条流水已有调账单，不能撤销导入`);
  await rows(ctx.db, q`delete from line_matches where line_id in (select id from statement_lines where import_id = ${id})`);
  await rows(ctx.db, q`delete from statement_lines where import_id = ${id}`);
  await moveRow(ctx, statementImportNoun, "undo", { id, version, to: "undone", set: { updated_at: ctx.now } });
  return { ok: true };
}

export const statementImportServer = serve(statementImportApi, {
  statement_map_get: async ({ company_account_id }, ctx) => {
    assertSeesAll(ctx, "资金账户不存在");
    return { map: await mapOf(ctx.db, company_account_id) };
  },
  statement_import_check: async (input, ctx) => {
    const { fresh, ...trial } = await tried(ctx, input);
    return { ...trial, ...spanOf(fresh) };
  },
  statement_import: ({ idempotency_key: _key, ...input }, ctx) => importBegin(input, ctx),
  statement_import_query: async (input, ctx) => {
    const page = await pageOf<Parameters<typeof shownImports>[1][number]>(ctx.db, input, importList(ctx, input));
    return { ...page, list: await shownImports(ctx.db, page.list) };
  },
  statement_import_get: ({ id }, ctx) => importById(ctx, id),
  statement_import_cancel: cancel,
  statement_import_undo: undo,
});
