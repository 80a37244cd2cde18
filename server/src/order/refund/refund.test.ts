/** Refunds of orders by their real doors: started, passed by others, paid by the cashier or into accounts, and every way back. */
import { beforeAll, describe, expect, test } from "vitest";
import { FEE_KINDS } from "@visadesk/contract/order/words.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { orderLocks } from "../../ledger/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { CashDesk } from "../../testing/make/cash.ts";
import { keyed } from "../../testing/make/peer-terms.ts";
import { OrderDesk, type Made } from "../../testing/make/order.ts";

let app: TestApp;
let desk: OrderDesk;
let cash: CashDesk;
beforeAll(async () => {
  app = await testApp({ max: 20 });
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
  cash = await CashDesk.of(app);
});
const CODES = ["order_view", "order_refund_start", "refund_review", "refund_final"] as const;
const maker = () => desk.worker("expert", { codes: CODES });
const checker = () => desk.worker("manager", { codes: CODES });
const third = () => desk.worker("admin", { codes: CODES });
const paid = async (people = 1): Promise<Made> => {
  const made = await desk.order({ people });
  await desk.pay(made.id);
  return made;
};
const choices = (o: Made, more: object = {}) => ({
  order_id: o.id,
  kind: "applicant" as const,
  applicant_ids: o.people.slice(0, 1),
  liability: "customer" as const,
  ...more,
});
const asks = (o: Made, more: object = {}) => ({
  ...choices(o),
  initiator: "customer" as const,
  reason_code: "trip_changed" as const,
  reason: "客户行程取消",
  ...more,
});
const start = (o: Made, more: object = {}) => desk.call("refund_start", asks(o, more), maker());
const seen = async (id: number) => ({ id, version: (await desk.call("refund_get", { id }, checker())).version });
const pass = async (id: number) => desk.call("refund_pass", await seen(id), checker());
const stateOf = async (id: number) => (await desk.call("refund_get", { id }, checker())).refund_status;
const payouts = (id: number) =>
  rows<{ id: number; version: number; amount: number }>(
    app.db,
    q`select id, version, amount from payouts where source_noun = 'refund' and source_id = ${id} and payout_status = 'queued' order by id`,
  );
const sums = async (o: Made) => {
  const { order } = await desk.facts(o.id);
  return [order.order_status, order.pay_status, order.amount_paid - order.amount_refunded];
};
const due = async (id: number): Promise<number> =>
  (
    await row<{ n: number }>(
      app.db,
      q`select coalesce(-sum(l.amount), 0)::int8 as n from journal_lines l join ledger_accounts a on a.id = l.account_id where a.code = 'refund_due' and l.refund_id = ${id}`,
    )
  )?.n ?? 0;

test("order 3: started, passed by another, paid by the channel: the person is refunded, the order ends, the books are even", async () => {
  const o = await paid();
  const { order } = await desk.facts(o.id);
  const trial = await desk.call("refund_trial", choices(o), maker());
  expect([trial.total, trial.fault, trial.needs_payee]).toEqual([order.amount_payable, null, false]);
  const r = await start(o);
  expect(r.asked_amount).toBe(order.amount_payable);
  expect((await desk.refused("refund_pass", await seen(r.id), maker())).code).toBe("maker_is_checker");
  const large = r.asked_amount > 200_000;
  const passed = await pass(r.id);
  expect(passed.refund_status).toBe(large ? "pending_final" : "paying");
  if (large) {
    expect((await desk.refused("refund_final_pass", await seen(r.id), checker())).code).toBe("maker_is_checker");
    await desk.call("refund_final_pass", await seen(r.id), third());
  }
  expect(await due(r.id)).toBe(order.amount_payable);
  expect((await desk.person(o.people[0] ?? 0)).applicant_status).toBe("refunding");
  for (const p of await payouts(r.id)) await cash.pay(p);
  expect(await stateOf(r.id)).toBe("success");
  expect([await due(r.id), await sums(o)]).toEqual([0, ["cancelled", "refunded", 0]]);
  expect((await desk.person(o.people[0] ?? 0)).applicant_status).toBe("refunded");
});

