/** Refunds of orders as finance pays them, with a small order side that remembers what it is told. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { postRefund, postRetained, refundQuote, type PaidPart } from "../../ledger/index.ts";
import type { RefundToPay, RefundWay } from "../../order/index.ts";
import { testApp } from "../../testing/app.ts";
import { asWrite, principalFor } from "../../testing/ctx.ts";
import { CashDesk, type Payout } from "../../testing/make/cash.ts";
import { InvoiceDesk, type TourOrder } from "../../testing/make/invoice.ts";
import { orderLocks } from "../invoice/doors.ts";
import { openReds } from "../invoice/invoice-refund.ts";
import { heldInvoice } from "../invoice/invoice-held.ts";
import { registerIssued } from "../invoice/invoice-moves.ts";
import { payoutDoors } from "../payout-doors.ts";
import { payoutMoves } from "../payout/payout.moves.ts";
import type { RefundDoors } from "./refund-doors.ts";
import { cancelRefund, payRefund, refundGoesOn } from "./refund-pay.ts";

let d: InvoiceDesk;
let cash: CashDesk;
beforeAll(async () => {
  const app = await testApp();
  d = await InvoiceDesk.of(app);
  cash = await CashDesk.of(app);
});

/** The order side: refunds as they stand, and what finance told of them. */
class Orders implements RefundDoors {
  readonly refunds = new Map<number, RefundToPay>();
  readonly told: string[] = [];
  private tell(what: string): Promise<void> {
    this.told.push(what);
    return Promise.resolve();
  }
  private drop(refund_id: number, part_id: number): RefundWay | undefined {
    const r = this.refunds.get(refund_id);
    const way = r?.ways.find((w) => w.part_id === part_id);
    if (r) this.refunds.set(refund_id, { ...r, ways: r.ways.filter((w) => w !== way) });
    return way;
  }
  private readonly done = new Map<number, RefundWay>();
  refundToPay: RefundDoors["refundToPay"] = (_ctx, id) => Promise.resolve(this.refunds.get(id) ?? null);
  refundQueued: RefundDoors["refundQueued"] = (_ctx, p) => this.tell(`queued ${p.part_id}`);
  refundPaid: RefundDoors["refundPaid"] = async (ctx, { refund_id, part_id }) => {
    const way = this.drop(refund_id, part_id);
    if (way) this.done.set(part_id, way);
    const r = this.refunds.get(refund_id);
    if (r?.ways.length === 0 && r.kind === "applicant") await postRetained(ctx, r);
    await this.tell(`paid ${part_id}`);
  };
  refundFailed: RefundDoors["refundFailed"] = (_ctx, p) => this.tell(`failed ${p.part_id}`);
  refundBounced: RefundDoors["refundBounced"] = (_ctx, { refund_id, part_id }) => {
    const [r, way] = [this.refunds.get(refund_id), this.done.get(part_id)];
    if (r && way) this.refunds.set(refund_id, { ...r, ways: [...r.ways, way] });
    return this.tell(`bounced ${part_id}`);
  };
}
const orders = new Orders();
const surchargeBack = () => Promise.resolve(null);
const ports = {
  surchargeBack,
  redIssued: (...[ctx, id]: Parameters<(ctx: Parameters<typeof refundGoesOn>[0], id: number) => void>) => refundGoesOn(ctx, orders, id),
};
let made = 7_000;
let trades = 0;

