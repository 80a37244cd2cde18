/** Money of peers by the numbers banks and channels gave it, and names beside papers of money. */
import type { Db } from "#kit/db/db.ts";
import { or, q, rows } from "#kit/db/sql.ts";

export interface TopUpTrade {
  trade_no: string;
  source_noun: string;
  source_id: number;
  amount: number;
}
interface Asked {
  numbers?: readonly string[];
  sources?: readonly { source_noun: string; source_id: number }[];
}
export function topUpTrades(db: Db, { numbers = [], sources = [] }: Asked): Promise<TopUpTrade[]> {
  const ids = sources.filter((s) => s.source_noun === "peer_top_up").map((s) => s.source_id);
  return rows<TopUpTrade>(
    db,
    q`select trade_no, 'peer_top_up' as source_noun, id as source_id, amount from peer_top_ups
      where ${or([q`trade_no = any(${[...numbers]}::text[])`, q`id = any(${ids}::int8[])`])}`,
  );
}
export async function namedPeers(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, { id: number; peer_no: string; short_name: string }>> {
  if (ids.length === 0) return new Map();
  const list = await rows<{ id: number; peer_no: string; short_name: string }>(
    db,
    q`select id, peer_no, short_name from peers where id = any(${[...ids]}::int8[])`,
  );
  return new Map(list.map((p) => [p.id, p]));
}
