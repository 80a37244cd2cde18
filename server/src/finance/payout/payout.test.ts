/** The cashier's desk: bank files, proof of what left, what failed, bounced, was tried again or given up. */
import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { asWrite, principalFor } from "../../testing/ctx.ts";
import { CashDesk, type Payout } from "../../testing/make/cash.ts";
import { keyed } from "../../testing/make/peer-terms.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";
import { workerId } from "../../testing/make/supplier.ts";
import { frozenFaults, openPayouts } from "../index.ts";
import { openPayout } from "./payout-open.ts";
import { daysAhead } from "./cash-calendar.rules.ts";
import { payoutMoves } from "./payout.moves.ts";
import type { PayoutSource } from "./payout.source.ts";

let app: TestApp;
let desk: CashDesk;
beforeAll(async () => {
  app = await testApp({ max: 20 });
  desk = await CashDesk.of(app);
});
const cash = async (): Promise<number> =>
  (
    await row<{ n: number }>(
      app.db,
      q`select coalesce(sum(l.amount), 0)::int8 as n from journal_lines l join ledger_accounts a on a.id = l.account_id where a.code = 'cash'`,
    )
  )?.n ?? 0;
const refused = async (p: Pick<Payout, "id" | "version">, more: object = {}, by = desk.cashier) =>
  refusalOf(by.raw("payout_paid", keyed({ ...(await desk.paidBody(p)), ...more })));
const seen = ({ id, version }: Pick<Payout, "id" | "version">) => ({ id, version });
const get = (id: number) => desk.cashier.call("payout_get", { id });
let next = 10_000;
const account = async (name: string, more: { day_limit?: number } = {}) => {
  const made = await desk.maker.call("company_account_add", {
    name,
    kind: "bank",
    bank_name: "中国银行",
    account_no: `62220000${String(name.length).padStart(4, "0")}${next++}`,
    holder: "某某签证服务有限公司",
    currency: "CNY",
    day_limit: null,
    low_water: null,
    ...more,
  });
  const admin = await app.as("admin");
  await admin.call("company_account_confirm", { id: made.id, version: made.version });
  return made.id;
};

test("finance 15: who passed the source cannot register its payment, and no direct write gets past it", async () => {
  const { p } = await desk.passed(30_000);
  const receipt = await desk.file("business_2");
  expect(await refused(p, { receipt }, desk.checker)).toEqual(["maker_is_checker", "您审核过来源单据，不能登记付款"]);
  const own = await desk.checker.call("payout_get", { id: p.id });
  expect([own.is_approver, (await get(p.id)).is_approver]).toEqual([true, false]);
  const paid = await desk.pay(p);
  expect(paid).toMatchObject({ payout_status: "paid", paid_by_name: expect.any(String) });
  const past = rows(app.db, q`update payouts set paid_by = approvers[1] where id = ${p.id}`);
  await expect(past).rejects.toThrow("payouts_cashier");
});

test("paid with proof: frozen leaves by the bank, the fee stays with us, the withdrawal is paid", async () => {
  const admin = await app.as("admin");
  const setting = await admin.call("finance_setting_get", {});
  await admin.call("finance_setting_update", { version: setting.version, withdraw_fee_bp: 100 });
  const before = await cash();
  const { w, p, peer } = await desk.passed(50_000);
  expect([w.fee, w.net, p.amount]).toEqual([500, 49_500, 49_500]);
  expect(await refused(p, { paid_at: new Date(app.clock.now().getTime() + 3_600_000).toISOString() })).toEqual([
    "bad_input",
    "付款时间不能晚于现在",
  ]);
  const early = await desk.cashier.raw("payout_paid", keyed({ ...(await desk.paidBody(p)), paid_at: "2001-01-01T00:00:00Z" }));
  expect(early.body).toMatchObject({ issues: [{ path: "paid_at", message: "付款时间不能早于付款单生成" }] });
  const body = await desk.paidBody(p);
  await desk.cashier.call("payout_paid", keyed({ ...body, bank_fee: 200 }));
  expect(await desk.standing(peer.id)).toEqual([50_000, 0, 0]);
  // The top-up of 100,000 came by the same bank.
  expect((await cash()) - before).toBe(100_000 - 49_500 - 200);
  expect((await desk.maker.call("withdrawal_get", { id: w.id })).withdrawal_status).toBe("paid");
  const other = (await desk.passed(1_000)).p;
  expect(await refused(other, { bank_ref: ` ${body.bank_ref.toLowerCase()} ` })).toEqual(["duplicate", "该流水号已登记"]);
  const now = await admin.call("finance_setting_get", {});
  await admin.call("finance_setting_update", { version: now.version, withdraw_fee_bp: 0 });
});

