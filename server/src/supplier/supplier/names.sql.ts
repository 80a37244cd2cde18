/** Names beside suppliers, of staff and countries. */
import { known } from "#kit/db/known.ts";
import { q, rows } from "#kit/db/sql.ts";

export { workerNames } from "../../setting/index.ts";

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