test("finance 3: of two people refunded at 80 % both kept shares are earned, and that of the whole order with the last of them", async () => {
  const o = await desk.order({ people: 2 });
  // A fee of the whole order beside those of its people.
  await rows(
    app.db,
    q`insert into order_fees (order_id, kind, amount, payable, created_at) values (${o.id}, 'express', 5000, 5000, ${app.clock.now()})`,
  );
  await rows(app.db, q`update orders set amount_total = amount_total + 5000, amount_payable = amount_payable + 5000 where id = ${o.id}`);
  await desk.pay(o.id);
  const { lines } = await desk.call("refund_trial", choices(o, { applicant_ids: o.people }), maker());
  const most = lines.map((l) => ({ fee_id: l.fee_id, amount: Math.floor(l.paid * 0.8), note: "按政策核定80%" }));
  const r = await start(o, { applicant_ids: o.people, lines: most });
  await pass(r.id);
  if ((await stateOf(r.id)) === "pending_final") await desk.call("refund_final_pass", await seen(r.id), third());
  for (const p of await payouts(r.id)) await cash.pay(p);
  expect([await stateOf(r.id), await due(r.id)]).toEqual(["success", 0]);
  const left = await rows<{ applicant_id: number | null; n: number }>(
    app.db,
    q`select l.applicant_id, -sum(l.amount)::int8 as n from journal_lines l join ledger_accounts a on a.id = l.account_id
      where l.order_id = ${o.id} and a.code = 'revenue' group by 1 order by 1 nulls last`,
  );
  const ofDeferred = (id: number | null) =>
    lines
      .filter((l) => l.applicant_id === id && !["embassy", "centre"].includes(l.fee_kind))
      .reduce((n, l) => n + l.paid - Math.floor(l.paid * 0.8), 0);
  expect(left).toEqual([...o.people.toSorted((a, b) => a - b), null].map((id) => ({ applicant_id: id, n: ofDeferred(id) })));
});

