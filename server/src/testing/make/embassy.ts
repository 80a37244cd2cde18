/** Fees paid to missions for tests: cards, rates, and people whose fee we pay ourselves. */
import { q, row, rows } from "#kit/db/sql.ts";
import type { Db } from "#kit/db/db.ts";
import type { OrderDesk } from "./order.ts";

/** A product whose mission asks EUR 90.00, collected as 72,000. */
export const EURO_SKU = "FR-SCH-01";

/** A card of the company in use; its number is nobody's concern. */
export async function makeCard(db: Db, name: string, day_limit: number | null = null): Promise<number> {
  const made = await row<{ id: number }>(
    db,
    q`insert into company_accounts (row_key, name, kind, day_limit, account_status) values (${crypto.randomUUID()}, ${name}, 'card', ${day_limit}, 'enabled') returning id`,
  );
  return made?.id ?? 0;
}
export const makeRate = (db: Db, currency: string, day: string, rate_micro: number): Promise<unknown> =>
  rows(
    db,
    q`insert into fx_rates (currency, day, rate_micro, source) values (${currency}, ${day}::date, ${rate_micro}, '中国银行') on conflict do nothing`,
  );
/** A paid order of these people. */
export async function feeOrder(desk: OrderDesk, people = 1, sku_no = EURO_SKU): Promise<{ id: number; people: number[] }> {
  const o = await desk.order({ sku_no, people });
  await desk.pay(o.id);
  return o;
}
/** Suppliers' prices leave the mission's fee out: we pay it. */
export const excludeFees = (db: Db): Promise<unknown> => rows(db, q`update supplier_prices set embassy_included = false, embassy_fee = 0`);

/** What an account holds of a person, on its natural side for trust and income. */
export async function balanceOf(db: Db, applicantId: number, code: string, kind = ""): Promise<number> {
  const found = await row<{ n: number }>(
    db,
    q`select coalesce(sum(l.amount), 0)::int8 as n from journal_lines l join ledger_accounts a on a.id = l.account_id
      where l.applicant_id = ${applicantId} and a.code = ${code} and a.kind = ${kind}`,
  );
  return found?.n ?? 0;
}
