/** Whom notices, coupons and activities mean: a group's members now, or a filter's rows, as a condition's right side. */
import { peerFilter } from "@visadesk/contract/peer/peer/peer.ts";
import { z } from "@visadesk/contract/kit/field.ts";
import type { Db } from "#kit/db/db.ts";
import { and, q, row, type Sql } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import { peerFiltered } from "../peer/peer.sql.ts";
import { ACTIVE, membersOf, type GroupKindOf } from "./group-rule.sql.ts";

const { queue: _, ...conditions } = peerFilter;
const filterOf = z.strictObject(conditions);
export type Audience = { group_id: number } | { filter: Readonly<Record<string, unknown>> };

export async function members(db: Db, of: Audience, at: Date): Promise<Sql> {
  if ("filter" in of) return q`(select p.id from peers p where ${and([ACTIVE, peerFiltered(filterOf.parse(of.filter), at)])})`;
  const group = found(await row<GroupKindOf>(db, q`select id, kind, rule from peer_groups where id = ${of.group_id}`), "分组不存在");
  return q`(select p.id from peers p where ${membersOf(group, at)})`;
}
