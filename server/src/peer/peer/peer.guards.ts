/** What stands in the way of a peer's moves: asked by the moves themselves and told beside their buttons. */
import { yuan } from "@visadesk/contract/kit/format.ts";
import type { RefusalCode } from "@visadesk/contract/kit/errors.ts";
import { mustLicences, PEER_DOCUMENT_KINDS, type PeerDocumentKind } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";
import type { Doors } from "../doors.ts";
import { CREDIT_USED, FROZEN_MONEY, BALANCE } from "./peer-state.sql.ts";
import { peerNoun } from "./peer.noun.ts";
import type { StoredDetail } from "./peer.sql.ts";

export interface Fault {
  code: RefusalCode;
  message: string;
}
type Caller = Pick<Ctx, "db" | "now">;

interface Left {
  balance: number;
  credit: number;
  work_orders: number;
}
const leftOf = async (db: Db, id: number): Promise<Left> =>
  (await row<Left>(
    db,
    q`select (${BALANCE} + ${FROZEN_MONEY})::int8 as balance, ${CREDIT_USED}::int8 as credit,
      (select count(*)::int from work_orders w where w.peer_id = p.id and w.work_order_status in ('pending', 'processing', 'waiting_peer')) as work_orders
    from peers p where p.id = ${id}`,
  )) ?? { balance: 0, credit: 0, work_orders: 0 };

/** Nothing runs and nothing is owed by either side. */
async function mayClose({ db }: Caller, p: StoredDetail, doors: Pick<Doors, "order" | "finance">): Promise<Fault | null> {
  const inUse = (message: string): Fault => ({ code: "in_use", message });
  const orders = (await doors.order.openOrders(db, [p.id])).get(p.id)?.length ?? 0;
  if (orders > 0) return inUse(`尚有 ${orders} 个在途订单`);
  const left = await leftOf(db, p.id);
  if (left.work_orders > 0) return inUse(`尚有 ${left.work_orders} 个未结工单`);
  if (left.balance !== 0) return inUse(`余额 ¥${yuan(left.balance)} 未清`);
  if (left.credit !== 0) return inUse(`授信未还 ¥${yuan(left.credit)}`);
  const live = (await doors.finance.debtOf(db, [p.id])).get(p.id)?.live_payments ?? 0;
  return live > 0 ? inUse("有处理中的提现或汇款") : null;
}

/** Who among the active has this credit code. */
export const holderOfCode = (db: Db, credit_code: string, except: number | null): Promise<{ id: number; short_name: string } | undefined> =>
  row(
    db,
    q`select id, short_name from peers where credit_code = ${credit_code} and peer_status = 'active' and id is distinct from ${except}::int8`,
  );
export const codeTaken = (short_name: string): string => `该企业已是同行「${short_name}」`;

/** Licences it must have and has none of that holds. */
export async function lackingLicences(db: Db, p: Pick<StoredDetail, "id" | "business_kind">, now: Date): Promise<PeerDocumentKind[]> {
  const held = await rows<{ kind: PeerDocumentKind }>(
    db,
    q`select d.kind from peer_documents d where d.peer_id = ${p.id} and d.superseded_at is null and d.valid_from <= ${dayOf(now)}::date
      and (d.valid_to is null or d.valid_to >= ${dayOf(now)}::date)`,
  );
  return mustLicences(p.business_kind).filter((kind) => !held.some((d) => d.kind === kind));
}

/** The owner account that comes back with its peer: the last one. */
export const lastOwner = (db: Db, peerId: number): Promise<{ id: number; mobile_hash: string | null } | undefined> =>
  row(db, q`select id, mobile_hash from peer_accounts where peer_id = ${peerId} and role = 'owner' order by status desc, id desc limit 1`);

async function mayReopen({ db, now }: Caller, p: StoredDetail): Promise<Fault | null> {
  if (p.contact_name === peerNoun.erased["contact_name"])
    return { code: "guard_failed", message: "个人信息已到期清理，请重新提交入驻申请" };
  const other = await holderOfCode(db, p.credit_code, p.id);
  if (other) return { code: "duplicate", message: codeTaken(other.short_name) };
  const lacking = await lackingLicences(db, p, now);
  if (lacking.length > 0)
    return { code: "guard_failed", message: `缺少有效的${lacking.map((k) => PEER_DOCUMENT_KINDS[k]).join("、")}，请先登记证照` };
  const owner = await lastOwner(db, p.id);
  const taken =
    owner && (await row(db, q`select id from peer_accounts where status = 1 and mobile_hash = ${owner.mobile_hash} and id <> ${owner.id}`));
  return taken ? { code: "duplicate", message: "主账号的手机号已是同行账号，请先更换手机号" } : null;
}

export const guardOf = (move: string, ctx: Caller, p: StoredDetail, doors: Pick<Doors, "order" | "finance">): Promise<Fault | null> =>
  move === "close" ? mayClose(ctx, p, doors) : mayReopen(ctx, p);
