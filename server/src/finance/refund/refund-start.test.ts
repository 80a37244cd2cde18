/** Refunds that papers of finance start of orders: a premium, a fee that cost less, a surcharge; and money that came too late. */
import { beforeAll, describe, expect, test } from "vitest";
import { may } from "@visadesk/contract/permissions.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { peerAccountsOf } from "../../ledger/index.ts";
import { diffBack, refundStart } from "../../order/index.ts";
import { testApp } from "../../testing/app.ts";
import { InvoiceDesk } from "../../testing/make/invoice.ts";
import { balanceOf, EURO_SKU } from "../../testing/make/embassy.ts";
import { insuredOrder, policiesOf } from "../../testing/make/policy.ts";

let d: InvoiceDesk;
beforeAll(async () => {
  const app = await testApp();
  await rows(
    app.db,
    q`update roles set data_scope = 'all', module_group = (select array_agg(distinct c) from unnest(module_group || ${[Number(may.insurance)]}::int4[]) c)
      where id in (select role_id from workers where account = 'finance')`,
  );
  d = await InvoiceDesk.of(app);
});
const maker = () => d.orders.worker("expert", { codes: ["order_view", "order_refund_start"] });
const reviewer = () => d.orders.worker("manager", { codes: ["order_view", "refund_review"] });
const starting = (order_id: number, applicant_ids: number[]) => ({
  order_id,
  kind: "applicant" as const,
  applicant_ids,
  liability: "customer" as const,
  initiator: "customer" as const,
  reason_code: "trip_changed" as const,
  reason: "客户行程取消",
});
interface Started {
  id: number;
  refund_no: string;
  kind: string;
  refund_status: string;
  reason: string;
  fee: string;
  paid: number;
  asked: number;
  policy: number;
}
const refundsOf = (order_id: number): Promise<Started[]> =>
  rows(
    d.app.db,
    q`select r.id, r.refund_no, r.kind, r.refund_status, r.reason, f.kind as fee, l.paid, l.asked_amount as asked, l.policy_amount as policy
      from refunds r join refund_lines l on l.refund_id = r.id join order_fees f on f.id = l.fee_id where r.order_id = ${order_id} order by l.id`,
  );
async function pass(id: number): Promise<string> {
  const { version } = await d.orders.call("refund_get", { id }, reviewer());
  return (await d.orders.call("refund_pass", { id, version }, reviewer())).refund_status;
}
const paidOrder = async () => {
  const o = await d.orders.order({ sku_no: EURO_SKU });
  await d.orders.pay(o.id);
  return { ...o, applicant_id: o.people[0] ?? 0 };
};
const fee = (o: { id: number; applicant_id: number }, amount: number) => ({
  order_id: o.id,
  applicant_id: o.applicant_id,
  fee_kind: "embassy" as const,
  amount,
  reason: "使馆费 SG261129000001 差额",
});
const open = (ask: Parameters<typeof refundStart>[1]) => d.post((ctx) => refundStart(ctx, ask));

describe("a mission fee that cost less", () => {
  test("finance 11: the refund carries just the difference out of the mission fee and leaves out of what is held for it", async () => {
    const o = await paidOrder();
    const refund_no = await open(fee(o, 9_502));
    const [r, ...others] = await refundsOf(o.id);
    expect(others).toEqual([]);
    expect(r).toMatchObject({ refund_no, kind: "partial", refund_status: "pending", fee: "embassy", paid: 72_000, asked: 9_502 });
    const held = await balanceOf(d.app.db, o.applicant_id, "embassy_trust");
    expect(await pass(r?.id ?? 0)).toBe("paying");
    expect(await balanceOf(d.app.db, o.applicant_id, "embassy_trust")).toBe(held + 9_502);
    // He goes on: only a whole refund lets his case rest.
    expect((await d.orders.person(o.applicant_id)).applicant_status).not.toBe("refunding");
  });
  test("order 15: whoever decided it does not pass it", async () => {
    const o = await paidOrder();
    await open(fee(o, 100));
    const [r] = await refundsOf(o.id);
    const decided = d.orders.worker("admin", { codes: ["order_view", "refund_review"] });
    const { version } = await d.orders.call("refund_get", { id: r?.id ?? 0 }, decided);
    expect((await d.orders.refused("refund_pass", { id: r?.id ?? 0, version }, decided)).code).toBe("maker_is_checker");
  });
  test("order 11: not beside a refund of its person, not above what is left, not of an order that paid nothing", async () => {
    const o = await paidOrder();
    await expect(open(fee(o, 72_001))).rejects.toThrow("超过可退金额 ¥720.00");
    const first = await open(fee(o, 100));
    await expect(open(fee(o, 100))).rejects.toThrow(`该申请人已有进行中的退款 ${first}`);
    const unpaid = await d.orders.order({ sku_no: EURO_SKU });
    await expect(open(fee({ id: unpaid.id, applicant_id: unpaid.people[0] ?? 0 }, 100))).rejects.toThrow("订单未支付，没有可退的款项");
  });
});

