/** Bodies of once.test.ts for fees paid to missions. */
import { q, rows } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { feeOrder, makeCard, makePayment, type MadePayment, type PaymentState } from "../make/embassy.ts";
import type { OrderDesk } from "../make/order.ts";

const again = { version: 99 };
const OTHER = {
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
};

export function embassyOnce(app: () => TestApp, _admin: () => Client, desk: () => OrderDesk) {
  let card = 0;
  let n = 0;
  const person = async (): Promise<number> => (await feeOrder(desk())).people[0] ?? 0;
  /** Where it stands, made and passed by others than the caller. */
  async function payment(state: PaymentState): Promise<MadePayment> {
    card ||= await makeCard(app().db, "一次公司卡");
    return makePayment(desk(), { state, no: `SG9${String(++n).padStart(11, "0")}`, card });
  }
  const seen = async (state: PaymentState) => {
    const { id, version } = await payment(state);
    return { id, version };
  };
  const paying = async () => ({ company_account_id: card, receipt: await desk().file(), paid_at: app().clock.now().toISOString() });
  const reason = "重复建单需要作废";
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
    other: OTHER,
  };
}
