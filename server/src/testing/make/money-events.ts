/** Money events as they come, in any order, upon a few peers and orders: for proofs over books that nobody arranged. */
import type { Principal } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import {
  expiredGifts,
  expireGift,
  grantGift,
  postJournal,
  postOrderPayment,
  postRepay,
  postRevenue,
  postTopUp,
  quotePayment,
  settleCosts,
  undoRevenue,
  type CreditOf,
} from "../../ledger/index.ts";
import { asWrite } from "../ctx.ts";

const limit: CreditOf = () => Promise.resolve({ limit: 50_000, blocked: null });
const ORDERS_FROM = 1_000;
type Act = () => Promise<unknown>;
interface EventsOf {
  db: Db;
  me: Principal;
  peers: readonly number[];
  /** When the event with this place happens. */
  at: (place: number) => Date;
  seed: number;
  count: number;
}
/** Why an event of these may be refused. */
export const EVENT_REFUSALS = /还差 ¥|账户余额已变化|余额不足|重复提交的内容不一致|与应付不一致/;

/** What happens to one peer and one order at an instant. */
class Event {
  readonly #of: EventsOf;
  readonly #now: Date;
  constructor(of: EventsOf, place: number) {
    this.#of = of;
    this.#now = of.at(place);
  }
  write<T>(work: Parameters<typeof asWrite<T>>[3]): Promise<T> {
    return asWrite(this.#of.db, this.#of.me, this.#now, work);
  }
  /** Whoever posts for an order holds it. */
  held<T>(order: number, work: Parameters<typeof asWrite<T>>[3]): Promise<T> {
    return this.write(async (ctx) => {
      await rows(ctx.db, q`select pg_advisory_xact_lock(${order})`);
      return work(ctx);
    });
  }
  async pay(id: number, order: number, amount: number): Promise<void> {
    const fee_lines = [
      { applicant_id: order, kind: "service", payable: amount },
      { applicant_id: order, kind: "embassy", payable: 700 },
    ];
    const quote = await quotePayment(this.#of.db, { peer_id: id, fee_lines, amount: amount + 700 }, this.#now, limit);
    const payment = { order_id: order, peer_id: id, source: "order" as const, source_id: order, parts: quote.parts, fee_lines };
    await this.held(order, (ctx) => postOrderPayment(ctx, payment, limit));
  }
  freeze(id: number, source_id: number, amount: number): Promise<unknown> {
    return this.write(async (ctx) => {
      await postJournal(ctx, {
        kind: "withdraw_frozen",
        source_noun: "withdrawal",
        source_id,
        lines: [
          { account: { code: "peer_principal", owner_id: id }, amount },
          { account: { code: "peer_frozen", owner_id: id }, amount: -amount },
        ],
      });
      await rows(
        ctx.db,
        q`insert into withdrawals (withdrawal_no, peer_id, amount, fee, gift_back, payee_name, payee_bank, created_at, updated_at)
          values (${`TX${source_id}`}, ${id}, ${amount}, 0, 0, '某旅行社', '中国银行', ${ctx.now}, ${ctx.now})`,
      );
    });
  }
  async expire(): Promise<void> {
    for (const lot of await expiredGifts(this.#of.db, "2026-11-20")) await this.write((ctx) => expireGift(ctx, lot));
  }
}

export function moneyEvents(of: EventsOf): Act[] {
  const { peers, seed, count } = of;
  let state = seed;
  const random = (n: number): number => (state = (state * 16_807) % 2_147_483_647) % n;
  return Array.from({ length: count }, (_, i): Act => {
    const e = new Event(of, i);
    const id = peers[random(peers.length)] ?? 0;
    const amount = 1_000 + random(30_000);
    const key = seed * 100_000 + i;
    const order = ORDERS_FROM + seed * 2_000 + random(count);
    const kind = random(12);
    const earned = { order_id: order, applicant_id: order, kinds: ["service"] };
    if (kind < 4) return () => e.pay(id, order, amount);
    if (kind < 5)
      return () => e.write((ctx) => postTopUp(ctx, { peer_id: id, amount, way: "wechat", source_noun: "proof", source_id: key }));
    if (kind < 6)
      return () =>
        e.write((ctx) => grantGift(ctx, { peer_id: id, amount, expires_on: "2026-11-19", max_order_pct: 20, source: `proof ${key}` }));
    if (kind < 7) return () => e.expire();
    if (kind < 8) return () => e.freeze(id, key, amount);
    if (kind < 9)
      return () => e.write((ctx) => postRepay(ctx, { peer_id: id, amount, way: "bank", source_noun: "proof_repay", source_id: key }));
    if (kind < 10) return () => e.held(order, (ctx) => postRevenue(ctx, earned));
    if (kind < 11)
      return () =>
        e.held(order, (ctx) =>
          settleCosts(ctx, [{ order_id: order, applicant_id: order, supplier_id: 5, price: amount, embassy_part: 700 }], "结算"),
        );
    return () => e.held(order, (ctx) => undoRevenue(ctx, earned, "回退"));
  });
}