test("finance 21: a bounce restores what was frozen exactly; tried again it is paid once; its first number stays taken", async () => {
  const before = await cash();
  const { w, p, peer } = await desk.passed(40_000);
  const first = await desk.paidBody(p);
  const paid = await desk.cashier.call("payout_paid", keyed(first));
  const bounce = { ...seen(paid), reason: "收款账户已销户", receipt: await desk.file("service_2") };
  await desk.cashier.call("payout_bounce", keyed(bounce));
  expect(await desk.standing(peer.id)).toEqual([40_000, 40_000, 0]);
  expect((await cash()) - before).toBe(80_000);
  expect((await desk.maker.call("withdrawal_get", { id: w.id })).withdrawal_status).toBe("approved");
  expect(await frozenFaults(app.db)).toEqual([]);
  const back = await get(p.id);
  expect(back).toMatchObject({ payout_status: "failed", fail_reason: "退票：收款账户已销户", bank_ref: null, paid_at: null });
  expect(Date.parse(back.due_at ?? "")).toBeGreaterThan(app.clock.now().getTime());
  const queued = await desk.cashier.call("payout_retry", keyed({ ...seen(back), payee_account: "6222021234567899001" }));
  expect(queued.fail_reason).toBe("");
  expect(queued).toMatchObject({ payout_status: "queued", payee_account: "****9001", needs_call: true, payee_name: p.payee_name });
  expect((await refused(queued))[0]).toBe("confirm_needed");
  expect(await refused(queued, { phone_checked: true, bank_ref: first.bank_ref })).toEqual(["duplicate", "该流水号已登记"]);
  const again = await desk.cashier.call("payout_paid", keyed({ ...(await desk.paidBody(queued)), phone_checked: true }));
  expect(again).toMatchObject({ payout_status: "paid", phone_checked: true });
  expect((await refused(again))[0]).toBe("state_changed");
  expect([await desk.standing(peer.id), (await cash()) - before]).toEqual([[40_000, 0, 0], 40_000]);
  const { lines } = await desk.statement(peer.id);
  expect(lines).toEqual(["提现付出 -40000", "冲正 40000", "提现付出 -40000", "提现冻结 40000"]);
});

test("given up after a failure the money is the peer's again, and nothing of it is open any more", async () => {
  const { w, p, peer } = await desk.passed(20_000);
  expect((await refusalOf(desk.cashier.raw("payout_give_up", keyed({ ...seen(p), reason: "同行不再提现" }))))[0]).toBe("state_changed");
  await desk.cashier.call("payout_failed", keyed({ ...seen(p), reason: "账号与户名不符" }));
  const open = await openPayouts(app.db, [p.company_account_id]);
  expect(open.get(p.company_account_id)).toContain(p.payout_no);
  const admin = await app.as("admin");
  const bank = await admin.call("company_account_get", { id: p.company_account_id });
  expect((await refusalOf(admin.raw("company_account_disable", seen(bank))))[0]).toBe("in_use");
  await desk.cashier.call("payout_give_up", keyed({ ...seen(await get(p.id)), reason: "同行不再提现" }));
  expect(await desk.standing(peer.id)).toEqual([40_000, 0, 0]);
  expect((await desk.maker.call("withdrawal_get", { id: w.id })).withdrawal_status).toBe("returned");
  expect(await frozenFaults(app.db)).toEqual([]);
});

const never = (): never => {
  throw new Error("missing");
};

