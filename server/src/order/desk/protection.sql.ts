/** What was sold of refusal protections, and what it paid back. */
import { q, raw, type Sql } from "#kit/db/sql.ts";

/**
 * Persons covered, by protection, product, country and identity: paid for and not given back. What a claim paid is what the
 * person got back of the covered fees.
 */
export const protectionSales: Sql = raw(`
  select o.protection_id as product_id, o.sku_id, o.country_id, a.identity, count(*)::int as sold, sum(f.payable - f.refunded)::int8 as premium,
    (count(*) filter (where c.is_submitted))::int as claims_submitted, (count(*) filter (where c.is_passed))::int as claims_passed, coalesce(sum(c.paid), 0)::int8 as paid
  from orders o
  join order_fees f on f.order_id = o.id and f.kind = 'protection' and f.refunded < f.payable
  join applicants a on a.id = f.applicant_id
  left join lateral (
    select a.applicant_status in ('refused_review', 'refused_rejected', 'refunding', 'refunded') or x.proof_by is not null as is_submitted,
      a.applicant_status in ('refunding', 'refunded') or x.approved_amount is not null as is_passed,
      (select coalesce(sum(y.refunded), 0) from order_fees y where y.order_id = o.id and y.applicant_id = a.id and y.kind <> 'protection') as paid
    from refuse_claims x where x.applicant_id = a.id) c on true
  where o.protection_id is not null and o.pay_status <> 'unpaid'
  group by o.protection_id, o.sku_id, o.country_id, a.identity`);

/** True where an order, paid or not, was made with the protection. */
export const isProtectionSold = (id: Sql): Sql => q`exists (select from orders o where o.protection_id = ${id})`;
