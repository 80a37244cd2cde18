import { beforeAll, describe, expect, test } from "vitest";
import { HOUSE_ACCOUNTS } from "@visadesk/contract/finance/ledger.words.ts";
import { may, type PermissionName } from "@visadesk/contract/permissions.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { asWrite } from "../../testing/ctx.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { balanceOf, feeOrder, makeCard, makeRate } from "../../testing/make/embassy.ts";
import { OrderDesk } from "../../testing/make/order.ts";
import { billEmbassyPayment } from "./embassy-payment.paid.ts";

let app: TestApp;
let desk: OrderDesk;
let maker: Client;
let checker: Client;
let payer: Client;
let card: number;
const key = () => ({ idempotency_key: crypto.randomUUID() });
beforeAll(async () => {
  app = await testApp();
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
  const codes: PermissionName[] = ["embassy_payment", "embassy_payment_release"];
  await rows(
    app.db,
    q`update roles set module_group = (select array_agg(distinct c) from unnest(module_group || ${codes.map((c) => Number(may[c]))}::int4[]) c)
      where id in (select role_id from workers where account in ('finance', 'manager', 'service'))`,
  );
  await rows(
    app.db,
    q`update roles set data_scope = 'all' where id in (select role_id from workers where account in ('finance', 'manager', 'service'))`,
  );
  [maker, checker, payer] = [await app.as("finance"), await app.as("manager"), await app.as("service")];
  card = await makeCard(app.db, "测试公司卡", 500_000);
  await makeRate(app.db, "EUR", desk.today(), 7_812_300);
});

const open = (applicant_id: number, more: object = {}) =>
  maker.call("embassy_payment_open", { applicant_id, item: "visa", currency: "EUR", foreign_minor: 9_000, ...more, ...key() });
const get = (id: number) => maker.call("embassy_payment_get", { id });
const seen = async (id: number) => ({ id, version: (await get(id)).version });
let n = 0;
const paying = async (account = "service") => ({
  company_account_id: card,
  receipt_no: `R${++n}`,
  receipt: await desk.file("image/jpeg", 1_000, [account]),
  paid_at: app.clock.now().toISOString(),
});
async function released(applicant_id: number, more: object = {}): Promise<number> {
  const { id } = await open(applicant_id, more);
  await checker.call("embassy_payment_release", { ...(await seen(id)), ...key() });
  return id;
}
async function paid(applicant_id: number, more: object = {}): Promise<number> {
  const id = await released(applicant_id, more);
  await payer.call("embassy_payment_paid", { ...(await seen(id)), ...(await paying()), ...key() });
  return id;
}
const person = async (): Promise<number> => (await feeOrder(desk)).people[0] ?? 0;
describe("finance 11", () => {
  test("finance 11: EUR 90.00 of 72,000 collected: 1,689 is income, the card's bill posts 141 of exchange, a second live 签证费 is refused", async () => {
    const who = await person();
    const id = await paid(who);
    expect(await get(id)).toMatchObject({
      amount: 70_311,
      rate: "7.8123",
      collected: 72_000,
      variance: -1_689,
      variance_way: "income",
      is_undecided: false,
      embassy_payment_status: "paid",
    });
    expect(await balanceOf(app.db, who, "embassy_trust")).toBe(0);
    expect(await balanceOf(app.db, who, "other_income", "embassy_surplus")).toBe(-1_689);
    const fee = await row<{ is_official_paid: boolean }>(
      app.db,
      q`select is_official_paid from order_fees where applicant_id = ${who} and kind = 'embassy'`,
    );
    expect(fee?.is_official_paid).toBe(true);

    const me = desk.worker("finance");
    const bill = async () => billEmbassyPaymentAs(me, await seen(id), 70_452);
    await bill();
    await bill();
    expect(await balanceOf(app.db, who, "cost", "fx")).toBe(141);
    const cash = await row<{ n: number }>(
      app.db,
      q`select coalesce(-sum(l.amount), 0)::int8 as n from journals j join journal_lines l on l.journal_id = j.id join ledger_accounts a on a.id = l.account_id
        where j.source_noun = 'embassy_payment' and j.source_id = ${id} and a.code = 'cash' and a.owner_id = ${card}`,
    );
    expect(cash?.n).toBe(70_452);

    const again = await maker.raw("embassy_payment_open", {
      applicant_id: who,
      item: "visa",
      currency: "EUR",
      foreign_minor: 9_000,
      ...key(),
    });
    expect(again.msg).toContain("该申请人此费用项已有缴费 SG");
    const other = await open(who, { item: "centre" });
    expect(other.attempt).toBe(1);
  });
  const billEmbassyPaymentAs = (me: ReturnType<OrderDesk["worker"]>, at: { id: number; version: number }, amount: number) =>
    asWrite(app.db, me, app.clock.now(), (ctx) => billEmbassyPayment(ctx, at, amount, desk.today()));

  test("finance 11: the database itself takes one live row of an applicant, item and attempt, and one receipt of a mission", async () => {
    const who = await person();
    const id = await paid(who);
    const copy = (set: string) =>
      rows(app.db, {
        pieces: [
          `insert into embassy_payments (payment_no, order_id, applicant_id, country_id, embassy_id, item, origin, currency, foreign_minor, created_at, updated_at${set === "receipt" ? ", receipt_no" : ""})
           select 'X' || payment_no, order_id, applicant_id, country_id, embassy_id, ${set === "receipt" ? "'courier'" : "item"}, origin, currency, foreign_minor, created_at, updated_at${set === "receipt" ? ", receipt_no" : ""}
           from embassy_payments where id = ${id}`,
        ],
        values: [],
      });
    await expect(copy("live")).rejects.toThrow("embassy_payments_live");
    await expect(copy("receipt")).rejects.toThrow("embassy_payments_receipt");
    await expect(
      rows(app.db, q`update fx_rates set rate_micro = 1 where currency = 'EUR' and day = ${desk.today()}::date`),
    ).rejects.toThrow("is used");
  });
});

