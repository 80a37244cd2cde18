/** Registered top-ups: once per way and number, in scope, posted where they belong. */
import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { peerAccountsOf } from "../../ledger/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { topUpBody } from "../../testing/make/peer-money.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";

let app: TestApp;
let finance: Client;
beforeAll(async () => {
  app = await testApp();
  finance = await app.as("finance");
});
const body = (peer_id: number, more: Parameters<typeof topUpBody>[2] = {}, who: Client = finance) =>
  topUpBody({ db: app.db, now: app.clock.now(), worker_id: who.id }, peer_id, more);
const add = async (peer_id: number, more: Parameters<typeof topUpBody>[2] = {}, who: Client = finance) => ({
  ...(await body(peer_id, more, who)),
  idempotency_key: crypto.randomUUID(),
});
const standing = async (id: number) => (await peerAccountsOf(app.db, [id])).get(id);
const linesOf = (trade_no: string) =>
  rows<{ code: string; kind: string; amount: number; change_type: string | null }>(
    app.db,
    q`select a.code, a.kind, l.amount, l.change_type from peer_top_ups t join journal_lines l on l.journal_id = t.journal_id
      join ledger_accounts a on a.id = l.account_id where t.trade_no = ${trade_no.toUpperCase()} order by l.id`,
  );
/** Owes this much on credit. */
async function owing(cents: number): Promise<number> {
  const { id } = await makePeer(app.db, { settle_mode: "credit", credit_days: 30, credit_limit: 5_000_000 });
  await finance.call("peer_top_up_add", await add(id, { amount: 1 }));
  await rows(
    app.db,
    q`with j as (insert into journals (no, kind, idempotency_key, lines_hash, booked_on, event_at, source_noun, source_id, created_at)
        select ${`PZ-${id}`}, 'order_paid', ${`order_paid:test:${id}`}, 'x', '2026-11-01', ${app.clock.now()}, 'test', ${id}, ${app.clock.now()} returning id),
      a as (insert into ledger_accounts (code, owner_id, side, is_guarded, balance, gl_code) values ('peer_credit', ${id}, 'debit', true, ${cents}, '1122') returning id),
      d as (insert into ledger_accounts (code, owner_id, side, gl_code) values ('order_deferred', ${-id}, 'credit', '2205') returning id)
    insert into journal_lines (journal_id, account_id, amount) select j.id, a.id, ${cents}::int8 from j, a union all select j.id, d.id, -${cents}::int8 from j, d`,
  );
  return id;
}

test("finance 5: a top-up is principal; the same way and number is refused, another way takes it", async () => {
  const { id } = await makePeer(app.db);
  const first = await add(id, { amount: 80_000 });
  const made = await finance.call("peer_top_up_add", first);
  expect(made).toMatchObject({ peer_id: id, purpose: "top_up", amount: 80_000, method: "wechat", created_by_name: "吴静怡" });
  expect(await linesOf(first.trade_no)).toEqual([
    { code: "clearing", kind: "wechat", amount: 80_000, change_type: null },
    { code: "peer_principal", kind: "", amount: -80_000, change_type: "1" },
  ]);
  const again = await add(id, { trade_no: first.trade_no, amount: 90_000 });
  expect(await refusalOf(finance.raw("peer_top_up_add", again))).toEqual(["duplicate", `交易号已登记：${first.trade_no.toUpperCase()}`]);
  expect((await finance.raw("peer_top_up_add", again)).body).toMatchObject({ issues: [{ path: "trade_no" }] });
  const [head = "", ...rest] = first.trade_no;
  const typed = [
    first.trade_no.toUpperCase(),
    `${first.trade_no}\u200b`,
    [head, ...rest].join(" ").slice(0, 60),
    first.trade_no.replace("-", "－"),
  ];
  for (const trade_no of typed.filter((t) => t.replace(/\s/g, "").length >= first.trade_no.length))
    expect((await refusalOf(finance.raw("peer_top_up_add", await add(id, { trade_no, amount: 90_000 }))))[0]).toBe("duplicate");
  const much = await add(id, { amount: 1_000_000_001 });
  expect((await refusalOf(finance.raw("peer_top_up_add", much)))[1]).toBe("单笔最多登记 ¥10,000,000.00，更大金额请分笔登记");
  await finance.call("peer_top_up_add", await add(id, { trade_no: first.trade_no, method: "alipay", amount: 20_000 }));
  expect(await standing(id)).toMatchObject({ principal: 100_000, credit_used: 0 });
  const { list, total } = await finance.call("peer_top_up_query", { peer_id: [id] });
  expect([total, list.map((t) => t.amount)]).toEqual([2, [20_000, 80_000]]);
  const other = await finance.call("peer_top_up_query", { peer_id: [id], method: ["wechat"], trade_no: first.trade_no });
  expect(other.list.map((t) => t.id)).toEqual([made.id]);
});

