/** Withdrawals: held at once, passed by others, returned to the cent. */
import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { postOrderPayment, setOldestDue } from "../../ledger/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { asWrite } from "../../testing/ctx.ts";
import { CashDesk } from "../../testing/make/cash.ts";
import { keyed } from "../../testing/make/peer-terms.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";
import { frozenFaults } from "../index.ts";
import { bareName, feeOf, giftBack, withdrawFault, withdrawQuote } from "./withdrawal.rules.ts";

let app: TestApp;
let desk: CashDesk;
beforeAll(async () => {
  app = await testApp({ now: "2026-09-30T02:00:00.000Z", max: 20 });
  desk = await CashDesk.of(app);
});
const credit = (limit: number) => () => Promise.resolve({ limit, blocked: null });
const order = (peer_id: number, id: number, amount: number, method: "principal" | "credit") =>
  asWrite(app.db, null, app.clock.now(), (ctx) =>
    postOrderPayment(
      ctx,
      {
        order_id: id,
        peer_id,
        source: "order",
        source_id: id,
        parts: [{ method, amount }],
        fee_lines: [{ applicant_id: null, kind: "embassy", payable: amount }],
      },
      credit(100_000),
    ),
  );

test("finance 7: 40,000 of 100,000 with gift 20,000: 60,000 / 40,000 / 12,000, and back to 100,000 / 0 / 20,000 with the grant's end", async () => {
  const peer = await desk.peer(100_000, 20_000, "2026-12-31");
  const quote = await desk.maker.call("withdrawal_quote", { peer_id: peer.id, amount: 40_000 });
  expect(quote).toMatchObject({ withdrawable: 100_000, fee: 0, net: 40_000, gift_back: 8_000, fault: null });
  const w = await desk.ask(peer, 40_000);
  expect(w).toMatchObject({ withdrawal_status: "pending", gift_back: 8_000, net: 40_000, is_mine: true, withdrawable: 60_000 });
  expect(await desk.standing(peer.id)).toEqual([60_000, 40_000, 12_000]);
  expect(await frozenFaults(app.db)).toEqual([]);
  // Gift 12,000 is within its fifth, principal has 60,000: one cent is missing.
  const short = asWrite(app.db, null, app.clock.now(), (ctx) =>
    postOrderPayment(
      ctx,
      {
        order_id: 9_001,
        peer_id: peer.id,
        source: "order",
        source_id: 9_001,
        parts: [
          { method: "gift", amount: 12_000 },
          { method: "principal", amount: 60_001 },
        ],
        fee_lines: [{ applicant_id: null, kind: "service", payable: 72_001 }],
      },
      credit(0),
    ),
  );
  await expect(short).rejects.toThrow("余额不足");
  const reject = { id: w.id, version: w.version, reason_code: "letter", reason: "申请函未盖公章" } as const;
  await desk.checker.call("withdrawal_reject", keyed(reject));
  expect(await desk.standing(peer.id)).toEqual([100_000, 0, 20_000]);
  expect(await rows(app.db, q`select remaining, expires_on from gift_lots where peer_id = ${peer.id}`)).toEqual([
    { remaining: 20_000, expires_on: "2026-12-31" },
  ]);
  expect(await desk.maker.call("withdrawal_get", { id: w.id })).toMatchObject({
    withdrawal_status: "rejected",
    decided_note: "申请函不符合要求：申请函未盖公章",
  });
  expect(await frozenFaults(app.db)).toEqual([]);
});

test("finance 8: passed on Wed 2026-09-30 with 3 working days it is due on Sat 2026-10-10; its payment waits with the same limit", async () => {
  const { w, p } = await desk.passed(30_000);
  expect([w.withdrawal_status, w.due_at, p.due_at]).toEqual(["approved", "2026-10-10T10:00:00.000Z", "2026-10-10T10:00:00.000Z"]);
  expect(p).toMatchObject({ payout_status: "queued", amount: 30_000, source_no: w.withdrawal_no, method: "bank" });
});

