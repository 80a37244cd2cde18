/** Names beside orders and applicants, of products, countries, staff and suppliers. */
import { known } from "#kit/db/known.ts";
import { hot, q, rows } from "#kit/db/sql.ts";

interface SkuName {
  id: number;
  name: string;
  district_name: string | null;
}
export const skuNames = known<number, SkuName>(["skus", "embassies"], async (db, ids) => {
  const list = await rows<SkuName>(
    db,
    hot(
      hot(
        q`select s.id, s.name, em.district_name from skus s left join embassies em on em.id = s.embassy_id where s.id = any(${[...ids]}::int8[])`,
      ),
    ),
  );
  return list.map((s) => [s.id, s]);
});

interface CountryName {
  id: string;
  name_zh: string;
  flag_emoji: string;
}
export const countryNames = known<string, CountryName>(["countries"], async (db, ids) => {
  const list = await rows<CountryName>(db, hot(q`select id, name_zh, flag_emoji from countries where id = any(${[...ids]}::text[])`));
  return list.map((c) => [c.id, c]);
});

/** Nicknames; staff without one have no name beside a row. */
export const workerNames = known<number, string>(["workers"], async (db, ids) => {
  const list = await rows<{ id: number; nickname: string }>(
    db,
    hot(q`select id, nickname from workers where id = any(${[...ids]}::int8[]) and nickname <> ''`),
  );
  return list.map((w) => [w.id, w.nickname]);
});

export const supplierNames = known<number, string>(["suppliers"], async (db, ids) => {
  const list = await rows<{ id: number; short_name: string }>(
    db,
    hot(q`select id, short_name from suppliers where id = any(${[...ids]}::int8[])`),
  );
  return list.map((s) => [s.id, s.short_name]);
});