test("finance 15: who made it does not pass it, who passed it does not pay it, who paid it does not take it back", async () => {
  const { id } = await open(await person());
  const own = await maker.raw("embassy_payment_release", { ...(await seen(id)), ...key() });
  expect(own.msg).toContain("不能审核自己提交的单据");
  await checker.call("embassy_payment_release", { ...(await seen(id)), ...key() });
  const passed = await checker.raw("embassy_payment_paid", { ...(await seen(id)), ...(await paying("manager")), ...key() });
  expect(passed.msg).toBe("复核放行人不能登记支付");
  const at = { ...(await seen(id)), ...(await paying()) };
  const late = await payer.raw("embassy_payment_paid", { ...at, paid_at: "2027-12-01T00:00:00Z", ...key() });
  expect(late.msg).toBe("支付时间不能晚于现在");
  const early = await payer.raw("embassy_payment_paid", { ...at, paid_at: "2020-12-01T00:00:00Z", ...key() });
  expect(early.msg).toBe("支付时间不能早于复核放行");
  await payer.call("embassy_payment_paid", { ...at, ...key() });
  const back = {
    returned_amount: 1_000,
    returned_on: desk.today(),
    return_proof: await desk.file("image/jpeg", 1_000, ["service"]),
    reason: "使馆退回部分",
  };
  expect((await payer.raw("embassy_payment_returned", { ...(await seen(id)), ...back, ...key() })).msg).toBe("支付经办人不能登记退回");
  await expect(rows(app.db, q`update embassy_payments set paid_by = released_by where id = ${id}`)).rejects.toThrow(
    "embassy_payments_payer",
  );
  await expect(rows(app.db, q`update embassy_payments set released_by = created_by where id = ${id}`)).rejects.toThrow(
    "embassy_payments_checker",
  );
});