test("finance 15: the maker passes nothing; from 5,000,000 on a third person looks, neither the maker nor the first; the database holds it too", async () => {
  const peer = await desk.peer(20_000_000);
  const small = await desk.ask(peer, 4_999_999);
  expect(await refusalOf(desk.approve(small, desk.maker))).toEqual(["maker_is_checker", "不能审核自己提交的单据"]);
  expect((await desk.checker.call("withdrawal_approve", keyed({ id: small.id, version: small.version }))).withdrawal_status).toBe(
    "approved",
  );
  const large = await desk.ask(peer, 5_000_000);
  const first = await desk.checker.call("withdrawal_approve", keyed({ id: large.id, version: large.version }));
  expect(first).toMatchObject({ withdrawal_status: "second_review", needs_second: true, payout_no: null, due_at: null });
  const seen = keyed({ id: first.id, version: first.version });
  expect((await refusalOf(desk.checker.raw("withdrawal_recheck", seen)))[0]).toBe("maker_is_checker");
  const admin = await app.as("admin");
  const own = await admin.call("withdrawal_add", keyed(await desk.body(peer, 6_000_000, { files: [await desk.file("admin")] })));
  const ownFirst = await desk.checker.call("withdrawal_approve", keyed({ id: own.id, version: own.version }));
  expect((await refusalOf(admin.raw("withdrawal_recheck", keyed({ id: own.id, version: ownFirst.version }))))[0]).toBe("maker_is_checker");
  const passed = await desk.third.call("withdrawal_recheck", seen);
  expect(passed).toMatchObject({ withdrawal_status: "approved", payout_status: "queued" });
  const maker = rows(app.db, q`update withdrawals set approved_by = created_by where id = ${large.id}`);
  await expect(maker).rejects.toThrow("withdrawals_checker");
  const twice = rows(app.db, q`update withdrawals set rechecked_by = approved_by where id = ${large.id}`);
  await expect(twice).rejects.toThrow("withdrawals_third");
});

test("no more than principal beyond what it owes; overdue peers, other names and papers that are missing are refused", async () => {
  const peer = await desk.peer(100_000);
  await order(peer.id, 9_002, 100_000, "principal");
  const refused = async (amount: number, more: Parameters<CashDesk["body"]>[2] = {}) =>
    refusalOf(desk.maker.raw("withdrawal_add", keyed(await desk.body(peer, amount, more))));
  expect(await refused(1)).toEqual(["insufficient_balance", "可提金额 ¥0.00"]);
  expect((await desk.maker.call("withdrawal_quote", { peer_id: peer.id })).fault).toBe("可提金额 ¥0.00");
  const owing = await desk.peer(100_000);
  await order(owing.id, 9_003, 100_000, "principal");
  await order(owing.id, 9_004, 30_000, "credit");
  expect((await refusalOf(desk.maker.raw("withdrawal_add", keyed(await desk.body(owing, 1)))))[0]).toBe("insufficient_balance");
  await asWrite(app.db, null, app.clock.now(), (ctx) => setOldestDue(ctx, owing.id, "2026-09-29"));
  expect(await refusalOf(desk.maker.raw("withdrawal_add", keyed(await desk.body(owing, 1))))).toEqual([
    "peer_overdue",
    "该同行有逾期账单，请先还款",
  ]);
  const rich = await desk.peer(100_000);
  const typed = async (payee_name: string) =>
    refusalOf(desk.maker.raw("withdrawal_add", keyed(await desk.body(rich, 1_000, { payee_name }))));
  expect(await typed("张三")).toEqual(["payee_mismatch", "收款户名须与企业名称一致"]);
  expect((await typed(` ${rich.name.replace("有限", "有 限")}`))[0]).toBeUndefined();
  expect((await refusalOf(desk.maker.raw("withdrawal_add", keyed(await desk.body(rich, 1_000, { files: [] })))))[1]).toBe("请上传申请函");
});

test("two at once on one principal: one passes; its own maker takes it back, nobody else does", async () => {
  const peer = await desk.peer(100_000);
  const bodies = [await desk.body(peer, 60_000), await desk.body(peer, 60_000)];
  const answers = await Promise.all(bodies.map((b) => desk.maker.raw("withdrawal_add", keyed(b))));
  expect(answers.filter((a) => a.ret === 0)).toHaveLength(1);
  expect(await desk.standing(peer.id)).toEqual([40_000, 60_000, 0]);
  const { list } = await desk.maker.call("withdrawal_query", { peer_id: [peer.id] });
  const [w] = list;
  if (!w) throw new Error("one stands");
  expect(await refusalOf(desk.checker.raw("withdrawal_withdraw", keyed({ id: w.id, version: w.version })))).toEqual([
    "guard_failed",
    "只有提交人可以撤销",
  ]);
  await desk.maker.call("withdrawal_withdraw", keyed({ id: w.id, version: w.version }));
  expect(await desk.standing(peer.id)).toEqual([100_000, 0, 0]);
});