const APPROVERS: number[] = [];
/** Of the tour 80% of the service and the mission fee, passed: its journal is posted and its ways are those of the books. */
async function passed(o: TourOrder, payments: readonly PaidPart[], fees = { service: 33_040, embassy: 71_500 }): Promise<RefundToPay> {
  const [refund_id, keys] = [++made, { order_id: o.id, applicant_id: o.applicant_id }];
  const lines = [
    { ...keys, kind: "service", amount: fees.service },
    { ...keys, kind: "embassy", amount: fees.embassy },
  ].filter((l) => l.amount > 0);
  const { ways } = await refundQuote(d.app.db, lines, payments, { peer_id: o.peer_id, now: d.app.clock.now() });
  await d.post((ctx) => postRefund(ctx, { refund_id, ...keys, lines, beyond: "compensation" }));
  const r: RefundToPay = {
    refund_id,
    refund_no: `TK${refund_id}`,
    kind: "applicant",
    ...keys,
    peer_id: o.peer_id,
    gift_back: ways.filter((w) => w.way === "gift").reduce((n, w) => n + w.amount, 0),
    approvers: [d.checker.id, ...APPROVERS],
    payee: { name: "某某旅行社有限公司", account: "6222021234567890123", bank: "中国银行北京分行" },
    due_at: null,
    ways: ways.map((w, seq) => ({
      part_id: refund_id * 10 + seq,
      seq,
      way: w.way,
      paid_by: w.paid_by,
      amount: w.amount,
      trade_no: w.trade_no,
    })),
  };
  orders.refunds.set(refund_id, r);
  return r;
}
const part = (o: TourOrder, p: Pick<PaidPart, "method" | "amount">): PaidPart => ({
  ...p,
  payment_id: ++trades,
  source: "order",
  source_id: o.id,
  paid_at: d.app.clock.now(),
  returned: 0,
  trade_no: `WX${trades}`,
});
const pay = (r: RefundToPay) => d.post((ctx) => payRefund(ctx, orders, ports, r));
const due = async (refund_id: number): Promise<number> =>
  (
    await row<{ n: number }>(
      d.app.db,
      q`select coalesce(-sum(l.amount), 0)::int8 as n from journal_lines l join ledger_accounts a on a.id = l.account_id
        where a.code = 'refund_due' and l.refund_id = ${refund_id}`,
    )
  )?.n ?? 0;
const payouts = (refund_id: number) =>
  rows<Pick<Payout, "id" | "version" | "amount" | "method" | "payout_status" | "original_trade_no">>(
    d.app.db,
    q`select id, version, amount, method, payout_status, original_trade_no from payouts where source_noun = 'refund' and source_id = ${refund_id} order by id`,
  );
const atDesk = <T>(work: Parameters<typeof asWrite<T>>[3]): Promise<T> =>
  asWrite(d.app.db, principalFor({ worker_id: cash.cashier.id }), d.app.clock.now(), work);
const seen = async (refund_id: number) => (await payouts(refund_id)).at(-1) ?? { id: 0, version: 0 };
const payAtDesk = async (refund_id: number, more: object = {}) => {
  const body = { ...(await cash.paidBody(await seen(refund_id))), ...more };
  return atDesk((ctx) => payoutMoves.paid(ctx, payoutDoors(orders), body));
};

test("finance 3, 17: passed without papers, accounts of the peer get their parts at once; said again nothing moves", async () => {
  const o = await d.tour(await d.peer(104_540, 20_000));
  const r = await passed(o, [part(o, { method: "gift", amount: 8_260 }), part(o, { method: "principal", amount: 104_540 })]);
  expect(await pay(r)).toEqual([]);
  expect([await due(r.refund_id), await cash.standing(o.peer_id)]).toEqual([0, [96_280, 0, 20_000]]);
  expect(orders.told.filter((t) => t.startsWith("paid"))).toHaveLength(2);
  await pay(r);
  expect([await due(r.refund_id), await cash.standing(o.peer_id)]).toEqual([0, [96_280, 0, 20_000]]);
  expect(await orderLocks(d.app.db, o.id, o.applicant_id)).toEqual(["已有退款入账，不能回退"]);
});

