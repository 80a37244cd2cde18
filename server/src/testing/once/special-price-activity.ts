/** Bodies of once.test.ts for special prices. */
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";

const DAY = 86_400_000;
let made = 0;

/** Every call works on an activity of its own, in weeks of its own: a product has one special at a time. */
export function specialPriceOnce(app: () => TestApp, admin: () => Client) {
  const add = async (): Promise<{ id: number; version: number }> => {
    const { id: sku_id } = await app().db.selectFrom("skus").select("id").where("sku_no", "=", "VN-EVISA-S-01").executeTakeFirstOrThrow();
    const start = app().clock.now().getTime() + ++made * 7 * DAY;
    const { id, version } = await admin().call("special_price_activity_add", {
      name: `一次特价${made}`,
      end: "customer",
      level_ids: [],
      group_ids: [],
      warm_at: null,
      start_at: new Date(start).toISOString(),
      end_at: new Date(start + DAY).toISOString(),
      stack_coupon: false,
      note: "",
      items: [{ sku_id, adult: 33_000, child: null, per_order: 0, per_buyer: 0, total_limit: 0 }],
    });
    return { id, version };
  };
  return {
    bodies: {
      special_price_activity_publish: add,
      special_price_activity_stop: async () => {
        const draft = await add();
        const { id, version } = await admin().call("special_price_activity_publish", { ...draft, idempotency_key: crypto.randomUUID() });
        return { id, version, reason: "活动取消" };
      },
    },
    other: { special_price_activity_publish: { version: 99 }, special_price_activity_stop: { reason: "另一个原因" } },
  };
}
