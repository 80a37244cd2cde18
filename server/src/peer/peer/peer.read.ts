/** Peers as they are read: list, counts, page, picker, owners. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { allows } from "@visadesk/contract/permissions.ts";
import { peerFlow } from "@visadesk/contract/peer/peer/peer.flow.ts";
import type { peerApi } from "@visadesk/contract/peer/peer/peer.ts";
import { CHANGE_KINDS, type ChangeKind } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Handlers } from "#kit/call/serve.ts";
import type { Db } from "#kit/db/db.ts";
import { pageOf } from "#kit/db/page.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import { dayOf } from "#kit/range.ts";
import { addressText } from "../../base-data/index.ts";
import type { CoreDoors } from "../doors.ts";
import { blocksShown, holdsOf } from "./peer-blocks.sql.ts";
import { NO_PEER } from "./peer-scope.sql.ts";
import { guardOf } from "./peer.guards.ts";
import {
  countPeers,
  overduePeers,
  peerList,
  peerPicks,
  storedPeer,
  type PeerDetail,
  type PeerRow,
  type StoredDetail,
  type StoredRow,
} from "./peer.sql.ts";
import { overdueAmount, shownPeers } from "./shown.ts";

const MAX_PICKS = 50;

/** A peer as a row of its list. */
export async function peerShown(ctx: Pick<Ctx, "db" | "me" | "now">, doors: Pick<CoreDoors, "finance">, id: number): Promise<PeerRow> {
  const [shown] = await shownPeers(ctx, doors.finance, [found(await storedPeer(ctx, id), NO_PEER)]);
  return found(shown, NO_PEER);
}

/** What the reader may do next, with what is missing. */
async function movesOf(ctx: Ctx, p: StoredDetail, doors: CoreDoors): Promise<PeerDetail["moves"]> {
  const legal = Object.entries(peerFlow.moves).filter(
    ([, m]) => m.from.some((s) => s === p.peer_status) && m.may !== "system" && allows(m.may, ctx.me.codes),
  );
  return Promise.all(
    legal.map(async ([move]) => {
      const fault = await guardOf(move, ctx, p, doors);
      return { move, ok: fault === null, missing: fault?.message ?? null };
    }),
  );
}

interface Beside {
  application_no: string;
  level_cap: number;
  source_text: string;
  /** Of the radar, worst first. */
  signs: { text: string }[] | null;
}
/** Application, cap of the level, where it came from by name, what the radar says. */
const besideOf = (db: Db, id: number): Promise<Beside | undefined> =>
  row<Beside>(
    db,
    q`
    select a.application_no, l.credit_cap as level_cap, r.signs,
      coalesce(case p.source when 'bd' then (select coalesce(nullif(w.nickname, ''), w.account) from workers w where w.id = p.source_id)
        when 'exhibition' then (select e.name from peer_exhibitions e where e.id = p.source_id)
        when 'fission' then (select f.short_name from peers f where f.id = p.source_id) else nullif(a.inviter_code, '') end, '') as source_text
    from peers p join peer_applications a on a.id = p.application_id join peer_levels l on l.code = p.level_id
    left join peer_radars r on r.peer_id = p.id where p.id = ${id}`,
  );
const pendingChanges = async (db: Db, id: number): Promise<PeerDetail["pending_changes"]> =>
  (
    await rows<{ id: number; change_no: string; kind: ChangeKind }>(
      db,
      q`select id, change_no, kind from peer_changes where peer_id = ${id} and change_status = 'pending' order by id`,
    )
  ).map((c) => ({ ...c, label: CHANGE_KINDS[c.kind] }));
async function detail(id: number, ctx: Ctx, doors: CoreDoors): Promise<PeerDetail> {
  const stored = found(await storedPeer(ctx, id), NO_PEER);
  const [[shown], beside, blocks, holds, pending_changes, moves] = await Promise.all([
    shownPeers(ctx, doors.finance, [stored]),
    besideOf(ctx.db, id),
    blocksShown(ctx.db, id, ctx.now),
    holdsOf(ctx, id),
    pendingChanges(ctx.db, id),
    movesOf(ctx, stored, doors),
  ]);
  const { signs, ...texts } = found(beside, NO_PEER);
  return {
    ...found(shown, NO_PEER),
    ...texts,
    address_text: addressText(stored.address),
    blocks,
    holds,
    pending_changes,
    radar: (signs ?? []).map((s) => s.text),
    moves,
  };
}

type OwnerRow = Output<(typeof peerApi)["peer_owner_query"]>["list"][number];
/** The newest first; of two of one day the one that came later. */
const ownersHistory = (db: Db, peerId: number): Promise<OwnerRow[]> =>
  rows<OwnerRow>(
    db,
    q`
    select o.id, o.role, o.worker_id, coalesce(nullif(w.nickname, ''), w.account) as worker_name, o.from_date, o.to_date, o.commission_from,
      -- nobody gives to himself: what a transfer leaves with its giver is its undoing
      case when t.from_worker_id = o.worker_id then 'undo' else o.by end as by, o.transfer_id, t.transfer_no, o.created_at,
      (select coalesce(nullif(m.nickname, ''), m.account) from workers m
        where m.id = coalesce(o.created_by, case when t.from_worker_id is distinct from o.worker_id then t.created_by end)) as created_by_name
    from peer_owners o join workers w on w.id = o.worker_id left join peer_transfers t on t.id = o.transfer_id
    where o.peer_id = ${peerId} order by o.from_date desc, o.id desc limit 200`,
  );

export const peerReads = (doors: CoreDoors) =>
  ({
    peer_query: async (input, ctx) => {
      const page = await pageOf<StoredRow>(ctx.db, input, peerList(input, ctx));
      return { ...page, list: await shownPeers(ctx, doors.finance, page.list) };
    },
    peer_stat_get: async (input, ctx) => {
      const [counts, late] = await Promise.all([countPeers(input, ctx), overduePeers(input, ctx)]);
      const debts = await doors.finance.debtOf(ctx.db, late);
      const overdue = late.reduce((sum, id) => sum + (overdueAmount(debts.get(id), dayOf(ctx.now)) ?? 0), 0);
      return { ...counts, is_overdue: late.length, overdue };
    },
    peer_get: ({ id }, ctx) => detail(id, ctx, doors),
    peer_pick: async (ask, ctx) => ({ list: await peerPicks(ctx.db, ask, MAX_PICKS) }),
    peer_owner_query: async ({ peer_id }, ctx) => {
      found(await storedPeer(ctx, peer_id), NO_PEER);
      return { list: await ownersHistory(ctx.db, peer_id) };
    },
  }) satisfies Partial<Handlers<typeof peerApi>>;
