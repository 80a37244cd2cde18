/** What is mine to do: my own, and while I cover somebody what is his. */
import { q, raw, type Sql } from "../db/sql.ts";
import type { Principal } from "./context.ts";

type Me = Pick<Principal, "worker_id" | "covers">;
export const ownIds = ({ worker_id, covers }: Me): readonly number[] => [worker_id, ...covers];
/** Plain equality for whoever covers nobody. */
export const isOwn = (column: string, me: Me): Sql =>
  me.covers.length === 0 ? q`${raw(column)} = ${me.worker_id}` : q`${raw(column)} = any(${ownIds(me)}::int8[])`;
