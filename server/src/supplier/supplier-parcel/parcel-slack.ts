/** The list's own order: what waits to be sent by what it still catches, then all others as they were made. */
import type { Ctx } from "#kit/call/context.ts";
import { cappedCount, placeOf, rowsBy, type Keyed, type ListDef, type PageAsked, type PageFound } from "#kit/db/page.ts";
import { and, q, raw, rows } from "#kit/db/sql.ts";
import { bySlack } from "./parcel.rules.ts";
import { clocksOf, type Waiting } from "./parcel.shown.ts";
import { CREATED } from "./parcel.sql.ts";

/** So many are ranked; a desk never has that many open. */
const RANKED = 1_000;
/** In a cursor: the row before was one of those ranked. */
const FIRST = "infinity";

/** Waiting parcels under the list's filter, least slack first. What a day still catches is reckoned, so they are few and ranked here. */
async function ranked(ctx: Pick<Ctx, "now" | "config">, { db, def }: PageAsked): Promise<number[]> {
  const waiting = await rows<Waiting>(
    db,
    q`select t.id, t.supplier_id, t.planned_send_on, c.cut_off as contact_cut_off from ${def.from} left join supplier_contacts c on c.id = t.contact_id
      where ${and([CREATED, q`t.is_outgoing`, def.where])} order by t.planned_send_on nulls last, t.id limit ${RANKED}`,
  );
  const clocks = await clocksOf({ ...ctx, db }, waiting);
  return waiting
    .flatMap((p) => {
      const clock = clocks.get(p.id);
      return clock ? [{ id: p.id, clock }] : [];
    })
    .toSorted((a, b) => bySlack(a.clock, b.clock) || a.id - b.id)
    .map((p) => p.id);
}

export const readBySlack =
  (ctx: Pick<Ctx, "now" | "config">): NonNullable<ListDef["read"]> =>
  async (page: PageAsked): Promise<PageFound> => {
    const { db, def, order, counts } = page;
    const first = await ranked(ctx, page);
    const isAmongFirst = order.key?.[0] === FIRST;
    const from = order.key === null ? order.offset : isAmongFirst ? first.indexOf(order.key[1]) + 1 : first.length;
    const head = first.slice(from, from + order.rows);
    const rest = await rows<{ id: number; key: string }>(
      db,
      q`select w._id as id, w._k::text as key from (select ${placeOf(def, order)} from ${def.from}
        where ${and([def.where, isAmongFirst ? null : order.after, q`not (${raw(def.id)} = any(${first}::int8[]))`])}
        order by ${order.text} limit ${order.rows - head.length} offset ${order.key === null ? Math.max(0, order.offset - first.length) : 0}) w`,
    );
    const ids = [...head, ...rest.map((r) => r.id)];
    const keys = [...head.map(() => FIRST), ...rest.map((r) => r.key)];
    const asked = q`select u.id as _id, u.k as _k, null::int as _total from unnest(${ids}::int8[], ${keys}::text[]) with ordinality u(id, k, n) order by u.n`;
    const list = await rows<Keyed>(db, rowsBy(def, asked));
    return { list, ...(counts ? await cappedCount(db, def) : { total: null, total_capped: false }) };
  };
