/** Red papers: by people, with the buyer's answer, and those a refund has to wait for. */
import { beforeAll, describe, expect, test } from "vitest";
import { enqueue } from "#kit/jobs.ts";
import { testApp } from "../../testing/app.ts";
import { InvoiceDesk, refundOf, type TourOrder } from "../../testing/make/invoice.ts";
import { postJournal } from "../../ledger/index.ts";
import { openReds, refundMeetsInvoice } from "./invoice-refund.ts";
import { registerIssued } from "./invoice-moves.ts";
import { heldInvoice } from "./invoice-held.ts";
import type { InvoicePorts } from "./ports.ts";

let d: InvoiceDesk;
const gone: number[] = [];
const ports: InvoicePorts = {
  redIssued: (_ctx, refundId) => Promise.resolve(void gone.push(refundId)),
  surchargeBack: () => Promise.resolve(null),
};
beforeAll(async () => {
  d = await InvoiceDesk.of(await testApp());
});
const keyed = <T extends object>(body: T) => ({ ...body, idempotency_key: crypto.randomUUID() });
const service = (amount: number) => ({ part: "service" as const, amount });
const embassy = (amount: number) => ({ part: "embassy" as const, amount });
const job = async (name: string): Promise<void> => {
  await enqueue(d.app.db, name, {}, {}, d.app.clock.now());
  await d.app.runJobs();
};
type Kind = "normal" | "special";
/** An issued paper of a new order's whole service. */
async function issuedPaper(kind: Kind = "normal"): Promise<{ o: TourOrder; id: number }> {
  const o = await d.tour(await d.peer(112_800));
  const { list } = await d.ask(o, [service(41_300)], { kind });
  const id = list[0]?.id ?? 0;
  await d.issue(id);
  return { o, id };
}
const red = async (id: number, amount?: number, o?: TourOrder) =>
  d.maker.call("invoice_red", {
    ...keyed(await d.seen(id)),
    red_reason: "wrong",
    reason: "开票金额有误，重新开具",
    ...(amount !== undefined && o && { lines: [{ order_id: o.id, ...service(amount) }] }),
  });
const leftOf = async (o: TourOrder) => {
  const { list } = await d.maker.call("invoice_invoiceable_query", { peer_id: o.peer_id });
  return list.find((x) => x.order_id === o.id)?.service_left;
};

describe("taken back by people", () => {
  test("never more than is left of the blue one; issued, the amount may be invoiced again and the blue one says so", async () => {
    const { o, id } = await issuedPaper();
    const part = await red(id, 10_000, o);
    const over = await d.maker.raw("invoice_red", {
      ...keyed(await d.seen(id)),
      red_reason: "wrong",
      reason: "开票金额有误，重新开具",
      lines: [{ order_id: o.id, ...service(31_301) }],
    });
    expect(over.msg).toBe(`订单 ${o.order_no} 最多还可红冲 ¥313.00`);
    expect(await leftOf(o)).toBe(0);
    await d.issue(part.id);
    expect(await leftOf(o)).toBe(10_000);
    expect(await d.get(id)).toMatchObject({ red_state: "part", reds: [{ id: part.id }] });
    const listed = (await d.checker.call("invoice_query", { fp_no: part.fp_no })).list[0];
    expect([listed?.amount, listed?.tax]).toEqual([-10_000, -part.tax]);
    const figuresOf = async () => (await d.checker.call("invoice_figures", {})).amount;
    const head = await figuresOf();
    const { list: made } = await d.ask(o, [service(10_000)], {});
    expect(await figuresOf()).toBe(head + 10_000);
    const asked = made[0]?.id ?? 0;
    await d.maker.call("invoice_withdraw", await d.seen(asked));
    expect(await figuresOf()).toBe(head);
    const rest = await red(id);
    expect(rest.amount).toBe(31_300);
    expect(part.tax + rest.tax).toBe(2_338);
    await d.issue(rest.id);
    expect(await d.get(id)).toMatchObject({ red_state: "full" });
    expect((await d.maker.raw("invoice_red", { ...keyed(await d.seen(id)), red_reason: "wrong", reason: "再红冲一次看看" })).msg).toBe(
      "发票已全部红冲或正在红冲",
    );
  });

  test("finance 17: a confirmation opened 2026-09-30 10:00 lapses 2026-10-03 10:00 and waits for a decision again", async () => {
    const { id } = await issuedPaper("special");
    const paper = await red(id);
    const at = d.app.clock.now();
    d.app.clock.set("2026-09-30T02:00:00.000Z");
    await d.maker.call("invoice_red_confirming", { ...(await d.seen(paper.id)), red_confirm_no: "HZ20260930001" });
    expect(await d.get(paper.id)).toMatchObject({ invoice_status: "confirming", red_expires_at: "2026-10-03T02:00:00.000Z" });
    d.app.clock.set("2026-10-03T01:59:59.000Z");
    await job("red_confirm_expire");
    expect((await d.get(paper.id)).invoice_status).toBe("confirming");
    d.app.clock.set("2026-10-03T02:00:00.000Z");
    const late = await d.checker.raw("invoice_red_confirmed", await d.seen(paper.id));
    expect(late.msg).toBe("确认单已失效，请重新发起");
    await job("red_confirm_expire");
    expect(await d.get(paper.id)).toMatchObject({ invoice_status: "pending", flag: "确认单已失效", red_confirm_no: "" });
    await d.maker.call("invoice_red_confirming", { ...(await d.seen(paper.id)), red_confirm_no: "HZ20261003001" });
    expect((await d.maker.raw("invoice_red_confirmed", await d.seen(paper.id))).msg).toBe("不能审核自己提交的单据");
    await d.checker.call("invoice_red_confirmed", await d.seen(paper.id));
    expect((await d.get(paper.id)).invoice_status).toBe("to_issue");
    d.app.clock.set(at.toISOString());
  });
  test("a normal one needs no answer of the buyer", async () => {
    const { id } = await issuedPaper();
    const paper = await red(id);
    const asked = await d.maker.raw("invoice_red_confirming", { ...(await d.seen(paper.id)), red_confirm_no: "HZ1" });
    expect(asked.msg).toBe("只有红字专票需要对方确认");
  });
});

