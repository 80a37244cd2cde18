import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { AdjustDesk, BANK, type AdjustBody } from "../../testing/make/adjustment.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { topUpBody } from "../../testing/make/peer-money.ts";
import { keyed } from "../../testing/make/peer-terms.ts";
import { ownFile } from "../../testing/make/supplier.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";

let app: TestApp;
let desk: AdjustDesk;
let second: number;
beforeAll(async () => {
  app = await testApp();
  desk = await AdjustDesk.of(app);
  const made = await row<{ id: number }>(
    app.db,
    q`insert into company_accounts (row_key, name, kind, account_status, created_at, updated_at)
      values ('test-second', '一般户', 'bank', 'enabled', ${app.clock.now()}, ${app.clock.now()}) returning id`,
  );
  second = made?.id ?? 0;
});
const peer = async (more = {}) => (await makePeer(app.db, more, app.clock.now())).id;
const file = () => ownFile(app.db, desk.maker.id, app.clock.now());
const refused = (more: Partial<AdjustBody> & Pick<AdjustBody, "kind">) => refusalOf(desk.asked(more));
const lines = (a: { lines: { account: string; debit: number | null; credit: number | null }[] }) =>
  a.lines.map((l) => [l.account, l.debit ?? -(l.credit ?? 0)]);

describe("what each kind posts", () => {
  test("a balance of a peer given and taken by hand; gift money by its grants", async () => {
    const peer_id = await peer();
    const up = { kind: "peer_adjust", peer_id, direction: "in" } as const;
    const given = await desk.passed({ ...up, account: "peer_principal", amount: 50_000 });
    expect(lines(given)).toEqual([
      ["expense", 50_000],
      ["peer_principal", -50_000],
    ]);
    await desk.passed({ ...up, account: "peer_gift", amount: 8_000 });
    await desk.passed({ ...up, account: "peer_gift", amount: 3_000 });
    const taken = await desk.passed({ kind: "peer_adjust", peer_id, account: "peer_gift", direction: "out", amount: 9_500 });
    expect(lines(taken)).toEqual([
      ["peer_gift", 8_000],
      ["peer_gift", 1_500],
      ["other_income", -9_500],
    ]);
    expect(await desk.accounts(peer_id)).toMatchObject({ principal: 50_000, gift: 1_500 });
    const left = await row<{ n: number }>(app.db, q`select sum(remaining)::int8 as n from gift_lots where peer_id = ${peer_id}`);
    expect(left?.n).toBe(1_500);
    const told = await rows<{ change_type: string }>(
      app.db,
      q`select distinct l.change_type from journal_lines l join ledger_accounts a on a.id = l.account_id where a.owner_id = ${peer_id} and a.code like 'peer_%'`,
    );
    expect(told).toEqual([{ change_type: "50" }]);
  });

  test("what is owed grows within the peer's limit alone, and is written off up to what is owed", async () => {
    const peer_id = await peer({ settle_mode: "credit", credit_days: 30, credit_limit: 60_000 });
    const more = { kind: "peer_adjust", peer_id, account: "peer_credit", direction: "in" } as const;
    expect(await refused({ ...more, amount: 60_001 })).toEqual(["insufficient_balance", "授信额度不足，还差 ¥0.01"]);
    const owes = await desk.passed({ ...more, amount: 60_000 });
    expect(lines(owes)).toEqual([
      ["peer_credit", 60_000],
      ["other_income", -60_000],
    ]);
    expect(await refused({ kind: "bad_debt", peer_id, amount: 60_001 })).toEqual(["insufficient_balance", "超过未还授信，差额 ¥0.01"]);
    const bad = await desk.passed({ kind: "bad_debt", peer_id, amount: 60_000 });
    expect(lines(bad)).toEqual([
      ["expense", 60_000],
      ["peer_credit", -60_000],
    ]);
    expect((await desk.accounts(peer_id)).credit_used).toBe(0);
  });

  test("money between our accounts, a bank's fee and interest, a supplier paid in advance", async () => {
    const moved = await desk.passed({ kind: "cash_transfer", company_account_id: BANK, to_account_id: second, amount: 70_000 });
    expect([await desk.balance("cash", second), moved.target]).toEqual([70_000, "基本户 → 一般户"]);
    await desk.passed({ kind: "bank_item", company_account_id: second, direction: "out", amount: 150 });
    await desk.passed({ kind: "bank_item", company_account_id: second, direction: "in", amount: 230 });
    expect([
      await desk.balance("cash", second),
      await desk.balance("expense", 0, "bank_fee"),
      await desk.balance("other_income", 0, "interest"),
    ]).toEqual([70_080, 150, -230]);
    const insurer = await row<{ id: number }>(app.db, q`select id from suppliers where kind = 'insurer' order by id limit 1`);
    const prepaid = await desk.passed({
      kind: "supplier_prepay",
      supplier_id: insurer?.id ?? 0,
      company_account_id: second,
      amount: 9_000,
    });
    expect(lines(prepaid)).toEqual([
      ["payable_insurer", 9_000],
      ["cash", -9_000],
    ]);
  });

  test("money nobody owned up to is given to its peer, to what it owes, or back; never more than lies there", async () => {
    await desk.parked(40_000);
    const peer_id = await peer();
    const claim = { kind: "suspense_claim", company_account_id: BANK, peer_id, account: "peer_principal" } as const;
    await desk.passed({ ...claim, amount: 25_000 });
    expect((await desk.accounts(peer_id)).principal).toBe(25_000);
    expect(await refused({ ...claim, amount: 15_001 })).toEqual(["insufficient_balance", "暂收待认领款不足，差额 ¥0.01"]);
    expect(await refused({ ...claim, account: "peer_credit", amount: 1 })).toEqual(["insufficient_balance", "超过未还授信，差额 ¥0.01"]);
    expect(await refused({ ...claim, account: "peer_gift", amount: 1 })).toEqual(["bad_input", "暂收认领不能选择这个账户"]);
    const to = { payee_name: "王某某", payee_account: "6222000011112222", payee_bank: "中国银行北京分行" };
    await desk.passed({ kind: "suspense_return", company_account_id: BANK, amount: 15_000, ...to });
    // It is promised and lies there until its payment has left.
    expect(await desk.balance("suspense", BANK)).toBe(-15_000);
    expect((await refused({ ...claim, amount: 1 }))[0]).toBe("insufficient_balance");
  });

  test("what stood before the books began, on every account that takes it; a debt of then asks for no limit", async () => {
    const peer_id = await peer();
    const supplier = await row<{ id: number }>(app.db, q`select id from suppliers where kind = 'submit_agency' order by id limit 1`);
    const opening = { kind: "opening", direction: "in", amount: 1_000 } as const;
    for (const facts of [
      { account: "peer_principal", peer_id },
      { account: "peer_gift", peer_id },
      { account: "peer_credit", peer_id },
      { account: "cash", company_account_id: second },
      { account: "payable", supplier_id: supplier?.id ?? 0 },
    ] as const)
      await desk.passed({ ...opening, ...facts });
    expect(await desk.accounts(peer_id)).toMatchObject({ principal: 1_000, gift: 1_000, credit_used: 1_000 });
    // Two assets against three debts.
    expect(await desk.balance("opening", 0)).toBe(1_000);
    expect(await refused({ ...opening, account: "payable", peer_id })).toEqual(["bad_input", "同行不属于期初"]);
  });
});

