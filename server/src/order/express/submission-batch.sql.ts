import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { submissionBatchApi } from "@visadesk/contract/order/applicant-material.ts";
import type { StateOf } from "@visadesk/contract/kit/flow.ts";
import type { batchFlow } from "@visadesk/contract/order/order.flow.ts";
import type { Db } from "#kit/db/db.ts";
import { and, q, row, rows, type Sql } from "#kit/db/sql.ts";

export interface BatchRow {
  id: number;
  batch_no: string;
  batch_status: StateOf<typeof batchFlow>;
  plan_date: string | null;
  version: number;
}
export interface LineOfBatch {
  id: number;
  order_id: number;
  applicant_id: number;
  applicant_no: string;
  passport_no: string | null;
  passport_no_sealed: string | null;
  passport_no_hash: string | null;
  passport_no_tail: string | null;
  line_status: string;
  passport_scanned_at: string | null;
}
export interface PlacedPerson {
  id: number;
  order_id: number;
  sku_id: number;
  applicant_no: string;
  applicant_status: string;
  supplier_id: number | null;
  settle_price: number | null;
  is_urgent: boolean;
  travel_date: string | null;
  embassy_id: number | null;
  submit_city: string;
  has_line: boolean;
  review_passed_at: string | null;
  submitted_at: string | null;
  expert_id: number | null;
  cs_owner_id: number | null;
  bd_owner_id: number | null;
  created_by: number | null;
}

/** Own batches, and those that hold somebody in sight; over `submission_batches b`. */
export function batchVisible(scopeIds: readonly number[] | null): Sql | null {
  if (scopeIds === null) return null;
  const ids = q`${[...scopeIds]}::int8[]`;
  return q`(b.created_by = any(${ids}) or exists (select from submissions l join applicants a on a.id = l.applicant_id where l.batch_id = b.id and a.owner_ids && ${ids}))`;
}

export const lockBatch = (db: Db, id: number, scopeIds: readonly number[] | null): Promise<BatchRow | undefined> =>
  row(
    db,
    q`select b.id, b.batch_no, b.batch_status, b.plan_date, b.version from submission_batches b where ${and([q`b.id = ${id}`, batchVisible(scopeIds)])} for update of b`,
  );

/** The supplier's parcel that carries a batch, or in which it waits to be sent. */
export const parcelOfBatch = (db: Db, id: number): Promise<{ parcel_no: string; is_waiting: boolean } | undefined> =>
  row(
    db,
    q`select t.parcel_no, e.express_status = 'created' as is_waiting from supplier_parcels t join expresses e on e.id = t.express_id
      where t.batch_id = ${id} and e.express_status not in ('cancelled', 'returned') order by is_waiting desc, t.id limit 1`,
  );
/** Of these originals one that is packed in a parcel which has not left. */
export const packedPaper = (db: Db, materialIds: readonly number[]): Promise<{ parcel_no: string; material_id: number } | undefined> =>
  row(
    db,
    q`select t.parcel_no, i.material_id from supplier_parcel_items i join supplier_parcels t on t.id = i.parcel_id join expresses e on e.id = t.express_id
      where i.material_id = any(${[...materialIds]}::int8[]) and i.left_at is null and e.express_status = 'created' order by i.id limit 1`,
  );

/** Lines by order, so that orders are locked in id order. */
export const batchLines = (db: Db, id: number): Promise<LineOfBatch[]> =>
  rows(
    db,
    q`
  select s.id, s.order_id, s.applicant_id, a.applicant_no, a.passport_no, a.passport_no_sealed, a.passport_no_hash, a.passport_no_tail, s.line_status, s.passport_scanned_at
  from submissions s join applicants a on a.id = s.applicant_id where s.batch_id = ${id} order by s.order_id, a.seq`,
  );

export const batchRow = (db: Db, id: number): Promise<Output<typeof submissionBatchApi.submission_batch_add> | undefined> =>
  row(
    db,
    q`
  select b.id, b.batch_no, e.name as embassy_name, b.submit_city, s.name as supplier_name, b.plan_date, b.is_urgent, b.batch_status, b.handed_to, b.handed_at, b.version, b.created_at,
    (select count(*)::int from submissions l where l.batch_id = b.id and l.line_status <> 'removed') as line_count,
    (select count(*)::int from submissions l where l.batch_id = b.id and l.line_status <> 'removed' and l.passport_scanned_at is not null) as scanned_count
  from submission_batches b left join embassies e on e.id = b.embassy_id left join suppliers s on s.id = b.supplier_id where b.id = ${id}`,
  );

/** Where the papers of these people are handed in, as their snapshots say. */
export const placesOf = (db: Db, ids: readonly number[]): Promise<PlacedPerson[]> =>
  rows(
    db,
    q`
  select a.id, a.order_id, a.sku_id, a.applicant_no, a.applicant_status, a.supplier_id, a.settle_price, a.review_passed_at, a.submitted_at, o.is_urgent, o.travel_date, o.expert_id, o.cs_owner_id, o.bd_owner_id, o.created_by,
    (s.body #>> '{embassy,id}')::int8 as embassy_id, coalesce(s.body #>> '{submit_place,city}', s.body #>> '{embassy,city}', '') as submit_city,
    exists (select from submissions l where l.applicant_id = a.id and l.line_status in ('packed', 'sent', 'submitted')) as has_line
  from applicants a join orders o on o.id = a.order_id join sku_snapshots s on s.id = o.snapshot_id where a.id = any(${ids}) order by a.order_id, a.seq`,
  );
