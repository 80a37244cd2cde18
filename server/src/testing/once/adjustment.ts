/** Bodies of once.test.ts for adjustments. */
import { q, row } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";
import { BANK } from "../make/adjustment.ts";
import { workerId } from "../make/supplier.ts";

export function adjustmentOnce(app: () => TestApp) {
  /** One of somebody else's, whose hand it would be. */
  const asked = async () => {
    const { db, clock } = app();
    const made = await row<{ id: number }>(
      db,
      q`insert into adjustments (adjust_no, kind, company_account_id, direction, amount, booked_on, reason, created_by, created_at, updated_at)
        values (${crypto.randomUUID()}, 'bank_item', ${BANK}, 'out', 100, '2026-11-20', '银行账户管理费', ${await workerId(db, "business_1")},
          ${clock.now()}, ${clock.now()}) returning id`,
    );
    return { id: made?.id ?? 0, version: 1 };
  };
  return {
    bodies: {
      adjustment_add: () =>
        Promise.resolve({
          kind: "bank_item" as const,
          company_account_id: BANK,
          direction: "out" as const,
          amount: 100,
          booked_on: "2026-11-20",
          reason: "银行账户管理费",
          files: [],
        }),
      adjustment_approve: asked,
      adjustment_reject: async () => ({ ...(await asked()), reason_code: "wrong" as const, reason: "金额与回单不符" }),
    },
    other: {
      adjustment_add: { reason: "另一个说明" },
      adjustment_approve: { note: "另一个意见" },
      adjustment_reject: { reason: "另一个说明" },
    },
  };
}
