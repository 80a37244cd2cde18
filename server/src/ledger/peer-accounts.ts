/** A peer's accounts: principal, gift money, what a withdrawal holds back, credit. */
import { CHANGE_LABELS, type ChangeType } from "@visadesk/contract/finance/ledger.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import { accountRow, PEER_ACCOUNTS } from "./ledger.rules.ts";

type PeerCode = (typeof PEER_ACCOUNTS)[number];
/** Of one peer, as accounts stand. */
export interface PeerAccounts {
  principal: number;
  gift: number;
  frozen: number;
  credit_used: number;
  /** Oldest unpaid due day. */
  overdue_since: string | null;
}
interface AccountRow {
  owner_id: number;
  code: string;
  balance: number;
  oldest_due_on: string | null;
}

/** Made when a peer is admitted, in the same transaction; said again it makes nothing. */
export async function openPeerAccounts(ctx: Pick<Ctx, "db">, ...peerIds: readonly number[]): Promise<void> {
  await ctx.db
    .insertInto("ledger_accounts")
    .values(peerIds.flatMap((owner_id) => PEER_ACCOUNTS.map((code) => accountRow({ code, owner_id }))))
    .onConflict((c) => c.columns(["code", "owner_id", "kind"]).doNothing())
    .execute();
}

function standing(found: readonly AccountRow[]): PeerAccounts {
  const of = (code: PeerCode): number => found.find((a) => a.code === code)?.balance ?? 0;
  return {
    principal: of("peer_principal"),
    gift: of("peer_gift"),
    frozen: of("peer_frozen"),
    credit_used: of("peer_credit"),
    overdue_since: found.find((a) => a.code === "peer_credit")?.oldest_due_on ?? null,
  };
}

/** By peer; who has no accounts is not there. */
export async function peerAccountsOf(db: Db, peerIds: readonly number[]): Promise<Map<number, PeerAccounts>> {
  const found = await rows<AccountRow>(
    db,
    q`select owner_id, code, balance, oldest_due_on from ledger_accounts
      where owner_id = any(${[...peerIds]}::int8[]) and code = any(${[...PEER_ACCOUNTS]}::text[])`,
  );
  return new Map([...Map.groupBy(found, (a) => a.owner_id)].map(([id, list]) => [id, standing(list)]));
}

/** All of a peer's accounts, held in id order until the transaction ends. */
export async function lockPeer(ctx: Ctx, peerId: number): Promise<PeerAccounts> {
  const lock = () =>
    rows<AccountRow>(
      ctx.db,
      q`select owner_id, code, balance, oldest_due_on from ledger_accounts
        where owner_id = ${peerId} and code = any(${[...PEER_ACCOUNTS]}::text[]) order by id for update`,
    );
  const held = await lock();
  if (held.length === PEER_ACCOUNTS.length) return standing(held);
  await openPeerAccounts(ctx, peerId);
  return standing(await lock());
}

/** The oldest unpaid due day of its credit, null: nothing is due; it is no longer due once nothing is owed. */
export async function setOldestDue(ctx: Ctx, peerId: number, day: string | null): Promise<void> {
  await lockPeer(ctx, peerId);
  await ctx.db
    .updateTable("ledger_accounts")
    .set({ oldest_due_on: day })
    .where("code", "=", "peer_credit")
    .where("owner_id", "=", peerId)
    .execute();
}

/** One movement of one account, on its natural side: what is owed grows by a charge. */
export interface StatementLine {
  id: number;
  at: string;
  no: string;
  account: PeerCode;
  change: string;
  amount: number;
  balance_after: number | null;
  order_id: number | null;
}
export interface PeerStatement {
  /** On the natural side of each: what it rose and fell by in between. */
  accounts: { account: PeerCode; opening: number; rose: number; fell: number; closing: number }[];
  /** The newest first. */
  lines: StatementLine[];
}
/** What happened on a peer's accounts from a day to a day, both counted; `most` cuts the lines, never the sums. */
export async function peerStatement(db: Db, peerId: number, span: { from: string; to: string; most?: number }): Promise<PeerStatement> {
  const mine = q`a.owner_id = ${peerId} and a.code = any(${[...PEER_ACCOUNTS]}::text[])`;
  const natural = q`(case a.side when 'debit' then l.amount else -l.amount end)`;
  const within = q`j.booked_on between ${span.from}::date and ${span.to}::date`;
  const sums = await rows<{ account: PeerCode; opening: number; rose: number; fell: number }>(
    db,
    q`
    select a.code as account, coalesce(sum(${natural}) filter (where j.booked_on < ${span.from}::date), 0)::int8 as opening,
      coalesce(sum(${natural}) filter (where ${natural} > 0 and ${within}), 0)::int8 as rose,
      coalesce(-sum(${natural}) filter (where ${natural} < 0 and ${within}), 0)::int8 as fell
    from ledger_accounts a left join journal_lines l on l.account_id = a.id left join journals j on j.id = l.journal_id
    where ${mine} group by a.id, a.code order by a.id`,
  );
  const lines = await rows<StatementLine & { change: ChangeType | null }>(
    db,
    q`
    select l.id, j.event_at as at, j.no, a.code as account, l.change_type as change, ${natural} as amount, l.balance_after, l.order_id
    from ledger_accounts a join journal_lines l on l.account_id = a.id join journals j on j.id = l.journal_id
    where ${mine} and ${within}
    order by l.id desc limit ${span.most ?? null}`,
  );
  return {
    accounts: sums.map((s) => ({ ...s, closing: s.opening + s.rose - s.fell })),
    lines: lines.map((l) => ({ ...l, change: l.change === null ? "" : CHANGE_LABELS[l.change] })),
  };
}
