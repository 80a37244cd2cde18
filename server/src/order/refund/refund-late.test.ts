/** Money of channels that came for a dead order, or a second time: it is due back at once and leaves by the way it came. */
import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { asWrite } from "../../testing/ctx.ts";
import { CashDesk } from "../../testing/make/cash.ts";
import { OrderDesk, type Made } from "../../testing/make/order.ts";
import { markPaid, orderTrades } from "../index.ts";

let app: TestApp;
let desk: OrderDesk;
let cash: CashDesk;
beforeAll(async () => {
  app = await testApp({ max: 20 });
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
  cash = await CashDesk.of(app);
});
const order = async (id: number) => (await desk.facts(id)).order;
async function cancelled(reason: "customer" | "other" = "customer"): Promise<Made> {
  const o = await desk.order();
  const { version } = await order(o.id);
  await desk.call("order_cancel", { id: o.id, version, cancel_reason: reason, reason: "客户不办了" });
  return o;
}
async function paid(): Promise<Made> {
  const o = await desk.order();
  await desk.pay(o.id);
  return o;
}
const part = (amount: number, trade_no: string = crypto.randomUUID()) => ({
  method: "wechat" as const,
  amount,
  trade_no,
  proof: [] as string[],
  paid_at: app.clock.now().toISOString(),
});
/** As a channel reports it: nobody is signed in. */
const reported = (id: number, p: ReturnType<typeof part>) => asWrite(app.db, null, app.clock.now(), (ctx) => markPaid(ctx, id, p));
interface Late {
  id: number;
  refund_no: string;
  kind: string;
  initiator: string;
  refund_status: string;
  approved_amount: number;
}
const lateOf = (id: number): Promise<Late[]> =>
  rows(app.db, q`select id, refund_no, kind, initiator, refund_status, approved_amount from refunds where order_id = ${id} order by id`);
const journals = async (id: number): Promise<string[]> =>
  (
    await rows<{ kind: string }>(
      app.db,
      q`select distinct j.id, j.kind from journals j join journal_lines l on l.journal_id = j.id where l.order_id = ${id} order by j.id`,
    )
  ).map((j) => j.kind);
const leave = async (refund: number): Promise<void> => {
  for (const p of await rows<{ id: number; version: number }>(
    app.db,
    q`select id, version from payouts where source_noun = 'refund' and source_id = ${refund} and payout_status = 'queued'`,
  ))
    await cash.pay(p);
};
const sums = async (id: number) => {
  const { order_status, pay_status, amount_paid, amount_refunded } = await order(id);
  return [order_status, pay_status, amount_paid, amount_refunded];
};

test("finance 20: money after the cancel posts late_payment and opens a refund; the call-back said again posts nothing", async () => {
  const o = await cancelled();
  const { amount_payable } = await order(o.id);
  const p = part(amount_payable);
  const no = await reported(o.id, p);
  const [late] = await lateOf(o.id);
  expect(late).toMatchObject({
    refund_no: no,
    kind: "late",
    initiator: "system",
    refund_status: "paying",
    approved_amount: amount_payable,
  });
  expect([await journals(o.id), await sums(o.id)]).toEqual([["late_payment"], ["cancelled", "unpaid", amount_payable, 0]]);
  expect([await reported(o.id, p), (await lateOf(o.id)).length, await journals(o.id)]).toEqual([no, 1, ["late_payment"]]);
  await leave(late?.id ?? 0);
  expect((await lateOf(o.id))[0]?.refund_status).toBe("success");
  expect([await journals(o.id), await sums(o.id)]).toEqual([
    ["late_payment", "refund_paid"],
    ["cancelled", "refunded", amount_payable, amount_payable],
  ]);
  const due = await row<{ n: number }>(
    app.db,
    q`select coalesce(sum(l.amount), 0)::int8 as n from journal_lines l join ledger_accounts a on a.id = l.account_id where a.code = 'refund_due' and l.order_id = ${o.id}`,
  );
  expect(due?.n).toBe(0);
  // The bank finds it by its number under the refund that booked it.
  expect(await orderTrades(app.db, { numbers: [p.trade_no] })).toMatchObject([{ source_noun: "refund", source_id: late?.id }]);
});

