/** People whose originals lie here and who are given to a supplier: what a packing desk begins with. */
import { may } from "@visadesk/contract/permissions.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import type { Db } from "#kit/db/db.ts";
import type { Made, OrderDesk } from "./order.ts";

export interface Lane {
  supplier_id: number;
  contact_id: number;
}
/** The n-th supplier that takes the plain product, with somebody who collects until 16:00. */
export async function laneOf(desk: OrderDesk, n = 0, sku_no = "JP-TOUR-S-01"): Promise<Lane> {
  const { db } = desk;
  const found = await row<{ supplier_id: number; contact_id: number | null }>(
    db,
    q`
    select m.supplier_id, (select min(c.id) from supplier_contacts c where c.supplier_id = m.supplier_id and 'collect' = any(c.roles)) as contact_id
    from supplier_products m join skus k on k.id = m.sku_id where k.sku_no = ${sku_no} order by m.priority, m.id limit 1 offset ${n}`,
  );
  const supplier_id = found?.supplier_id ?? (await secondSupplier(db, sku_no));
  if (found?.contact_id) return { supplier_id, contact_id: found.contact_id };
  const made = await row<{ id: number }>(
    db,
    q`
    insert into supplier_contacts (supplier_id, row_key, name, phone, roles, address, cut_off, is_default, created_at, updated_at)
    values (${supplier_id}, ${crypto.randomUUID()}, '王收料', '021-55556666', '{collect}', ${JSON.stringify({ province_code: "310000", city_code: "310100", county_code: "310101", detail: "中山路1号" })},
      '16:00', true, ${desk.clock.now()}, ${desk.clock.now()}) returning id`,
  );
  return { supplier_id, contact_id: made?.id ?? 0 };
}
/** Another supplier of the same product. */
async function secondSupplier(db: Db, sku_no: string): Promise<number> {
  const other = await row<{ supplier_id: number }>(
    db,
    q`
    with m as (insert into supplier_products (sku_id, supplier_id, priority, created_at, updated_at)
      select k.id, s.id, 90, k.created_at, k.created_at from skus k, suppliers s where k.sku_no = ${sku_no} and s.kind = 'submit_agency'
        and not exists (select from supplier_products x where x.sku_id = k.id and x.supplier_id = s.id) order by s.id limit 1 returning id, supplier_id, created_at),
    p as (insert into supplier_prices (supplier_product_id, adult, effective_at, created_at) select id, 100000, created_at, created_at from m)
    select supplier_id from m`,
  );
  return other?.supplier_id ?? 0;
}

/** Gives people to a supplier for a day, in place of whoever had them. */
export async function give(desk: OrderDesk, people: readonly number[], supplier_id: number, day: string): Promise<void> {
  await rows(
    desk.db,
    q`update supplier_assignments set released_at = ${desk.clock.now()}, release_reason = '改派' where applicant_id = any(${[...people]}::int8[]) and released_at is null`,
  );
  await rows(
    desk.db,
    q`
    insert into supplier_assignments (applicant_id, order_id, supplier_product_id, supplier_id, planned_date, band, price_id, amount, currency, cny_amount,
      embassy_included, centre_included, settle_trigger, on_refusal, assigned_at)
    select a.id, a.order_id, m.id, m.supplier_id, ${day}::date, 'adult', (select min(p.id) from supplier_prices p where p.supplier_product_id = m.id), 103000, 'CNY', 103000,
      false, false, 'submitted', 'full', ${desk.clock.now()}
    from applicants a join orders o on o.id = a.order_id join supplier_products m on m.sku_id = o.sku_id and m.supplier_id = ${supplier_id}
    where a.id = any(${[...people]}::int8[])`,
  );
}

/** A paid order of people who wait for their submission, a passport of each here, given to the supplier. */
export async function waiting(desk: OrderDesk, lane: Lane, people = 1, day = desk.today()): Promise<Made> {
  const made = await desk.order({ people });
  await desk.pay(made.id);
  const { db } = desk;
  await rows(
    db,
    q`update applicants set applicant_status = 'awaiting_submission', supplier_id = ${lane.supplier_id} where order_id = ${made.id}`,
  );
  await rows(db, q`update applicant_materials set material_status = 'passed' where order_id = ${made.id}`);
  // One passport each; what else the product asks for by mail is waived.
  await rows(
    db,
    q`
    update applicant_materials m set holder = case when f.first then 'us' else m.holder end, received_count = 1, sub_type = case when f.first then 'passport' else m.sub_type end,
      material_status = case when f.first then 'passed' else 'waived' end
    from (select id, row_number() over (partition by applicant_id order by id) = 1 as first from applicant_materials where order_id = ${made.id} and kind = 2) f where f.id = m.id`,
  );
  await give(desk, made.people, lane.supplier_id, day);
  return made;
}
/** Originals of people. */
export const originalsOf = (
  desk: OrderDesk,
  people: readonly number[],
): Promise<{ id: number; applicant_id: number; holder: string; holder_supplier_id: number | null }[]> =>
  rows(
    desk.db,
    q`select id, applicant_id, holder, holder_supplier_id from applicant_materials where applicant_id = any(${[...people]}::int8[]) and kind = 2 and material_status <> 'waived' order by id`,
  );

/** As many as `n` parcels of somebody who sent them long ago, their waybills beginning with `head`. */
export async function sentBefore(db: Db, head: string, n: number, by: number, at: Date): Promise<void> {
  await rows(
    db,
    q`
    with e as (insert into expresses (type, supplier_id, mode, carrier_code, waybill_no, express_status, sent_at, created_by, created_at)
      select 2, (select min(id) from suppliers), 'express', 'SF', ${head} || lpad(g::text, 6, '0'), 'checked', ${at}, ${by}, ${at} from generate_series(1, ${n}::int) g returning id, supplier_id)
    insert into supplier_parcels (parcel_no, express_id, supplier_id, is_outgoing, purpose, created_by, created_at, updated_at)
    select 'WLOLD' || lpad(e.id::text, 8, '0'), e.id, e.supplier_id, true, 'submit', ${by}, ${at}, ${at} from e`,
  );
}

/** Somebody who packs, with a scope of his own. */
export async function packerOf(db: Db, at: Date): Promise<void> {
  await rows(
    db,
    q`insert into roles (name, note, module_group, data_scope, created_at, updated_at) values ('装箱', '', ${[may.supplier_logistics]}, 'own', ${at}, ${at})`,
  );
  await rows(
    db,
    q`insert into workers (account, nickname, passwd, passwd_at, role_id, created_at, updated_at)
      select 'packer', '装箱员', w.passwd, w.passwd_at, r.id, w.created_at, w.updated_at from workers w, roles r where w.account = 'admin' and r.name = '装箱'`,
  );
}
