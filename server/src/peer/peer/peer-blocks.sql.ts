/** What stops peers, by the one pure rule over what is stored. */
import {
  blocks,
  waiverTurn,
  type BlockFacts,
  type BlockInForce,
  type BlockLimits,
  type HoldFact,
  type PaperFact,
  type WaiverFact,
} from "@visadesk/contract/peer/peer/blocks.rules.ts";
import { WAIVER_TURNS, type BusinessKind } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import { config } from "../../setting/index.ts";
import { workerNames } from "./names.sql.ts";
import type { PeerDetail } from "./peer.sql.ts";
import { OLDEST_DUE } from "./peer-state.sql.ts";

interface Of {
  peer_id: number;
}
type Stored = HoldFact & WaiverFact & Of & { kind: "risk" | "manual" | "waiver" };
export async function factsOf(db: Db, ids: readonly number[]): Promise<Map<number, BlockFacts>> {
  const among = q`any(${[...ids]}::int8[])`;
  const [peers, holds, papers] = await Promise.all([
    rows<{ id: number; business_kind: BusinessKind; overdue_since: string | null }>(
      db,
      q`select p.id, p.business_kind, ${OLDEST_DUE} as overdue_since from peers p where p.id = ${among}`,
    ),
    rows<Stored>(
      db,
      q`select h.peer_id, h.id, h.kind, h.blocks, h.reason, h.opened_at, h.released_at, h.cause, h.cause_id, h.until from peer_holds h
        where h.peer_id = ${among} order by h.id`,
    ),
    rows<PaperFact & Of>(
      db,
      q`select d.peer_id, d.id, d.kind, d.valid_to from peer_documents d where d.peer_id = ${among} and d.superseded_at is null order by d.id`,
    ),
  ]);
  const [heldBy, papersBy] = [Map.groupBy(holds, (h) => h.peer_id), Map.groupBy(papers, (d) => d.peer_id)];
  return new Map(
    peers.map(({ id, business_kind, overdue_since }) => {
      const of = heldBy.get(id) ?? [];
      const waivers = of.filter((h) => h.kind === "waiver");
      return [id, { business_kind, overdue_since, papers: papersBy.get(id) ?? [], holds: of.filter((h) => h.kind !== "waiver"), waivers }];
    }),
  );
}

/** Days that debts and papers may be late before they stop something. */
export async function blockLimits(db: Db): Promise<BlockLimits> {
  const [credit_overdue, order_overdue, licence_expired] = await Promise.all([
    config(db, "credit_overdue_days"),
    config(db, "order_overdue_days"),
    config(db, "licence_stop_days"),
  ]);
  return { credit_overdue, order_overdue, licence_expired };
}
export const inForce = async (db: Db, facts: BlockFacts, at: Date): Promise<BlockInForce[]> => blocks(facts, at, await blockLimits(db));

export async function blocksOf(db: Db, ids: readonly number[], at: Date): Promise<Map<number, BlockInForce[]>> {
  const [facts, limits] = await Promise.all([factsOf(db, ids), blockLimits(db)]);
  return new Map([...facts].map(([id, f]) => [id, blocks(f, at, limits)]));
}

/** The same of one, with how often each cause may still be waived. */
export async function blocksShown(db: Db, id: number, at: Date): Promise<PeerDetail["blocks"]> {
  const facts = (await factsOf(db, [id])).get(id);
  if (!facts) return [];
  return (await inForce(db, facts, at)).map((b) => {
    const turn = waiverTurn(b, facts.waivers);
    return { ...b, waivers_left: typeof turn === "string" ? 0 : WAIVER_TURNS + 1 - turn };
  });
}

const HOLDS_SHOWN = 50;
type HoldRow = PeerDetail["holds"][number] & { opened_by: number | null; released_by: number | null };
/** What people decided about it, what holds first, then the newest. */
export async function holdsOf(ctx: Pick<Ctx, "db" | "me">, peerId: number): Promise<PeerDetail["holds"]> {
  const list = await rows<HoldRow>(
    ctx.db,
    q`select h.id, h.kind, h.blocks, h.reason, h.opened_by, h.opened_at, h.cause, h.cause_id, h.until, h.turn, h.released_by, h.released_at, h.release_reason, h.version
      from peer_holds h where h.peer_id = ${peerId} order by h.released_at is not null, h.id desc limit ${HOLDS_SHOWN}`,
  );
  const names = await workerNames(
    ctx.db,
    list.flatMap((h) => [h.opened_by, h.released_by]),
  );
  return list.map(({ opened_by, released_by, ...h }) => ({
    ...h,
    opened_by_name: names.get(opened_by ?? 0) ?? null,
    released_by_name: names.get(released_by ?? 0) ?? null,
    is_mine: opened_by === ctx.me.worker_id,
  }));
}
