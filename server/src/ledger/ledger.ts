/** Posting: the one function that inserts journals. Order rows are locked by the caller before it is called. */
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { creditFault } from "@visadesk/contract/peer/peer/credit.rules.ts";
import type { Ctx } from "#kit/call/context.ts";
import { nextNumber } from "#kit/db/numbers.ts";
import { keysOf } from "#kit/files/objects.ts";
import { HttpError, refuse } from "#kit/http/refuse.ts";
import {
  accountRow,
  ACCOUNTS,
  entryOf,
  journalRow,
  keyOf,
  lineRows,
  naturalDelta,
  reversalPosting,
  type Account,
  type AccountRef,
  type Entry,
  type MirrorOf,
  type Posting,
} from "./ledger.rules.ts";
import { lockPeriod } from "./period.ts";
import { ledgerPorts, type CreditOf } from "./ports.ts";

const yuan = (cents: number): string => (cents / 100).toFixed(2);
interface HeldAccount extends Account {
  /** Of credit alone: the oldest unpaid due day. */
  oldest_due_on: string | null;
}

/**
 * Posts one balanced journal and answers its id; null when the event is worth 0. The same event again answers the first journal.
 * What charges a peer's credit hands in who knows its limit.
 */
export async function postJournal(ctx: Ctx, posting: Posting, creditOf?: CreditOf): Promise<number | null> {
  const entry = entryOf(posting);
  if (!entry) return null;
  const first = await sameEvent(ctx, entry);
  if (first !== null) return first;
  await lockPeriod(ctx, posting.booked_on ?? shanghaiDate(ctx.now));
  const accounts = await lockAccounts(ctx, entry);
  await guardCredit(ctx, entry, accounts, creditOf);
  const journal = await ctx.db
    .insertInto("journals")
    .values(
      journalRow(entry, {
        no: await nextNumber(ctx.db, "PZ", ctx.now),
        at: ctx.now,
        created_by: ctx.principal?.worker_id ?? null,
        request_id: ctx.request_id || null,
      }),
    )
    .onConflict((c) => c.column("idempotency_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!journal) return sameEvent(ctx, entry);
  await insertLines(ctx, journal.id, entry, accounts);
  for (const peer of easedPeers(entry)) await ledgerPorts().creditMoved(ctx, peer);
  return journal.id;
}

/** Peers that owe less by it, or whose repayment it takes back; a charge alone settles nothing. */
const easedPeers = ({ posting, lines }: Entry): Set<number> =>
  new Set(
    lines
      .filter((l) => l.account.code === "peer_credit" && (l.amount < 0 || posting.reversal_of !== undefined))
      .map((l) => l.account.owner_id ?? 0),
  );

/** The journal of an event that was posted already. */
export async function postedBefore(ctx: Ctx, posting: Posting): Promise<number | null> {
  const entry = entryOf(posting);
  return entry && sameEvent(ctx, entry);
}
async function sameEvent(ctx: Ctx, { idempotency_key: key, lines_hash: hash }: Entry): Promise<number | null> {
  const known = await ctx.db.selectFrom("journals").select(["id", "lines_hash"]).where("idempotency_key", "=", key).executeTakeFirst();
  if (!known) return null;
  if (known.lines_hash !== hash) throw new HttpError(409, TEXTS.key_reused);
  return known.id;
}

/**
 * Account rows by key, guarded ones locked in id order. What is missing is made behind those locks: whoever waits for an account
 * that another makes at the same time holds nothing that the other still needs.
 */
async function lockAccounts(ctx: Ctx, { lines }: Entry): Promise<Map<string, HeldAccount>> {
  const refs = new Map(lines.map((l) => [keyOf(l.account), l.account]));
  const sorted = [...refs].toSorted(([a], [b]) => a.localeCompare(b));
  const accounts = new Map<string, HeldAccount>();
  for (const [key, ref] of sorted) {
    const known = await storedAccount(ctx, ref);
    if (known) accounts.set(key, known);
  }
  await holdGuarded(ctx, accounts);
  const missing = sorted.filter(([key]) => !accounts.has(key));
  if (missing.length === 0) return accounts;
  const made = new Map<string, HeldAccount>();
  for (const [key, ref] of missing) made.set(key, await madeAccount(ctx, ref));
  await holdGuarded(ctx, made);
  return new Map([...accounts, ...made]);
}

/** Their rows as they stand once they are held. */
async function holdGuarded(ctx: Ctx, accounts: Map<string, HeldAccount>): Promise<void> {
  const guarded = [...accounts.values()].filter((a) => a.is_guarded).map((a) => a.id);
  if (guarded.length === 0) return;
  const locked = await ctx.db
    .selectFrom("ledger_accounts")
    .select(["id", "is_guarded", "balance", "oldest_due_on"])
    .where("id", "in", guarded)
    .orderBy("id")
    .forUpdate()
    .execute();
  const byId = new Map(locked.map((a) => [a.id, a]));
  for (const [key, a] of accounts) accounts.set(key, byId.get(a.id) ?? a);
}

const storedAccount = (ctx: Ctx, ref: AccountRef): Promise<HeldAccount | undefined> => {
  const { code, owner_id, kind } = accountRow(ref);
  return ctx.db
    .selectFrom("ledger_accounts")
    .select(["id", "is_guarded", "balance", "oldest_due_on"])
    .where("code", "=", code)
    .where("owner_id", "=", owner_id)
    .where("kind", "=", kind)
    .executeTakeFirst();
};

async function madeAccount(ctx: Ctx, ref: AccountRef): Promise<HeldAccount> {
  await ctx.db
    .insertInto("ledger_accounts")
    .values(accountRow(ref))
    .onConflict((c) => c.columns(["code", "owner_id", "kind"]).doNothing())
    .execute();
  const made = await storedAccount(ctx, ref);
  if (!made) throw new Error(`account ${keyOf(ref)} is missing`);
  return made;
}

/** What is owed grows up to the limit of this instant and no further; taking a journal back is no charge. */
async function guardCredit(ctx: Ctx, { posting, lines }: Entry, accounts: Map<string, HeldAccount>, creditOf?: CreditOf): Promise<void> {
  if (posting.reversal_of !== undefined) return;
  const charges = new Map<string, { ref: AccountRef; amount: number }>();
  for (const { account: ref, amount } of lines) {
    if (ref.code !== "peer_credit") continue;
    charges.set(keyOf(ref), { ref, amount: (charges.get(keyOf(ref))?.amount ?? 0) + naturalDelta(ref.code, amount) });
  }
  for (const [key, { ref, amount }] of charges) {
    if (amount <= 0) continue;
    if (!creditOf) throw new Error(`${posting.kind} charges credit without asking for its limit`);
    const held = accounts.get(key);
    const line = await creditOf(ctx.db, ref.owner_id ?? 0, ctx.now, held?.oldest_due_on ?? null);
    const fault = line.blocked ?? creditFault(line.limit - (held?.balance ?? 0), amount);
    if (fault !== null) refuse("insufficient_balance", fault);
  }
}

async function insertLines(ctx: Ctx, journalId: number, entry: Entry, accounts: Map<string, HeldAccount>): Promise<void> {
  const { rows, balances } = lineRows(journalId, entry, accounts);
  for (const [id, balance] of balances) {
    if (balance < 0) refuse("insufficient_balance", `余额不足，还差 ¥${yuan(-balance)}`);
    // Who owes nothing has nothing due.
    const set = balance === 0 ? { balance, oldest_due_on: null } : { balance };
    await ctx.db.updateTable("ledger_accounts").set(set).where("id", "=", id).execute();
  }
  for (const { account, amount, gift_lot_id } of entry.lines) {
    if (!gift_lot_id) continue;
    const change = naturalDelta(account.code, amount);
    await ctx.db
      .updateTable("gift_lots")
      .set((e) => ({ remaining: e("remaining", "+", change) }))
      .where("id", "=", gift_lot_id)
      .execute();
  }
  await ctx.db.insertInto("journal_lines").values(rows).execute();
}

/** Mirrors a journal, once: a second reversal posts nothing. The mirror is booked today, or on the open day that is named. */
export async function reverseJournal(ctx: Ctx, journalId: number, reason: string, booked_on?: string): Promise<number | null> {
  return postJournal(ctx, { ...(await mirrorOf(ctx, journalId, reason)), ...(booked_on !== undefined && { booked_on }) });
}
/** The same under the name a paper has for it: a withdrawal that is returned, a payment the bank sent back. */
export const mirrorJournal = async (ctx: Ctx, journalId: number, reason: string, as: MirrorOf): Promise<number | null> =>
  postJournal(ctx, await mirrorOf(ctx, journalId, reason, as));

async function mirrorOf(ctx: Ctx, journalId: number, reason: string, as?: MirrorOf): Promise<Posting> {
  const journal = await ctx.db
    .selectFrom("journals")
    .select(["id", "source_noun", "source_id"])
    .where("id", "=", journalId)
    .executeTakeFirstOrThrow();
  const lines = await ctx.db
    .selectFrom("journal_lines as l")
    .innerJoin("ledger_accounts as a", "a.id", "l.account_id")
    .select(["a.code", "a.owner_id", "a.kind", "l.amount", "l.order_id", "l.applicant_id", "l.refund_id", "l.fee_kind", "l.gift_lot_id"])
    .where("l.journal_id", "=", journalId)
    .orderBy("l.id")
    .execute();
  const mirrored = lines.map(({ code, owner_id, kind, ...l }) => ({ ...l, account: { code: accountCode(code), owner_id, kind } }));
  return reversalPosting(journalId, journal, mirrored, reason, as);
}

/** The code of a stored account. */
export function accountCode(code: string): AccountRef["code"] {
  for (const known of keysOf(ACCOUNTS)) if (known === code) return known;
  throw new Error(`unknown account ${code}`);
}