describe("finance 17: an invoiced order", () => {
  /** An issued paper of all of it, and a refund half by its account and half by the channel. */
  const invoiced = async () => {
    const o = await d.tour(await d.peer(112_800));
    const { list } = await d.ask(o, [
      { part: "service", amount: 41_300 },
      { part: "embassy", amount: 71_500 },
    ]);
    for (const i of list) await d.issue(i.id);
    const r = await passed(o, [part(o, { method: "principal", amount: 50_000 }), part(o, { method: "wechat", amount: 62_800 })]);
    return { o, r, before: await cash.standing(o.peer_id) };
  };
  test("finance 17: neither balance nor payout moves until the red row is registered, then it finishes by itself", async () => {
    const { o, r, before } = await invoiced();
    const reds = await pay(r);
    // One of the service, one of the mission fee.
    expect(reds).toHaveLength(2);
    expect([await due(r.refund_id), await payouts(r.refund_id), await cash.standing(o.peer_id)]).toEqual([104_540, [], before]);
    // Said again it waits still, and asks for no second red paper.
    expect(await pay(r)).toEqual(reds);
    await atDesk((ctx) => refundGoesOn(ctx, orders, r.refund_id));
    expect(await payouts(r.refund_id)).toEqual([]);
    for (const { id } of await openReds(d.app.db, r.refund_id)) {
      expect(await payouts(r.refund_id)).toEqual([]);
      for (const act of ["invoice_reject", "invoice_withdraw"] as const) {
        const why = act === "invoice_reject" ? { reject_code: "other" as const, reason: "不想红冲了" } : {};
        const said = await d.checker.raw(act, { ...(await d.seen(id)), ...why });
        expect(said.msg).toContain("退款在等待这张红字发票");
      }
      await d.maker.call("invoice_approve", { ...(await d.seen(id)), idempotency_key: crypto.randomUUID() });
      await d.start(id);
      const { idempotency_key: _, id: of, version, ...told } = { ...(await d.issuedBody(id)), invoice_no: d.number() };
      await d.post(async (ctx) => registerIssued(ctx, ports, await heldInvoice(ctx, { id: of, version }, "issued"), told));
    }
    const [p] = await payouts(r.refund_id);
    expect(p).toMatchObject({ method: "channel", payout_status: "queued", amount: 54_540 });
    expect([await due(r.refund_id), (await cash.standing(o.peer_id))[0]]).toEqual([54_540, 50_000 + (before[0] ?? 0)]);
    await payAtDesk(r.refund_id);
    expect(await due(r.refund_id)).toBe(0);
    const kept = await row<{ n: number }>(
      d.app.db,
      q`select -sum(l.amount)::int8 as n from journal_lines l join ledger_accounts a on a.id = l.account_id where l.order_id = ${o.id} and a.code = 'revenue'`,
    );
    expect(kept?.n).toBe(8_260);
  });
  test("finance 17: a red letter that turns up later keeps the cashier from paying", async () => {
    const o = await d.tour(await d.peer(112_800));
    const r = await passed(o, [part(o, { method: "remittance", amount: 112_800 })]);
    await pay(r);
    const { list } = await d.ask(await d.tour(await d.peer(112_800)), [{ part: "service", amount: 41_300 }]);
    const blue = list[0]?.id ?? 0;
    await d.issue(blue);
    const red = await d.maker.call("invoice_red", {
      ...(await d.seen(blue)),
      red_reason: "wrong",
      reason: "开票金额有误，重新开具",
      idempotency_key: crypto.randomUUID(),
    });
    await rows(d.app.db, q`update invoices set refund_id = ${r.refund_id} where id = ${red.id}`);
    await expect(payAtDesk(r.refund_id)).rejects.toThrow("请先红冲发票 FP");
  });
});

