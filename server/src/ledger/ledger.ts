/** Posting: the one function that inserts journals. Order rows are locked by the caller before it is called. */
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
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
  reversalPosting,
  type Account,
  type AccountRef,
  type Line,
  type Posting,
} from "./ledger.rules.ts";

const yuan = (cents: number): string => (cents / 100).toFixed(2);

/** Posts one balanced journal and answers its id; null when the event is worth 0. The same event again answers the first journal. */
export async function postJournal(ctx: Ctx, posting: Posting): Promise<number | null> {
  const entry = entryOf(posting);
  if (!entry) return null;
  const { idempotency_key: key, lines_hash: hash, lines } = entry;
  const first = await sameEvent(ctx, key, hash);
  if (first !== null) return first;
  const accounts = await lockAccounts(ctx, lines);
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
  if (!journal) return sameEvent(ctx, key, hash);
  await insertLines(ctx, journal.id, lines, accounts);
  return journal.id;
}

async function sameEvent(ctx: Ctx, key: string, hash: string): Promise<number | null> {
  const known = await ctx.db.selectFrom("journals").select(["id", "lines_hash"]).where("idempotency_key", "=", key).executeTakeFirst();
  if (!known) return null;
  if (known.lines_hash !== hash) throw new HttpError(409, TEXTS.key_reused);
  return known.id;
}

/** Account rows by key, made where missing; guarded ones locked in id order. */
async function lockAccounts(ctx: Ctx, lines: readonly Line[]): Promise<Map<string, Account>> {
  const refs = new Map(lines.map((l) => [keyOf(l.account), l.account]));
  const accounts = new Map<string, Account>();
  const guarded: number[] = [];
  for (const [key, ref] of [...refs].sort(([a], [b]) => a.localeCompare(b))) {
    const account = await accountOf(ctx, ref);
    accounts.set(key, account);
    if (account.is_guarded) guarded.push(account.id);
  }
  if (guarded.length === 0) return accounts;
  const locked = await ctx.db
    .selectFrom("ledger_accounts")
    .select(["id", "is_guarded", "balance"])
    .where("id", "in", guarded)
    .orderBy("id")
    .forUpdate()
    .execute();
  const byId = new Map(locked.map((a) => [a.id, a]));
  for (const [key, a] of accounts) accounts.set(key, byId.get(a.id) ?? a);
  return accounts;
}

async function accountOf(ctx: Ctx, ref: AccountRef): Promise<Account> {
  const account = accountRow(ref);
  const find = () =>
    ctx.db
      .selectFrom("ledger_accounts")
      .select(["id", "is_guarded", "balance"])
      .where("code", "=", account.code)
      .where("owner_id", "=", account.owner_id)
      .where("kind", "=", account.kind)
      .executeTakeFirst();
  const known = await find();
  if (known) return known;
  await ctx.db
    .insertInto("ledger_accounts")
    .values(account)
    .onConflict((c) => c.columns(["code", "owner_id", "kind"]).doNothing())
    .execute();
  const made = await find();
  if (!made) throw new Error(`account ${keyOf(ref)} is missing`);
  return made;
}

async function insertLines(ctx: Ctx, journalId: number, lines: readonly Line[], accounts: Map<string, Account>): Promise<void> {
  const { rows, balances } = lineRows(journalId, lines, accounts);
  for (const [id, balance] of balances) {
    if (balance < 0) refuse("insufficient_balance", `余额不足，还差 ¥${yuan(-balance)}`);
    await ctx.db.updateTable("ledger_accounts").set({ balance }).where("id", "=", id).execute();
  }
  await ctx.db.insertInto("journal_lines").values(rows).execute();
}

/** Mirrors a journal, once: a second reversal posts nothing. */
export async function reverseJournal(ctx: Ctx, journalId: number, reason: string): Promise<number | null> {
  const journal = await ctx.db
    .selectFrom("journals")
    .select(["id", "source_noun", "source_id"])
    .where("id", "=", journalId)
    .executeTakeFirstOrThrow();
  const lines = await ctx.db
    .selectFrom("journal_lines as l")
    .innerJoin("ledger_accounts as a", "a.id", "l.account_id")
    .select(["a.code", "a.owner_id", "a.kind", "l.amount", "l.order_id", "l.applicant_id", "l.fee_kind"])
    .where("l.journal_id", "=", journalId)
    .orderBy("l.id")
    .execute();
  const mirrored = lines.map(({ code, owner_id, kind, ...l }) => ({ ...l, account: { code: accountCode(code), owner_id, kind } }));
  return postJournal(ctx, reversalPosting(journalId, journal, mirrored, reason));
}

function accountCode(code: string): AccountRef["code"] {
  for (const known of keysOf(ACCOUNTS)) if (known === code) return known;
  throw new Error(`unknown account ${code}`);
}