describe("finance 6: a voucher is taken back once, and only where its paper has no undo of its own", () => {
  test("an adjustment and a registered top-up are taken back; what has its own undo is sent there", async () => {
    const peer_id = await peer();
    const at = { db: app.db, now: app.clock.now(), worker_id: desk.checker.id };
    await desk.checker.call("peer_top_up_add", keyed(await topUpBody(at, peer_id, { amount: 30_000 })));
    const top = await row<{ id: number; no: string }>(
      app.db,
      q`select id, no from journals where source_noun = 'peer_top_up' order by id desc limit 1`,
    );
    const reversed = await desk.passed({ kind: "reversal", journal_id: top?.id ?? 0 });
    expect(reversed).toMatchObject({ peer_id, amount: 30_000, target: expect.stringContaining(top?.no ?? "-") });
    expect((await desk.accounts(peer_id)).principal).toBe(0);
    expect(await refused({ kind: "reversal", journal_id: top?.id ?? 0 })).toEqual([
      "state_changed",
      `该凭证已被 ${reversed.booked_no} 冲正`,
    ]);
    expect(await refused({ kind: "reversal", journal_id: reversed.booked_id ?? 0 })).toEqual(["not_allowed", "冲正凭证不能再冲正"]);
    const elsewhere = await desk.gave(peer_id, 500);
    expect(await refused({ kind: "reversal", journal_id: elsewhere })).toEqual(["not_allowed", "请在来源单据上操作"]);
    await expect(
      rows(
        app.db,
        q`insert into journals (no, kind, idempotency_key, lines_hash, booked_on, event_at, source_noun, source_id, reversal_of, created_at)
        select 'PZ-twice', 'reversal', 'twice', '', booked_on, event_at, 'journal', id, id, created_at from journals where id = ${top?.id ?? 0}`,
      ),
    ).rejects.toThrow(/reversal_of/);
  });

  test("money that was spent meanwhile is not taken back: 可用本金不足，无法冲正", async () => {
    const peer_id = await peer();
    const given = await desk.passed({ kind: "peer_adjust", peer_id, account: "peer_principal", direction: "in", amount: 20_000 });
    const back = await desk.add({ kind: "reversal", journal_id: given.booked_id ?? 0 });
    expect(await refused({ kind: "reversal", journal_id: given.booked_id ?? 0 })).toEqual([
      "duplicate",
      `已有冲正该凭证的调账单 ${back.adjust_no}`,
    ]);
    await desk.passed({ kind: "peer_adjust", peer_id, account: "peer_principal", direction: "out", amount: 1 });
    expect((await desk.checker.call("adjustment_get", { id: back.id })).faults).toEqual(["可用本金不足，无法冲正"]);
    expect(await refusalOf(desk.pass(back))).toEqual(["insufficient_balance", "可用本金不足，无法冲正"]);
    expect((await desk.accounts(peer_id)).principal).toBe(19_999);
    const gift = await desk.passed({ kind: "peer_adjust", peer_id, account: "peer_gift", direction: "in", amount: 700 });
    await desk.passed({ kind: "peer_adjust", peer_id, account: "peer_gift", direction: "in", amount: 700 });
    await desk.passed({ kind: "peer_adjust", peer_id, account: "peer_gift", direction: "out", amount: 300 });
    expect(await refused({ kind: "reversal", journal_id: gift.booked_id ?? 0 })).toEqual([
      "insufficient_balance",
      "赠送金已使用，无法冲正",
    ]);
  });
});

