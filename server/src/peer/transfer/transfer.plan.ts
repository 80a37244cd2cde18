/** What would become of a transfer: which peers it means now, who gets which, and why it cannot be. */
import type { RefusalCode } from "@visadesk/contract/kit/errors.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { peerTransferApi } from "@visadesk/contract/peer/transfer/peer-transfer.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { evenSplit, regionSplit, roomFault, type TargetRoom } from "@visadesk/contract/peer/transfer/transfer.rules.ts";
import { LINES_MAX } from "@visadesk/contract/peer/transfer/transfer.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { and, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { refuse } from "#kit/http/refuse.ts";
import { dayOf, dayStart } from "#kit/range.ts";
import { workerMay } from "../../account/index.ts";
import { ownersOn } from "../../setting/index.ts";
import type { OrderDoor } from "../doors.ts";
import { peerScope } from "../peer/peer-scope.sql.ts";
import { isOverdue } from "../peer/peer-state.sql.ts";
import { peerMatching } from "../peer/peer.sql.ts";
import { loadOf } from "../peer/place-owners.ts";
import { placeText } from "../peer/shown.ts";
import { mayTakeFrom } from "./transfer-scope.sql.ts";
import { OWNER_COLUMN } from "./transfer.sql.ts";

type Api = typeof peerTransferApi;
export type Ask = Parsed<Api["peer_transfer_preview"]>;
type Trial = Output<Api["peer_transfer_preview"]>;
export interface Share {
  peer_id: number;
  to_worker_id: number;
}
interface Chosen {
  id: number;
  peer_no: string;
  short_name: string;
  province_code: string;
  city_code: string;
  is_closed: boolean;
}
const GMV_DAYS = 90;

/** The selection, as it is in the caller's sight now. */
const meant = (ctx: Ctx, ask: Pick<Ask, "selection" | "ids" | "filter">): Sql | null =>
  ({
    all: peerScope(ctx),
    ids: and([peerScope(ctx), q`p.id = any(${[...(ask.ids ?? [])]}::int8[])`]),
    filter: peerMatching(ask.filter ?? {}, ctx),
  })[ask.selection];

/** Whose they are; what is over and belongs to nobody asks for nobody. */
export async function chosenOwners(
  ctx: Ctx,
  ask: Parsed<Api["peer_transfer_owner_query"]>,
): Promise<Output<Api["peer_transfer_owner_query"]>> {
  const owner = raw(`p.${OWNER_COLUMN[ask.role]}`);
  const where = and([q`(${owner} is not null or p.peer_status = 'active')`, meant(ctx, ask)]);
  const list = await rows<{ worker_id: number | null; peers: number }>(
    ctx.db,
    q`select ${owner} as worker_id, count(*)::int as peers from peers p where ${where} group by 1 order by 2 desc, 1 nulls last`,
  );
  return { total: list.reduce((n, o) => n + o.peers, 0), list };
}

/** The peers that are meant, as they are in the caller's sight now; one more than the most that may be. */
export function chosenPeers(ctx: Ctx, ask: Omit<Ask, "lines">): Promise<Chosen[]> {
  const means = meant(ctx, ask);
  const owner = raw(`p.${OWNER_COLUMN[ask.role]}`);
  // What is over and belongs to nobody asks for nobody.
  const his = ask.from_worker_id === null ? q`${owner} is null and p.peer_status = 'active'` : q`${owner} = ${ask.from_worker_id}`;
  return rows<Chosen>(
    ctx.db,
    q`
    select p.id, p.peer_no, p.short_name, p.province_code, p.city_code, p.peer_status = 'closed' as is_closed from peers p where ${and([his, means])}
    order by p.peer_no, p.id limit ${LINES_MAX + 1}`,
  );
}

/** Paid less refunded of the last 90 days. */
async function gmvOf(ctx: Ctx, order: OrderDoor, ids: readonly number[]): Promise<(id: number) => number> {
  const stats = await order.peerStats(ctx.db, ids, dayStart(ctx.now, -GMV_DAYS), ctx.now);
  return (id) => {
    const s = stats.get(id);
    return s ? s.paid - s.refunded : 0;
  };
}

