/** Fees paid to missions for tests: cards, rates, and people whose fee we pay ourselves. */
import { q, row, rows } from "#kit/db/sql.ts";
import type { Db } from "#kit/db/db.ts";
import type { OrderDesk } from "./order.ts";
import { workerId } from "./supplier.ts";

/** A product whose mission asks EUR 90.00, collected as 72,000. */
export const EURO_SKU = "FR-SCH-01";

/** A card of the company in use; its number is nobody's concern. */
export async function makeCard(db: Db, name: string, day_limit: number | null = null): Promise<number> {
  const made = await row<{ id: number }>(
    db,
    q`insert into company_accounts (row_key, name, kind, day_limit, account_status, created_at, updated_at)
      values (${crypto.randomUUID()}, ${name}, 'card', ${day_limit}, 'enabled', '2026-11-01', '2026-11-01') returning id`,
  );
  return made?.id ?? 0;
}
export const makeRate = (db: Db, currency: string, day: string, rate_micro: number): Promise<unknown> =>
  rows(
    db,
    q`insert into fx_rates (currency, day, rate_micro, source, created_at, updated_at) values (${currency}, ${day}::date, ${rate_micro}, '中国银行', ${day}, ${day}) on conflict do nothing`,
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

export type PaymentState = "to_release" | "to_pay" | "paid";
export interface MadePayment {
  id: number;
  version: number;
  payment_no: string;
}
/** A payment where it stands, made and passed by others than the administrator; paid, it cost more than was collected. */
export async function makePayment(
  desk: OrderDesk,
  { state, no, card }: { state: PaymentState; no: string; card: number },
): Promise<MadePayment> {
  const { db } = desk;
  const [now, done, passed] = [desk.clock.now(), state === "paid", state !== "to_release"];
  const { people } = await feeOrder(desk);
  await makeRate(db, "EUR", desk.today(), 7_812_300);
  const [maker, checker] = [await workerId(db, "finance"), await workerId(db, "manager")];
  const rate = await row<{ id: number }>(db, q`select id from fx_rates where currency = 'EUR' and day = ${desk.today()}::date`);
  const [added] = await rows<MadePayment>(
    db,
    q`insert into embassy_payments (payment_no, order_id, applicant_id, country_id, embassy_id, item, origin, currency, foreign_minor, created_by, created_at, updated_at,
        embassy_payment_status, released_by, released_at, fx_rate_id, rate_micro, amount, company_account_id, receipt_no, receipt, paid_at, paid_by, variance)
      select ${no}, a.order_id, a.id, a.country_id, k.embassy_id, 'visa', 'hand', 'EUR', 9000, ${maker}, ${now}, ${now}, ${state},
        ${passed ? checker : null}::int8, ${passed ? now : null}::timestamptz, ${done ? (rate?.id ?? 0) : null}::int8, ${done ? 7_812_300 : null}::int8,
        ${done ? 70_311 : null}::int8, ${done ? card : null}::int8, ${done ? no : null}, ${done ? "private/00/once.jpg" : null},
        ${done ? now : null}::timestamptz, ${done ? maker : null}::int8, ${done ? 8_000 : null}::int8
      from applicants a join skus k on k.id = a.sku_id where a.id = ${people[0] ?? 0} returning id, version, payment_no`,
  );
  if (!added) throw new Error("no payment");
  return added;
}

/** A row whose people and papers let it stand in any state but 已退回, which asks for what came back. */
export async function hangPayment(db: Db, now: Date): Promise<void> {
  const card = await makeCard(db, "挂单公司卡");
  await rows(
    db,
    q`insert into embassy_payments (payment_no, order_id, applicant_id, country_id, embassy_id, item, origin, currency, foreign_minor, rate_micro, amount, company_account_id,
        receipt_no, receipt, paid_at, paid_by, released_by, released_at, created_by, created_at, updated_at)
      select 'SG261120000001', a.order_id, a.id, a.country_id, null, 'visa', 'hand', 'CNY', 71500, 1000000, 71500, ${card}, 'HANG1', 'private/00/hang.jpg', ${now},
        w.ids[1], w.ids[2], ${now}, w.ids[3], ${now}, ${now}
      from (select array_agg(id order by id) as ids from workers) w, (select id, order_id, country_id from applicants order by id limit 1) a`,
  );
}
