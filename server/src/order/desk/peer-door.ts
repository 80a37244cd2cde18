/** What peers ask of orders. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, raw, row, rows } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { calendarOf } from "../../base-data/index.ts";
import type { OrderDoor, OwnersMove, PeerStat } from "../../peer/index.ts";
import { costJoins, orderMargin } from "../list/order-columns.sql.ts";
import { orderIsOpen } from "../list/order.sql.ts";
import type { OrderStatus } from "../flow/facts.ts";
import { passOrders } from "./hand-over.sql.ts";
import { expectOngoing, remindRaise } from "./order-remind.ts";
import { linkable, linkedNo } from "./peer-linked.sql.ts";

/** Working days before a promised day within which a change of owner is told beforehand. */
const NEAR_DAYS = 3;
const OWNER = { bd: "bd_owner_id", cs: "cs_owner_id" } as const;

async function openOrders(db: Db, peerIds: readonly number[]): Promise<Map<number, number[]>> {
  const listed = await rows<{ peer_id: number; ids: number[] }>(
    db,
    q`
    select o.peer_id, array_agg(o.id order by o.id) as ids from orders o
    where o.peer_id = any(${[...peerIds]}::int8[]) and ${orderIsOpen("o")} group by o.peer_id`,
  );
  return new Map(listed.map((f) => [f.peer_id, f.ids]));
}

/** Locked in id order, so that what was counted is what moves; what somebody else has by now stays his. */
async function ownersMove(ctx: Ctx, move: OwnersMove): Promise<number[]> {
  const column = OWNER[move.role];
  const his = await rows<{ id: number }>(
    ctx.db,
    q`
    select o.id from orders o
    where o.id = any(${[...move.order_ids]}::int8[]) and o.${raw(column)} = ${move.from} and ${orderIsOpen("o")}
    order by o.id for update`,
  );
  const ids = his.map((o) => o.id);
  if (ids.length === 0) return [];
  const people = await rows<{ id: number; name: string }>(
    ctx.db,
    q`select id, nickname as name from workers where id = any(${[move.from, move.to]}::int8[])`,
  );
  const person = (id: number) => ({ id, name: people.find((p) => p.id === id)?.name ?? "" });
  await passOrders(ctx, column, { ids, from: person(move.from), to: person(move.to), reason: move.reason });
  return ids;
}

async function peerStats(db: Db, peerIds: readonly number[], from: Date, to: Date): Promise<Map<number, PeerStat>> {
  const listed = await rows<PeerStat>(
    db,
    q`
    select o.peer_id, count(*)::int as orders, sum(o.amount_paid) as paid, sum(o.amount_refunded) as refunded, max(o.paid_at) as last_paid_at
    from orders o where o.peer_id = any(${[...peerIds]}::int8[]) and o.paid_at >= ${from} and o.paid_at < ${to}
    group by o.peer_id`,
  );
  return new Map(listed.map((f) => [f.peer_id, f]));
}

async function openPromises(db: Db, peerIds: readonly number[], now: Date): Promise<Map<number, number>> {
  const until = (await calendarOf(db)).addWorkingDays(shanghaiDate(now), NEAR_DAYS);
  const listed = await rows<{ peer_id: number; orders: number }>(
    db,
    q`
    select o.peer_id, count(*)::int as orders from orders o
    where o.peer_id = any(${[...peerIds]}::int8[]) and ${orderIsOpen("o")} and o.promised_date <= ${until}::date
    group by o.peer_id`,
  );
  return new Map(listed.map((f) => [f.peer_id, f.orders]));
}

const isOfPeer: OrderDoor["isOfPeer"] = async (db, { peer_id, order_id, applicant_id }) =>
  (await row(
    db,
    q`
    select o.id from orders o where o.id = ${order_id} and o.peer_id = ${peer_id}
      and (${applicant_id}::int8 is null or exists (select 1 from applicants a where a.order_id = o.id and a.id = ${applicant_id}))`,
  )) !== undefined;

const urge: OrderDoor["urge"] = async (ctx, { order_id, applicant_id, content }) => {
  const order = await row<{ order_status: OrderStatus }>(ctx.db, q`select order_status from orders where id = ${order_id} for update`);
  expectOngoing(found(order).order_status, "催办");
  return (await remindRaise(ctx, { order_id, applicant_id, kind: "urge", level: "high", content })).id;
};

/** Of orders whose every person has a settle price; a peer with none of those is left out. */
async function marginOf(db: Db, peerIds: readonly number[], from: Date, to: Date): Promise<Map<number, number>> {
  const listed = await rows<{ peer_id: number; margin: number }>(
    db,
    q`
    select m.peer_id, sum(m.margin)::int8 as margin from (
      select o.peer_id, ${orderMargin("o")} as margin from orders o ${costJoins("o")}
      where o.peer_id = any(${[...peerIds]}::int8[]) and o.paid_at >= ${from} and o.paid_at < ${to}) m
    where m.margin is not null group by m.peer_id`,
  );
  return new Map(listed.map((f) => [f.peer_id, f.margin]));
}

export const peerDoor: OrderDoor = {
  openOrders,
  ownersMove,
  peerStats,
  openPromises,
  isOfPeer,
  urge,
  linkable,
  linkedNo,
  marginOf,
};
