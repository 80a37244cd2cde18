/** Bodies of once.test.ts for suppliers. */
import type { TestApp } from "../app.ts";
import { supplierBody, workerId } from "../make/supplier.ts";

export function supplierOnce(app: () => TestApp) {
  return {
    bodies: {
      supplier_add: async () => supplierBody(app().db, 9_001, await workerId(app().db, "admin"), app().clock.now()),
      supplier_owner_batch: async () => {
        const first = await app().db.selectFrom("suppliers").select("id").orderBy("id").executeTakeFirstOrThrow();
        return { ids: [first.id], owner_id: await workerId(app().db, "product") };
      },
    },
    other: { supplier_add: { note: "另一家" }, supplier_owner_batch: { ids: [1, 2] } },
  };
}
