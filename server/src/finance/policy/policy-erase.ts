/** With an order's people go their names, numbers and papers from its policies, and what was typed about them; numbers of policies, days and sums stay. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import { erasedSet, GONE } from "#kit/noun/erase.ts";
import { saveRows } from "#kit/noun/save.ts";
import { policyNoun } from "./policy.noun.ts";

async function filesOf(db: Db, orders: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>> {
  const found = await rows<{ order_id: number; key: string }>(
    db,
    q`select distinct p.order_id, k.key from policies p
      cross join lateral (select p.file as key union select x -> 'before' ->> 'file' from jsonb_array_elements(p.changes) x) k
      where p.order_id = any(${[...orders]}::int8[]) and k.key <> '' order by 1, 2`,
  );
  return new Map([...Map.groupBy(found, (f) => f.order_id)].map(([id, his]) => [id, his.map((f) => f.key)]));
}

async function erase(ctx: Ctx, order: number): Promise<void> {
  const set = {
    ...erasedSet(policyNoun),
    claims: q`(select coalesce(jsonb_agg(c.one || jsonb_build_object('note', ${GONE}::text) order by c.n), '[]') from jsonb_array_elements(claims) with ordinality c (one, n))`,
    changes: q`(select coalesce(jsonb_agg(c.one || jsonb_build_object('reason', ${GONE}::text, 'before', (c.one -> 'before') || '{"file":null}', 'after', (c.one -> 'after') || '{"file":null}') order by c.n), '[]')
      from jsonb_array_elements(changes) with ordinality c (one, n))`,
    reason: q`case when reason = '' then '' else ${GONE} end`,
    updated_at: ctx.now,
  };
  await saveRows(ctx, policyNoun, { where: q`order_id = ${order}`, set });
}

export const personalPapers = { filesOf, erase };