test("a repayment lessens what is owed, what is too much becomes principal; who owes nothing tops up", async () => {
  const id = await owing(30_000);
  await finance.call("peer_top_up_add", await add(id, { purpose: "repay", amount: 20_000 }));
  expect(await standing(id)).toMatchObject({ credit_used: 10_000, principal: 1 });
  const last = await add(id, { purpose: "repay", amount: 15_000, method: "alipay" });
  await finance.call("peer_top_up_add", last);
  expect(await linesOf(last.trade_no)).toMatchObject([
    { code: "clearing", kind: "alipay", amount: 15_000 },
    { code: "peer_credit", amount: -10_000, change_type: "61" },
    { code: "peer_principal", amount: -5_000, change_type: "61" },
  ]);
  expect(await standing(id)).toMatchObject({ credit_used: 0, principal: 5_001 });
  expect(await refusalOf(finance.raw("peer_top_up_add", await add(id, { purpose: "repay" })))).toEqual([
    "guard_failed",
    "该同行没有未还授信，请登记为充值",
  ]);
});

test("money of a bank is no top-up: it is registered as a remittance", async () => {
  const { id } = await makePeer(app.db);
  const bank = { ...(await add(id)), method: "bank" as unknown as "wechat" };
  expect(JSON.stringify((await finance.raw("peer_top_up_add", bank)).body)).toContain("方式");
  expect(await standing(id)).toBeUndefined();
});

test("money that comes tomorrow, of a closed peer or of nobody is refused in words and posts nothing", async () => {
  const { id } = await makePeer(app.db);
  const before = await row(app.db, q`select count(*)::int as n from journals`);
  const tomorrow = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
  const late = await finance.raw("peer_top_up_add", await add(id, { paid_at: tomorrow }));
  expect(JSON.stringify(late.body)).toContain("到账时间不能晚于现在");
  expect(await refusalOf(finance.raw("peer_top_up_add", await add(99_999)))).toEqual(["not_found", "同行不存在或无权查看"]);
  await rows(app.db, q`update peers set peer_status = 'closed', closed_at = ${app.clock.now()} where id = ${id}`);
  expect(await refusalOf(finance.raw("peer_top_up_add", await add(id)))).toEqual(["guard_failed", "同行已停用，不能登记充值"]);
  expect(await row(app.db, q`select count(*)::int as n from journals`)).toEqual(before);
});

test("peer 24: a clerk with scope own registers, sees, counts, exports and opens the proofs of own peers alone", async () => {
  await rows(
    app.db,
    q`update roles set data_scope = 'own', module_group = module_group || array[${may.corporate_remittance}::int4]
      where id = (select role_id from workers where account = 'service')`,
  );
  const clerk = await app.as("service");
  const [mine, other] = [await makePeer(app.db, { cs_owner_id: clerk.id }), await makePeer(app.db)];
  const own = await clerk.call("peer_top_up_add", await add(mine.id, {}, clerk));
  const foreign = await finance.call("peer_top_up_add", await add(other.id));
  expect(await refusalOf(clerk.raw("peer_top_up_add", await add(other.id, {}, clerk)))).toEqual(["not_found", "同行不存在或无权查看"]);
  const seen = await clerk.call("peer_top_up_query", {});
  expect([seen.total, seen.list.map((t) => t.id)]).toEqual([1, [own.id]]);
  expect((await clerk.call("peer_top_up_query", { peer_id: [other.id] })).total).toBe(0);
  await clerk.call("export_add", { endpoint: "peer_top_up_query", filter: {}, format: "csv", idempotency_key: crypto.randomUUID() });
  await app.runJobs();
  expect(await row(app.db, q`select row_count from export_tasks`)).toEqual({ row_count: 1 });
  const open = (of: { id: number; proof_files: readonly string[] }) =>
    clerk.raw("file_link_get", { noun: "peer_top_up", noun_id: of.id, key: of.proof_files[0] ?? "" }).then((a) => [a.status, a.ret]);
  expect([await open(own), await open(foreign)]).toEqual([
    [200, 0],
    [200, 5],
  ]);
});