describe("finance 15: two people", () => {
  test("the maker passes and rejects nothing of his own, by direct call and in the database; only he takes it back", async () => {
    const body = desk.body({ kind: "bank_item", company_account_id: BANK, direction: "out", amount: 100 });
    const own = await desk.checker.call("adjustment_add", keyed(body));
    const said = { reason_code: "wrong", reason: "金额与回单不符" } as const;
    expect(await refusalOf(desk.pass(own))).toEqual(["maker_is_checker", "不能审核自己提交的单据"]);
    const self = desk.checker.raw("adjustment_reject", keyed({ id: own.id, version: own.version, ...said }));
    expect(await refusalOf(self)).toEqual(["maker_is_checker", "不能审核自己提交的单据"]);
    await expect(
      rows(app.db, q`update adjustments set adjust_status = 'rejected', decided_by = created_by where id = ${own.id}`),
    ).rejects.toThrow(/adjustments_checker/);
    const foreign = desk.maker.raw("adjustment_withdraw", { id: own.id, version: own.version });
    expect(await refusalOf(foreign)).toEqual(["guard_failed", "只有提交人可以撤回"]);
    await desk.checker.call("adjustment_withdraw", { id: own.id, version: own.version });
    const other = await desk.add({ kind: "bank_item", company_account_id: BANK, direction: "out", amount: 100 });
    await desk.checker.call("adjustment_reject", keyed({ id: other.id, version: other.version, ...said }));
    expect(await desk.maker.call("adjustment_get", { id: other.id })).toMatchObject({
      adjust_status: "rejected",
      decided_note: "账户或金额有误：金额与回单不符",
      lines: [],
      booked_id: null,
    });
    expect(await refusalOf(desk.pass({ id: other.id, version: other.version + 1 }))).toEqual(["state_changed", "状态已变化，请刷新后再试"]);
  });

  test("finance 5: passed twice with one key it is one voucher; ten at once pass one", async () => {
    const a = await desk.add({ kind: "bank_item", company_account_id: BANK, direction: "in", amount: 321 });
    const body = keyed({ id: a.id, version: a.version });
    const twice = [await desk.checker.raw("adjustment_approve", body), await desk.checker.raw("adjustment_approve", body)];
    expect(twice.map((t) => t.ret)).toEqual([0, 0]);
    const b = await desk.add({ kind: "bank_item", company_account_id: BANK, direction: "in", amount: 321 });
    const many = await Promise.all(Array.from({ length: 10 }, () => desk.pass(b)));
    expect(many.filter((m) => m.ret === 0 && m.status === 200)).toHaveLength(1);
    const booked = await row<{ n: number }>(
      app.db,
      q`select count(*)::int as n from journals where source_noun = 'adjustment' and source_id = any(${[a.id, b.id]}::int8[])`,
    );
    expect(booked?.n).toBe(2);
  });
});

