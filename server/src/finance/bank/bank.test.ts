import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { BANK, beginImport, fileOf, importLines, MAP, waitingRemittance, type Said } from "../../testing/make/statement.ts";

let app: TestApp;
let clerk: Client;
beforeAll(async () => {
  app = await testApp();
  clerk = await app.as("finance");
  await makePeer(app.db);
});
const key = () => ({ idempotency_key: crypto.randomUUID() });
const line = (id: number) => clerk.call("statement_line_get", { id });
const versionOf = async (id: number): Promise<{ id: number; version: number }> => ({ id, version: (await line(id)).version });
const PAYER = "北京环宇旅行社有限公司";
const ACCOUNT = "6222 0000 1111 2222";

test("finance 13: a file read again adds 0 rows; two truly equal rows of one day are both kept", async () => {
  const equal: Said = { at: "2026-11-02 09:30:00", income: "1,000.00", name: PAYER, summary: "货款" };
  const file = [equal, equal, { at: "2026-11-02", outgo: "20.00", summary: "手续费" }];
  expect((await importLines(app, clerk, file)).length).toBe(3);
  const again = await clerk.call("statement_import_check", fileOf(file));
  expect(again).toMatchObject({ new_count: 0, repeat_count: 3, fault_count: 0 });
  const none = await clerk.raw("statement_import", { ...fileOf(file), file_name: "", new_count: 0, fault_count: 0, ...key() });
  expect(none.msg).toBe("没有新增的流水");
  expect(await clerk.call("statement_import_check", fileOf([...file, equal]))).toMatchObject({ new_count: 1, repeat_count: 3 });
});

test("a trial says faulty rows and where the balance does not go on; columns come first", async () => {
  const trial = await clerk.call(
    "statement_import_check",
    fileOf([
      { at: "2026-09-01 10:00", income: "100.00", balance: "1,100.00" },
      { at: "2026-09-02 10:00", outgo: "50.00", balance: "1,050.00" },
      { at: "2026-09-03 10:00", outgo: "50.00", balance: "900.00" },
      { at: "合计", income: "100.00" },
      { at: "2026-09-04", income: "一百" },
      { at: "2027-01-01", income: "1.00" },
    ]),
  );
  expect(trial).toMatchObject({ new_count: 3, fault_count: 3, gaps: [{ row: 3, expected: 100_000, found: 90_000 }] });
  expect(trial.faults.map((f) => f.msg)).toEqual(["日期格式不正确", "金额格式不正确", "日期不能晚于今天"]);
  const bare = await clerk.raw("statement_import_check", {
    ...fileOf([{ at: "2026-09-01" }]),
    map: { ...MAP, columns: MAP.columns.slice(0, 1) },
  });
  expect(bare.msg).toBe("请先选择列对应关系");
});

test("an import is stopped while it waits and undone while nobody used it; the columns are remembered", async () => {
  const waiting = await beginImport(clerk, [{ at: "2026-08-01", income: "1.00" }]);
  const busy = await clerk.raw("statement_import", {
    ...fileOf([{ at: "2026-08-02", income: "1.00" }]),
    file_name: "",
    new_count: 1,
    fault_count: 0,
    ...key(),
  });
  expect(busy.msg).toContain("正在导入");
  await clerk.call("statement_import_cancel", { id: waiting.id });
  expect((await clerk.call("statement_import_get", { id: waiting.id })).import_status).toBe("cancelled");
  const begun = await beginImport(clerk, [{ at: "2026-08-03", income: "7.00" }]);
  await app.runJobs();
  const done = await clerk.call("statement_import_get", { id: begun.id });
  expect(done).toMatchObject({ import_status: "done", new_count: 1, done_count: 1 });
  const [one] = (await clerk.call("statement_line_query", { import_id: begun.id })).list;
  await clerk.call("statement_line_park", { ...(await versionOf(one?.id ?? 0)), ...key() });
  const used = await clerk.raw("statement_import_undo", { id: begun.id, version: done.version });
  expect(used.msg).toContain("已处理");
  await clerk.call("statement_line_unmatch", await versionOf(one?.id ?? 0));
  await clerk.call("statement_import_undo", { id: begun.id, version: done.version });
  expect((await clerk.call("statement_line_query", { import_id: begun.id })).total).toBe(0);
  expect((await clerk.call("statement_map_get", { company_account_id: BANK })).map).toEqual(MAP);
  const kept = await row(app.db, q`select 1 from statement_imports where waiting is not null`);
  expect(kept).toBeUndefined();
});

