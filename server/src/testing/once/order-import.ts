/** Body of once.test.ts for the import of orders. */
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { personData, PLAIN_SKU } from "../make/order.ts";

export function orderImportOnce(app: () => TestApp, admin: () => Client) {
  const rows = [
    {
      group_no: "1",
      contact_name: "李四",
      contact_mobile: "13900002222",
      sku_no: PLAIN_SKU,
      return_mode: "自取",
      name_cn: personData(0).name_cn,
      passport_no: "E76543210",
      identity: "在职人员",
    },
  ];
  return {
    bodies: {
      order_import: async () => {
        // One import of a worker at a time.
        await app().runJobs();
        const { seen } = await admin().call("order_import_check", { rows });
        return { rows, seen, confirm_duplicate: true };
      },
    },
    other: { order_import: { confirm_duplicate: false } },
  };
}
