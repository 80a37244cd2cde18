/** Which private files hang on peers: asked before an address is given out. */
import { PEER_DOCUMENT_KINDS, type PeerDocumentKind } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { and, q, row, rows } from "#kit/db/sql.ts";
import type { FileAccess } from "../../files/index.ts";
import { peerScope } from "./peer-scope.sql.ts";

type Caller = Pick<Ctx, "db" | "me">;

/** A paper or contract of a peer in the caller's sight; the legal person's paper is an identity paper and asked for as such. */
async function paper(ctx: Caller, id: number, key: string, isLegal: boolean): Promise<FileAccess | null> {
  const found = await row<{ peer_no: string; kind: PeerDocumentKind }>(
    ctx.db,
    q`
    select p.peer_no, d.kind from peers p join peer_documents d on d.peer_id = p.id
    where ${and([q`p.id = ${id}`, q`${key} = any(d.files)`, q`(d.kind = 'legal_id') = ${isLegal}`, peerScope(ctx)])} order by d.id desc limit 1`,
  );
  return found ? { noun_no: found.peer_no, label: PEER_DOCUMENT_KINDS[found.kind], is_identity: isLegal, filename: null } : null;
}
export const mayReadDocument = (ctx: Caller, id: number, key: string): Promise<FileAccess | null> => paper(ctx, id, key, false);
export const mayReadLegal = (ctx: Caller, id: number, key: string): Promise<FileAccess | null> => paper(ctx, id, key, true);

/** Which of these keys the area of peers names. */
export const filesInUse = async (db: Ctx["db"], keys: readonly string[]): Promise<string[]> =>
  (
    await rows<{ key: string }>(
      db,
      q`
      select distinct a.key from (
        select unnest(files) as key from peer_documents union all select unnest(business_licence || travel_licence) from peer_applications
        union all select unnest(files) from peer_changes union all select unnest(proof_files) from peer_top_ups
        union all select card_file from exhibition_leads union all select unnest(files) from work_order_messages
        union all select chat_qr from peer_groups union all select display_qr from peer_managers) a
      where a.key = any(${[...keys]}::text[])`,
    )
  ).map((r) => r.key);