test("finance 13: three remittances to one line and two lines to one remittance", async () => {
  const parts = [];
  for (const amount of [10_000, 20_000, 30_000]) parts.push({ ...(await waitingRemittance(app, { amount, on: "2026-11-05" })), amount });
  const [sum] = await importLines(app, clerk, [{ at: "2026-11-05", income: "600.00", name: PAYER, account: ACCOUNT }]);
  const targets = parts.map((p) => ({ target_noun: "remittance" as const, target_id: p.id, amount: p.amount }));
  await clerk.call("statement_line_match", { ...(await versionOf(sum ?? 0)), targets, ...key() });
  expect(await line(sum ?? 0)).toMatchObject({ line_status: "matched", rest: 0 });
  const known = await row<{ confirmed_count: number }>(app.db, q`select confirmed_count from known_payers`);
  expect(known?.confirmed_count).toBe(3);

  const r = await waitingRemittance(app, { amount: 50_000, on: "2026-11-06" });
  const lines = await importLines(app, clerk, [
    { at: "2026-11-06 09:00", income: "300.00" },
    { at: "2026-11-06 10:00", income: "200.00" },
  ]);
  for (const [i, id] of lines.entries()) {
    const target = { target_noun: "remittance" as const, target_id: r.id, amount: i === 0 ? 30_000 : 20_000 };
    await clerk.call("statement_line_match", { ...(await versionOf(id)), targets: [target], ...key() });
  }
  const more = await importLines(app, clerk, [{ at: "2026-11-06 11:00", income: "100.00" }]);
  const over = { target_noun: "remittance" as const, target_id: r.id, amount: 10_000 };
  const refused = await clerk.raw("statement_line_match", { ...(await versionOf(more[0] ?? 0)), targets: [over], ...key() });
  expect(refused.msg).toBe("差额 ¥100.00 超过核销上限 ¥20.00");
  const wide = await clerk.raw("statement_line_match", {
    ...(await versionOf(more[0] ?? 0)),
    targets: [{ ...over, amount: 10_001 }],
    ...key(),
  });
  expect(wide.msg).toBe("差额 ¥0.01");

  await clerk.call("statement_line_unmatch", await versionOf(sum ?? 0));
  expect(await line(sum ?? 0)).toMatchObject({ line_status: "open", rest: 60_000, matches: [] });
  expect(await row(app.db, q`select 1 from known_payers`)).toBeUndefined();
  const taken = await clerk.raw("statement_line_match", { id: lines[0] ?? 0, version: 1, targets: [{ ...over, amount: 1 }], ...key() });
  expect(taken.msg).toBe("该流水已被匹配");
});

test("finance 14: candidates with their terms, the job keeps the best", async () => {
  const r = await waitingRemittance(app, { amount: 123_400, on: "2026-11-10" });
  const far = await waitingRemittance(app, { amount: 123_400, on: "2026-11-11", payer: "上海某某旅行社" });
  const [id] = await importLines(app, clerk, [
    { at: "2026-11-10", income: "1234.00", name: "北京环宇旅行社有限公司 ", summary: `${r.no}预存` },
  ]);
  const found = await clerk.call("statement_line_candidate_query", { id: id ?? 0 });
  expect(found.list.slice(0, 2).map((c) => [c.no, c.score, c.level])).toEqual([
    [r.no, 110, "suggest"],
    [far.no, 56, "judge"],
  ]);
  expect(found.sentence).toBeNull();
  const kept = await row<{ score: number; lead: number }>(
    app.db,
    q`select score, lead from line_candidates where line_id = ${id ?? 0} and remittance_id = ${r.id}`,
  );
  expect(kept).toMatchObject({ score: 110, lead: 54 });
});

