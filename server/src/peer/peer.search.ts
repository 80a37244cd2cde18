/** What the one search box finds of peers: only what the caller may see, with the field that matched. */
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { numberForms } from "#kit/db/lookup.ts";
import { and, likeText, q, rows } from "#kit/db/sql.ts";
import { searchable } from "#kit/grams.ts";
import { applicationsMatching } from "./peer-application/application.sql.ts";
import { peerMatching } from "./peer/peer.sql.ts";
import { workOrderScope } from "./work-order/work-order-scope.sql.ts";
import { WORK_ORDERS, workOrdersTyped } from "./work-order/work-order.sql.ts";

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
  return telOr(word, "拼音");
}
type Caller = Pick<Ctx, "db" | "me" | "now" | "has">;
export async function findPeers(ctx: Caller, word: string, limit: number): Promise<FoundPeer[]> {
  if (!ctx.has(may.peer) || !isWord(word)) return [];
  const list = await rows<Peer>(
    ctx.db,
    q`select p.id, p.peer_no, p.short_name, p.name, p.credit_code, p.former_names, p.peer_status from peers p
      where ${peerMatching({ keyword: word }, ctx)} order by p.peer_status = 'closed', p.id limit ${limit}`,
  );
  return list.map((p) => ({ ...p, matched: matchedBy(p, word) }));
}

export interface FoundApplication {
  id: number;
  application_no: string;
  name: string;
  credit_code: string;
  application_status: string;
  matched: string;
}
/** What waits first, then the newest. One that became a peer is found as that peer, by its own number alone beside it. */
export async function findApplications(ctx: Caller, word: string, limit: number): Promise<FoundApplication[]> {
  if (!ctx.has(may.peer) || !isWord(word)) return [];
  const list = await rows<Omit<FoundApplication, "matched">>(
    ctx.db,
    q`select a.id, a.application_no, a.name, a.credit_code, a.application_status from peer_applications a
      where ${and([
        applicationsMatching({ keyword: word }, ctx),
        q`(a.application_status <> 'approved' or a.application_no like ${`${likeText(word.toUpperCase())}%`})`,
      ])} order by a.application_status not in ('pending', 'returned'), a.id desc limit ${limit}`,
  );
  const holds = (text: string): boolean => searchable(text).includes(word);
  return list.map((a) => ({
    ...a,
    matched: holds(a.application_no) ? "申请号" : holds(a.name) ? "名称" : holds(a.credit_code) ? "信用代码" : telOr(word, "拼音"),
  }));
}
const telOr = (word: string, other: string): string =>
  /^\d{4}$/.test(word) ? "联系人手机尾号" : numberForms(word).includes("mobile") ? "联系人手机" : other;

export interface FoundWorkOrder {
  id: number;
  work_order_no: string;
  title: string;
  peer_name: string;
  work_order_status: string;
  matched: string;
}
/** Open ones first, then the newest. */
export async function findWorkOrders(ctx: Caller, word: string, limit: number): Promise<FoundWorkOrder[]> {
  if (!ctx.has(may.peer_work_order) || !isWord(word)) return [];
  const list = await rows<Omit<FoundWorkOrder, "matched"> & { order_no: string | null }>(
    ctx.db,
    q`select t.id, t.work_order_no, t.title, pr.short_name as peer_name, t.work_order_status, o.order_no from ${WORK_ORDERS} left join orders o on o.id = t.order_id
      where ${and([workOrderScope(ctx), workOrdersTyped(ctx, word)])} order by t.work_order_status in ('resolved', 'closed'), t.id desc limit ${limit}`,
  );
  const upper = word.toUpperCase();
  return list.map(({ order_no, ...w }) => ({
    ...w,
    matched: w.work_order_no.startsWith(upper)
      ? "工单号"
      : order_no?.startsWith(upper)
        ? "订单号"
        : searchable(w.title).includes(word)
          ? "标题"
          : "同行",
  }));
}
