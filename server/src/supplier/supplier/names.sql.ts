/** Names beside suppliers, of staff and countries. */
import { known } from "#kit/db/known.ts";
import { q, rows } from "#kit/db/sql.ts";

export const workerNames = known<number, string>(["workers"], async (db, ids) => {
  const list = await rows<{ id: number; name: string }>(
    db,
    q`select id, coalesce(nullif(nickname, ''), account) as name from workers where id = any(${[...ids]}::int8[])`,
  );
  return list.map((w) => [w.id, w.name]);
});

interface CountryName {
  name_zh: string;
  flag_emoji: string;
}
export const countryNames = known<string, CountryName>(["countries"], async (db, ids) => {
  const list = await rows<CountryName & { id: string }>(
    db,
    q`select id, name_zh, flag_emoji from countries where id = any(${[...ids]}::text[])`,
  );
  return list.map((c) => [c.id, c]);
});
