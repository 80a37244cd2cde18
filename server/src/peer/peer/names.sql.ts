/** Names beside peers, of staff, groups and countries. */
import { known } from "#kit/db/known.ts";
import { q, rows } from "#kit/db/sql.ts";

export { workerNames } from "../../setting/index.ts";
export const groupNames = known<number, string>(["peer_groups"], async (db, ids) => {
  const list = await rows<{ id: number; name: string }>(db, q`select id, name from peer_groups where id = any(${[...ids]}::int8[])`);
  return list.map((g) => [g.id, g.name]);
});