describe("finance 21: what leaves by banks and channels", () => {
  test("finance 21: a bounce makes it due again to the cent, retry pays it once; the bank's fee is ours", async () => {
    const o = await d.tour(await d.peer(112_800));
    const r = await passed(o, [part(o, { method: "remittance", amount: 112_800 })]);
    await pay(r);
    await pay(r);
    expect(await payouts(r.refund_id)).toMatchObject([{ method: "bank", amount: 104_540 }]);
    await payAtDesk(r.refund_id, { bank_fee: 300 });
    expect(await due(r.refund_id)).toBe(0);
    const bounce = async () => ({ ...(await seen(r.refund_id)), reason: "收款账户已销户", receipt: await cash.file("service_2") });
    const body = await bounce();
    await atDesk((ctx) => payoutMoves.bounce(ctx, payoutDoors(orders), body));
    expect([await due(r.refund_id), orders.told.at(-1)?.split(" ")[0]]).toEqual([104_540, "bounced"]);
    const failed = await seen(r.refund_id);
    await atDesk((ctx) => payoutMoves.retry(ctx, payoutDoors(orders), { id: failed.id, version: failed.version }));
    await payAtDesk(r.refund_id);
    expect([await due(r.refund_id), orders.told.at(-1)?.split(" ")[0]]).toEqual([0, "paid"]);
    await expect(payAtDesk(r.refund_id)).rejects.toThrow();
    expect(await due(r.refund_id)).toBe(0);
  });
  test("finance 21: sent back by the bank and given up, then paid by the same way anew: it leaves the books once more", async () => {
    const o = await d.tour(await d.peer(112_800));
    const r = await passed(o, [part(o, { method: "remittance", amount: 112_800 })]);
    await pay(r);
    await payAtDesk(r.refund_id);
    const paid = await seen(r.refund_id);
    await atDesk((ctx) =>
      payoutMoves.bounce(ctx, payoutDoors(orders), { ...paid, reason: "账户已销户", receipt: "private/2026/11/bounce.pdf" }),
    );
    const failed = await seen(r.refund_id);
    await atDesk((ctx) => payoutMoves.giveUp(ctx, payoutDoors(orders), { ...failed, reason: "等客户提供新账户" }));
    await pay(r);
    await payAtDesk(r.refund_id);
    expect([await due(r.refund_id), orders.told.at(-1)?.split(" ")[0]]).toEqual([0, "paid"]);
    expect((await payouts(r.refund_id)).map((p) => p.payout_status)).toEqual(["cancelled", "paid"]);
  });
  test("what came by a channel goes back by it alone; given up, the order is told; who passed it never pays it", async () => {
    const o = await d.tour(await d.peer(112_800));
    const r = await passed(o, [part(o, { method: "wechat", amount: 112_800 })]);
    await pay(r);
    const [p] = await payouts(r.refund_id);
    expect(p?.original_trade_no).toMatch(/^WX/);
    await expect(payAtDesk(r.refund_id, { company_account_id: 4 })).rejects.toThrow("原路退回须由原收款通道付出");
    const body = await cash.paidBody(await seen(r.refund_id));
    await expect(d.post((ctx) => payoutMoves.paid(ctx, payoutDoors(orders), body))).rejects.toThrow("您审核过来源单据，不能登记付款");
    const queued = await seen(r.refund_id);
    await atDesk((ctx) => payoutMoves.failed(ctx, payoutDoors(orders), { ...queued, reason: "通道拒绝原路退回" }));
    const refused = await seen(r.refund_id);
    await atDesk((ctx) => payoutMoves.giveUp(ctx, payoutDoors(orders), { ...refused, reason: "改走线下对公退回" }));
    expect([orders.told.at(-1)?.split(" ")[0], await due(r.refund_id)]).toEqual(["failed", 104_540]);
    // Another way takes its place: said again, it is paid by that one.
    const [old] = r.ways;
    if (!old) throw new Error("no way");
    const again = { ...r, ways: [{ ...old, part_id: old.part_id + 1, seq: 1, way: "principal" as const }] };
    orders.refunds.set(r.refund_id, again);
    await pay(again);
    expect([await due(r.refund_id), (await cash.standing(o.peer_id))[0]]).toEqual([0, 104_540]);
  });
});

describe("taken back", () => {
  test("a refund of which nothing left: its payment and its red paper end, its journal is reversed", async () => {
    const o = await d.tour(await d.peer(112_800));
    const r = await passed(o, [part(o, { method: "remittance", amount: 112_800 })]);
    await pay(r);
    await d.post((ctx) => cancelRefund(ctx, { refund_id: r.refund_id, reason: "客户不退了" }));
    expect([await due(r.refund_id), (await payouts(r.refund_id)).map((p) => p.payout_status)]).toEqual([0, ["cancelled"]]);
    const { list } = await d.ask(o, [{ part: "service", amount: 41_300 }]);
    await d.issue(list[0]?.id ?? 0);
    const second = await passed(o, [part(o, { method: "remittance", amount: 112_800 })]);
    expect(await pay(second)).toHaveLength(1);
    await d.post((ctx) => cancelRefund(ctx, { refund_id: second.refund_id, reason: "客户不退了" }));
    expect([await openReds(d.app.db, second.refund_id), await due(second.refund_id)]).toEqual([[], 0]);
  });
  test("not once money left, nor while it is on its way", async () => {
    const o = await d.tour(await d.peer(112_800));
    const r = await passed(o, [part(o, { method: "remittance", amount: 112_800 })]);
    await pay(r);
    await rows(d.app.db, q`update payouts set payout_status = 'paying' where source_noun = 'refund' and source_id = ${r.refund_id}`);
    const cancel = () => d.post((ctx) => cancelRefund(ctx, { refund_id: r.refund_id, reason: "客户不退了" }));
    await expect(cancel()).rejects.toThrow("付款中，请先登记付款结果");
    await payAtDesk(r.refund_id);
    await expect(cancel()).rejects.toThrow("已有款项退回，不能撤销");
  });
});
