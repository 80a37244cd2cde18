/** Invoices for tests: orders whose money stands in the ledger, papers in each state by the calls that people make. */
import type { InputOf } from "@visadesk/contract/index.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { grantGift, openPeerAccounts, postJournal, postOrderPayment, postTopUp, quotePayment } from "../../ledger/index.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { asWrite, principalFor } from "../ctx.ts";
import { OrderDesk } from "./order.ts";
import { makePeer } from "./peer.ts";
import { creditCode, ownFile } from "./supplier.ts";

export const TITLE = {
  title_type: "company",
  title: "测试购方有限公司",
  tax_no: creditCode(812_345),
  address: "上海市静安区南京西路1号",
  phone: "021-62345678",
  bank: "招商银行上海分行",
  bank_account: "6225 8801 2345 6789",
} as const;
const keyed = <T extends object>(body: T) => ({ ...body, idempotency_key: crypto.randomUUID() });
let sources = 0;
let numbers = 0;
type Line = InputOf<"invoice_add">["lines"][number];
export interface TourOrder {
  id: number;
  order_no: string;
  peer_id: number;
  applicant_id: number;
}

export class InvoiceDesk {
  readonly app: TestApp;
  readonly maker: Client;
  readonly checker: Client;
  readonly orders: OrderDesk;
  constructor(app: TestApp, { maker, checker, orders }: { maker: Client; checker: Client; orders: OrderDesk }) {
    this.app = app;
    this.maker = maker;
    this.checker = checker;
    this.orders = orders;
  }
  static async of(app: TestApp): Promise<InvoiceDesk> {
    const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
    const orders = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
    return new InvoiceDesk(app, { maker: await app.as("finance"), checker: await app.as("admin"), orders });
  }

  /** As the ledger writes it, without a call. */
  post<T>(work: Parameters<typeof asWrite<T>>[3]): Promise<T> {
    return asWrite(this.app.db, principalFor({ worker_id: this.checker.id }), this.app.clock.now(), work);
  }
  /** A peer with this principal and a gift that pays a fifth of a service. */
  async peer(principal: number, gift = 0, more: Parameters<typeof makePeer>[1] = {}): Promise<number> {
    const { id } = await makePeer(this.app.db, more);
    await this.post((ctx) => openPeerAccounts(ctx, id));
    if (principal > 0)
      await this.post((ctx) =>
        postTopUp(ctx, { peer_id: id, amount: principal, way: "wechat", source_noun: "peer_top_up", source_id: 900_000 + ++sources }),
      );
    if (gift > 0)
      await this.post((ctx) =>
        grantGift(ctx, { peer_id: id, amount: gift, expires_on: null, max_order_pct: 20, source: `invoice test ${++sources}` }),
      );
    return id;
  }
  /** JP-TOUR-S of "Must hold" 1: service 41,300 and mission fee 71,500, paid out of the peer's accounts. */
  async tour(peer_id: number): Promise<TourOrder> {
    const made = await this.orders.order({ customer_kind: "peer", peer_id });
    const applicant = await row<{ id: number }>(this.app.db, q`select id from applicants where order_id = ${made.id} order by seq limit 1`);
    const applicant_id = applicant?.id ?? 0;
    const fee_lines = [
      { applicant_id, kind: "service", payable: 41_300 },
      { applicant_id, kind: "embassy", payable: 71_500 },
    ];
    const none = () => Promise.resolve({ limit: 0, blocked: null });
    const { parts } = await quotePayment(this.app.db, { peer_id, fee_lines, amount: 112_800 }, this.app.clock.now(), none);
    await this.post((ctx) =>
      postOrderPayment(ctx, { order_id: made.id, peer_id, source: "order", source_id: made.id, parts, fee_lines }, none),
    );
    await rows(
      this.app.db,
      q`update orders set amount_total = 112800, amount_payable = 112800, amount_paid = 112800, pay_status = 'paid', order_status = 'processing' where id = ${made.id}`,
    );
    const { order } = await this.orders.facts(made.id);
    return { id: made.id, order_no: order.order_no, peer_id, applicant_id };
  }
  /** A refund of a person as its slice posts it at the approval. */
  async refund(o: TourOrder, refund_id: number, fees: { service: number; embassy: number }): Promise<void> {
    await this.post((ctx) => postJournal(ctx, refundOf(o, refund_id, fees)));
  }

  ask(o: Pick<TourOrder, "id" | "peer_id">, lines: readonly Omit<Line, "order_id">[], more: Partial<InputOf<"invoice_add">> = {}) {
    return this.maker.call(
      "invoice_add",
      keyed({
        peer_id: o.peer_id,
        title: TITLE,
        kind: "normal" as const,
        email: "fapiao@example.com",
        mobile: "13900001234",
        remark: "",
        lines: lines.map((l) => ({ ...l, order_id: o.id })),
        ...more,
      }),
    );
  }
  get(id: number) {
    return this.maker.call("invoice_get", { id });
  }
  async seen(id: number): Promise<{ id: number; version: number }> {
    return { id, version: (await this.get(id)).version };
  }
  async approve(id: number): Promise<void> {
    await this.checker.call("invoice_approve", keyed(await this.seen(id)));
  }
  async start(id: number): Promise<number | null> {
    return (await this.maker.call("invoice_issue_start", { rows: [await this.seen(id)] })).sheet_id;
  }
  number(): string {
    return String(24_310_000_000_000_000_000n + BigInt(++numbers));
  }
  async issuedBody(id: number, by: Client = this.maker): Promise<InputOf<"invoice_issued">> {
    const files = [await ownFile(this.app.db, by.id, this.app.clock.now())];
    return keyed({ ...(await this.seen(id)), invoice_no: this.number(), issued_on: this.orders.today(), files });
  }
  /** Passed, in work and registered. */
  async issue(id: number): Promise<void> {
    await this.approve(id);
    await this.start(id);
    await this.maker.call("invoice_issued", await this.issuedBody(id));
  }
}

export const refundOf = (o: Pick<TourOrder, "id" | "applicant_id">, refund_id: number, fees: { service: number; embassy: number }) => {
  const keys = { order_id: o.id, applicant_id: o.applicant_id, refund_id };
  return {
    kind: "refund_approved" as const,
    source_noun: "refund",
    source_id: refund_id,
    lines: [
      { account: { code: "order_deferred" as const }, amount: fees.service, ...keys, fee_kind: "service" },
      { account: { code: "embassy_trust" as const }, amount: fees.embassy, ...keys, fee_kind: "embassy" },
      { account: { code: "refund_due" as const }, amount: -fees.service - fees.embassy, ...keys },
    ],
  };
};