async function shares(ctx: Ctx, ask: Ask, chosen: readonly Chosen[], gmv: (id: number) => number): Promise<Share[]> {
  const { lines, target_ids: targets } = ask;
  if (lines) {
    const to = new Map(lines.map((l) => [l.peer_id, l.to_worker_id]));
    const fits = to.size === chosen.length && chosen.every((p) => targets.includes(to.get(p.id) ?? 0));
    return fits
      ? chosen.map((p) => ({ peer_id: p.id, to_worker_id: to.get(p.id) ?? 0 }))
      : refuse("count_changed", "名单已变化，请重新试算");
  }
  if (ask.split === "even_gmv")
    return evenSplit(
      chosen.map((p) => ({ peer_id: p.id, gmv: gmv(p.id) })),
      targets,
    );
  const ownerOf = await ownersOn(ctx.db, dayOf(ctx.now));
  return regionSplit(
    chosen.map((p) => ({ peer_id: p.id, gmv: gmv(p.id), place_owner_id: ownerOf(ask.role, p.province_code, p.city_code) })),
    targets,
  );
}

/** Those who take over, with the room they have, in the order they were named. */
export async function roomsOf(db: Db, targets: readonly number[]): Promise<TargetRoom[]> {
  const loads = await loadOf(db, targets);
  return targets.flatMap((id) => {
    const l = loads.get(id);
    return l ? [{ worker_id: id, name: l.name, is_enabled: l.enabled, has: l.peers, max: l.max }] : [];
  });
}

export interface Plan {
  chosen: Chosen[];
  lines: Share[];
  rooms: TargetRoom[];
  gmv: (id: number) => number;
  fault: Fault | null;
}
interface Fault {
  code: RefusalCode;
  message: string;
}
export async function planOf(ctx: Ctx, order: OrderDoor, ask: Ask): Promise<Plan> {
  const chosen = await chosenPeers(ctx, ask);
  const gmv = await gmvOf(
    ctx,
    order,
    chosen.map((p) => p.id),
  );
  const [lines, rooms] = [await shares(ctx, ask, chosen, gmv), await roomsOf(ctx.db, ask.target_ids)];
  const fault = foreign(ctx, ask) ?? planFault(ask, chosen, lines, rooms) ?? (await unfit(ctx.db, rooms));
  return { chosen, lines, rooms, gmv, fault };
}
const foreign = (ctx: Ctx, ask: Ask): Fault | null =>
  mayTakeFrom(ctx, ask.from_worker_id) ? null : { code: "out_of_scope", message: "只能转出您数据范围内的负责人的同行" };
/** Whoever gets peers must see them. */
async function unfit(db: Db, rooms: readonly TargetRoom[]): Promise<Fault | null> {
  for (const r of rooms)
    if (!(await workerMay(db, r.worker_id, may.peer)))
      return { code: "guard_failed", message: `「${r.name}」没有「同行列表」权限，请更换接收人` };
  return null;
}
/** What is over goes along and takes no room: a load counts who is at work. */
const closedOf = (chosen: readonly Chosen[]): ReadonlySet<number> => new Set(chosen.flatMap((p) => (p.is_closed ? p.id : [])));
/** What is wrong with the question itself. */
function askFault(ask: Ask, count: number, known: number): string | null {
  if (new Set(ask.target_ids).size !== ask.target_ids.length) return "接收人重复";
  if (ask.from_worker_id !== null && ask.target_ids.includes(ask.from_worker_id)) return "接收人不能是转出人";
  if (known !== ask.target_ids.length) return "接收人不存在，请重新选择";
  if (count === 0) return ask.from_worker_id === null ? "没有未分配的同行" : "该负责人名下没有同行";
  return count > LINES_MAX ? `一次最多转移${LINES_MAX}家，请按条件分批` : null;
}
function planFault(ask: Ask, chosen: readonly Chosen[], lines: readonly Share[], rooms: readonly TargetRoom[]): Fault | null {
  const wrong = askFault(ask, chosen.length, rooms.length);
  if (wrong !== null) return { code: "guard_failed", message: wrong };
  const over = closedOf(chosen);
  const full = roomFault(
    lines.filter((l) => !over.has(l.peer_id)),
    rooms,
  );
  return full === null ? null : { code: "limit_exceeded", message: full };
}

