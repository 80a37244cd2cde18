/** What other areas ask of a peer and of its logins. */
import { accountFault, type AccountRights } from "@visadesk/contract/peer/peer/peer.rules.ts";
import { blockText } from "@visadesk/contract/peer/peer/blocks.rules.ts";
import type { AccountAct } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { Db } from "#kit/db/db.ts";
import { known } from "#kit/db/known.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import type { PeerName } from "../doors.ts";
import { blocksOf } from "./peer-blocks.sql.ts";

export const named = known<number, PeerName>(["peers"], async (db, ids) => {
  const list = await rows<PeerName>(
    db,
    q`select p.id, p.peer_no, p.short_name, p.business_kind, p.level_id, p.peer_status from peers p where p.id = any(${[...ids]}::int8[])`,
  );
  return list.map((p) => [p.id, p]);
});

/** By the numbers that peers are known by. */
export const peersByNo = async (db: Db, nos: readonly string[]): Promise<ReadonlyMap<string, PeerName>> =>
  new Map(
    (
      await rows<PeerName>(
        db,
        q`select p.id, p.peer_no, p.short_name, p.business_kind, p.level_id, p.peer_status from peers p where p.peer_no = any(${[...nos]}::text[])`,
      )
    ).map((p) => [p.peer_no, p]),
  );

/** Why a login may not do something for an amount now, by its own rights and by what stops its peer; null when it may. */
export async function accountMay(db: Db, accountId: number, act: AccountAct, amount: number, at: Date): Promise<string | null> {
  const a = await row<AccountRights & { peer_id: number; peer_status: string }>(
    db,
    q`select a.role, a.status, a.can_pay, a.order_limit, a.peer_id, p.peer_status from peer_accounts a join peers p on p.id = a.peer_id where a.id = ${accountId}`,
  );
  if (!a) return "该账号不存在";
  const fault = accountFault(a, act, amount);
  if (fault !== null) return fault;
  if (a.peer_status === "closed") return "该企业已停用";
  const blocks = (await blocksOf(db, [a.peer_id], at)).get(a.peer_id) ?? [];
  return blockText(blocks, "login") ?? (act === "order" ? blockText(blocks, "order") : null);
}

/** Whom a peer calls: its customer service, as he shows himself to peers. */
export async function serviceContact(db: Db, peerId: number): Promise<{ name: string; mobile: string; qr: string | null } | null> {
  const found = await row<{ name: string; mobile: string; qr: string | null }>(
    db,
    q`select coalesce(nullif(m.display_name, ''), nullif(w.nickname, ''), w.account) as name, coalesce(m.display_mobile, '') as mobile, m.display_qr as qr
      from peers p join workers w on w.id = p.cs_owner_id left join peer_managers m on m.worker_id = w.id where p.id = ${peerId} and w.status = 1`,
  );
  return found ?? null;
}
