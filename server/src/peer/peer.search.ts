/** What the one search box finds of peers: only what the caller may see, with the field that matched. */
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { numberForms } from "#kit/db/lookup.ts";
import { q, rows } from "#kit/db/sql.ts";
import { searchable } from "#kit/grams.ts";
import { peerMatching } from "./peer/peer.sql.ts";

/** One Chinese character, two letters, or four letters and digits: shorter ones find everything. */
const isWord = (word: string): boolean => /\p{Script=Han}/u.test(word) || /^[a-z]{2,}$/.test(word) || /^[a-z0-9]{4,}$/.test(word);

interface Peer {
  id: number;
  peer_no: string;
  short_name: string;
  name: string;
  credit_code: string;
  former_names: string[];
  peer_status: string;
}
export interface FoundPeer extends Peer {
  matched: string;
}
function matchedBy(p: Peer, word: string): string {
  const holds = (text: string): boolean => searchable(text).includes(word);
  if (holds(p.peer_no)) return "编号";
  if (holds(p.short_name) || holds(p.name)) return "名称";
  if (p.former_names.some(holds)) return "曾用名";
  if (holds(p.credit_code)) return "信用代码";
  if (/^\d{4}$/.test(word)) return "联系人手机尾号";
  return numberForms(word).includes("mobile") ? "联系人手机" : "拼音";
}
export async function findPeers(ctx: Pick<Ctx, "db" | "me" | "now" | "has">, word: string, limit: number): Promise<FoundPeer[]> {
  if (!ctx.has(may.peer) || !isWord(word)) return [];
  const list = await rows<Peer>(
    ctx.db,
    q`select p.id, p.peer_no, p.short_name, p.name, p.credit_code, p.former_names, p.peer_status from peers p
      where ${peerMatching({ keyword: word }, ctx)} order by p.peer_status = 'closed', p.id limit ${limit}`,
  );
  return list.map((p) => ({ ...p, matched: matchedBy(p, word) }));
}
