/** What staff are called beside rows: the nickname, or the account of who has none. */
import { known } from "#kit/db/known.ts";
import { q, rows } from "#kit/db/sql.ts";

export const workerNames = known<number, string>(["workers"], async (db, ids) => {
  const list = await rows<{ id: number; name: string }>(
    db,
    q`select id, coalesce(nullif(nickname, ''), account) as name from workers where id = any(${[...ids]}::int8[])`,
  );
  return list.map((w) => [w.id, w.name]);
});
