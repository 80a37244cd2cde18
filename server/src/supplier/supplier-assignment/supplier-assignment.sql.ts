/** People that suppliers work for, as staff read them. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { supplierAssignmentApi } from "@visadesk/contract/supplier/supplier-assignment.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, q, row, rows, type Sql } from "#kit/db/sql.ts";
import { supplierScope } from "../supplier/supplier-scope.sql.ts";
import type { KeptCandidate } from "./assignment.rules.ts";
import type { Band } from "./candidate.rules.ts";

type Api = typeof supplierAssignmentApi;
/** Open: nobody took him away and his case goes on. Over assignments `x`. */
export const OPEN = q`x.released_at is null and x.progress <> 'over'`;

export const assignmentList = (f: Parsed<Api["supplier_assignment_query"]>, ctx: Pick<Ctx, "me">): ListDef => ({
  from: q`supplier_assignments x join suppliers s on s.id = x.supplier_id join applicants a on a.id = x.applicant_id`,
  where: and([
    q`x.supplier_id = ${f.supplier_id}`,
    OPEN,
    supplierScope(ctx, "s"),
    f.applicant_status && q`a.applicant_status = any(${[...f.applicant_status]}::text[])`,
  ]),
  id: "x.id",
  select: q`x.id, x.applicant_id, a.applicant_no, a.name_cn, x.order_id, k.name as sku_name, a.applicant_status, x.planned_date, a.settle_price as cny_amount,
    x.promised_on, x.assigned_at`,
  joins: q`join skus k on k.id = a.sku_id`,
  sorts: {
    planned_date: { by: "x.planned_date", order: "asc", keyset: true, type: "date" },
    assigned_at: { by: "x.assigned_at", order: "desc", keyset: true },
  },
  sort: "planned_date",
});

type Preview = Output<Api["supplier_pause_preview"]>["rows"][number];
export interface OpenPerson extends Pick<
  Preview,
  "applicant_id" | "applicant_no" | "name_cn" | "order_id" | "applicant_status" | "planned_date"
> {
  sku_id: number;
  /** Null of whoever has no supplier. */
  supplier_id: number | null;
  band: Band | null;
  tier: string | null;
  settle_price: number | null;
  lead_max: number | null;
  includes_embassy: boolean;
  includes_centre: boolean;
  /** What he paid for the mission and its centre. */
  embassy_fee: number;
  centre_fee: number;
}
/** Everybody a supplier works for, the named ones of them, or the named ones whoever works for them; earliest day first. */
export const openPeople = (db: Db, supplierId: number | undefined, only: readonly number[] | null): Promise<OpenPerson[]> =>
  rows<OpenPerson>(
    db,
    q`
    select a.id as applicant_id, a.applicant_no, a.name_cn, a.order_id, a.applicant_status, x.planned_date, a.sku_id, x.supplier_id, x.band, x.tier,
      coalesce(a.settle_price, x.cny_amount) as settle_price, m.lead_max,
      coalesce(x.embassy_included, false) as includes_embassy, coalesce(x.centre_included, false) as includes_centre,
      ${paid("embassy")} as embassy_fee, ${paid("centre")} as centre_fee
    from applicants a left join supplier_assignments x on x.applicant_id = a.id and x.released_at is null
      left join supplier_products m on m.id = x.supplier_product_id
    where ${and([supplierId !== undefined && and([q`x.supplier_id = ${supplierId}`, OPEN]), only && q`a.id = any(${[...only]}::int8[])`])}
    order by x.planned_date, x.id, a.id`,
  );
const paid = (kind: "embassy" | "centre"): Sql =>
  q`(select coalesce(sum(e.payable - e.refunded), 0)::int8 from order_fees e where e.applicant_id = a.id and e.kind = ${kind})`;

export const openIds = async (db: Db, supplierId: number): Promise<number[]> =>
  (
    await rows<{ id: number }>(
      db,
      q`select x.applicant_id as id from supplier_assignments x where x.supplier_id = ${supplierId} and ${OPEN} order by 1`,
    )
  ).map((p) => p.id);

/** Those of the applicants whose supplier the caller sees. */
export const seenPeople = async (ctx: Pick<Ctx, "db" | "me">, ids: readonly number[]): Promise<Set<number>> =>
  new Set(
    (
      await rows<{ id: number }>(
        ctx.db,
        q`
        select x.applicant_id as id from supplier_assignments x join suppliers s on s.id = x.supplier_id
        where ${and([q`x.applicant_id = any(${[...ids]}::int8[])`, q`x.released_at is null`, supplierScope(ctx, "s")])}`,
      )
    ).map((p) => p.id),
  );

type Assigned = NonNullable<Output<Api["supplier_candidate_query"]>["assigned"]>;
/** Who has an applicant now, and the ranking it was decided by. */
export const assignedOf = (db: Db, applicantId: number): Promise<(Required<Assigned> & { ranking: KeptCandidate[] }) | undefined> =>
  row(
    db,
    q`
    select x.supplier_id, s.short_name as supplier_name, x.planned_date, x.cny_amount, x.assigned_at,
      coalesce(nullif(w.nickname, ''), w.account) as assigned_by_name, x.ranking
    from supplier_assignments x join suppliers s on s.id = x.supplier_id left join workers w on w.id = x.assigned_by
    where x.applicant_id = ${applicantId} and x.released_at is null`,
  );

/** Products on sale that a supplier is matched with. */
export const suppliedSkus = async (db: Db, supplierId: number): Promise<number[]> =>
  (
    await rows<{ id: number }>(
      db,
      q`
      select k.id from supplier_products m join skus k on k.id = m.sku_id
      where m.supplier_id = ${supplierId} and m.status = 1 and k.sku_status = 'on_sale' order by k.id`,
    )
  ).map((k) => k.id);
