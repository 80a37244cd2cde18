/**
 * Money events as they come, each told by its number alone: peers, amounts, orders and keys follow from it, so that an event whose
 * answer was lost is said again as it was.
 */
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { HttpError, Refusal } from "#kit/http/refuse.ts";
import {
  expiredGifts,
  expireGift,
  grantGift,
  lockPeer,
  postJournal,
  postLatePayment,
  postOrderPayment,
  postRefund,
  postRefundPaid,
  postRepay,
  postRevenue,
  postTopUp,
  postWithdrawFrozen,
  postWithdrawPaid,
  postWithdrawReturned,
  quotePayment,
  reverseJournal,
  settleCosts,
  undoRevenue,
  type CreditOf,
} from "../../ledger/index.ts";
import { asWrite } from "../ctx.ts";

export const LOAD_NOW = new Date("2026-11-20T02:00:00.000Z");
/** A day of a month that is closed before the load begins, and one of a month that is open. */
export const CLOSED_DAY = "2026-09-10";
const OPEN_DAY = "2026-10-10";
const ORDERS = 1_000;
const CREDIT: CreditOf = () => Promise.resolve({ limit: 50_000, blocked: null });
/** How far back an event looks for another it goes on from. */
const NEAR = 400;

/** The journal it became; `null`: nothing to do, `refused`: the books said no, `known`: it stands, said otherwise. */
export type Answer = number | null | "refused" | "known";
interface Event {
  db: Db;
  n: number;
  peer: number;
  amount: number;
  /** An earlier event. */
  before: number;
  order: number;
}

/** The same numbers for the same event, whoever asks. */
function dice(n: number): (sides: number) => number {
  let state = (n * 2_654_435_761 + 97) >>> 0;
  return (sides) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % sides;
  };
}