describe("finance 17: a refund meets invoices", () => {
  let refunds = 5_000;
  const meets = async (o: TourOrder, fees: { service: number; embassy: number }, gift_back = 0) => {
    const refund_id = ++refunds;
    const reds = await d.post(async (ctx) => {
      await postJournal(ctx, refundOf(o, refund_id, fees));
      return refundMeetsInvoice(ctx, ports, { refund_id, order_id: o.id, gift_back, reason: "订单退款" });
    });
    return { refund_id, reds };
  };
  test("finance 17: an issued one gets a red paper for the part; the refund waits for it and goes on when it is registered", async () => {
    const { o, id } = await issuedPaper();
    const { refund_id, reds } = await meets(o, { service: 33_040, embassy: 71_500 });
    const blue = await d.get(id);
    expect(reds).toEqual([{ id: expect.any(Number), fp_no: expect.any(String), blue_no: blue.fp_no }]);
    const paper = await d.get(reds[0]?.id ?? 0);
    expect(paper).toMatchObject({ direction: "red", amount: 33_040, red_reason: "stopped", is_of_refund: true, invoice_status: "pending" });
    const refused = await d.checker.raw("invoice_reject", { ...(await d.seen(paper.id)), reject_code: "other", reason: "不想红冲了" });
    expect(refused.msg).toBe("退款在等待这张红字发票，不能驳回");
    // Nobody asked for it in person: whoever holds the code passes it.
    await d.maker.call("invoice_approve", keyed(await d.seen(paper.id)));
    await d.start(paper.id);
    expect(await openReds(d.app.db, refund_id)).toHaveLength(1);
    expect(gone).not.toContain(refund_id);
    const { idempotency_key: _, id: of, version, ...told } = { ...(await d.issuedBody(paper.id)), invoice_no: d.number() };
    await d.post(async (ctx) => registerIssued(ctx, ports, await heldInvoice(ctx, { id: of, version }, "issued"), told));
    expect(gone).toContain(refund_id);
    expect(await openReds(d.app.db, refund_id)).toEqual([]);
    expect(await d.get(id)).toMatchObject({ red_state: "part" });
    expect(await leftOf(o)).toBe(0);
  });

  test("those not made yet are refused, the newest first, and only as many as it takes", async () => {
    const o = await d.tour(await d.peer(112_800));
    const [first, second] = [await d.ask(o, [service(20_000)]), await d.ask(o, [service(20_000)])].map((x) => x.list[0]?.id ?? 0);
    const { reds } = await meets(o, { service: 10_000, embassy: 0 });
    expect(reds).toEqual([]);
    expect(await d.get(second ?? 0)).toMatchObject({ invoice_status: "rejected", reject_code: "refunded", reject_text: "订单退款" });
    expect(await d.get(first ?? 0)).toMatchObject({ invoice_status: "pending" });
  });

  test("one that is being issued says so, cannot be registered above the amount, and may be refused then", async () => {
    const o = await d.tour(await d.peer(112_800));
    const { list } = await d.ask(o, [service(41_300)]);
    const id = list[0]?.id ?? 0;
    await d.approve(id);
    await d.start(id);
    const early = await d.checker.raw("invoice_reject", { ...(await d.seen(id)), reject_code: "other", reason: "先不开票了" });
    expect(early.msg).toBe("开票中的发票只有在订单已退款时可以驳回");
    const { reds } = await meets(o, { service: 41_300, embassy: 0 });
    expect(reds).toEqual([]);
    expect(await d.get(id)).toMatchObject({ invoice_status: "issuing", flag: "订单已退款" });
    expect((await d.maker.raw("invoice_issued", await d.issuedBody(id))).msg).toBe("订单已退款，发票金额超过可开金额");
    await d.checker.call("invoice_reject", { ...(await d.seen(id)), reject_code: "other", reason: "订单已经退款" });
    expect((await d.get(id)).invoice_status).toBe("rejected");
  });

  test("gift money that goes back first leaves its share of the paper; a second refund asks only for what is new", async () => {
    const o = await d.tour(await d.peer(104_540, 20_000));
    const { list } = await d.ask(o, [service(33_040), embassy(71_500)]);
    const id = list[0]?.id ?? 0;
    await d.issue(id);
    const first = await meets(o, { service: 20_000, embassy: 0 }, 8_260);
    expect((await d.get(first.reds[0]?.id ?? 0)).amount).toBe(11_740);
    const second = await meets(o, { service: 0, embassy: 71_500 }, 8_260);
    expect((await d.get(second.reds[0]?.id ?? 0)).lines).toMatchObject([{ part: "embassy", amount: 71_500 }]);
    expect(second.reds).toHaveLength(1);
  });
});