test("what is due is asked for at its field; a large sum needs its paper; accounts of channels and drafts take nothing", async () => {
  const answer = await desk.asked({ kind: "cash_transfer", amount: 5, peer_id: 1 });
  const { issues } = answer.body as { issues: { path: string; message: string }[] };
  expect(issues.map((i) => `${i.path} ${i.message}`)).toEqual([
    "peer_id 同行不属于内部调拨",
    "company_account_id 请选择资金账户",
    "to_account_id 请选择转入账户",
  ]);
  const fee = { kind: "bank_item", company_account_id: BANK, direction: "out" } as const;
  expect(await refused({ ...fee, amount: 100_000 })).toEqual(["bad_input", "金额达 ¥1,000.00，请上传附件"]);
  expect((await desk.add({ ...fee, amount: 100_000, files: [await file()] })).files).toHaveLength(1);
  expect(await refused({ ...fee, company_account_id: 1, amount: 5 })).toEqual([
    "guard_failed",
    "支付通道不能调账，请选择银行、公司卡或钱包",
  ]);
  expect(await refused({ ...fee, booked_on: "2026-11-21", amount: 5 })).toEqual(["bad_input", "日期不能晚于今天"]);
  expect(await refused({ kind: "cash_transfer", company_account_id: BANK, to_account_id: BANK, amount: 5 })).toEqual([
    "bad_input",
    "转入账户不能与转出账户相同",
  ]);
});

test("its lines are shown before it is handed in, and are those that it posts", async () => {
  const peer_id = await peer();
  const { kind, booked_on, ...rest } = desk.body({
    kind: "peer_adjust",
    peer_id,
    account: "peer_principal",
    direction: "in",
    amount: 250_000,
  });
  const { reason: _reason, files: _files, ...facts } = rest;
  const seen = await desk.maker.call("adjustment_preview", { kind, booked_on, ...facts });
  expect([seen.amount, seen.file_needed, seen.faults]).toEqual([250_000, true, []]);
  const made = await desk.passed({ kind, ...facts, files: [await file()] });
  expect(made.lines).toEqual(seen.lines);
});

describe("finance 22: whose money it is", () => {
  test("scope own sees, previews, makes and counts what is about its own peers alone", async () => {
    await rows(
      app.db,
      q`update roles set data_scope = 'own', module_group = array_append(module_group, 100801) where id = (select role_id from workers where account = 'business_3')`,
    );
    const bd = await app.as("business_3");
    const [mine, other] = [await peer({ bd_owner_id: bd.id }), await peer()];
    const facts = { kind: "peer_adjust", account: "peer_principal", direction: "in", amount: 700 } as const;
    const [own, foreign] = [await desk.add({ ...facts, peer_id: mine }), await desk.add({ ...facts, peer_id: other })];
    const seen = await bd.call("adjustment_query", {});
    expect(seen.list.map((a) => a.id)).toEqual([own.id]);
    const counts = await bd.call("adjustment_stat_get", {});
    expect([seen.total, counts]).toEqual([1, { pending: 1 }]);
    expect(await refusalOf(bd.raw("adjustment_get", { id: foreign.id }))).toEqual(["not_found", "调账单不存在或无权查看"]);
    expect(await refusalOf(desk.asked({ ...facts, peer_id: other }, bd))).toEqual(["not_found", "同行不存在或无权查看"]);
    const bank = await refusalOf(desk.asked({ kind: "bank_item", company_account_id: BANK, direction: "in", amount: 5 }, bd));
    expect(bank[0]).toBe("out_of_scope");
    const made = await bd.call("adjustment_add", keyed(desk.body({ ...facts, peer_id: mine })));
    expect(made.peer_id).toBe(mine);
    expect((await bd.call("period_query", {})).total).toBe(0);
  });
});

test("the queue holds what others handed in and counts as the list does; passed it is empty of it", async () => {
  const a = await desk.add({ kind: "bank_item", company_account_id: BANK, direction: "in", amount: 11 });
  const counts = async () => [
    (await desk.checker.call("task_query", { queue: ["adjustment_review"], scope: "mine", page_size: 100 })).total,
    (await desk.checker.call("adjustment_query", { queue: "adjustment_review" })).total,
  ];
  const before = await counts();
  expect(before[0]).toBe(before[1]);
  expect((await desk.pass(a)).ret).toBe(0);
  expect(await counts()).toEqual(before.map((n) => (n ?? 0) - 1));
});