const write = <T>({ db }: Event, work: (ctx: Ctx) => Promise<T>): Promise<T> => asWrite(db, null, LOAD_NOW, work);
/** Whoever posts for an order holds it. */
const held = <T>(e: Event, order: number, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  write(e, async (ctx) => {
    await rows(ctx.db, q`select pg_advisory_xact_lock(${order})`);
    return work(ctx);
  });
const journalOf = async (db: Db, key: string): Promise<number | undefined> =>
  (await row<{ id: number }>(db, q`select id from journals where idempotency_key = ${key}`))?.id;

async function pay(e: Event, isDirect: boolean): Promise<Answer> {
  const order = ORDERS + e.n;
  const fee_lines = [
    { applicant_id: order, kind: "service", payable: e.amount },
    { applicant_id: order, kind: "embassy", payable: 700 },
  ];
  const amount = e.amount + 700;
  const parts = isDirect
    ? [{ method: "wechat" as const, amount }]
    : (await quotePayment(e.db, { peer_id: e.peer, fee_lines, amount }, LOAD_NOW, CREDIT)).parts;
  const payment = { order_id: order, peer_id: isDirect ? null : e.peer, source: "order" as const, source_id: order, parts, fee_lines };
  return held(e, order, (ctx) => postOrderPayment(ctx, payment, CREDIT));
}
const topUp = (e: Event): Promise<Answer> =>
  write(e, (ctx) => postTopUp(ctx, { peer_id: e.peer, amount: e.amount, way: "wechat", source_noun: "load", source_id: e.n }));
async function grant(e: Event): Promise<Answer> {
  const expires_on = e.n % 2 === 0 ? "2026-11-19" : "2026-12-31";
  await write(e, (ctx) => grantGift(ctx, { peer_id: e.peer, amount: e.amount, expires_on, max_order_pct: 20, source: `load ${e.n}` }));
  return null;
}
async function expire(e: Event): Promise<Answer> {
  for (const lot of (await expiredGifts(e.db, "2026-11-20")).filter((l) => l.peer_id === e.peer).slice(0, 3))
    await write(e, (ctx) => expireGift(ctx, lot));
  return null;
}
const freeze = (e: Event): Promise<Answer> =>
  write(e, async (ctx) => {
    const { gift } = await lockPeer(ctx, e.peer);
    return postWithdrawFrozen(ctx, {
      withdrawal_id: e.n,
      peer_id: e.peer,
      amount: e.amount,
      gift_back: Math.min(gift, Math.floor(e.amount / 5)),
    });
  });
/** Half of them are paid, the others go back. */
async function endWithdrawal(e: Event): Promise<Answer> {
  const journal_id = await journalOf(e.db, `withdraw_frozen:withdrawal:${e.before}:0`);
  if (journal_id === undefined) return null;
  const of = await row<{ owner_id: number; amount: number }>(
    e.db,
    q`select a.owner_id, -l.amount as amount from journal_lines l join ledger_accounts a on a.id = l.account_id
      where l.journal_id = ${journal_id} and a.code = 'peer_frozen'`,
  );
  if (!of) return null;
  const withdrawal = { withdrawal_id: e.before, peer_id: of.owner_id, amount: of.amount, fee: 5 };
  return write(e, (ctx) =>
    e.before % 2 === 0
      ? postWithdrawPaid(ctx, withdrawal, { company_account_id: 4, bank_fee: 3, seq: 0 })
      : postWithdrawReturned(ctx, { withdrawal_id: e.before, journal_id }, "退回"),
  );
}
const repay = (e: Event): Promise<Answer> =>
  write(e, (ctx) => postRepay(ctx, { peer_id: e.peer, amount: e.amount, way: "bank", source_noun: "load_repay", source_id: e.n }));
const service = (order: number) => ({ order_id: order, applicant_id: order, kinds: ["service"] });
const earn = (e: Event): Promise<Answer> => held(e, e.order, (ctx) => postRevenue(ctx, service(e.order)));
async function unearn(e: Event): Promise<Answer> {
  await held(e, e.order, (ctx) => undoRevenue(ctx, service(e.order), "回退"));
  return null;
}
async function settle(e: Event): Promise<Answer> {
  const owed = { order_id: e.order, applicant_id: e.order, supplier_id: 5, price: e.n % 4 === 0 ? 0 : e.amount, embassy_part: 700 };
  await held(e, e.order, (ctx) => settleCosts(ctx, [owed], "结算"));
  return null;
}
const refund = (e: Event): Promise<Answer> =>
  held(e, e.order, (ctx) =>
    postRefund(ctx, {
      refund_id: e.n,
      order_id: e.order,
      applicant_id: e.order,
      lines: [
        { kind: "service", amount: e.amount },
        { kind: "embassy", amount: 700 },
      ],
      beyond: "compensation",
    }),
  );
const late = (e: Event): Promise<Answer> =>
  write(e, (ctx) =>
    postLatePayment(ctx, { refund_id: e.n, order_id: e.order, applicant_id: null }, [{ method: "alipay", amount: e.amount }]),
  );
/** What is due leaves once, whole. */
async function payBack(e: Event): Promise<Answer> {
  const due = await row<{ order_id: number; applicant_id: number | null; n: number }>(
    e.db,
    q`select l.order_id, l.applicant_id, -l.amount as n from journal_lines l join ledger_accounts a on a.id = l.account_id
      where l.refund_id = ${e.before} and a.code = 'refund_due' and l.amount < 0`,
  );
  if (!due) return null;
  const part = { refund_id: e.before, order_id: due.order_id, applicant_id: due.applicant_id, amount: due.n };
  const [method, peer_id] = e.before % 3 === 0 ? (["principal", e.peer] as const) : (["wechat", null] as const);
  return held(e, due.order_id, (ctx) => postRefundPaid(ctx, { ...part, seq: 0, method, peer_id }));
}
async function reverse(e: Event): Promise<Answer> {
  const topped = await journalOf(e.db, `top_up_online:load:${e.before}:0`);
  return topped === undefined ? null : write(e, (ctx) => reverseJournal(ctx, topped, "录错"));
}
const dated = (e: Event, booked_on: string): Promise<Answer> =>
  write(e, (ctx) =>
    postJournal(ctx, {
      kind: "bank_item",
      source_noun: "load",
      source_id: e.n,
      booked_on,
      lines: [
        { account: { code: "cash", owner_id: 4 }, amount: e.amount },
        { account: { code: "other_income", kind: "interest" }, amount: -e.amount },
      ],
    }),
  );
async function twice(e: Event): Promise<Answer> {
  const [first, second] = await Promise.all([topUp(e), topUp(e)]);
  if (first !== second) throw new Error(`said twice at once it became ${first} and ${second}`);
  return first ?? null;
}
async function intoClosed(e: Event): Promise<Answer> {
  await dated(e, CLOSED_DAY);
  throw new Error("posted into a closed month");
}

/** How often of a hundred. */
const KINDS: readonly (readonly [number, (e: Event) => Promise<Answer>])[] = [
  [26, (e) => pay(e, false)],
  [10, (e) => pay(e, true)],
  [10, topUp],
  [5, grant],
  [2, expire],
  [5, freeze],
  [5, endWithdrawal],
  [5, repay],
  [7, earn],
  [6, settle],
  [4, unearn],
  [5, refund],
  [4, payBack],
  [1, late],
  [2, reverse],
  [1, intoClosed],
  [1, (e) => dated(e, OPEN_DAY)],
  [1, twice],
];

/** Lets event `n` happen, as often as it is asked for. */
export async function happen(db: Db, peers: readonly number[], n: number): Promise<Answer> {
  const roll = dice(n);
  let left = roll(100);
  const act = KINDS.find(([share]) => (left -= share) < 0)?.[1] ?? topUp;
  const before = Math.max(0, n - 1 - roll(NEAR));
  const e: Event = { db, n, peer: peers[roll(peers.length)] ?? 0, amount: 1_000 + roll(30_000), before, order: ORDERS + before };
  try {
    return await act(e);
  } catch (fault) {
    if (fault instanceof Refusal) return "refused";
    if (fault instanceof HttpError && fault.message.includes(TEXTS.key_reused)) return "known";
    throw fault;
  }
}
