/** Gift money is kept by grants: each with its own end and its share of an order. */
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import { HttpError } from "#kit/http/refuse.ts";
import { postJournal } from "./ledger.ts";
import type { Posting } from "./ledger.rules.ts";
import { lockPeer } from "./peer-accounts.ts";

export interface Grant {
  peer_id: number;
  amount: number;
  /** Last day it may be used; null: for ever. */
  expires_on: string | null;
  /** How much of an order beside fees of missions it may pay, in percent. */
  max_order_pct: number;
  /** What it was given for; of one source there is one grant. */
  source: string;
}

/** What a grant costs us, and whose it is. */
export const giftPosting = (lot: { id: number; peer_id: number; amount: number }): Posting => ({
  kind: "gift_granted",
  source_noun: "gift_lot",
  source_id: lot.id,
  lines: [
    { account: { code: "expense", kind: "gift" }, amount: lot.amount },
    { account: { code: "peer_gift", owner_id: lot.peer_id }, amount: -lot.amount, gift_lot_id: lot.id },
  ],
});

/** The grant of this source, empty until it is posted; said again with another amount it is refused. */
export async function openLot(ctx: Ctx, g: Grant): Promise<{ id: number; peer_id: number; amount: number }> {
  await ctx.db
    .insertInto("gift_lots")
    .values({ ...g, remaining: 0, created_at: ctx.now })
    .onConflict((c) => c.column("source").doNothing())
    .execute();
  const lot = await ctx.db
    .selectFrom("gift_lots")
    .select(["id", "peer_id", "amount"])
    .where("source", "=", g.source)
    .executeTakeFirstOrThrow();
  if (lot.peer_id !== g.peer_id || lot.amount !== g.amount) throw new HttpError(409, TEXTS.key_reused);
  return lot;
}
/** Grants once per source. */
export async function grantGift(ctx: Ctx, g: Grant): Promise<void> {
  await postJournal(ctx, giftPosting(await openLot(ctx, g)));
}

/** What is left of the grants of these sources; what was never granted is not there. */
export async function giftLeft(db: Db, sources: readonly string[]): Promise<Map<string, number>> {
  const found = await rows<{ source: string; remaining: number }>(
    db,
    q`select source, remaining from gift_lots where source = any(${[...sources]}::text[])`,
  );
  return new Map(found.map((f) => [f.source, f.remaining]));
}

/** Takes back what is left of a grant and answers what was spent of it by then; principal is never touched. */
export async function clawbackGift(ctx: Ctx, source: string): Promise<number> {
  const seen = await ctx.db.selectFrom("gift_lots").select(["id", "peer_id"]).where("source", "=", source).executeTakeFirst();
  if (!seen) return 0;
  await lockPeer(ctx, seen.peer_id);
  const lot = await ctx.db.selectFrom("gift_lots").select(["amount", "remaining"]).where("id", "=", seen.id).executeTakeFirstOrThrow();
  const before = await ctx.db
    .selectFrom("journals as j")
    .innerJoin("journal_lines as l", "l.journal_id", "j.id")
    .select((e) => [e.fn.countAll<number>().as("n"), e.fn.coalesce(e.fn.sum<number>("l.amount"), e.lit(0)).as("taken")])
    .where("j.kind", "=", "gift_clawback")
    .where("l.gift_lot_id", "=", seen.id)
    .executeTakeFirstOrThrow();
  await postJournal(ctx, {
    kind: "gift_clawback",
    source_noun: "gift_lot",
    source_id: seen.id,
    seq: before.n,
    lines: [
      { account: { code: "peer_gift", owner_id: seen.peer_id }, amount: lot.remaining, gift_lot_id: seen.id },
      { account: { code: "expense", kind: "gift" }, amount: -lot.remaining },
    ],
  });
  return lot.amount - lot.remaining - Number(before.taken);
}
