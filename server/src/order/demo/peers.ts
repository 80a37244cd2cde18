/** Peers of the demo orders: who orders when, at which price, and out of which account. */
import { blockText } from "@visadesk/contract/peer/peer/blocks.rules.ts";
import type { LevelCode } from "@visadesk/contract/peer/level/level.words.ts";
import type { Db, Tx } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";
import { openPeerAccounts } from "../../ledger/index.ts";
import { blocksOf, priceContext, type PriceContext } from "../../peer/index.ts";
import { peerBuyer, type Buyer } from "../../product/index.ts";
import { Wallet, unpaidSince, type Books } from "./wallet.ts";
import type { DemoSku } from "./world.ts";

const DAY = 86_400_000;
/** How much more peers of a level order. */
const WEIGHTS: Readonly<Record<LevelCode, number>> = { V1: 1.5, V2: 6, V3: 16, V4: 50, V5: 120 };
const TRIES = 12;
/** Days since which a bill is unpaid: it still orders, its credit rests, it is frozen. */
const OVERDUE = [3, 13, 41] as const;
/** Of every so many peers one went silent, one is lost, one was given money; of the large ones one orders much less than it did, of those on credit one owes too long. */
const EVERY = { silent: 9, lost: 11, falling: 3, overdue: 8, gift: 8 } as const;

interface Stored {
  id: number;
  business_kind: string;
  level_id: LevelCode;
  bd_owner_id: number | null;
  cs_owner_id: number | null;
  settle_mode: "prepaid" | "credit" | "cash";
  credit_days: number;
  limit: number;
  approved_at: string;
}
export interface DemoPeer extends Stored {
  customer_kind: "peer" | "corporate";
  buyer: Buyer;
  wallet: Wallet;
}
interface Known extends DemoPeer {
  context: PriceContext;
  from: number;
  /** Its last order lies before. */
  until: number;
  /** Of its orders in the last two weeks so many come, of ten. */
  lately: number;
  due: string | null;
}

export class DemoPeers {
  private readonly list: readonly Known[];
  private readonly books: Books;
  private readonly total: number;
  private day = "";
  private constructor(list: readonly Known[], books: Books) {
    this.list = list;
    this.books = books;
    this.total = list.reduce((sum, p) => sum + WEIGHTS[p.level_id], 0);
  }

  /** Of whoever is with us; none where no peers were made. */
  static async of(db: Db, books: Omit<Books, "clerk">): Promise<DemoPeers> {
    const { now } = books;
    const stored = await rows<Stored>(
      db,
      q`
      select id, business_kind, level_id, bd_owner_id, cs_owner_id, settle_mode, credit_days, approved_at,
        credit_limit + case when temp_until >= ${dayOf(now)}::date then temp_limit else 0 end as "limit"
      from peers where peer_status = 'active' order by id`,
    );
    const clerk = await row<{ id: number }>(db, q`select id from workers where account = 'finance'`);
    const of = { ...books, clerk: clerk?.id ?? null };
    const blocks = await blocksOf(
      db,
      stored.map((p) => p.id),
      now,
    );
    const list: Known[] = [];
    const seen = { credit: 0, large: 0 };
    for (const [n, p] of stored.entries()) {
      const credit = p.settle_mode === "credit" ? seen.credit++ : null;
      const large = p.level_id >= "V4" ? seen.large++ : null;
      const isDebtor = credit !== null && credit % EVERY.overdue === 3;
      list.push(
        knownOf(n, p, await priceContext(db, p.id), of, {
          frozen: blockText(blocks.get(p.id) ?? [], "order") !== null,
          overdue: isDebtor ? (OVERDUE[Math.floor(credit / EVERY.overdue) % OVERDUE.length] ?? null) : null,
          falling: large !== null && large % EVERY.falling === 1,
        }),
      );
    }
    return new DemoPeers(list, of);
  }

  get buyers(): Buyer[] {
    return this.list.map((p) => p.buyer);
  }

