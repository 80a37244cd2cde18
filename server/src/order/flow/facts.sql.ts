/** Loads what a move of one order is decided by. */
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { SnapshotBody } from "@visadesk/contract/product/snapshot.ts";
import type { Db } from "#kit/db/db.ts";
import { hot, nothing, q, raw, row, rows } from "#kit/db/sql.ts";
import { snapshotOf } from "../../product/index.ts";
import { acceptsOf } from "../consistency/order-consistency.sql.ts";
import type { ApplicantRow, ClaimRow, DiffRow, Facts, FeeRow, LineRow, Material, OrderRow, Parcel, VisitRow } from "./facts.ts";

/** Snapshots never change, so a body read once stays good for its database or transaction. */
const bodies = new WeakMap<object, Map<number, SnapshotBody>>();
const MAX_BODIES = 2_000;
async function bodyOf(db: Db, id: number): Promise<SnapshotBody> {
  const kept = bodies.get(db) ?? new Map<number, SnapshotBody>();
  const known = kept.get(id);
  if (known) return known;
  const { body } = await snapshotOf(db, id);
  if (kept.size >= MAX_BODIES) kept.clear();
  bodies.set(db, kept.set(id, body));
  return body;
}

/** The order row alone, locked. */
export const lockOrder = (db: Db, id: number): Promise<OrderRow | undefined> =>
  row<OrderRow>(db, hot(q`select * from orders where id = ${id} for update`));

/** Several orders and their people, locked in the order in which each would lock its own. */
export async function lockOrders(db: Db, ids: readonly number[]): Promise<void> {
  const which = [...new Set(ids)];
  await rows(db, q`select id from orders where id = any(${which}::int8[]) order by id for update`);
  await rows(db, q`select id from applicants where order_id = any(${which}::int8[]) order by order_id, seq for update`);
}

/** Claims of those who wait for one. */
const openClaims = async (db: Db, orderId: number, people: readonly ApplicantRow[]): Promise<ClaimRow[]> =>
  people.some((a) => a.tab === "claim") ? rows(db, hot(q`select * from refuse_claims where order_id = ${orderId}`)) : [];

/** Facts of one order, or null. `lock` takes the order row and then its applicants, in that order. */
export async function loadFacts(db: Db, orderId: number, now: Date, lock = false): Promise<Facts | null> {
  const forUpdate = lock ? raw("for update") : nothing;
  const order = await row<OrderRow>(db, hot(q`select * from orders where id = ${orderId} ${forUpdate}`));
  if (!order) return null;
  const applicants = await rows<ApplicantRow>(db, hot(q`select * from applicants where order_id = ${orderId} order by seq ${forUpdate}`));
  const ids = applicants.map((a) => a.id);
  const materials = await rows<Material>(
    db,
    hot(q`
    select m.*, coalesce(f.files, 0)::int as files, coalesce(f.unseen, 0)::int as unseen from applicant_materials m
    left join lateral (select count(*) as files, count(*) filter (where cardinality(seen_by) = 0) as unseen from material_files where material_id = m.id and superseded_at is null) f on true
    where m.applicant_id = any(${ids}) order by m.kind, m.sort, m.id`),
  );
  const visits = await rows<VisitRow>(
    db,
    hot(q`select * from visits where applicant_id = any(${ids}) and visit_status in ('proposed', 'booked')`),
  );
  const lines = await rows<LineRow>(
    db,
    hot(q`select * from submissions where applicant_id = any(${ids}) and line_status in ('packed', 'sent', 'submitted')`),
  );
  const fees = await rows<FeeRow>(db, hot(q`select * from order_fees where order_id = ${orderId} order by id`));
  const blocking = await rows<DiffRow>(
    db,
    hot(q`select * from order_diffs where order_id = ${orderId} and is_blocking and diff_status = 'pending' order by id`),
  );
  const parcels = await rows<Parcel>(
    db,
    hot(q`
    select e.id, e.type::int as type, e.express_status, array(select distinct i.applicant_id from express_items i where i.express_id = e.id and i.applicant_id is not null) as applicant_ids
    from expresses e where e.order_id = ${orderId} and e.type in (1, 3) and e.express_status not in ('cancelled', 'returned') order by e.id`),
  );
  const refunds = await rows<{ applicant_id: number; refund_no: string }>(
    db,
    hot(q`
    select x.applicant_id, r.refund_no from refund_people x join refunds r on r.id = x.refund_id
    where x.applicant_id = any(${ids}) and x.is_open and r.kind = 'applicant' and r.refund_status in ('pending', 'pending_final')`),
  );
  const claims = await openClaims(db, orderId, applicants);
  const evaluated = await row<{ id: number }>(db, hot(q`select id from order_evaluates where order_id = ${orderId}`));
  return {
    order,
    fees,
    blocking,
    parcels,
    now,
    accepts: applicants.some((a) => a.applicant_status === "pre_review") ? await acceptsOf(db, orderId) : [],
    evaluated: evaluated !== undefined,
    today: shanghaiDate(now),
    snapshot: await bodyOf(db, order.snapshot_id),
    people: applicants.map((a) => ({
      ...a,
      materials: materials.filter((m) => m.applicant_id === a.id),
      visit: visits.find((v) => v.applicant_id === a.id) ?? null,
      line: lines.find((l) => l.applicant_id === a.id) ?? null,
      refund: refunds.find((r) => r.applicant_id === a.id)?.refund_no ?? null,
      claim: claims.find((c) => c.applicant_id === a.id && a.tab === "claim") ?? null,
    })),
  };
}

/** `seen`: only where one of these owns it. */
export const orderOfApplicant = (db: Db, id: number): Promise<{ order_id: number } | undefined> =>
  row(db, q`select order_id from applicants where id = ${id}`);
export const orderOfMaterial = (db: Db, id: number): Promise<{ order_id: number; applicant_id: number } | undefined> =>
  row(db, q`select order_id, applicant_id from applicant_materials where id = ${id}`);
