/** Bodies of once.test.ts for fees paid to missions. */
import { q, row, rows } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { feeOrder, makeCard, makeRate } from "../make/embassy.ts";
import type { OrderDesk } from "../make/order.ts";
import { workerId } from "../make/supplier.ts";

export function embassyOnce(app: () => TestApp, _admin: () => Client, desk: () => OrderDesk) {
  let card = 0;
  let n = 0;
  const other = (): Promise<number> => workerId(app().db, "finance");
  const person = async (): Promise<number> => (await feeOrder(desk())).people[0] ?? 0;
  /** Where it stands, made and passed by others than the caller. */
  async function payment(state: "to_release" | "to_pay" | "paid"): Promise<{ id: number; version: number; payment_no: string }> {
    const { db, clock } = app();
    const who = await person();
    card ||= await makeCard(db, "一次公司卡");
    await makeRate(db, "EUR", desk().today(), 7_812_300);
    const [made, passed] = [await other(), await workerId(db, "manager")];
    const done = state === "paid";
    const no = `SG9${String(++n).padStart(11, "0")}`;
    const [rate] = await rows<{ id: number }>(db, q`select id from fx_rates where currency = 'EUR' and day = ${desk().today()}::date`);
    const added = await row<{ id: number; version: number; payment_no: string }>(
      db,
      q`insert into embassy_payments (payment_no, order_id, applicant_id, country_id, embassy_id, item, origin, currency, foreign_minor, created_by, created_at, updated_at,
          embassy_payment_status, released_by, released_at, fx_rate_id, rate_micro, amount, company_account_id, receipt_no, receipt, paid_at, paid_by, variance, collected)
        select ${no}, a.order_id, a.id, a.country_id, k.embassy_id, 'visa', 'hand', 'EUR', 9000, ${made}, ${clock.now()}, ${clock.now()}, ${state},
          ${state === "to_release" ? null : passed}::int8, ${state === "to_release" ? null : clock.now()}::timestamptz,
          ${done ? (rate?.id ?? 0) : null}::int8, ${done ? 7_812_300 : null}::int8, ${done ? 70_311 : null}::int8, ${done ? card : null}::int8, ${done ? no : null}, ${done ? "private/00/once.jpg" : null},
          ${done ? clock.now() : null}::timestamptz, ${done ? made : null}::int8, ${done ? 8_000 : null}::int8, 0
        from applicants a join skus k on k.id = a.sku_id where a.id = ${who} returning id, version, payment_no`,
    );
    if (!added) throw new Error("no payment");
    return added;
  }
  const seen = async (state: "to_release" | "to_pay" | "paid") => {
    const { id, version } = await payment(state);
    return { id, version };
  };
  const paying = async () => ({ company_account_id: card, receipt: await desk().file(), paid_at: app().clock.now().toISOString() });
  const reason = "重复建单需要作废";
  const again = { version: 99 };
  return {
    bodies: {
      embassy_payment_open: async () => ({
        applicant_id: await person(),
        item: "visa" as const,
        currency: "EUR" as const,
        foreign_minor: 9_000,
      }),
      embassy_payment_release: () => seen("to_release"),
      embassy_payment_release_batch: async () => ({ rows: [await seen("to_release")] }),
      embassy_payment_batch: async () => ({ rows: [await seen("to_pay")], company_account_id: card }),
      embassy_payment_paid: async () => ({ ...(await seen("to_pay")), receipt_no: `ONCE${n}`, ...(await paying()) }),
      embassy_payment_paid_batch: async () => ({
        receipts: [{ payment_no: (await payment("to_pay")).payment_no, receipt_no: `ONCE${n}` }],
        ...(await paying()),
      }),
      embassy_payment_failed: async () => ({ ...(await seen("to_pay")), reason }),
      embassy_payment_void: async () => ({ ...(await seen("to_pay")), reason }),
      embassy_payment_returned: async () => ({
        ...(await seen("paid")),
        returned_amount: 70_311,
        returned_on: desk().today(),
        return_proof: await desk().file(),
        reason,
      }),
      embassy_payment_variance: async () => ({ ...(await seen("paid")), variance_way: "absorb" as const }),
      embassy_trust_income: async () => {
        const id = await person();
        await rows(app().db, q`update applicants set applicant_status = 'refused', result_at = ${app().clock.now()} where id = ${id}`);
        return { rows: [{ id, left: 72_000 }], reason: "客户确认不退" };
      },
    },
    other: {
      embassy_payment_open: { foreign_minor: 9_001 },
      embassy_payment_release: again,
      embassy_payment_release_batch: { rows: [{ id: 1, version: 99 }] },
      embassy_payment_batch: { company_account_id: 1 },
      embassy_payment_paid: again,
      embassy_payment_paid_batch: { company_account_id: 1 },
      embassy_payment_failed: again,
      embassy_payment_void: again,
      embassy_payment_returned: again,
      embassy_payment_variance: again,
      embassy_trust_income: { reason: "另一个原因啊" },
    },
  };
}
