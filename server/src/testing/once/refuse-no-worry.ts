/** Bodies of once.test.ts for refusal protections. */
import type { TestApp } from "../app.ts";

/** Every call asks for a price of its own: one request per amount may wait. */
export function refuseNoWorryOnce(app: () => TestApp) {
  let made = 0;
  const product = async () => {
    const at = app().clock.now();
    const { id } = await app()
      .db.insertInto("refuse_no_worry_products")
      .values({
        name: `一次无忧${++made}`,
        scope: "full",
        rate: 100,
        pricing: "fixed",
        price: 4_800,
        first_listed_at: at,
        created_at: at,
        updated_at: at,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  };
  return {
    bodies: {
      refuse_no_worry_product_adjust: async () => ({
        id: await product(),
        price: 5_800,
        reason_kind: "market" as const,
        reason: "同行普遍上调",
        effective_at: null,
      }),
      refuse_no_worry_link_add: async () => ({
        product_id: await product(),
        filter: { keyword: "JP-TOUR-S-01" },
        expected_count: 1,
        price_override: null,
      }),
      refuse_no_worry_link_adjust: async () => {
        const product_id = await product();
        const sku = await app().db.selectFrom("skus").select("id").where("sku_no", "=", "JP-TOUR-S-01").executeTakeFirstOrThrow();
        const { id } = await app()
          .db.insertInto("refuse_no_worry_links")
          .values({ product_id, sku_id: sku.id, created_at: app().clock.now() })
          .returning("id")
          .executeTakeFirstOrThrow();
        return {
          product_id,
          ids: [id],
          price_override: 5_500,
          reason_kind: "market" as const,
          reason: "同行普遍上调",
          effective_at: null,
        };
      },
    },
    other: {
      refuse_no_worry_link_adjust: { price_override: 5_600 },
      refuse_no_worry_product_adjust: { price: 6_800 },
      refuse_no_worry_link_add: { expected_count: 2 },
    },
  };
}
