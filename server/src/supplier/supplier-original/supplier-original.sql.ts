/** Originals at suppliers with their days: those of one, and the suppliers that hold some. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { supplierOriginalApi } from "@visadesk/contract/supplier/supplier-original.ts";
import { PARTS_SHOWN } from "@visadesk/contract/supplier/supplier.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, q, raw, rows, type Sql } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";
import { supplierScope } from "../supplier/supplier-scope.sql.ts";

type Api = typeof supplierOriginalApi;
/** 件 at suppliers, of rows `m`: pieces as their parcels count them. */
export const PIECES = raw("coalesce(sum(greatest(1, m.received_count)), 0)::int");
/** `m` an original, `s` whose desk it lies on, `h` since when: by its hand-over, before there were any by its parcel. */
const HELD = q`
  applicant_materials m join suppliers s on s.id = m.holder_supplier_id join applicants a on a.id = m.applicant_id join orders o on o.id = a.order_id
  left join lateral (
    select coalesce(
      (select max(coalesce(e.signed_at, c.at)) from custodies c left join expresses e on e.id = c.express_id and e.type = 2 where c.material_id = m.id and c.to_holder = 'supplier'),
      (select max(e.signed_at) from supplier_parcel_items i join supplier_parcels t on t.id = i.parcel_id and t.is_outgoing join expresses e on e.id = t.express_id
        where i.material_id = m.id)) as at) h on true`;
const daysUntil = (now: Date): Sql => q`(${dayOf(now)}::date - (h.at at time zone 'Asia/Shanghai')::date)`;
const piecesWhere = (condition: string): Sql => raw(`coalesce(sum(greatest(1, m.received_count)) filter (where ${condition}), 0)::int`);
/** What is still with the mission is back when its result is due. */
const BACK = q`coalesce(a.admin_check_due, o.promised_date)`;

export const originalList = ({ supplier_id }: Parsed<Api["supplier_original_query"]>, ctx: Pick<Ctx, "me" | "now">): ListDef => ({
  from: HELD,
  where: and([q`m.holder_supplier_id = ${supplier_id}`, supplierScope(ctx, "s")]),
  id: "m.id",
  select: q`m.id, m.name, greatest(1, m.received_count) as count, a.id as applicant_id, a.applicant_no, a.name_cn, a.order_id, k.name as sku_name, a.applicant_status,
    h.at as held_since, ${daysUntil(ctx.now)} as days, ${BACK} as back_on`,
  joins: q`join skus k on k.id = a.sku_id`,
  sorts: { held_since: { by: "h.at", order: "asc" }, back_on: { by: "coalesce(a.admin_check_due, o.promised_date)", order: "asc" } },
  sort: "held_since",
});

/** What a supplier may send back, of whoever packs: it lies with him, or with the mission where he handed it in. */
export const sourceList = (supplierId: number, who: Sql | null): ListDef => ({
  from: q`applicant_materials m join applicants a on a.id = m.applicant_id`,
  where: and([
    q`m.id = any(array(select x.id from applicant_materials x where x.holder_supplier_id = ${supplierId} and x.holder = 'supplier'
      union all select x.id from applicants b join applicant_materials x on x.applicant_id = b.id and x.holder = 'embassy' where b.supplier_id = ${supplierId}))`,
    q`m.kind = 2 and m.material_status <> 'waived'`,
    // On its way in a parcel already.
    q`not exists (select from supplier_parcel_items i where i.material_id = m.id and i.left_at is null)`,
    who,
  ]),
  id: "m.id",
  select: q`m.id, m.name, greatest(1, m.received_count) as count, coalesce(m.sub_type = 'passport', false) as is_passport, a.id as applicant_id, a.applicant_no,
    a.name_cn, a.passport_no, m.holder`,
  sorts: { applicant_no: { by: "a.applicant_no", order: "asc" } },
  sort: "applicant_no",
});

export const exposures = (ctx: Pick<Ctx, "db" | "me" | "now">): Promise<Output<Api["supplier_exposure_query"]>["list"]> =>
  rows(
    ctx.db,
    q`
    select x.*, (select c.name from supplier_contacts c where c.supplier_id = x.id and 'collect' = any(c.roles) order by c.is_default desc, c.id limit 1) as collector_name
    from (
      select s.id, s.short_name, s.originals_limit, ${PIECES} as originals_held,
        ${piecesWhere("m.sub_type = 'passport'")} as passports_held, max(d.days) as days, ${piecesWhere("d.days <= 7")} as up_to_7,
        ${piecesWhere("d.days between 8 and 14")} as up_to_14, ${piecesWhere("d.days between 15 and 30")} as up_to_30, ${piecesWhere("d.days > 30")} as over_30,
        min(${BACK}) filter (where ${BACK} >= ${dayOf(ctx.now)}::date) as back_on
      from ${HELD} cross join lateral (select ${daysUntil(ctx.now)} as days) d
      where ${and([supplierScope(ctx, "s")])} group by s.id) x
    order by x.days desc nulls last, x.originals_held desc, x.id limit ${PARTS_SHOWN}`,
  );