interface Along {
  orders: number;
  work_orders: number;
  /** Work orders that end today or are late, by peer. */
  due: Record<string, number>;
  /** Peers that owe what is overdue. */
  overdue: number[];
}
/** Open orders and work orders of these peers that are his, and what is late. */
async function along(ctx: Ctx, order: OrderDoor, ask: Ask, ids: readonly number[]): Promise<Along> {
  const open = [...(await order.openOrders(ctx.db, ids)).values()].flat();
  const found = await row<Along>(
    ctx.db,
    q`
    select (select count(*)::int from orders o where o.id = any(${open}::int8[]) and o.${raw(OWNER_COLUMN[ask.role])} = ${ask.from_worker_id}::int8) as orders,
      coalesce(sum(w.n), 0)::int as work_orders, coalesce(jsonb_object_agg(w.peer_id, w.due) filter (where w.due > 0), '{}') as due,
      array(select p.id from peers p where p.id = any(${[...ids]}::int8[]) and ${isOverdue(ctx.now)}) as overdue
    from (select w.peer_id, count(*)::int as n, (count(*) filter (where w.due_at < ${dayStart(ctx.now, 1)}))::int as due from work_orders w
      where w.peer_id = any(${[...ids]}::int8[]) and w.handler_id = ${ask.from_worker_id}::int8
        and w.work_order_status in ('pending', 'processing', 'waiting_peer') group by w.peer_id) w`,
  );
  return found ?? { orders: 0, work_orders: 0, due: {}, overdue: [] };
}

const NAMED = 3;
/** What would break, with the peers where it would. */
function warningsOf(chosen: readonly Chosen[], promises: ReadonlyMap<number, number>, { due, overdue }: Along): Trial["warnings"] {
  const late = new Map(Object.entries(due).map(([id, n]) => [Number(id), n]));
  const owing = new Map(overdue.map((id) => [id, 1]));
  const warning = (key: Trial["warnings"][number]["key"], of: ReadonlyMap<number, number>, said: (n: number) => string) => {
    const named = chosen.filter((p) => (of.get(p.id) ?? 0) > 0);
    const count = named.reduce((n, p) => n + (of.get(p.id) ?? 0), 0);
    const names = named.slice(0, NAMED).map((p) => p.short_name);
    return { key, count, text: `${said(count)}：${names.join("、")}${named.length > NAMED ? ` 等 ${named.length} 家` : ""}` };
  };
  return [
    warning("promise", promises, (n) => `${n} 个在途订单的承诺日在 3 个工作日内或已过`),
    warning("overdue", owing, (n) => `${n} 家有逾期欠款`),
    warning("work_order", late, (n) => `${n} 张工单今天到期或已超时`),
  ].filter((w) => w.count > 0);
}

/** The dry run: nothing is written. */
export async function trialOf(ctx: Ctx, order: OrderDoor, ask: Ask): Promise<Trial> {
  const { chosen, lines, rooms, gmv, fault } = await planOf(ctx, order, ask);
  const ids = chosen.map((p) => p.id);
  const over = closedOf(chosen);
  const [beside, promises] = [await along(ctx, order, ask, ids), await order.openPromises(ctx.db, ids, ctx.now)];
  const to = new Map(lines.map((l) => [l.peer_id, l.to_worker_id]));
  return {
    total: chosen.length,
    closed: over.size,
    targets: rooms.map(({ name, ...r }) => {
      const his = lines.filter((l) => l.to_worker_id === r.worker_id);
      return {
        ...r,
        worker_name: name,
        gets: his.length,
        closed: his.filter((l) => over.has(l.peer_id)).length,
        gmv: his.reduce((sum, l) => sum + gmv(l.peer_id), 0),
      };
    }),
    lines: chosen.slice(0, LINES_MAX).flatMap((p) => {
      const to_worker_id = to.get(p.id);
      if (to_worker_id === undefined) return [];
      return { peer_id: p.id, peer_no: p.peer_no, peer_name: p.short_name, place_text: placeText(p), gmv: gmv(p.id), to_worker_id };
    }),
    orders: beside.orders,
    work_orders: beside.work_orders,
    warnings: warningsOf(chosen, promises, beside),
    fault: fault?.message ?? null,
  };
}
