/** The demo's remittances and statements, and the sample files of banks. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { StatementMap } from "@visadesk/contract/finance/bank/statement-import.ts";
import { HOUSE_ACCOUNTS } from "@visadesk/contract/finance/ledger.words.ts";
import { q, rows } from "#kit/db/sql.ts";
import { openPeerAccounts, postTopUp } from "../../ledger/index.ts";
import { testApp } from "../../testing/app.ts";
import { asWrite } from "../../testing/ctx.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { BANK } from "../../testing/make/statement.ts";
import { seedRemittances } from "../index.ts";
import { readSheet } from "../bank/statement-sheet.rules.ts";

test("demo remittances stand in every state beside their statements, once; the newest wait with a suggestion", async () => {
  const app = await testApp();
  const { db, clock, parts } = app;
  const now = clock.now();
  for (let n = 0; n < 14; n++) {
    const { id } = await makePeer(db);
    await asWrite(db, null, new Date(now.getTime() - 20 * 86_400_000), async (ctx) => {
      await openPeerAccounts(ctx, id);
      await postTopUp(ctx, { peer_id: id, amount: 500_000, way: "bank", source_noun: "test_seed", source_id: id });
    });
  }
  const seed = { db, files: parts.files, voucher: "private/aa/voucher0001.jpg", now };
  await seedRemittances(seed);
  await seedRemittances(seed);
  const states = await rows<{ s: string; n: number }>(
    db,
    q`select remittance_status as s, count(*)::int as n from remittances group by 1 order by 1`,
  );
  expect(Object.fromEntries(states.map(({ s, n }) => [s, n]))).toEqual({
    booked: 2,
    pending: 4,
    rejected: 1,
    reversed: 1,
    second_review: 2,
    withdrawn: 1,
  });
  const imports = await rows(db, q`select import_status from statement_imports`);
  expect(imports).toEqual([{ import_status: "done" }, { import_status: "done" }, { import_status: "done" }]);
  await app.runJobs();
  const finance = await app.as("admin");
  expect((await finance.call("remittance_query", { is_suggested: true })).total).toBe(3);
  const reconciled = await finance.call("bank_reconcile_get", { company_account_id: HOUSE_ACCOUNTS.bank });
  expect([reconciled.difference, reconciled.bank_in.count > 0]).toEqual([0, true]);
});

const files: readonly [string, StatementMap["columns"][number]["field"][], number][] = [
  ["statement-bank.csv", ["at", "income", "outgo", "balance", "ref", "name", "account", "summary"], 5],
  ["statement-bank-2.csv", ["at", "time", "direction", "amount", "balance", "ref", "name", "account", "summary"], 3],
  ["statement-channel.csv", ["at", "direction", "amount", "ref", "summary"], 3],
];
test.each(files)("%s is read as a bank's file is", (name, fields, count) => {
  const text = readFileSync(path.resolve(import.meta.dirname, "../../../seeds", name), "utf8");
  const [head = [], ...cells] = text
    .trim()
    .split("\n")
    .map((l) => l.split(","));
  const columns = fields.map((field, i) => ({ field, header: head[i] ?? "" }));
  const { lines, faults } = readSheet(
    { account: BANK, map: { date_format: "ymd", columns }, now: new Date("2026-11-20T02:00:00Z") },
    cells,
  );
  expect([lines.length, faults.length]).toEqual([count, name === "statement-bank.csv" ? 1 : 0]);
  expect(new Set(lines.map((l) => l.line_hash)).size).toBe(count);
});
