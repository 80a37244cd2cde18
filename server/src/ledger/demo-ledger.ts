/** The books of the demo business: the postings of real orders, kept in hand and written many at once. */
import type { Tx } from "#kit/db/db.ts";
import { numberOf } from "#kit/db/numbers.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import type { Tables } from "#kit/db/tables.gen.ts";
import { giftPosting } from "./gift-lot.ts";
import {
  accountRow,
  entryOf,
  isPeerAccount,
  journalRow,
  keyOf,
  lineRows,
  reversalPosting,
  type Account,
  type AccountCode,
  type Entry,
  type Posting,
} from "./ledger.rules.ts";
import {
  adjustmentPosting,
  costPosting,
  costStep,
  paymentPosting,
  revenuePosting,
  sourceOf,
  type Bearer,
  type Held,
  type OrderPayment,
  type Owed,
  type Revenue,
} from "./order-money.rules.ts";
import { repayPosting, topUpPosting, type MoneyIn } from "./peer-money.ts";
import { claimPosting, refundPaidPosting, refundPosting, type PayBack } from "./refund.rules.ts";

/** Where rows wait to be written. */
export interface RowSink {
  id(table: keyof Tables): number;
  add(table: keyof Tables, values: Readonly<Record<string, unknown>>): void;
}
/** When it happened, and who did it; null for the customer and the system. */
export interface Act {
  at: Date;
  by: number | null;
}
type Way = Parameters<typeof refundPaidPosting>[1];
interface Waiting {
  id: number;
  entry: Entry;
  act: Act;
}

export class DemoLedger {
  private readonly sink: RowSink;
  private readonly accounts: Map<string, Account>;
  private number: number;
  private waiting: Waiting[] = [];
  /** Oldest unpaid due days, by peer. */
  private readonly due = new Map<number, string>();
  /** Costs of a person that stand, by applicant. */
  private readonly costs = new Map<number, { id: number; entry: Entry }[]>();
  /** What the lines in hand say: by account and bearer the fee kinds, by event and source how often. */
  private readonly held = new Map<string, Map<string, number>>();
  private readonly counts = new Map<string, number>();
  private constructor(sink: RowSink, accounts: Map<string, Account>, number: number) {
    this.sink = sink;
    this.accounts = accounts;
    this.number = number;
  }

  static async of(tx: Tx, sink: RowSink): Promise<DemoLedger> {
    const known = await tx.selectFrom("ledger_accounts").select(["id", "code", "owner_id", "kind", "is_guarded", "balance"]).execute();
    const accounts = new Map(known.map((a) => [`${a.code}:${a.owner_id}:${a.kind}`, a]));
    const last = await row<{ n: number }>(tx, q`select coalesce(pg_sequence_last_value('number_pz'::regclass), 0)::int8 as n`);
    return new DemoLedger(sink, accounts, last?.n ?? 0);
  }

  paid(p: OrderPayment, act: Act): void {
    this.post(paymentPosting(p), act);
  }
  revenue(r: Revenue, act: Act): void {
    this.post(revenuePosting(r, this.heldBy("order_deferred", r), this.count("revenue", r)), act);
  }
  /** Brings the books to what a person's supplier is owed. */
  owe(c: Owed, reason: string, act: Act): void {
    const open = this.costs.get(c.applicant_id) ?? [];
    const booked = open.flatMap((j) => j.entry.lines.map((l) => ({ ...accountRow(l.account), amount: l.amount })));
    const step = costStep(booked, c);
    if (step.reverse) {
      this.costs.delete(c.applicant_id);
      for (const { id, entry } of open) this.post(reversalPosting(id, entry.lines, reason), act);
    }
    const posted = [
      step.cost && this.post(costPosting(c, this.heldBy("embassy_trust", c), this.count("supplier_cost", c)), act),
      step.difference !== 0 && this.post(adjustmentPosting(c, step.difference, reason, this.count("supplier_cost_adjust", c)), act),
    ];
    for (const j of posted) if (j) this.costs.set(c.applicant_id, [...(this.costs.get(c.applicant_id) ?? []), j]);
  }
  /** A refund that was passed: what it gives back is due. */
  refundDue(r: PayBack, fees: readonly { kind: string; amount: number }[], act: Act): void {
    this.post(
      refundPosting(r, fees, (code) => this.heldBy(code, r), "claim"),
      act,
    );
  }
  /** A claim that was passed. */
  claimDue(r: PayBack, amount: number, act: Act): void {
    this.post(claimPosting(r, amount), act);
  }
  /** One way of either by which money left. */
  refundPaid(r: PayBack, way: Way, act: Act): void {
    this.post(refundPaidPosting(r, way), act);
  }