test("finance 24: no amount that is none, no future, no payment without receipt and number", async () => {
  const { p } = await desk.passed(3_000);
  const said = async (more: object) => (await refused(p, more))[1];
  expect(await said({ bank_fee: -1 })).toBe("银行手续费不能为负数");
  expect(await said({ bank_fee: 0.5 })).toBe("银行手续费最多两位小数");
  expect(await said({ bank_fee: 2 ** 53 })).toContain("银行手续费");
  expect(await said({ bank_ref: "" })).toBe("请输入银行流水号");
  expect(await said({ receipt: null })).toBe("请上传回单");
  const peer = await desk.peer(1_000);
  const asked = async (amount: number) => (await refusalOf(desk.maker.raw("withdrawal_add", keyed(await desk.body(peer, amount)))))[1];
  expect([await asked(0), await asked(-5), await asked(1.5)]).toEqual(["申请额须大于0", "申请额须大于0", "申请额最多两位小数"]);
  const anonymous = await app.anonymous.raw("payout_query", {});
  expect(anonymous.status).toBe(401);
  const viewer = await app.as("viewer");
  expect((await viewer.raw("withdrawal_query", {})).status).toBe(403);
});

test("red letters come first, and a source of another kind joins with one entry", async () => {
  const told: string[] = [];
  const source: PayoutSource = {
    noun: "settlement",
    hold: () => Promise.resolve(),
    paid: (_, p) => Promise.resolve(told.push(`paid ${p.source_id}`)).then(() => null),
    givenUp: (_, p) => Promise.resolve(void told.push(`given up ${p.source_id}`)),
    bounced: (_, p) => Promise.resolve(void told.push(`bounced ${p.source_id}`)),
  };
  const worker_id = await workerId(app.db, "service_2");
  const me = principalFor({ worker_id });
  const now = app.clock.now();
  const of = {
    source_noun: "settlement",
    source_id: 51,
    source_no: "JS1",
    method: "bank",
    payee_name: "某供应商",
    payee_bank: "中国银行",
  } as const;
  const open = () =>
    asWrite(app.db, me, now, (ctx) =>
      openPayout(ctx, { ...of, payee_account: "62220000111122223333", amount: 7_000, approvers: [], due_at: null, payee_changed_at: now }),
    );
  const id = await open();
  await expect(open()).rejects.toThrow("该单据已有付款单");
  const paid = async (reds: string[], phone_checked: boolean) => {
    const p = await get(id);
    const body = { ...(await desk.paidBody(p)), phone_checked };
    return asWrite(app.db, me, now, (ctx) => payoutMoves.paid(ctx, { sources: [source], openReds: () => Promise.resolve(reds) }, body));
  };
  await expect(paid(["FP1", "FP2"], true)).rejects.toThrow("请先红冲发票 FP1、FP2");
  await expect(paid([], false)).rejects.toThrow("请电话核实后勾选");
  await paid([], true);
  expect(told).toEqual(["paid 51"]);
  // Another part of the same settlement.
  expect(await open()).not.toBe(id);
});

test("the calendar shows what leaves on which day; a payment moves to a day before it is due and no later", async () => {
  const { p } = await desk.passed(25_000);
  const due = String(p.due_at).slice(0, 10);
  const today = "2026-11-23";
  const find = async () => {
    const { accounts } = await desk.cashier.call("cash_calendar_get", {});
    return accounts.flatMap((a) => a.days).find((d) => d.rows.some((r) => r.payout_id === p.id))?.day;
  };
  expect([await find(), (await desk.cashier.call("cash_calendar_get", {})).accounts[0]?.days.length]).toEqual([due, 30]);
  const plan = (planned_on: string) => desk.cashier.raw("payout_plan", { ...seen(p), planned_on });
  expect((await refusalOf(plan("2026-12-30")))[1]).toBe(`计划付款日不能晚于时限 ${due}`);
  expect((await refusalOf(plan("2026-11-01")))[1]).toBe("计划付款日不能早于今天");
  expect((await plan(today)).ret).toBe(0);
  expect(await find()).toBe(today);
  const days = daysAhead(
    { id: 1, balance: 100, low_water: 50 },
    ["2026-11-20", "2026-11-21"],
    [
      { account_id: 1, day: "2026-11-18", amount: 40, is_income: false },
      { account_id: 1, day: "2026-11-21", amount: 20, is_income: false },
      { account_id: 2, day: "2026-11-21", amount: 999, is_income: false },
    ],
  );
  expect(days.map((d) => [d.out, d.balance, d.is_low])).toEqual([
    [40, 60, false],
    [20, 40, true],
  ]);
});