describe("what stands in the way", () => {
  test("order 11: a person has one refund at a time; what is asked stays below what was paid", async () => {
    const o = await paid();
    await desk.reviewed(o.people[0] ?? 0);
    await start(o);
    const second = await desk.refused("refund_start", asks(o), maker());
    expect([second.code, second.msg]).toEqual(["duplicate", expect.stringMatching(/^该申请人已有进行中的退款 TK\d+$/)]);
    expect((await desk.refusedMove("applicant_submit", o.people[0] ?? 0, { submit_date: desk.today() })).msg).toMatch(
      /^退款 TK\d+ 审核中，不能继续办理$/,
    );
    const other = await paid();
    const [line] = (await desk.call("refund_trial", choices(other), maker())).lines;
    const above = [{ fee_id: line?.fee_id ?? 0, amount: (line?.paid ?? 0) + 1 }];
    expect((await desk.refused("refund_start", asks(other, { lines: above }), maker())).code).toBe("over_refundable");
  });
  test("order 11: whose fee is asked for is in the refund, named or not; named twice he is in it once", async () => {
    const o = await paid();
    const partial = { kind: "partial" as const, applicant_ids: [] };
    const first = await start(o, { ...partial, lines: await some(o) });
    const people = (id: number) => rows(app.db, q`select applicant_id from refund_people where refund_id = ${id}`);
    expect(await people(first.id)).toEqual([{ applicant_id: o.people[0] }]);
    for (const more of [{ ...partial, lines: await some(o) }, {}]) {
      const again = await desk.refused("refund_start", asks(o, more), maker());
      expect([again.code, again.msg]).toEqual(["duplicate", `该申请人已有进行中的退款 ${first.refund_no}`]);
    }
    const other = await paid();
    const twice = await start(other, { applicant_ids: [...other.people, ...other.people] });
    expect(await people(twice.id)).toHaveLength(1);
  });
  test("order 19: whoever leaves is named with every fee the policy gives something of, so that nobody leaves with nothing unseen", async () => {
    const o = await paid(2);
    const both = { applicant_ids: o.people };
    const { lines } = await desk.call("refund_trial", choices(o, both), maker());
    const own = lines.filter((l) => l.applicant_id === o.people[0]).map((l) => ({ fee_id: l.fee_id, amount: l.policy_amount }));
    const left = lines.find((l) => l.applicant_id !== o.people[0] && l.policy_amount > 0);
    const said = [{ path: "lines", message: `请填写 ${left?.applicant_no} ${left ? FEE_KINDS[left.fee_kind] : ""}的申请金额` }];
    const refusal = await desk.refused("refund_start", asks(o, { ...both, lines: own }), maker());
    expect([refusal.code, refusal.issues]).toEqual(["bad_input", said]);
    expect((await desk.refused("refund_trial", choices(o, { ...both, lines: own }), maker())).issues).toEqual(said);
    const all = lines.map((l) => ({ fee_id: l.fee_id, amount: l.policy_amount }));
    expect((await start(o, { ...both, lines: all })).asked_amount).toBe(all.reduce((n, l) => n + l.amount, 0));
  });
  test("order 19: of a part only those are in it of whom something is asked, though the fees of all are named", async () => {
    const o = await paid(2);
    const part = { kind: "partial" as const, applicant_ids: [] };
    const { lines } = await desk.call("refund_trial", choices(o, part), maker());
    const own = lines.find((l) => l.applicant_id === o.people[0]);
    const named = lines.map((l) => ({ fee_id: l.fee_id, amount: l === own ? 10_000 : 0 }));
    const { id, asked_amount } = await start(o, { ...part, lines: named });
    expect(asked_amount).toBe(10_000);
    expect(await rows(app.db, q`select applicant_id from refund_people where refund_id = ${id}`)).toEqual([{ applicant_id: o.people[0] }]);
  });
  test("order 19: a line of another refund is refused, not left out", async () => {
    const { id } = await start(await paid());
    const refusal = await desk.refused("refund_pass", { ...(await seen(id)), lines: [{ line_id: 99_999_999, amount: 1 }] }, checker());
    expect(refusal.issues).toEqual([{ path: "lines.0.line_id", message: "该费用不在这笔退款中" }]);
  });
  test("order 19: a line that is typed twice is refused, not read as the last of them", async () => {
    const o = await paid();
    const [line] = await some(o);
    const twice = await desk.refused(
      "refund_start",
      asks(o, { kind: "partial", applicant_ids: [], lines: [line, { ...line, amount: 1 }] }),
      maker(),
    );
    expect(twice.issues).toEqual([{ path: "lines.0.fee_id", message: "同一费用只能填写一次" }]);
    const { id } = await start(o, { kind: "partial", applicant_ids: [], lines: [line] });
    const [stored] = await rows<{ line_id: number }>(app.db, q`select id as line_id from refund_lines where refund_id = ${id}`);
    const lines = [5_000, 6_000].map((amount) => ({ line_id: stored?.line_id ?? 0, amount, note: "协商退款" }));
    expect((await desk.refused("refund_pass", { ...(await seen(id)), lines }, checker())).issues).toEqual([
      { path: "lines.1.line_id", message: "同一费用只能填写一次" },
    ]);
  });
  test("order 19: what differs from the policy says why, whoever is liable", async () => {
    const { id } = await start(await paid(), { liability: "us" });
    const [stored] = await rows<{ line_id: number }>(
      app.db,
      q`select id as line_id from refund_lines where refund_id = ${id} and asked_amount > 0`,
    );
    const less = [{ line_id: stored?.line_id ?? 0, amount: 1 }];
    expect((await desk.refused("refund_pass", { ...(await seen(id)), lines: less }, checker())).issues).toEqual([
      { path: "lines.0.note", message: "核定金额与政策不同，请填写说明" },
    ]);
  });
  test("order 3: fees of the whole order go with the last who stays, while the refund of the other still waits", async () => {
    const o = await paid(2);
    await rows(
      app.db,
      q`insert into order_fees (order_id, kind, amount, payable, created_at) values (${o.id}, 'express', 5000, 5000, ${app.clock.now()})`,
    );
    const whole = async (person = 0) => {
      const { lines } = await desk.call("refund_trial", choices(o, { applicant_ids: [o.people[person] ?? 0] }), maker());
      return lines.filter((l) => l.applicant_id === null).map((l) => l.fee_kind);
    };
    expect([await whole(0), await whole(1)]).toEqual([[], []]);
    await start(o);
    expect(await whole(1)).toEqual(["express"]);
  });
  test("rejected and withdrawn it leaves the person as he was, and he may be asked for again", async () => {
    const o = await paid();
    const first = await start(o);
    await desk.call("refund_reject", { ...(await seen(first.id)), reject_code: "proof", reason: "请补充退款凭证" }, checker());
    const second = await start(o);
    await pass(second.id);
    if ((await stateOf(second.id)) === "pending_final") await desk.call("refund_final_pass", await seen(second.id), third());
    const wrong = await desk.refused("refund_withdraw", { ...(await seen(second.id)), reason: "客户改变主意了" }, checker());
    expect(wrong.code).toBe("state_changed");
  });
});

