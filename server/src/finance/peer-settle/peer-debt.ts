/** What peers owe, parted as their statements part it; peers' own area asks for it. */
import { peerSettleFlow } from "@visadesk/contract/finance/settle.flow.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { and, q, row, rows } from "#kit/db/sql.ts";
import type { LinkAsk, LinkedRecord } from "../../peer/index.ts";
import { settleScope } from "../settlement/settlement.sql.ts";
import { creditsOf } from "./peer-lines.sql.ts";
import { splitDebt, type Billed } from "./peer-settle.rules.ts";

export interface PeerDebt {
  billed: number;
  unbilled: number;
  /** Statements both sides agreed upon, the first due first. */
  due: { due_on: string; amount: number }[];
  /** Money on its way: withdrawals nobody decided or paid yet, remittances nobody booked. */
  live_payments: number;
}
type Issued = Billed & { peer_id: number };

/** Of peers that have statements, or money on its way out; of the others nobody has said what is due. */
export async function debtOf(db: Db, peerIds: readonly number[]): Promise<Map<number, PeerDebt>> {
  if (peerIds.length === 0) return new Map();
  const ids = q`any(${[...peerIds]}::int8[])`;
  const [accounts, issued, live, known] = await Promise.all([
    rows<{ id: number; owed: number }>(
      db,
      q`select owner_id as id, balance as owed from ledger_accounts where code = 'peer_credit' and kind = '' and owner_id = ${ids}`,
    ),
    rows<Issued>(
      db,
      q`select peer_id, due_on, remaining, settlement_status in ('confirmed', 'part_paid') as is_agreed from settlements
        where peer_id = ${ids} and settlement_status in ('sent', 'disputed', 'confirmed', 'part_paid') and remaining > 0`,
    ),
    rows<{ id: number; amount: number }>(
      db,
      q`select x.peer_id as id, sum(x.amount)::int8 as amount from (
          select peer_id, amount from withdrawals where peer_id = ${ids} and withdrawal_status in ('pending', 'second_review', 'approved')
          union all select peer_id, amount from remittances where peer_id = ${ids} and remittance_status in ('pending', 'second_review')) x group by 1`,
    ),
    rows<{ id: number }>(db, q`select distinct peer_id as id from settlements where peer_id = ${ids} and settlement_status <> 'void'`),
  ]);
  const byPeer = Map.groupBy(issued, (s) => s.peer_id);
  const free = Map.groupBy(await creditsOf(db, [...byPeer.keys()]), (c) => c.peer_id);
  const owed = new Map(accounts.map((a) => [a.id, a.owed]));
  const leaving = new Map(live.map((l) => [l.id, l.amount]));
  return new Map(
    [...new Set([...known.map((k) => k.id), ...leaving.keys()])].map((id) => {
      const waits = (free.get(id) ?? []).reduce((n, c) => n + Math.max(0, c.free), 0);
      return [id, { ...splitDebt(owed.get(id) ?? 0, byPeer.get(id) ?? [], waits), live_payments: leaving.get(id) ?? 0 }];
    }),
  );
}

/** The number of a statement of that peer, for a work order about it. */
export const statementNoOf = async (db: Db, { id, peer_id }: { id: number; peer_id: number }): Promise<string | null> =>
  (
    await row<{ settle_no: string }>(
      db,
      q`select settle_no from settlements where id = ${id} and peer_id = ${peer_id} and settlement_status not in ('draft', 'void')`,
    )
  )?.settle_no ?? null;
/** Statements with an argument about a line, open or settled, in the caller's sight. */
export async function linkableStatements(ctx: Pick<Ctx, "db" | "me">, ask: Omit<LinkAsk, "noun">): Promise<LinkedRecord[]> {
  const where = and([
    settleScope(ctx, ["peer"]),
    q`s.peer_id = ${ask.peer_id}`,
    !ask.linked && q`exists (select 1 from settle_lines x where x.settlement_id = s.id and x.dispute is not null)`,
    ask.id !== undefined && q`s.id = ${ask.id}`,
  ]);
  const found = await rows<Omit<LinkedRecord, "state"> & { state: keyof typeof peerSettleFlow.states }>(
    ctx.db,
    q`select s.id, s.settle_no as no, s.settlement_status as state, s.final as amount, s.created_at as at
      from settlements s where ${where} order by s.id desc limit 50`,
  );
  return found.map((s) => ({ ...s, state: peerSettleFlow.states[s.state].label }));
}