test("an account is stored sealed and found whole or by its last four alone", async () => {
  const peer = await desk.peer(50_000);
  const w = await desk.ask(peer, 10_000, { payee_account: "6222 0212 3456 7899 123" });
  const stored = await row<{ payee_account: string }>(app.db, q`select payee_account from withdrawals where id = ${w.id}`);
  expect([stored?.payee_account, w.payee_account]).toEqual(["****9123", "****9123"]);
  const found = async (payee_account: string) => (await desk.maker.call("withdrawal_query", { payee_account })).list.map((x) => x.id);
  expect([await found("9123"), await found("6222021234567899123"), await found("622202123456")]).toEqual([[w.id], [w.id], []]);
});

test("the queue holds what others asked for, what is large only for who may pass it, and empties with the decision", async () => {
  const peer = await desk.peer(9_000_000);
  const w = await desk.ask(peer, 5_000_000);
  const queued = async (by = desk.checker) =>
    (await by.call("withdrawal_query", { queue: "withdraw_review", page_size: 100 })).list.some((x) => x.id === w.id);
  expect([await queued(), await queued(desk.maker)]).toEqual([true, false]);
  await desk.checker.call("withdrawal_approve", keyed({ id: w.id, version: w.version }));
  expect([await queued(), await queued(desk.third)]).toEqual([false, true]);
});

test("finance 22: a person with his own peers sees their withdrawals and payments alone, in lists, counts, heads and pages", async () => {
  const { db, clock } = app;
  await rows(
    db,
    q`with r as (insert into roles (name, note, module_group, data_scope, created_at, updated_at)
        values ('自有资金', '', array[100100, 100813, 100813102], 'own', ${clock.now()}, ${clock.now()}) returning id)
      update workers set role_id = (select id from r) where account = 'service_1'`,
  );
  const own = await app.as("service_1");
  const [mine, other] = [await desk.passed(11_000), await desk.passed(12_000)];
  await rows(db, q`update peers set bd_owner_id = ${own.id} where id = ${mine.peer.id}`);
  const seen = await own.call("withdrawal_query", { page_size: 100 });
  expect([seen.list.map((w) => w.id), seen.total]).toEqual([[mine.w.id], 1]);
  expect((await own.call("withdrawal_counts", {})).counts).toEqual([{ status: "approved", n: 1 }]);
  expect((await own.call("payout_query", { page_size: 100 })).list.map((p) => p.id)).toEqual([mine.p.id]);
  const heads = (await own.call("payout_head_get", {})).accounts;
  expect(heads.map((h) => [h.waiting, h.balance])).toEqual([[11_000, null]]);
  for (const [name, id] of [
    ["withdrawal_get", other.w.id],
    ["payout_get", other.p.id],
  ] as const)
    expect((await own.raw(name, { id })).ret).not.toBe(0);
});

test("what it costs and takes along, without a database", () => {
  expect([
    feeOf(100_000, { withdraw_fee_bp: 10, withdraw_fee_min: 0 }),
    feeOf(1_000, { withdraw_fee_bp: 10, withdraw_fee_min: 200 }),
  ]).toEqual([100, 200]);
  expect([giftBack(20_000, 40_000, 100_000), giftBack(1, 99_999, 100_000), giftBack(5, 1, 0)]).toEqual([8_000, 0, 0]);
  const purse = { principal: 1_000, gift: 0, credit_used: 300, overdue_since: null };
  const rule = { withdraw_fee_bp: 0, withdraw_fee_min: 500 };
  expect(withdrawQuote(purse, 700, rule)).toEqual({ withdrawable: 700, fee: 500, net: 200, gift_back: 0 });
  expect([701, 700, 500].map((amount) => withdrawFault(purse, amount, rule, "2026-11-20")?.code ?? null)).toEqual([
    "insufficient_balance",
    null,
    "guard_failed",
  ]);
  expect(bareName("上海 某某（集团）有限公司")).toBe(bareName("上海某某(集团)有限公司"));
});