test("a bank file holds one account, merges equal payees when asked, keeps to the day's limit, and shows each number in the log", async () => {
  const peer = await desk.peer(900_000);
  const to = { payee_account: "6222021234567800007" };
  const list: Payout[] = [];
  for (const amount of [10_000, 20_000, 30_000]) {
    const w = await desk.ask(peer, amount, to);
    await desk.approve(w);
    list.push(await desk.payout(w));
  }
  const limited = await account("限额户", { day_limit: 59_999 });
  const body = { ids: list.map((x) => x.id), format: "csv" as const, is_merged: true };
  expect((await refusalOf(desk.cashier.raw("payout_export", keyed({ ...body, company_account_id: limited }))))[0]).toBe("limit_exceeded");
  const bank = await account("一般户二");
  const made = await desk.cashier.call("payout_export", keyed({ ...body, company_account_id: bank }));
  expect(made).toMatchObject({ rows: 3, total: 60_000 });
  const [p, second] = await Promise.all(list.map((x) => get(x.id)));
  expect(p).toMatchObject({ payout_status: "paying", batch_no: made.batch_no, company_account_id: bank });
  const { url, filename } = await desk.cashier.call("payout_file_get", { batch_no: made.batch_no });
  expect(filename).toBe(`${made.batch_no}.csv`);
  const text = (await app.http.inject({ method: "GET", url })).body;
  expect(text.split("\n").filter((l) => l.includes("6222021234567800007"))).toHaveLength(1);
  expect(text).toContain("600.00");
  const looks = await rows<{ noun_no: string; n: number }>(
    app.db,
    q`select noun_no, count(*)::int as n from operation_logs where kind = 'reveal' and noun = 'payout' and changes @> ${JSON.stringify([{ field: "batch_no", after: made.batch_no }])}::jsonb group by 1 order by 1`,
  );
  expect(looks).toEqual(list.map((x) => ({ noun_no: x.payout_no, n: 2 })));
  // Rows that one line paid share its number; others do not.
  const ref = await desk.paidBody(p ?? list[0] ?? never());
  await desk.cashier.call("payout_paid", keyed(ref));
  expect(await refused(second ?? never(), { bank_ref: ref.bank_ref })).toEqual([undefined, ""]);
  const alone = (await desk.passed(5_000)).p;
  expect((await refused(alone, { bank_ref: ref.bank_ref, company_account_id: bank }))[0]).toBe("duplicate");
  await rows(
    app.db,
    q`update payout_batches set expires_at = ${new Date(app.clock.now().getTime() - 1_000)} where batch_no = ${made.batch_no}`,
  );
  await app.runJobs();
  expect((await refusalOf(desk.cashier.raw("payout_file_get", { batch_no: made.batch_no })))[0]).toBe("too_late");
});

test("a bank file is no longer fetched once a payment of it is asked for anew or given up", async () => {
  const bank = await account("一般户三");
  for (const isRetried of [true, false]) {
    const [one, other] = [(await desk.passed(11_000)).p, (await desk.passed(12_000)).p];
    const body = { ids: [one.id, other.id], format: "csv" as const, is_merged: false, company_account_id: bank };
    const { batch_no } = await desk.cashier.call("payout_export", keyed(body));
    await desk.cashier.call("payout_failed", keyed({ ...seen(await get(one.id)), reason: "账号与户名不符" }));
    expect((await desk.cashier.raw("payout_file_get", { batch_no })).ret).toBe(0);
    const failed = seen(await get(one.id));
    if (isRetried) await desk.cashier.call("payout_retry", keyed(failed));
    else await desk.cashier.call("payout_give_up", keyed({ ...failed, reason: "同行不再提现" }));
    expect(await refusalOf(desk.cashier.raw("payout_file_get", { batch_no }))).toEqual([
      "too_late",
      "批次中有付款单已重付或放弃，文件作废，请按账户流水核对",
    ]);
  }
});