test("what leaves by a bank is passed once whoever passes it says to whom; the cashier pays that account", async () => {
  const o = await paidOrder();
  await rows(d.app.db, q`update order_payments set method = 'remittance' where order_id = ${o.id}`);
  await open(fee(o, 9_502));
  const id = (await refundsOf(o.id))[0]?.id ?? 0;
  const { version, needs_payee } = await d.orders.call("refund_get", { id }, reviewer());
  expect(needs_payee).toBe(true);
  expect((await d.orders.refused("refund_pass", { id, version }, reviewer())).code).toBe("incomplete");
  const payee = { payee_name: "张伟", payee_account: "6222021234567890123", payee_bank: "工商银行北京分行" };
  await d.orders.call("refund_pass", { id, version, ...payee }, reviewer());
  const shown = await d.orders.call("refund_get", { id }, reviewer());
  expect([shown.refund_status, shown.payee_name, shown.needs_payee]).toEqual(["paying", "张伟", false]);
  const [payout] = await rows<object>(
    d.app.db,
    q`select payee_name, payee_bank, amount from payouts where source_noun = 'refund' and source_id = ${id}`,
  );
  expect(payout).toEqual({ payee_name: "张伟", payee_bank: "工商银行北京分行", amount: 9_502 });
});

test("a premium is not given back beside a refund of its person that waits: nothing of the policy changes", async () => {
  const o = await insuredOrder(d.orders);
  const [p] = await policiesOf(d.app.db, o.id);
  if (!p) throw new Error("nobody is insured");
  await rows(
    d.app.db,
    q`update policies set policy_status = 'issued', policy_no = 'P' || apply_no, file = 'private/00/a.pdf', issued_at = ${d.app.clock.now()} where id = ${p.id}`,
  );
  const { refund_no } = await d.orders.call("refund_start", starting(o.id, o.people), maker());
  const { version } = await d.maker.call("policy_get", { id: p.id });
  const body = { id: p.id, version, reason: "客户取消行程", idempotency_key: crypto.randomUUID() };
  expect((await d.maker.raw("policy_surrender", body)).msg).toBe(`该申请人已有进行中的退款 ${refund_no}`);
  expect((await d.maker.call("policy_get", { id: p.id })).policy_status).toBe("issued");
});

test("finance: a surcharge that was paid for a paper that is not made goes back as 22, once, after its review", async () => {
  await rows(d.app.db, q`update finance_settings set special_surcharge_bp = 300 where id = 1`);
  const o = await d.tour(await d.peer(200_000, 0, { auto_deduct: true }));
  const { list } = await d.ask(o, [{ part: "service", amount: 40_000 }], { kind: "special" });
  const id = list[0]?.id ?? 0;
  await d.approve(id);
  const principal = async () => (await peerAccountsOf(d.app.db, [o.peer_id])).get(o.peer_id)?.principal ?? 0;
  const before = await principal();
  await d.maker.call("invoice_withdraw", await d.seen(id));
  expect((await d.get(id)).invoice_status).toBe("withdrawn");
  const [r] = await refundsOf(o.id);
  expect(r).toMatchObject({ kind: "diff", refund_status: "pending", asked: 1_200, fee: "invoice_surcharge" });
  const diff = await row<{ id: number }>(d.app.db, q`select id from order_diffs where order_id = ${o.id}`);
  const back = () => d.post((ctx) => diffBack(ctx, { order_id: o.id, diff_id: diff?.id ?? 0, reason: "再次撤销" }));
  expect(await back()).toBe(`补差价已在退款 ${r?.refund_no} 中，请先处理该退款`);
  expect(await pass(r?.id ?? 0)).toBe("success");
  expect([(await refundsOf(o.id)).length, await principal()]).toEqual([1, before + 1_200]);
  const told = await row<{ change_type: string }>(
    d.app.db,
    q`select l.change_type from journal_lines l join journals j on j.id = l.journal_id join ledger_accounts a on a.id = l.account_id
      where j.kind = 'refund_paid' and j.source_id = ${r?.id ?? 0} and a.code = 'peer_principal'`,
  );
  expect(told?.change_type).toBe("22");
  expect([await back(), (await refundsOf(o.id)).length]).toEqual([null, 1]);
  await rows(d.app.db, q`update finance_settings set special_surcharge_bp = 0 where id = 1`);
});
