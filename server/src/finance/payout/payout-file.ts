/** 网银文件: payments of one account as a sheet for the bank, kept for a week; making and fetching it shows every account in it. */
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { BANK_FILE_DAYS } from "@visadesk/contract/finance/cash.words.ts";
import type { payoutApi } from "@visadesk/contract/finance/payout.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { csv, xlsx, type Cell, type Sheet } from "#kit/export/sheet.ts";
import { typeOfKey } from "#kit/files/file-links.ts";
import { withWorkFile } from "#kit/files/work-files.ts";
import { found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { moveRow } from "#kit/noun/move.ts";
import { dayStart } from "#kit/range.ts";
import { openField } from "#kit/seal/seal.ts";
import { payingAccount } from "./payout.moves.ts";
import { payoutNoun, sealedPayout } from "./payout.noun.ts";
import { lockedPayouts, NO_PAYOUT, payoutScope, type StoredPayout } from "./payout.sql.ts";

type Api = typeof payoutApi;
const DAY_MS = 86_400_000;
const LINK_SECONDS = 300;

interface FileLine {
  payee_name: string;
  payee_account: string;
  payee_bank: string;
  amount: number;
  payouts: StoredPayout[];
}
/** One line per payment; of the same payee, account and bank one together where that is asked for. */
export function linesOf(list: readonly (StoredPayout & { number: string })[], isMerged: boolean): FileLine[] {
  const groups = Map.groupBy(list, (p) => (isMerged ? `${p.payee_name} ${p.number} ${p.payee_bank}` : String(p.id)));
  return [...groups.values()].map((of) => ({
    payee_name: of[0]?.payee_name ?? "",
    payee_account: of[0]?.number ?? "",
    payee_bank: of[0]?.payee_bank ?? "",
    amount: of.reduce((sum, p) => sum + p.amount, 0),
    payouts: of,
  }));
}

const column = (label: string, width: number, isMoney = false) => ({ label, width, money: isMoney });
/** A bank reads two decimals; a workbook shows them by itself. */
async function* cells(lines: readonly FileLine[], isText: boolean): AsyncGenerator<Cell[][]> {
  yield lines.map((l, i) => [
    i + 1,
    l.payee_name,
    l.payee_account,
    l.payee_bank,
    isText ? (l.amount / 100).toFixed(2) : l.amount / 100,
    l.payouts.map((p) => p.payout_no).join(" "),
  ]);
}
const sheetOf = (name: string, lines: readonly FileLine[], isText: boolean): Sheet => ({
  name,
  columns: [
    column("序号", 8),
    column("收款户名", 36),
    column("收款账号", 28),
    column("开户行", 36),
    column("金额", 16, true),
    column("附言", 40),
  ],
  rows: cells(lines, isText),
});

/** What left the account today or is on its way, against what it may pay in a day. */
async function assertDayLimit(ctx: Ctx, account: { id: number; day_limit: number | null }, more: number): Promise<void> {
  if (account.day_limit === null) return;
  const spent = await row<{ n: number }>(
    ctx.db,
    q`select coalesce(sum(amount), 0)::int8 as n from payouts where company_account_id = ${account.id}
      and (payout_status = 'paying' or (payout_status = 'paid' and paid_at >= ${dayStart(ctx.now)}))`,
  );
  if ((spent?.n ?? 0) + more > account.day_limit)
    refuse("limit_exceeded", `超过账户日限额 ${money(account.day_limit)}，今日已付 ${money(spent?.n ?? 0)}`);
}

async function heldRows(ctx: Ctx, input: Omit<Parsed<Api["payout_export"]>, "idempotency_key">): Promise<StoredPayout[]> {
  const list = await lockedPayouts(ctx, input.ids);
  refuseUnless(list.length === new Set(input.ids).size, "not_found", NO_PAYOUT);
  for (const p of list) {
    refuseUnless(p.payout_status === "queued", "state_changed", `${p.payout_no} 不是待付款`);
    refuseUnless(p.method === "bank", "guard_failed", `${p.payout_no} 是原路退回，不能用网银文件`);
  }
  return list;
}

async function numbersOf(ctx: Ctx, list: readonly StoredPayout[]): Promise<(StoredPayout & { number: string })[]> {
  const sealed = await rows<{ id: number }>(
    ctx.db,
    q`select id, payout_no, payee_account, payee_account_sealed from payouts where id = any(${list.map((p) => p.id)}::int8[])`,
  );
  const byId = new Map(sealed.map((s) => [s.id, s]));
  return list.map((p) => ({ ...p, number: openField(sealedPayout, byId.get(p.id) ?? {}, "payee_account") ?? "" }));
}

/** Every account in a file is a look at it, told under its own payment. */
function noteReveals(ctx: Ctx, batch_no: string, of: readonly { id: number; payout_no: string }[]): void {
  const changes = [
    { field: "payee_account", label: "收款账号", before: null, after: "已查看" },
    { field: "batch_no", label: "网银批次", before: null, after: batch_no },
  ];
  for (const p of of) ctx.note({ kind: "reveal", noun: "payout", noun_id: p.id, noun_no: p.payout_no, reason: "网银文件", changes });
}

export async function exportFile(
  input: Omit<Parsed<Api["payout_export"]>, "idempotency_key">,
  ctx: Ctx,
): Promise<Output<Api["payout_export"]>> {
  const list = await numbersOf(ctx, await heldRows(ctx, input));
  const bare = list.find((p) => p.number === "" || p.payee_bank === "");
  if (bare) refuse("incomplete", `${bare.payout_no} 收款账户信息不完整`);
  const account = await payingAccount(ctx, input.company_account_id, "bank");
  const total = list.reduce((sum, p) => sum + p.amount, 0);
  await assertDayLimit(ctx, account, total);
  const lines = linesOf(list, input.is_merged);
  const made = found(
    await row<{ id: number; day: string }>(
      ctx.db,
      q`select nextval(pg_get_serial_sequence('payout_batches', 'id'))::int8 as id, to_char(${ctx.now}::timestamptz at time zone 'Asia/Shanghai', 'YYMMDD') as day`,
    ),
  );
  const batch_no = `WY${made.day}${String(made.id).padStart(6, "0")}`;
  const file_key = `private/payout/${batch_no.toLowerCase()}-${randomUUID()}.${input.format}`;
  await rows(
    ctx.db,
    q`insert into payout_batches (id, batch_no, company_account_id, format, is_merged, rows, total, file_key, expires_at, created_by, created_at) overriding system value
      values (${made.id}, ${batch_no}, ${account.id}, ${input.format}, ${input.is_merged}, ${list.length}, ${total}, ${file_key},
        ${new Date(ctx.now.getTime() + BANK_FILE_DAYS * DAY_MS)}, ${ctx.me.worker_id}, ${ctx.now})`,
  );
  for (const [i, line] of lines.entries())
    for (const p of line.payouts)
      await moveRow(ctx, payoutNoun, "export", {
        id: p.id,
        version: p.version,
        to: "paying",
        set: {
          batch_id: made.id,
          company_account_id: account.id,
          merge_no: line.payouts.length > 1 ? `${batch_no}-${i + 1}` : null,
          updated_at: ctx.now,
        },
      });
  noteReveals(ctx, batch_no, list);
  const sheet = sheetOf(batch_no, lines, input.format === "csv");
  await withWorkFile(async (file) => {
    await pipeline(input.format === "csv" ? csv(sheet) : xlsx([sheet]), createWriteStream(file, { mode: 0o600 }));
    await ctx.files.put(file_key, file, typeOfKey(file_key));
  });
  return { batch_no, rows: list.length, total };
}

/** A link for minutes, as long as the file is kept. */
export async function fileLink({ batch_no }: Parsed<Api["payout_file_get"]>, ctx: Ctx): Promise<Output<Api["payout_file_get"]>> {
  const batch = await row<{ id: number; file_key: string | null; expires_at: string; format: string; rows: number }>(
    ctx.db,
    q`select id, file_key, expires_at, format, rows from payout_batches where batch_no = ${batch_no.toUpperCase()}`,
  );
  const held = await rows<{ id: number; payout_no: string; payout_status: string; is_seen: boolean }>(
    ctx.db,
    q`select f.id, f.payout_no, f.payout_status, ${payoutScope(ctx) ?? q`true`} as is_seen from payouts f where f.batch_id = ${batch?.id ?? 0} order by f.id`,
  );
  if (!batch || held.length === 0 || held.some((r) => !r.is_seen)) return refuse("not_found", "网银文件不存在或无权查看");
  if (!batch.file_key || Date.parse(batch.expires_at) <= ctx.now.getTime()) return refuse("too_late", "文件已过期，请失败后重新生成");
  // One that is asked for anew or given up still stands in the file: handed to the bank once more, it would be paid.
  const isStale = held.length < batch.rows || held.some((r) => r.payout_status === "cancelled");
  if (isStale) return refuse("too_late", "批次中有付款单已重付或放弃，文件作废，请按账户流水核对");
  noteReveals(ctx, batch_no.toUpperCase(), held);
  const filename = `${batch_no.toUpperCase()}.${batch.format}`;
  return { url: ctx.files.link(batch.file_key, LINK_SECONDS, ctx.now, filename), filename };
}