test("parked income waits in suspense; what was taken back is booked back; a channel's payout books its fee", async () => {
  const [parked, paid] = await importLines(app, clerk, [
    { at: "2026-11-12 09:00", income: "88.00", name: "某人" },
    { at: "2026-11-12 10:00", income: "994.00", name: "财付通" },
  ]);
  const suspense = async (): Promise<number> =>
    (await row<{ balance: number }>(app.db, q`select balance from ledger_accounts where code = 'suspense' and owner_id = ${BANK}`))
      ?.balance ?? 0;
  await clerk.call("statement_line_park", { ...(await versionOf(parked ?? 0)), ...key() });
  expect(await suspense()).toBe(8_800);
  expect(await line(parked ?? 0)).toMatchObject({ line_status: "parked", journal_no: expect.stringContaining("PZ") as string });
  await clerk.call("statement_line_unmatch", await versionOf(parked ?? 0));
  expect(await suspense()).toBe(0);
  await clerk.call("statement_line_park", { ...(await versionOf(parked ?? 0)), ...key() });
  expect(await suspense()).toBe(8_800);

  const channel = { company_account_id: 1, fee: 600 };
  await app.db
    .insertInto("ledger_accounts")
    .values({ code: "clearing", owner_id: 1, kind: "wechat", side: "debit", is_guarded: false, gl_code: "1012" })
    .onConflict((c) => c.doNothing())
    .execute();
  await clerk.call("statement_line_match", { ...(await versionOf(paid ?? 0)), channel, ...key() });
  const fee = await row<{ sum: number }>(
    app.db,
    q`select sum(l.amount)::int8 as sum from journal_lines l join ledger_accounts a on a.id = l.account_id where a.code = 'expense' and a.kind = 'channel_fee'`,
  );
  expect(fee?.sum).toBe(600);
  expect((await line(paid ?? 0)).matches).toMatchObject([{ target_noun: "journal_line", title: "通道到账", amount: 99_400 }]);
  const set = await clerk.raw("statement_line_ignore", { ...(await versionOf(parked ?? 0)), journal_no: "PZ1", note: "已经登记过了" });
  expect(set.msg).toBe("该流水已被匹配");
});

test("the statement of differences agrees at its foot", async () => {
  const made = await clerk.call("company_account_add", {
    name: "调节户",
    kind: "bank",
    bank_name: "招商银行",
    account_no: "6225880011112222",
    holder: "演示",
    currency: "CNY",
    day_limit: null,
    low_water: null,
  });
  const admin = await app.as("admin");
  await admin.call("company_account_confirm", { id: made.id, version: made.version });
  const lines = await importLines(
    app,
    clerk,
    [
      { at: "2026-11-16", income: "500.00", balance: "500.00" },
      { at: "2026-11-17", income: "30.00", balance: "530.00" },
      { at: "2026-11-18", outgo: "5.00", balance: "525.00" },
    ],
    made.id,
  );
  await clerk.call("statement_line_park", { ...(await versionOf(lines[0] ?? 0)), ...key() });
  const sheet = await clerk.call("bank_reconcile_get", { company_account_id: made.id, day: "2026-11-18" });
  expect(sheet).toMatchObject({
    ledger_balance: 50_000,
    statement_balance: 52_500,
    bank_in: { total: 3_000, count: 1 },
    bank_out: { total: 500, count: 1 },
    book_in: { total: 0 },
    ledger_adjusted: 52_500,
    statement_adjusted: 52_500,
    is_even: true,
  });
  const early = await clerk.call("bank_reconcile_get", { company_account_id: made.id, day: "2026-11-16" });
  expect(early).toMatchObject({ statement_balance: 50_000, difference: 0 });
});

test("numbers of counterparties are sealed: found whole or by the last four, never by a mask", async () => {
  const [found] = (await clerk.call("statement_line_query", { keyword: "6222000011112222" })).list;
  expect(found?.counterparty_account).toBe("****2222");
  expect((await clerk.call("statement_line_query", { keyword: "2222" })).total).toBeGreaterThan(0);
  expect((await clerk.call("statement_line_query", { keyword: "****2222" })).total).toBe(0);
});

test("finance 22: who sees less than everything sees no company account and no statement", async () => {
  await rows(app.db, q`update roles r set data_scope = 'own' from workers w where w.account = 'finance' and r.id = w.role_id`);
  const own = await app.as("finance");
  expect((await own.call("statement_line_query", {})).total).toBe(0);
  expect((await own.call("company_account_query", {})).total).toBe(0);
  expect((await own.raw("bank_reconcile_get", { company_account_id: BANK, day: "2026-11-18" })).msg).toBe("资金账户不存在");
});
