/**
 * First verdicts on papers, for base data: a paper that was never rejected passed at the first verdict, its first
 * rejection stands in material_rejections.
 */
import type { Db } from "#kit/db/db.ts";
import { q, row, rows, type Sql } from "#kit/db/sql.ts";

export interface ReviewWindow {
  document_id: number;
  from: string;
  /** Exclusive. */
  to: string;
}
export interface ReasonCount {
  code: string | null;
  n: number;
}
export interface ReviewStat {
  reviewed: number;
  passed: number;
  /** Most frequent first. */
  reasons: ReasonCount[];
}

const REASONS = 3;

/** Verdicts of each window, in the order asked. */
export const reviewStats = (db: Db, windows: readonly ReviewWindow[]): Promise<ReviewStat[]> =>
  rows<ReviewStat>(
    db,
    q`
    select p.n + j.n as reviewed, p.n as passed, j.reasons
    from json_to_recordset(${JSON.stringify(windows.map((w, seq) => ({ ...w, seq })))}::json) as w(seq int4, document_id int8, "from" timestamptz, "to" timestamptz)
    cross join lateral (
      select count(*)::int as n from applicant_materials m
      where m.document_id = w.document_id and m.round = 0 and m.material_status = 'passed' and m.reviewed_at >= w."from" and m.reviewed_at < w."to"
    ) p
    cross join lateral (
      select coalesce(sum(c.n), 0)::int as n, coalesce(json_agg(json_build_object('code', c.code, 'n', c.n) order by c.n desc, c.code) filter (where c.place <= ${REASONS}), '[]') as reasons
      from (
        select r.reject_code as code, count(*)::int as n, row_number() over (order by count(*) desc, r.reject_code) as place
        from material_rejections r
        where r.document_id = w.document_id and r.round = 1 and r.at >= w."from" and r.at < w."to" group by r.reject_code
      ) c
    ) j
    order by w.seq`,
  );

/** The latest first verdicts on one paper. */
export async function lastReviews(db: Db, documentId: number, limit: number): Promise<ReviewStat> {
  const found = await row<ReviewStat>(
    db,
    q`
    with latest as (
      select * from (
        (select m.reviewed_at as at, true as is_passed, null::text as code from applicant_materials m
         where m.document_id = ${documentId} and m.round = 0 and m.material_status = 'passed' and m.reviewed_at is not null order by m.reviewed_at desc limit ${limit})
        union all
        (select r.at, false, r.reject_code from material_rejections r where r.document_id = ${documentId} and r.round = 1 order by r.at desc limit ${limit})
      ) v order by v.at desc limit ${limit}
    )
    select count(*)::int as reviewed, (count(*) filter (where is_passed))::int as passed,
      coalesce((select json_agg(json_build_object('code', c.code, 'n', c.n) order by c.n desc, c.code)
        from (select code, count(*)::int as n from latest where not is_passed group by code order by 2 desc, 1 limit ${REASONS}) c), '[]') as reasons
    from latest`,
  );
  return found ?? { reviewed: 0, passed: 0, reasons: [] };
}

/** Rejections per reason since an instant, as rows (code, n). */
export const rejectCounts = (since: Date): Sql =>
  q`select j.reject_code as code, count(*)::int as n from material_rejections j where j.at >= ${since} and j.reject_code is not null group by 1`;
