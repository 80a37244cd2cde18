/** Statements and remittances as tests need them. */
import type { StatementMap } from "@visadesk/contract/finance/bank/statement-import.ts";
import { q, row } from "#kit/db/sql.ts";
import { payerKey } from "../../finance/bank/payer-key.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";

export const BANK = 4;
/** A file with income and outgo in columns of their own. */
export const MAP: StatementMap = {
  date_format: "ymd",
  columns: [
    { field: "at", header: "交易时间" },
    { field: "income", header: "收入" },
    { field: "outgo", header: "支出" },
    { field: "balance", header: "余额" },
    { field: "ref", header: "流水号" },
    { field: "name", header: "对方户名" },
    { field: "account", header: "对方账号" },
    { field: "summary", header: "摘要" },
  ],
};
export interface Said {
  at: string;
  income?: string;
  outgo?: string;
  balance?: string;
  ref?: string;
  name?: string;
  account?: string;
  summary?: string;
}
export const cells = (list: readonly Said[]): string[][] =>
  list.map((l) => [l.at, l.income ?? "", l.outgo ?? "", l.balance ?? "", l.ref ?? "", l.name ?? "", l.account ?? "", l.summary ?? ""]);
export const fileOf = (list: readonly Said[], account = BANK) => ({ company_account_id: account, map: MAP, rows: cells(list) });

/** Tries and imports; the job is still to run. */
export async function beginImport(client: Client, list: readonly Said[], account = BANK) {
  const file = fileOf(list, account);
  const { new_count, fault_count } = await client.call("statement_import_check", file);
  return client.call("statement_import", { ...file, file_name: "流水.csv", new_count, fault_count, idempotency_key: crypto.randomUUID() });
}
export async function importLines(app: TestApp, client: Client, list: readonly Said[], account = BANK): Promise<number[]> {
  const { id } = await beginImport(client, list, account);
  await app.runJobs();
  return (await client.call("statement_line_query", { import_id: id, page_size: 100, sort: "at", order: "asc" })).list.map((l) => l.id);
}

let made = 0;
/** A remittance that waits, as its paper would have written it. */
export async function waitingRemittance(
  app: TestApp,
  of: {
    amount: number;
    on: string;
    payer?: string;
    peer_id?: number | null;
    account?: number;
    submitted_by?: number | null;
    status?: string;
  },
): Promise<{ id: number; no: string }> {
  const no = `HK261124${String(++made).padStart(6, "0")}`;
  const peer = of.peer_id === undefined ? (await row<{ id: number }>(app.db, q`select id from peers order by id limit 1`))?.id : of.peer_id;
  const payer = of.payer ?? "北京环宇旅行社有限公司";
  const kept = await row<{ id: number }>(
    app.db,
    q`insert into remittances (remittance_no, row_key, peer_id, purpose, amount, payer_name, payer_key, company_account_id, remitted_on, vouchers, source,
        remittance_status, due_at, submitted_by, submitted_at, created_at, updated_at)
      values (${no}, ${no}, ${peer ?? null}, ${peer ? "top_up" : "order"}, ${of.amount}, ${payer}, ${payerKey(payer)}, ${of.account ?? BANK}, ${of.on}::date,
        ${["private/2026/11/voucher.pdf"]}::text[], 'staff', ${of.status ?? "pending"}, ${app.clock.now()}, ${of.submitted_by ?? null}, ${app.clock.now()}, ${app.clock.now()}, ${app.clock.now()})
      returning id`,
  );
  if (!kept) throw new Error("no remittance was made");
  return { id: kept.id, no };
}
