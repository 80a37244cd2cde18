/** Bodies of once.test.ts for suppliers. */
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { supplierBody, workerId } from "../make/supplier.ts";
import type { OrderDesk } from "../make/order.ts";
import { matchOnce } from "./supplier-match.ts";
import { parcelOnce } from "./supplier-parcel.ts";

export function supplierOnce(app: () => TestApp, admin: () => Client, desk: () => OrderDesk) {
  const match = matchOnce(app, admin);
  const parcel = parcelOnce(() => ({ app: app(), admin: admin(), desk: desk() }));
  return {
    bodies: {
      ...match.bodies,
      ...parcel.bodies,
      supplier_add: async () => supplierBody(app().db, 9_001, await workerId(app().db, "admin"), app().clock.now()),
      supplier_owner_batch: async () => {
        const first = await app().db.selectFrom("suppliers").select("id").orderBy("id").executeTakeFirstOrThrow();
        return { ids: [first.id], owner_id: await workerId(app().db, "product") };
      },
      // Nobody's work hangs on an insurer here.
      supplier_pause: async () => {
        const { id, version } = await app()
          .db.selectFrom("suppliers")
          .select(["id", "version"])
          .where("kind", "=", "insurer")
          .executeTakeFirstOrThrow();
        return { id, version, reason: "系统升级", decisions: [] };
      },
      supplier_reroute: () => Promise.resolve({ rows: [{ applicant_id: 1, supplier_product_id: 1 }], reason: "名额已满" }),
    },
    other: {
      ...match.other,
      ...parcel.other,
      supplier_pause: { reason: "另一个原因" },
      supplier_reroute: { reason: "另一个原因" },
      supplier_add: { note: "另一家" },
      supplier_owner_batch: { ids: [1, 2] },
    },
  };
}
