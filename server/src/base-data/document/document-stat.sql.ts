import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";

export interface PaperRow {
  id: number;
  /** Last edit of the text, when it lies in the window. */
  text_at: string | null;
}
export const papersSince = (db: Db, since: Date): Promise<PaperRow[]> =>
  rows(db, q`select id, case when text_at >= ${since} then text_at end as text_at from documents order by id`);

export interface StatRow {
  document_id: number;
  reviewed_90: number;
  passed_90: number;
  first_pass_rate: number | null;
  reasons: { code: string | null; n: number }[];
  before_reviewed: number;
  before_passed: number;
  after_reviewed: number;
  after_passed: number;
}
/** Figures of every paper; a paper removed meanwhile is left out. */
export const saveStats = async (db: Db, stats: readonly StatRow[], now: Date): Promise<void> =>
  void (await rows(
    db,
    q`
    insert into document_stats (document_id, reviewed_90, passed_90, first_pass_rate, reasons, before_reviewed, before_passed, after_reviewed, after_passed, at)
    select s.document_id, s.reviewed_90, s.passed_90, s.first_pass_rate, s.reasons, s.before_reviewed, s.before_passed, s.after_reviewed, s.after_passed, ${now}
    from json_to_recordset(${JSON.stringify(stats)}::json) as s(document_id int8, reviewed_90 int4, passed_90 int4, first_pass_rate float8, reasons jsonb,
      before_reviewed int4, before_passed int4, after_reviewed int4, after_passed int4)
    join documents d on d.id = s.document_id
    on conflict (document_id) do update set reviewed_90 = excluded.reviewed_90, passed_90 = excluded.passed_90, first_pass_rate = excluded.first_pass_rate,
      reasons = excluded.reasons, before_reviewed = excluded.before_reviewed, before_passed = excluded.before_passed, after_reviewed = excluded.after_reviewed,
      after_passed = excluded.after_passed, at = excluded.at`,
  ));

export interface QualityRow extends Omit<StatRow, "document_id"> {
  id: number;
  name: string;
  status: 0 | 1;
  text_at: string | null;
  at: string;
}
/** Judged papers of a kind, most rejected first. */
export const qualityRows = (db: Db, kind: number, since: Date): Promise<QualityRow[]> =>
  rows(
    db,
    q`
    select d.id, d.name, d.status, case when d.text_at >= ${since} then d.text_at end as text_at, s.*
    from document_stats s join documents d on d.id = s.document_id
    where d.kind = ${kind} and s.reviewed_90 > 0
    order by s.reviewed_90 - s.passed_90 desc, s.reviewed_90 desc, d.id`,
  );

export const isOfKind = async (db: Db, id: number, kind: number): Promise<boolean> =>
  (await row(db, q`select 1 from documents where id = ${id} and kind = ${kind}`)) !== undefined;
