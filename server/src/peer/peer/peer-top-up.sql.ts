/** Money of peers that staff registered, as it is stored. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { peerTopUpApi } from "@visadesk/contract/peer/peer/peer-money.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, q, row, rows } from "#kit/db/sql.ts";
import { timeRange } from "#kit/range.ts";
import type { FileAccess } from "../../files/index.ts";
import { peerScope } from "./peer-scope.sql.ts";

type Api = typeof peerTopUpApi;
export type TopUpRow = Omit<Output<Api["peer_top_up_add"]>, "created_by_name"> & { created_by: number | null };
type Caller = Pick<Ctx, "db" | "me">;

/** One number however it was typed: wide letters, small ones, blanks and what nobody sees. */
export const tradeNo = (typed: string): string =>
  typed
    .normalize("NFKC")
    .replace(/[\s\p{Cf}]/gu, "")
    .toUpperCase();
const FROM = q`peer_top_ups t join peers peer on peer.id = t.peer_id`;
const COLUMNS = q`t.id, t.peer_id, peer.short_name as peer_name, t.purpose, t.amount, t.method, t.trade_no, t.paid_at, t.proof_files, t.note,
  t.created_by, t.created_at`;

export const topUpList = (input: Parsed<Api["peer_top_up_query"]>, ctx: Pick<Ctx, "me">): ListDef => ({
  from: FROM,
  where: and([
    peerScope(ctx, "peer"),
    input.peer_id && q`t.peer_id = any(${input.peer_id}::int8[])`,
    input.purpose && q`t.purpose = any(${input.purpose}::text[])`,
    input.method && q`t.method = any(${input.method}::text[])`,
    input.trade_no && q`t.trade_no = ${tradeNo(input.trade_no)}`,
    timeRange("t.paid_at", input.paid_at),
  ]),
  id: "t.id",
  select: COLUMNS,
  sorts: { created_at: { by: "t.created_at", order: "desc", keyset: true } },
  sort: "created_at",
});

export const topUpRow = (db: Ctx["db"], id: number): Promise<TopUpRow | undefined> =>
  row<TopUpRow>(db, q`select ${COLUMNS} from ${FROM} where t.id = ${id}`);

export interface PayingPeer {
  id: number;
  short_name: string;
}
/** A peer in the caller's sight, held against being closed. */
export const payingPeer = (ctx: Caller, id: number): Promise<(PayingPeer & { peer_status: string }) | undefined> =>
  row(
    ctx.db,
    q`select peer.id, peer.short_name, peer.peer_status from peers peer where ${and([q`peer.id = ${id}`, peerScope(ctx, "peer")])} for key share`,
  );

/** A proof of the top-up `id`, of a peer in the caller's sight. */
export async function mayReadTopUp(ctx: Caller, id: number, key: string): Promise<FileAccess | null> {
  const found = await row<{ peer_no: string }>(
    ctx.db,
    q`select peer.peer_no from ${FROM} where ${and([q`t.id = ${id}`, q`${key} = any(t.proof_files)`, peerScope(ctx, "peer")])}`,
  );
  return found ? { noun_no: found.peer_no, label: "充值凭证", is_identity: false, filename: null } : null;
}

/** Which of these keys top-ups name. */
export const topUpFilesInUse = async (db: Ctx["db"], keys: readonly string[]): Promise<string[]> =>
  (
    await rows<{ key: string }>(
      db,
      q`select distinct a.key from (select unnest(proof_files) as key from peer_top_ups) a where a.key = any(${[...keys]}::text[])`,
    )
  ).map((r) => r.key);