test("finance 20: money that comes in time pays the order, the same again changes nothing; what comes a second time goes back, the case goes on", async () => {
  const o = await desk.order();
  const { amount_payable } = await order(o.id);
  await expect(reported(o.id, part(amount_payable - 1))).rejects.toThrow("支付金额与应付不一致");
  const p = part(amount_payable);
  expect([await reported(o.id, p), await reported(o.id, p), await lateOf(o.id)]).toEqual([null, null, []]);
  const [status] = await sums(o.id);
  const { applicant_status } = await desk.person(o.people[0] ?? 0);
  await reported(o.id, part(amount_payable));
  const [late] = await lateOf(o.id);
  await leave(late?.id ?? 0);
  expect(await sums(o.id)).toEqual([status, "partly_refunded", 2 * amount_payable, amount_payable]);
  expect((await desk.person(o.people[0] ?? 0)).applicant_status).toBe(applicant_status);
  // What he paid for his case is still there to be given back.
  const maker = desk.worker("expert", { codes: ["order_view", "order_refund_start"] });
  const trial = await desk.call(
    "refund_trial",
    { order_id: o.id, kind: "applicant", applicant_ids: o.people, liability: "customer" },
    maker,
  );
  expect([trial.total, trial.fault]).toEqual([amount_payable, null]);
});

test("order 15: one who sees it at the channel registers it, with its proof and once; never of an order that awaits its payment", async () => {
  const o = await cancelled("other");
  const { amount_payable } = await order(o.id);
  const body = async () => ({ ...part(amount_payable), order_id: o.id, proof: [await desk.file()] });
  expect((await desk.refused("refund_late_add", { ...(await body()), proof: [] })).msg).toContain("请上传凭证");
  expect((await desk.refused("refund_late_add", { ...(await body()), amount: amount_payable + 1 })).issues).toEqual([
    { path: "amount", message: expect.stringMatching(/^登记金额不能大于订单应付 ¥/) },
  ]);
  const sent = await body();
  const { refund_no } = await desk.call("refund_late_add", sent);
  expect((await lateOf(o.id)).map((r) => [r.refund_no, r.refund_status])).toEqual([[refund_no, "paying"]]);
  expect((await desk.refused("refund_late_add", sent)).code).toBe("duplicate");
  // Whoever registered it neither pays it nor says where it goes.
  const [late] = await lateOf(o.id);
  const [payout] = await rows<{ approvers: number[] }>(
    app.db,
    q`select approvers from payouts where source_noun = 'refund' and source_id = ${late?.id ?? 0}`,
  );
  expect(payout?.approvers).toEqual([desk.me.worker_id]);
  await rows(app.db, q`update refunds set refund_status = 'failed' where id = ${late?.id ?? 0}`);
  const { version } = await desk.call("refund_get", { id: late?.id ?? 0 });
  const payee = { payee_name: "张伟", payee_account: "6222021234567890123", payee_bank: "工商银行北京分行" };
  expect((await desk.refused("refund_reroute", { id: late?.id ?? 0, version, ...payee })).code).toBe("maker_is_checker");
  const waiting = await desk.order();
  expect((await desk.refused("refund_late_add", { ...(await body()), order_id: waiting.id })).msg).toBe("订单待支付，请用「登记收款」");
});

test("a late refund is never withdrawn, and a dead order whose money went back is not restored", async () => {
  const o = await paid();
  await reported(o.id, part(5_000));
  const [late] = await lateOf(o.id);
  const [payout] = await rows<{ id: number; version: number }>(
    app.db,
    q`select id, version from payouts where source_noun = 'refund' and source_id = ${late?.id ?? 0}`,
  );
  await rows(app.db, q`update refunds set refund_status = 'failed' where id = ${late?.id ?? 0}`);
  const checker = desk.worker("manager", { codes: ["order_view", "refund_review"] });
  const { version } = await desk.call("refund_get", { id: late?.id ?? 0 }, checker);
  const withdrawn = await desk.refused("refund_withdraw", { id: late?.id ?? 0, version, reason: "客户说不退了" }, checker);
  expect([payout === undefined, withdrawn.msg]).toEqual([false, "多付退回不能撤销，请换路重退"]);
  const dead = await cancelled();
  await rows(app.db, q`update orders set cancel_reason = 'timeout' where id = ${dead.id}`);
  await reported(dead.id, part(5_000));
  const restore = { id: dead.id, version: (await order(dead.id)).version };
  expect((await desk.refused("order_restore", restore)).msg).toBe("订单取消后到账的款项已原路退回，请重新下单");
});

test("finance 20: the same call-back twice at once opens one refund", async () => {
  const o = await cancelled();
  const p = part(3_000);
  const both = await Promise.all([reported(o.id, p), reported(o.id, p)]);
  expect([new Set(both).size, (await lateOf(o.id)).length]).toEqual([1, 1]);
});
