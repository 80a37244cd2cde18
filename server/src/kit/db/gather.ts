/**
 * A reader for filters of any selectivity over a large table: all matches up to the cap are read first and then sorted,
 * so the planner cannot gamble on walking a sort index over a million rows that do not match. One query answers the
 * page's ids and the total, planned with its values; the rows by id are one prepared statement for every filter. A
 * filter with more matches than the cap is walked.
 *
 *   pageOf(ctx.db, input, { …, read: gather })
 */
import { TOTAL_CAP } from "@visadesk/contract/kit/constants.ts";
import { capped, cappedCount, placeOf, walk, walked, type Keyed, type PageAsked, type PageFound, type Total } from "./page.ts";
import { hot, nothing, q, raw, rows } from "./sql.ts";

async function keysOf({ db, def, order }: PageAsked): Promise<{ keys: Keyed[] } & Total> {
  const found = await rows<Keyed>(
    db,
    q`
    select m._id, m._k::text as _key, count(*) over ()::int as _total from (
      select ${placeOf(def, order)} from ${def.from} where ${def.where} limit ${raw(String(TOTAL_CAP + 1))}
    ) m order by ${order.text} ${order.limit}`,
  );
  const n = found[0]?._total ?? (order.offset === 0 ? 0 : null);
  if (n !== null && n <= TOTAL_CAP) return { keys: found, ...capped(n) };
  const [keys, counted] = await Promise.all([
    rows<Keyed>(db, q`select w._id, w._k::text as _key from (${walked(def, order)}) w`),
    n === null ? cappedCount(db, def) : capped(n),
  ]);
  return { keys, ...counted };
}

/** A page behind a cursor is walked: the key is selective. */
export async function gather(page: PageAsked): Promise<PageFound> {
  const { db, def, order } = page;
  if (order.after) return walk(page);
  const { keys, ...total } = await keysOf(page);
  if (keys.length === 0) return { list: [], ...total };
  // The keys come as JSON: of an array the planner sees the length, holds a plan made for one row to be cheaper and plans anew every time.
  const ids = JSON.stringify(keys.map(({ _id, _key }, _n) => ({ _id, _key, _n })));
  const list = await rows<Keyed>(
    db,
    hot(q`
    select ${def.select}, paged._key, paged._id from (select * from json_to_recordset(${ids}::json) k(_id int8, _key text, _n int4) ${raw(`limit ${order.rows}`)}) paged
    join ${def.from} on ${raw(def.id)} = paged._id ${def.joins ?? nothing} order by paged._n`),
  );
  return { list, ...total };
}