test("a missing rate, a disabled card and a receipt that is known are refused in words; the failed one is paid later", async () => {
  const id = await released(await person());
  const first = await paying();
  await rows(app.db, q`update company_accounts set account_status = 'disabled' where id = ${card}`);
  expect((await payer.raw("embassy_payment_paid", { ...(await seen(id)), ...first, ...key() })).msg).toContain("未启用");
  await rows(app.db, q`update company_accounts set account_status = 'enabled' where id = ${card}`);
  await payer.call("embassy_payment_failed", { ...(await seen(id)), reason: "银行拒绝了交易", ...key() });
  await payer.call("embassy_payment_paid", { ...(await seen(id)), ...first, ...key() });
  const other = await released(await person());
  const same = await payer.raw("embassy_payment_paid", {
    ...(await seen(other)),
    ...(await paying()),
    receipt_no: ` ${first.receipt_no.toLowerCase()} `,
    ...key(),
  });
  expect(same.msg).toContain("回执号已登记：SG");
  const aud = await released(await person(), { currency: "AUD", foreign_minor: 25_000 });
  const none = await payer.raw("embassy_payment_paid", { ...(await seen(aud)), ...(await paying()), ...key() });
  expect(none.msg).toBe(`请先录入 ${desk.today()} 的 AUD 汇率`);
});

describe("what was paid beyond the tolerance is decided", () => {
  const dear = async () => {
    const who = await person();
    return { who, id: await paid(who, { foreign_minor: 10_000 }) };
  };
  test("charged: the customer's payment gives the cost back and never waits in trust", async () => {
    const { who, id } = await dear();
    expect(await get(id)).toMatchObject({ amount: 78_123, variance: 6_123, variance_way: null, is_undecided: true });
    expect(await balanceOf(app.db, who, "cost", "embassy_variance")).toBe(6_123);
    const wrong = await maker.raw("embassy_payment_variance", { ...(await seen(id)), variance_way: "income", ...key() });
    expect(wrong.msg).toContain("请选择我司承担或补差价");
    await maker.call("embassy_payment_variance", { ...(await seen(id)), variance_way: "charge", ...key() });
    const diff = await row<{ id: number; version: number; amount: number }>(
      app.db,
      q`select id, version, amount from order_diffs where applicant_id = ${who} and pays_variance`,
    );
    expect(diff?.amount).toBe(6_123);
    await desk.call("order_diff_pay", {
      id: diff?.id ?? 0,
      version: diff?.version ?? 0,
      method: "wechat",
      trade_no: crypto.randomUUID(),
      proof: [await desk.file()],
      paid_at: app.clock.now().toISOString(),
    });
    expect([await balanceOf(app.db, who, "cost", "embassy_variance"), await balanceOf(app.db, who, "embassy_trust")]).toEqual([0, 0]);
    expect((await maker.raw("embassy_payment_variance", { ...(await seen(id)), variance_way: "absorb", ...key() })).msg).toBe("差额已处理");
  });
  const cheap = async () => {
    const who = await person();
    return { who, id: await paid(who, { foreign_minor: 8_000 }) };
  };
  test("kept where it cost less: it is income", async () => {
    const { who, id } = await cheap();
    expect(await get(id)).toMatchObject({ amount: 62_498, variance: -9_502, is_undecided: true });
    await maker.call("embassy_payment_variance", { ...(await seen(id)), variance_way: "income", ...key() });
    expect(await balanceOf(app.db, who, "embassy_trust")).toBe(0);
  });
  test("given back where it cost less: a refund of just that waits for its review and leaves out of what is held", async () => {
    const { who, id } = await cheap();
    await maker.call("embassy_payment_variance", { ...(await seen(id)), variance_way: "give_back", ...key() });
    expect(await get(id)).toMatchObject({ variance_way: "give_back", is_undecided: false });
    const refund = await row<object>(
      app.db,
      q`select r.kind, r.refund_status, r.asked_amount from refund_people p join refunds r on r.id = p.refund_id where p.applicant_id = ${who}`,
    );
    expect(refund).toEqual({ kind: "partial", refund_status: "pending", asked_amount: 9_502 });
    expect(await balanceOf(app.db, who, "embassy_trust")).toBe(-9_502);
  });
});