/** Passed, and its channel takes nothing back: it waits for an account. */
async function failed(o: Made, more: object = {}): Promise<number> {
  const { id } = await start(o, { lines: await some(o), ...more });
  await pass(id);
  for (const p of await payouts(id)) {
    await cash.cashier.call("payout_failed", keyed({ id: p.id, version: p.version, reason: "原路已关闭" }));
    const { version } = await cash.cashier.call("payout_get", { id: p.id });
    await cash.cashier.call("payout_give_up", keyed({ id: p.id, version, reason: "原路已关闭，改走对公" }));
  }
  expect(await stateOf(id)).toBe("failed");
  return id;
}
/** Of his first fee a part, of the others nothing. */
const some = async (o: Made) => {
  const { lines } = await desk.call("refund_trial", choices(o), maker());
  return lines.map((l, i) => ({ fee_id: l.fee_id, amount: i === 0 ? 10_000 : 0, note: "协商退款" }));
};
const PAYEE = { payee_name: "张伟", payee_account: "6222021234567890123", payee_bank: "工商银行北京分行" };

test("order 3: withdrawn once it failed, who had an appointment waits for a new one, and the books hold him no more", async () => {
  const o = await paid();
  const person = o.people[0] ?? 0;
  const id = await failed(o);
  const locks = () => orderLocks(app.db, o.id, person);
  expect([(await desk.person(person)).applicant_status, await locks()]).toEqual(["refunding", ["已有退款入账，不能回退"]]);
  await rows(app.db, q`update applicants set prev_status = 'appointed' where id = ${person}`);
  await desk.call("refund_withdraw", { ...(await seen(id)), reason: "客户继续办理" }, checker());
  expect([(await desk.person(person)).applicant_status, await locks()]).toEqual(["awaiting_appointment", []]);
  expect(await due(id)).toBe(0);
  // What was typed stays with the refund and the order: neither the log nor the books keep it for good.
  const kept = await rows<{ reason: string | null }>(app.db, q`select reason from operation_logs where reason like '%客户继续办理%'`);
  expect(kept).toEqual([]);
});

describe("sent another way", () => {
  test("order 15: not by whose refund it is; whoever names the account does not pay it, and another pays it after a call", async () => {
    const id = await failed(await paid());
    const own = await desk.refused("refund_reroute", { ...(await seen(id)), ...PAYEE }, maker());
    expect([own.code, own.msg]).toEqual(["maker_is_checker", "不能为本人发起的退款指定收款账户"]);
    const named = await desk.call("refund_reroute", { ...(await seen(id)), ...PAYEE }, third());
    expect(named.refund_status).toBe("paying");
    const [payout] = await rows<{ id: number; approvers: number[]; payee_changed_at: string | null }>(
      app.db,
      q`select id, approvers, payee_changed_at from payouts where source_noun = 'refund' and source_id = ${id} and payout_status = 'queued'`,
    );
    expect(payout?.approvers).toEqual([checker(), third()].map((w) => w.worker_id));
    expect(payout?.payee_changed_at).not.toBeNull();
    const [p] = await payouts(id);
    if (!p) throw new Error("nothing is queued");
    const body = await cash.paidBody(p);
    expect((await cash.cashier.raw("payout_paid", keyed(body))).msg).toContain("电话");
    await cash.cashier.call("payout_paid", keyed({ ...body, phone_checked: true }));
    expect(await stateOf(id)).toBe("success");
  });
  test("order 3: sent back by the bank after it had left it goes another way, and is not withdrawn: its person stays refunded", async () => {
    const o = await paid();
    await rows(app.db, q`update order_payments set method = 'remittance' where order_id = ${o.id}`);
    const { id } = await start(o, { lines: await some(o), ...PAYEE });
    await pass(id);
    for (const p of await payouts(id)) await cash.pay(p);
    expect(await stateOf(id)).toBe("success");
    const [p] = await rows<{ id: number; version: number }>(
      app.db,
      q`select id, version from payouts where source_noun = 'refund' and source_id = ${id} and payout_status = 'paid'`,
    );
    const receipt = await cash.file("service_2");
    await cash.cashier.call("payout_bounce", keyed({ id: p?.id ?? 0, version: p?.version ?? 0, reason: "收款账户已销户", receipt }));
    const { version } = await cash.cashier.call("payout_get", { id: p?.id ?? 0 });
    await cash.cashier.call("payout_give_up", keyed({ id: p?.id ?? 0, version, reason: "等客户提供新账户" }));
    expect(await stateOf(id)).toBe("failed");
    const said = await desk.refused("refund_withdraw", { ...(await seen(id)), reason: "客户改变主意了" }, checker());
    expect([said.code, said.msg]).toEqual(["guard_failed", "退款成功后被银行退票，请换路重退"]);
    expect((await desk.call("refund_reroute", { ...(await seen(id)), ...PAYEE }, third())).refund_status).toBe("paying");
  });
});
