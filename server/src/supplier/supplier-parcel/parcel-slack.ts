/** The list's own order: what waits to be sent by what it still catches, then all others as they were made. */
import type { Ctx } from "#kit/call/context.ts";
import { cappedCount, placeOf, rowsBy, type Keyed, type ListDef, type PageAsked, type PageFound } from "#kit/db/page.ts";
import { and, q, raw, rows } from "#kit/db/sql.ts";
import { bySlack, type Catching } from "./parcel.rules.ts";
import { clocksOf, type Waiting } from "./parcel.shown.ts";
import { CREATED } from "./parcel.sql.ts";

/** So many are ranked; a desk never has that many open. */
const RANKED = 1_000;
/** In a cursor: the row before was one of those ranked, and its rank. */
const FIRST = "infinity";
type Rank = Pick<Catching, "slack" | "cut_off_at">;
interface Ranked {
  id: number;
  rank: Rank;
}
const after = (a: Ranked, b: Ranked): number => bySlack(a.rank, b.rank) || a.id - b.id;
const keyOf = ({ rank }: Ranked): string => [FIRST, rank.slack ?? "", rank.cut_off_at].join("|");
/** The row of a cursor, where it was ranked. */
function rankedAt(key: readonly [string, number] | null): Ranked | null {
  const [first, slack = "", cut_off_at = ""] = key?.[0].split("|") ?? [];
  return key && first === FIRST ? { id: key[1], rank: { slack: slack === "" ? null : Number(slack), cut_off_at } } : null;
}

/** Waiting parcels under the list's filter, least slack first. What a day still catches is reckoned, so they are few and ranked here. */
async function ranked(ctx: Pick<Ctx, "now" | "config">, { db, def }: PageAsked): Promise<Ranked[]> {
  const waiting = await rows<Waiting>(
    db,
    q`select t.id, t.supplier_id, t.planned_send_on, c.cut_off as contact_cut_off from ${def.from} left join supplier_contacts c on c.id = t.contact_id
      where ${and([CREATED, q`t.is_outgoing`, def.where])} order by t.planned_send_on nulls last, t.id limit ${RANKED}`,
  );
  // Named one by one: an export's context keeps its doors on its prototype.
  const clocks = await clocksOf({ db, now: ctx.now, config: (key) => ctx.config(key) }, waiting);
  return waiting
    .flatMap((p) => {
      const rank = clocks.get(p.id);
      return rank ? [{ id: p.id, rank }] : [];
    })
    .toSorted(after);
}

export const readBySlack =
  (ctx: Pick<Ctx, "now" | "config">): NonNullable<ListDef["read"]> =>
  async (page: PageAsked): Promise<PageFound> => {
    const { db, def, order, counts } = page;
    const waiting = await ranked(ctx, page);
    const first = waiting.map((p) => p.id);
    const last = rankedAt(order.key);
    const isAmongFirst = last !== null;
    // Behind the row of the cursor; where it left the ranking since, behind the place that it had.
    const place = last ? first.indexOf(last.id) : -1;
    const behind = last ? waiting.findIndex((p) => after(p, last) > 0) : 0;
    const from = order.key === null ? order.offset : !last || behind < 0 ? first.length : place >= 0 ? place + 1 : behind;
    const head = waiting.slice(from, from + order.rows);
    const rest = await rows<{ id: number; key: string }>(
      db,
      q`select w._id as id, w._k::text as key from (select ${placeOf(def, order)} from ${def.from}
        where ${and([def.where, isAmongFirst ? null : order.after, q`not (${raw(def.id)} = any(${first}::int8[]))`])}
        order by ${order.text} limit ${order.rows - head.length} offset ${order.key === null ? Math.max(0, order.offset - first.length) : 0}) w`,
    );
    const ids = [...head.map((p) => p.id), ...rest.map((r) => r.id)];
    const keys = [...head.map(keyOf), ...rest.map((r) => r.key)];
    const asked = q`select u.id as _id, u.k as _k, null::int as _total from unnest(${ids}::int8[], ${keys}::text[]) with ordinality u(id, k, n) order by u.n`;
    const list = await rows<Keyed>(db, rowsBy(def, asked));
    return { list, ...(counts ? await cappedCount(db, def) : { total: null, total_capped: false }) };
  };