test("what the mission gave back is held for the customer again, its surplus too; paying anew asks for the reason", async () => {
  const who = await person();
  const id = await paid(who);
  const proof = await desk.file("image/jpeg", 1_000, ["manager"]);
  const back = { returned_on: desk.today(), return_proof: proof, reason: "使馆取消预约全额退回" };
  const much = await checker.raw("embassy_payment_returned", { ...(await seen(id)), ...back, returned_amount: 70_312, ...key() });
  expect(much.msg).toBe("退回金额不能大于支付金额");
  await checker.call("embassy_payment_returned", { ...(await seen(id)), ...back, returned_amount: 70_311, ...key() });
  expect(await balanceOf(app.db, who, "embassy_trust")).toBe(-72_000);
  expect(await balanceOf(app.db, who, "other_income", "embassy_surplus")).toBe(0);
  const bare = await maker.raw("embassy_payment_open", {
    applicant_id: who,
    item: "visa",
    currency: "EUR",
    foreign_minor: 9_000,
    ...key(),
  });
  expect(bare.msg).toContain("再次缴费请选择原因");
  expect((await open(who, { attempt_reason: "official_returned" })).attempt).toBe(2);
});

test("a batch is of one mission; receipts of a sheet stand or fall by themselves", async () => {
  const o = await feeOrder(desk, 2);
  const ids = [await released(o.people[0] ?? 0), await released(o.people[1] ?? 0)];
  const rows_ = await Promise.all(ids.map(seen));
  const { batch_no } = await payer.call("embassy_payment_batch", { rows: rows_, company_account_id: card, ...key() });
  const list = await maker.call("embassy_payment_query", { batch_no });
  expect(list.list.map((e) => e.card_name)).toEqual(["测试公司卡", "测试公司卡"]);
  const [first = 0] = ids;
  const by = async (company_account_id: number) =>
    payer.raw("embassy_payment_paid", { ...(await seen(first)), ...(await paying()), company_account_id, ...key() });
  expect((await by(HOUSE_ACCOUNTS.bank)).body).toMatchObject({
    issues: [{ path: "company_account_id", message: "使馆费须由公司卡或官方钱包支付" }],
  });
  const another = await by(await makeCard(app.db, "另一张公司卡"));
  expect(another.msg).toBe(`批次 ${batch_no} 的付款卡是「测试公司卡」，换卡请重新建批`);
  const { receipt_no: _, ...way } = await paying();
  const [a = "", b = ""] = list.list.map((e) => e.payment_no);
  const answer = await payer.call("embassy_payment_paid_batch", {
    ...way,
    receipts: [
      { payment_no: a, receipt_no: "B1" },
      { payment_no: b, receipt_no: "b1" },
      { payment_no: "SG000000000000", receipt_no: "B3" },
    ],
    ...key(),
  });
  expect([answer.done, answer.results.filter((r) => !r.ok).length]).toEqual([1, 2]);
});

test("finance 22: tabs, head and list count the same rows under the same filter; the queue shows what I may do", async () => {
  const filter = { item: ["visa" as const] };
  const figures = await maker.call("embassy_payment_figures", filter);
  for (const { state, count } of figures.states) {
    const { total } = await maker.call("embassy_payment_query", { ...filter, embassy_payment_status: [state] });
    expect(total, state).toBe(count);
  }
  expect(figures.cards.find((c) => c.id === card)?.left).toBeLessThan(500_000);
  const mine = await checker.call("embassy_payment_query", { queue: "embassy_pay" });
  expect(mine.list.every((e) => !e.is_released_by_me)).toBe(true);
  const own = await maker.call("embassy_payment_query", { queue: "embassy_pay" });
  expect(own.list.some((e) => e.embassy_payment_status === "to_release" && e.is_mine)).toBe(false);
});

test("finance 24: no money below nothing, no other rate than the one it was paid by", async () => {
  const who = await person();
  for (const foreign_minor of [-1, 0, 1.5, 2 ** 53])
    expect(
      (await maker.raw("embassy_payment_open", { applicant_id: who, item: "visa", currency: "EUR", foreign_minor, ...key() })).msg,
    ).toMatch(/^原币金额(须大于0|的小数位数超出范围|超出)/);
  expect((await maker.raw("fx_rate_add", { currency: "EUR", day: desk.today(), rate: "7.9", source: "中国银行" })).msg).toContain(
    "已用于缴费，不能修改",
  );
});
