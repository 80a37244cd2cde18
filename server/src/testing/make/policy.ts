/** Insurance for tests: orders that bought it, and its policies where they stand. */
import { q, row, rows } from "#kit/db/sql.ts";
import type { Db } from "#kit/db/db.ts";
import { EURO_SKU } from "./embassy.ts";
import type { Made, OrderDesk } from "./order.ts";

export interface Plan {
  product_id: number;
  plan_key: string;
}
/** A plan for Schengen with its costs filled in. */
export async function schengenPlan(db: Db): Promise<Plan> {
  const found = await row<Plan>(
    db,
    q`select id as product_id, plans -> 0 ->> 'key' as plan_key from insurance_products where code = 'ATSCH01'`,
  );
  if (!found) throw new Error("no plan");
  return found;
}
/** A paid order of these people, insured for its journey. */
export async function insuredOrder(desk: OrderDesk, o: { people?: number; travel_date?: string } = {}): Promise<Made> {
  const made = await desk.order({ sku_no: EURO_SKU, insurance: await schengenPlan(desk.db), ...o });
  await desk.pay(made.id);
  return made;
}
export interface MadePolicy {
  id: number;
  version: number;
  apply_no: string;
  premium: number;
  cost: number;
}
export const policiesOf = (db: Db, orderId: number): Promise<MadePolicy[]> =>
  rows(db, q`select id, version, apply_no, premium, cost from policies where order_id = ${orderId} order by id`);
export async function madePolicy(desk: OrderDesk): Promise<MadePolicy> {
  const [p] = await policiesOf(desk.db, (await insuredOrder(desk)).id);
  if (!p) throw new Error("nobody is insured");
  return p;
}
/** Issued by the administrator's colleague, without a call: number, days and file as they would be. */
export async function issuedPolicy(desk: OrderDesk, file: string): Promise<MadePolicy> {
  const p = await madePolicy(desk);
  await rows(
    desk.db,
    q`update policies set policy_status = 'issued', policy_no = 'P' || apply_no, file = ${file}, issued_at = ${desk.clock.now()} where id = ${p.id}`,
  );
  return p;
}
/** A row whose papers let it stand in any state. */
export async function hangPolicy(db: Db, now: Date, file = "private/00/hang.pdf"): Promise<number> {
  const made = await row<{ id: number }>(
    db,
    q`insert into policies (apply_no, kind, insurance_product_id, plan_key, product_name, plan_name, insurer_id, order_id, applicant_id, start_on, end_on, premium, cost,
        policy_no, file, issued_at, created_at, updated_at)
      select 'BX261120000999', 'travel', i.id, 'hang', i.name, '挂单', i.supplier_id, a.order_id, a.id, '2026-12-20', '2026-12-28', 12000, 7000,
        'HANG-0001', ${file}, ${now}, ${now}, ${now}
      from (select id, name, supplier_id from insurance_products order by id limit 1) i, (select id, order_id from applicants order by id limit 1) a returning id`,
  );
  return made?.id ?? 0;
}
