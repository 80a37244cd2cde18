/** Posting: the one function that inserts journals. Order rows are locked by the caller before it is called. */
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { creditFault } from "@visadesk/contract/peer/peer/credit.rules.ts";
import type { Ctx } from "#kit/call/context.ts";
import { numberSql } from "#kit/db/numbers.ts";
import { hot, q, row, rows } from "#kit/db/sql.ts";
import { keysOf } from "#kit/files/objects.ts";
import { HttpError, refuse } from "#kit/http/refuse.ts";
import {
  accountRow,
  ACCOUNTS,
  entryOf,
  eventKey,
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
  return entry && ((await sameEvent(ctx, entry)) ?? postEntry(ctx, entry, creditOf));
}
/** The same for who has asked already whether it was posted. */
export async function postNew(ctx: Ctx, posting: Posting, creditOf?: CreditOf): Promise<number | null> {
  const entry = entryOf(posting);
  return entry && postEntry(ctx, entry, creditOf);
}
async function postEntry(ctx: Ctx, entry: Entry, creditOf?: CreditOf): Promise<number | null> {
  await lockPeriod(ctx, entry.posting.booked_on ?? shanghaiDate(ctx.now));
  const accounts = await lockAccounts(ctx, entry);
  await guardCredit(ctx, entry, accounts, creditOf);
  const id = await writeEntry(ctx, entry, accounts);
  if (id === null) return sameEvent(ctx, entry);
  for (const peer of easedPeers(entry)) await ledgerPorts().creditMoved(ctx, peer);
  return id;
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
/**
 * The same where a posting is made of what stands at its moment, and another moment would say other lines: its key tells the event,
 * what it moved on one account whether it is the same. Asked once nothing else can post it.
 */
export async function postedOf(ctx: Ctx, event: Omit<Posting, "lines">, code: AccountRef["code"], worth: number): Promise<number | null> {
  const known = await ctx.db
    .selectFrom("journals as j")
    .innerJoin("journal_lines as l", "l.journal_id", "j.id")
    .innerJoin("ledger_accounts as a", "a.id", "l.account_id")
    .select((e) => ["j.id", e.fn.coalesce(e.fn.sum<string>("l.amount").filterWhere("a.code", "=", code), e.lit(0)).as("moved")])
    .where("j.idempotency_key", "=", eventKey(event))
    .groupBy("j.id")
    .executeTakeFirst();
  if (!known) return null;
  if (Math.abs(Number(known.moved)) !== worth) throw new HttpError(409, TEXTS.key_reused);
  return known.id;
}
async function sameEvent(ctx: Ctx, { idempotency_key: key, lines_hash: hash }: Entry): Promise<number | null> {
  const known = await row<{ id: number; lines_hash: string }>(
    ctx.db,
    hot(q`select id, lines_hash from journals where idempotency_key = ${key}`),
  );
  if (!known) return null;
  if (known.lines_hash !== hash) throw new HttpError(409, TEXTS.key_reused);
  return known.id;
}

/**
 * Account rows by key, guarded ones locked in id order and read as they stand once they are held. What is missing is made behind
 * those locks: whoever waits for an account that another makes at the same time holds nothing that the other still needs.
 */
async function lockAccounts(ctx: Ctx, { lines }: Entry): Promise<Map<string, HeldAccount>> {
  const refs = new Map(lines.map((l) => [keyOf(l.account), l.account]));
  const accounts = await storedAccounts(ctx, refs);
  const missing = new Map([...refs].filter(([key]) => !accounts.has(key)).toSorted(([a], [b]) => a.localeCompare(b)));
  if (missing.size === 0) return accounts;
  for (const ref of missing.values())
    await ctx.db
      .insertInto("ledger_accounts")
      .values(accountRow(ref))
      .onConflict((c) => c.columns(["code", "owner_id", "kind"]).doNothing())
      .execute();
  const made = await storedAccounts(ctx, missing);
  for (const key of missing.keys()) if (!made.has(key)) throw new Error(`account ${key} is missing`);
  return new Map([...accounts, ...made]);
}
/** Those that are there; guarded ones held in id order, the others read alone: they never make the shop wait. */
async function storedAccounts(ctx: Ctx, refs: ReadonlyMap<string, AccountRef>): Promise<Map<string, HeldAccount>> {
  const asked = [...refs.values()].map(accountRow);
  const of = (guarded: boolean) => {
    const keys = asked.filter((a) => a.is_guarded === guarded);
    return q`select id, code, owner_id, kind, is_guarded, balance, oldest_due_on from ledger_accounts where (code, owner_id, kind) in
      (select * from unnest(${keys.map((a) => a.code)}::text[], ${keys.map((a) => a.owner_id)}::int8[], ${keys.map((a) => a.kind)}::text[]))`;
  };
  const found = await rows<HeldAccount & { code: string; owner_id: number; kind: string }>(
    ctx.db,
    asked.some((a) => a.is_guarded)
      ? hot(q`with held as (${of(true)} order by id for update) select * from held union all ${of(false)}`)
      : hot(of(false)),
  );
  return new Map(found.map((a) => [`${a.code}:${a.owner_id}:${a.kind}`, a]));
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

/** Journal, lines, balances and grants in one statement, or nothing of it where the event was posted meanwhile. */
async function writeEntry(ctx: Ctx, entry: Entry, accounts: Map<string, HeldAccount>): Promise<number | null> {
  const told = { no: "", at: ctx.now, created_by: ctx.principal?.worker_id ?? null, request_id: ctx.request_id || null };
  const j = journalRow(entry, told);
  const { rows: lines, balances } = lineRows(0, entry, accounts);
  for (const balance of balances.values()) if (balance < 0) refuse("insufficient_balance", `余额不足，还差 ¥${yuan(-balance)}`);
  const gifts = entry.lines.filter((l) => l.gift_lot_id);
  // Who owes nothing has nothing due.
  const made = await row<{ id: number }>(
    ctx.db,
    hot(q`
    with j as (
      insert into journals (no, kind, idempotency_key, lines_hash, booked_on, event_at, source_noun, source_id, reversal_of, reason, request_id, created_by, created_at)
      values (${numberSql("PZ", ctx.now)}, ${j.kind}, ${j.idempotency_key}, ${j.lines_hash}, ${j.booked_on}, ${j.event_at}, ${j.source_noun}, ${j.source_id},
        ${j.reversal_of}, ${j.reason}, ${j.request_id}, ${j.created_by}, ${j.created_at})
      on conflict (idempotency_key) do nothing returning id),
    balances as (
      update ledger_accounts a set balance = x.balance, oldest_due_on = case when x.balance = 0 then null else a.oldest_due_on end
      from j, unnest(${[...balances.keys()]}::int8[], ${[...balances.values()]}::int8[]) as x(id, balance) where a.id = x.id),
    grants as (
      update gift_lots g set remaining = g.remaining + x.change
      from j, (select id, sum(change)::int8 as change
        from unnest(${gifts.map((l) => l.gift_lot_id)}::int8[], ${gifts.map((l) => naturalDelta(l.account.code, l.amount))}::int8[]) as y(id, change) group by id) x
      where g.id = x.id),
    lines as (
      insert into journal_lines (journal_id, account_id, amount, order_id, applicant_id, refund_id, fee_kind, gift_lot_id, balance_after, change_type, note)
      select j.id, x.* from j, unnest(${lines.map((l) => l.account_id)}::int8[], ${lines.map((l) => l.amount)}::int8[], ${lines.map((l) => l.order_id)}::int8[],
        ${lines.map((l) => l.applicant_id)}::int8[], ${lines.map((l) => l.refund_id)}::int8[], ${lines.map((l) => l.fee_kind)}::text[],
        ${lines.map((l) => l.gift_lot_id)}::int8[], ${lines.map((l) => l.balance_after)}::int8[], ${lines.map((l) => l.change_type)}::text[],
        ${lines.map((l) => l.note)}::text[]) as x)
    select id from j`),
  );
  return made?.id ?? null;
}

/** Mirrors a journal, once: a second reversal posts nothing. The mirror is booked today, or on the open day that is named. */
export async function reverseJournal(ctx: Ctx, journalId: number, reason: string, booked_on?: string): Promise<number | null> {
  return postJournal(ctx, { ...(await mirrorOf(ctx, journalId, reason)), ...(booked_on !== undefined && { booked_on }) });
}
/** The same under the name a paper has for it: a withdrawal that is returned, a payment the bank sent back. */
export const mirrorJournal = async (ctx: Ctx, journalId: number, reason: string, as: MirrorOf): Promise<number | null> =>
  postJournal(ctx, await mirrorOf(ctx, journalId, reason, as));

async function mirrorOf(ctx: Ctx, journalId: number, reason: string, as?: MirrorOf): Promise<Posting> {
  await ctx.db.selectFrom("journals").select("id").where("id", "=", journalId).executeTakeFirstOrThrow();
  const lines = await ctx.db
    .selectFrom("journal_lines as l")
    .innerJoin("ledger_accounts as a", "a.id", "l.account_id")
    .select(["a.code", "a.owner_id", "a.kind", "l.amount", "l.order_id", "l.applicant_id", "l.refund_id", "l.fee_kind", "l.gift_lot_id"])
    .where("l.journal_id", "=", journalId)
    .orderBy("l.id")
    .execute();
  const mirrored = lines.map(({ code, owner_id, kind, ...l }) => ({ ...l, account: { code: accountCode(code), owner_id, kind } }));
  return reversalPosting(journalId, mirrored, reason, as);
}

/** The code of a stored account. */
export function accountCode(code: string): AccountRef["code"] {
  for (const known of keysOf(ACCOUNTS)) if (known === code) return known;
  throw new Error(`unknown account ${code}`);
}