  /** Money of a peer that came in; answers its journal. */
  toppedUp(m: MoneyIn, act: Act): number | null {
    return this.post(topUpPosting(m), act)?.id ?? null;
  }
  repaid(m: MoneyIn, owed: number, act: Act): number | null {
    return this.post(repayPosting(m, owed), act)?.id ?? null;
  }
  granted(lot: { id: number; peer_id: number; amount: number }, act: Act): void {
    this.post(giftPosting(lot), act);
  }
  /** What it owes has been due since that day. */
  overdue(peerId: number, day: string): void {
    this.due.set(peerId, day);
  }

  private heldBy(code: AccountCode, { order_id, applicant_id }: Bearer): Held {
    return this.held.get(`${code} ${order_id} ${applicant_id}`) ?? new Map();
  }
  private count(kind: Posting["kind"], bearer: Bearer): number {
    const { source_noun, source_id } = sourceOf(bearer);
    return this.counts.get(`${kind} ${source_noun} ${source_id}`) ?? 0;
  }

  private post(posting: Posting, act: Act): { id: number; entry: Entry } | null {
    const entry = entryOf(posting);
    if (!entry) return null;
    const id = this.sink.id("journals");
    this.waiting.push({ id, entry, act });
    const event = `${posting.kind} ${posting.source_noun} ${posting.source_id}`;
    this.counts.set(event, (this.counts.get(event) ?? 0) + 1);
    for (const l of entry.lines) {
      const key = `${l.account.code} ${l.order_id ?? null} ${l.applicant_id ?? null}`;
      const kinds = this.held.get(key) ?? new Map<string, number>();
      kinds.set(l.fee_kind ?? "", (kinds.get(l.fee_kind ?? "") ?? 0) - l.amount);
      this.held.set(key, kinds);
    }
    return { id, entry };
  }

  /**
   * Hands the journals of whole orders over, numbered as they happened. What moves a peer's balance waits until nothing earlier
   * can come any more: its lines tell the balance after each.
   */
  handOver(until: Date): void {
    const all = this.waiting.sort((a, b) => a.act.at.getTime() - b.act.at.getTime());
    const later = (w: Waiting): boolean => w.act.at >= until && w.entry.lines.some((l) => isPeerAccount(l.account.code));
    this.waiting = all.filter(later);
    this.held.clear();
    this.counts.clear();
    this.costs.clear();
    for (const { id, entry, act } of all.filter((w) => !later(w))) {
      const no = numberOf("PZ", act.at, ++this.number);
      this.sink.add("journals", { id, ...journalRow(entry, { no, at: act.at, created_by: act.by, request_id: null }) });
      for (const l of entry.lines) this.open(l.account);
      for (const l of lineRows(id, entry, this.accounts).rows) this.sink.add("journal_lines", l);
    }
  }
  private open(ref: Entry["lines"][number]["account"]): void {
    if (this.accounts.has(keyOf(ref))) return;
    const made = { id: this.sink.id("ledger_accounts"), balance: 0, ...accountRow(ref) };
    this.accounts.set(keyOf(ref), made);
    this.sink.add("ledger_accounts", made);
  }

  /** What peers have and owe; later journals are numbered behind these. */
  async finish(tx: Tx): Promise<void> {
    const guarded = [...this.accounts.values()].filter((a) => a.is_guarded);
    await rows(
      tx,
      q`update ledger_accounts a set balance = x.balance from unnest(${guarded.map((a) => a.id)}::int8[], ${guarded.map((a) => a.balance)}::int8[]) as x(id, balance)
        where a.id = x.id`,
    );
    await rows(
      tx,
      q`update ledger_accounts a set oldest_due_on = x.day from unnest(${[...this.due.keys()]}::int8[], ${[...this.due.values()]}::date[]) as x(owner_id, day)
        where a.code = 'peer_credit' and a.owner_id = x.owner_id and a.balance > 0`,
    );
    await rows(
      tx,
      q`insert into periods (month, created_at, updated_at) select to_char(booked_on, 'YYYY-MM'), min(event_at), min(event_at) from journals group by 1 order by 1 on conflict do nothing`,
    );
    if (this.number > 0) await rows(tx, q`select setval('number_pz', ${this.number})`);
  }
}
