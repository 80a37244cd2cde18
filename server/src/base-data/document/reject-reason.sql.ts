import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { saveRow, saveRows } from "#kit/noun/save.ts";
import { paperNouns } from "./document.noun.ts";
import { rejectReasonNoun } from "./reject-reason.noun.ts";

interface ReasonFilter {
  keyword?: string | undefined;
  kinds?: number[] | undefined;
  status?: 0 | 1 | undefined;
}

/** `counts`: rejections per code. What was merged into a reason counts for it. */
export const reasonList = (input: ReasonFilter, counts: Sql): ListDef => ({
  from: q`reject_reasons r left join (
    select coalesce(x.merged_into, x.id) as reason_id, sum(c.n)::int as n from (${counts}) c join reject_reasons x on x.code = c.code group by 1
  ) u on u.reason_id = r.id`,
  where: and([
    input.keyword && q`(r.text ilike ${`%${likeText(input.keyword)}%`} or r.advice ilike ${`%${likeText(input.keyword)}%`})`,
    input.kinds && q`r.kinds && ${input.kinds}::int4[]`,
    input.status !== undefined && q`r.status = ${input.status}`,
  ]),
  id: "r.id",
  select: q`r.id, r.code, r.text, r.advice, r.kinds, coalesce(u.n, 0) as used_90,
    (select count(*)::int from documents d where r.id = any(d.reason_ids)) as papers, o.text as merged_into, r.status, r.version, r.updated_at`,
  joins: raw("left join reject_reasons o on o.id = r.merged_into"),
  sorts: {
    used_90: { by: "coalesce(u.n, 0)", order: "desc" },
    text: { by: "r.text", order: "asc" },
    updated_at: { by: "r.updated_at", order: "desc" },
  },
  sort: "used_90",
});

export const isReasonText = async (db: Db, text: string, except: number | null): Promise<boolean> =>
  (await row(db, q`select 1 from reject_reasons where text = ${text} and id is distinct from ${except}::int8`)) !== undefined;

/** Stores a reason; its code is made of its number and never changes. */
export async function insertReason(
  db: Db,
  r: { text: string; advice: string; kinds: number[] },
  by: { me: { worker_id: number }; now: Date },
): Promise<number> {
  const made = await row<{ id: number }>(
    db,
    q`
    insert into reject_reasons (code, text, advice, kinds, sort, created_by, created_at, updated_at)
    values (gen_random_uuid()::text, ${r.text}, ${r.advice}, ${r.kinds}, (select coalesce(max(sort), 0) + 1 from reject_reasons), ${by.me.worker_id}, ${by.now}, ${by.now})
    returning id`,
  );
  if (!made) throw new Error("reason was not stored");
  await rows(db, q`update reject_reasons set code = 'r' || id where id = ${made.id}`);
  return made.id;
}

export interface ReasonRow {
  id: number;
  code: string;
  text: string;
  advice: string;
  kinds: number[];
  status: 0 | 1;
  merged_into: number | null;
  version: number;
}
/** The reason and, for a merge, the other one; locked in the order of their numbers. */
export const lockedReasons = (db: Db, ids: readonly number[]): Promise<ReasonRow[]> =>
  rows(
    db,
    q`select id, code, text, advice, kinds, status, merged_into, version from reject_reasons where id = any(${[...ids]}::int8[]) order by id for update`,
  );

/** Kinds of papers that this reason alone can reject. */
export const onlyReasonFor = async (db: Db, id: number): Promise<number[]> =>
  (
    await rows<{ kind: number }>(
      db,
      q`
      select k.kind from reject_reasons r, unnest(r.kinds) as k(kind)
      where r.id = ${id} and r.status = 1 and not exists (select from reject_reasons o where o.id <> r.id and o.status = 1 and k.kind = any(o.kinds))
      order by k.kind`,
    )
  ).map((k) => k.kind);

/** What else a merge moves: papers that offered `from` offer `into`; earlier merges into `from` lead there as well. Answers the papers. */
export async function mergeReason(ctx: Ctx, from: ReasonRow, into: ReasonRow): Promise<number> {
  const updated_at = ctx.now;
  await rows(ctx.db, q`update reject_reasons set merged_into = ${into.id} where merged_into = ${from.id}`);
  const kinds = [...new Set([...into.kinds, ...from.kinds])].sort((a, b) => a - b);
  await saveRow(ctx, rejectReasonNoun, { id: into.id, version: into.version, set: { kinds, updated_at }, told: true });
  const reason_ids = q`case when ${into.id}::int8 = any(reason_ids) then array_remove(reason_ids, ${from.id}::int8)
    else array_replace(reason_ids, ${from.id}::int8, ${into.id}::int8) end`;
  const where = q`${from.id}::int8 = any(reason_ids)`;
  // Papers of all kinds lie in one table.
  return (await saveRows(ctx, paperNouns.elec, { where, set: { reason_ids, updated_at } })).length;
}
