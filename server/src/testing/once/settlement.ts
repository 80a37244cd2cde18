/** Bodies of once.test.ts for settlements. */
import { q, row } from "#kit/db/sql.ts";
import { asWrite } from "../ctx.ts";
import type { TestApp } from "../app.ts";
import { generateFor } from "../../finance/settlement/settle-generate.ts";
import { makeCard, parcelOn } from "../make/carrier.ts";
import { confirmBody, freshSupplier, owedOn } from "../make/settlement.ts";

/** A settlement that the night made, as it stands. */
async function fresh(app: TestApp): Promise<{ id: number; version: number }> {
  const supplier = await freshSupplier(app);
  await owedOn(app, supplier, [{ day: "2026-10-05", cents: 50_000 }]);
  const [made] = await asWrite(app.db, null, app.clock.now(), (ctx) => generateFor(ctx, supplier));
  const s = await row<{ id: number; version: number }>(app.db, q`select id, version from settlements where id = ${made?.id ?? 0}`);
  if (!s) throw new Error("nothing was settled");
  return s;
}
/** Agreed upon by somebody who is not there any more. */
async function agreed(app: TestApp): Promise<{ id: number; version: number }> {
  const s = await fresh(app);
  await app.db.updateTable("settlements").set({ settlement_status: "confirmed" }).where("id", "=", s.id).execute();
  return s;
}
/** The same of a carrier. */
async function freshBill(app: TestApp): Promise<{ id: number; version: number }> {
  const card = await makeCard(app);
  await parcelOn(app, card, { day: "2026-10-05" });
  const [made] = await asWrite(app.db, null, app.clock.now(), (ctx) => generateFor(ctx, card.supplier_id));
  const s = await row<{ id: number; version: number }>(app.db, q`select id, version from settlements where id = ${made?.id ?? 0}`);
  if (!s) throw new Error("nothing was billed");
  return s;
}
async function agreedBill(app: TestApp): Promise<{ id: number; version: number }> {
  const s = await freshBill(app);
  await app.db.updateTable("settlements").set({ settlement_status: "confirmed" }).where("id", "=", s.id).execute();
  return s;
}
const sheet = [{ ref: "SF0000000001", amount: 100 }];

export const settlementOnce = (app: () => TestApp) => ({
  bodies: {
    supplier_settle_generate: async () => {
      const supplier_id = await freshSupplier(app());
      await owedOn(app(), supplier_id, [{ day: "2026-10-05", cents: 50_000 }]);
      return { supplier_id };
    },
    supplier_settle_adjust_add: async () => ({ ...(await fresh(app())), amount: 100, reason: "补付加急费用" }),
    supplier_settle_import: async () => ({ ...(await fresh(app())), rows: sheet }),
    supplier_settle_confirm: async () => ({ ...(await fresh(app())), ...confirmBody }),
    supplier_settle_reopen: async () => ({ ...(await agreed(app())), reason: "供应商发现漏项" }),
    supplier_settle_approve: async () => {
      const s = await agreed(app());
      // Nothing is left to pay: it is settled without a payment.
      await app().db.updateTable("settlements").set({ final: 0 }).where("id", "=", s.id).execute();
      return s;
    },
    express_settle_generate: async () => {
      const card = await makeCard(app());
      await parcelOn(app(), card, { day: "2026-10-05" });
      return { supplier_id: card.supplier_id };
    },
    express_settle_adjust_add: async () => ({ ...(await freshBill(app())), amount: 100, reason: "补付上门取件费" }),
    express_settle_import: async () => ({ ...(await freshBill(app())), rows: sheet }),
    express_settle_confirm: async () => ({ ...(await freshBill(app())), ...confirmBody }),
    express_settle_reopen: async () => ({ ...(await agreedBill(app())), reason: "承运商补发明细" }),
    express_settle_approve: async () => {
      const s = await agreedBill(app());
      await app().db.updateTable("settlements").set({ final: 0 }).where("id", "=", s.id).execute();
      return s;
    },
  },
  other: {
    express_settle_generate: { supplier_id: 999_999 },
    express_settle_adjust_add: { amount: 200 },
    express_settle_import: { version: 99 },
    express_settle_confirm: { version: 99 },
    express_settle_reopen: { version: 99 },
    express_settle_approve: { version: 99 },
    supplier_settle_generate: { supplier_id: 999_999 },
    supplier_settle_adjust_add: { amount: 200 },
    supplier_settle_import: { version: 99 },
    supplier_settle_confirm: { version: 99 },
    supplier_settle_reopen: { version: 99 },
    supplier_settle_approve: { version: 99 },
  },
});