  /** Whoever orders this product at that time; null: a customer of our own. A third of the orders are those of peers. */
  pick(at: Date, sku: DemoSku): DemoPeer | null {
    const { random: r, now } = this.books;
    if (this.list.length === 0 || !r.chance(0.36)) return null;
    for (let i = 0; i < TRIES; i++) {
      const p = this.drawn();
      const isNear = now.getTime() - at.getTime() < 14 * DAY;
      if (at.getTime() >= p.from && at.getTime() < p.until && sees(p.context, sku) && (!isNear || r.int(1, 10) <= p.lately)) return p;
    }
    return null;
  }
  private drawn(): Known {
    let left = this.books.random.next() * this.total;
    for (const p of this.list) if ((left -= WEIGHTS[p.level_id]) < 0) return p;
    return this.books.random.pick(this.list);
  }

  /** Once for each day: bills are paid on it. */
  advance(at: Date): void {
    const day = dayOf(at);
    if (day === this.day) return;
    this.day = day;
    for (const p of this.list) p.wallet.advance(at);
  }

  /** What came back to them until then is booked, before journals up to it are. */
  settle(until: Date): void {
    for (const p of this.list) p.wallet.settle(until);
  }

  /** What is unpaid too long, and money given to some this morning. */
  end(): void {
    const { bulk, ledger, random: r, now } = this.books;
    this.settle(now);
    const at = new Date(now.getTime() - DAY / 8);
    for (const [n, p] of this.list.entries()) {
      if (p.due !== null) ledger.overdue(p.id, p.due);
      if (n % EVERY.gift !== 3) continue;
      const amount = r.int(1, 10) * 10_000;
      const id = bulk.id("gift_lots");
      const expires_on = dayOf(now, r.int(20, 90));
      const lot = { id, peer_id: p.id, amount, remaining: amount, max_order_pct: 20 };
      bulk.add("gift_lots", { ...lot, source: `season:${p.id}`, expires_on, created_at: at.toISOString() });
      ledger.granted(lot, { at, by: null });
    }
  }
  /** Who never ordered has accounts too. */
  async finish(tx: Tx): Promise<void> {
    if (this.list.length > 0) await openPeerAccounts({ db: tx }, ...this.list.map((p) => p.id));
  }
}

interface Trouble {
  /** Something forbids its orders. */
  frozen: boolean;
  /** Days since which its bill is unpaid. */
  overdue: number | null;
  /** Orders much less of late. */
  falling: boolean;
}
/** The course of peer number `n`, the oldest first. */
function knownOf(n: number, p: Stored, context: PriceContext, books: Books, { frozen, overdue, falling }: Trouble): Known {
  const { random: r, now } = books;
  const unpaid = overdue === null ? null : unpaidSince(now, overdue, p.credit_days);
  const rested =
    n % EVERY.lost === 5 ? r.int(95, 260) : n % EVERY.silent === 4 ? r.int(33, 85) : frozen || overdue === 41 ? r.int(12, 20) : 0;
  return {
    ...p,
    context,
    customer_kind: p.business_kind === "corporate" ? "corporate" : "peer",
    buyer: peerBuyer(p.id, context),
    wallet: new Wallet(
      {
        ...p,
        stops_paying: unpaid?.stops ?? null,
        credit_stops: overdue === null ? null : new Date(now.getTime() - Math.max(0, overdue - 7) * DAY),
      },
      books,
    ),
    from: Date.parse(p.approved_at),
    until: now.getTime() - (overdue === null ? rested : Math.min(rested, 20)) * DAY,
    lately: falling ? 3 : 10,
    due: unpaid?.due ?? null,
  };
}

const sees = ({ allow_country_ids, visible }: PriceContext, { sku_id, body }: DemoSku): boolean =>
  (allow_country_ids.length === 0 || allow_country_ids.includes(body.country_id)) &&
  (visible.mode === "all" || visible.sku_ids.includes(sku_id) === (visible.mode === "only"));
