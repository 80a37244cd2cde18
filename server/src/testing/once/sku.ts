/** Bodies of once.test.ts for products made, moved and changed in bulk. */
import { raw, row } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";

let made = 0;
/** Products of service levels of their own; none that other bodies order. */
export function skuOnce(app: () => TestApp) {
  const OTHER = "k.country_id not in ('JP', 'KR') and k.sku_status = 'on_sale'";
  const one = async (sql: string): Promise<number> => (await row<{ id: number }>(app().db, raw(sql)))?.id ?? 0;
  const level = (): string => `一次${++made}`;
  return {
    bodies: {
      sku_add: () =>
        Promise.resolve({
          visa_product_unit_code: "US-B1B2",
          name: "一次商品",
          service_level: level(),
          embassy_id: null,
          submit_place_id: null,
          cover_mode: "all" as const,
        }),
      sku_copy: async () => ({
        id: await one(`select k.id from skus k where ${OTHER} order by k.id limit 1`),
        name: "一次副本",
        service_level: level(),
        embassy_id: null,
        submit_place_id: null,
      }),
      sku_move_batch: async () => ({
        ids: [await one(`select k.id from skus k where ${OTHER} order by k.id desc limit 1`)],
        expected_count: 1,
        move: "off_sale" as const,
        reason_kind: "season" as const,
        reason: "淡季停办",
      }),
      sku_policy_batch: async () => ({
        ids: [await one(`select k.id from skus k where ${OTHER} order by k.id limit 1`)],
        expected_count: 1,
        refund_policy_id: await one("select id from refund_policies where status = 1 order by id desc limit 1"),
      }),
    },
    other: {
      sku_add: { name: "另一个" },
      sku_copy: { name: "另一个" },
      sku_move_batch: { expected_count: 2 },
      sku_policy_batch: { expected_count: 2 },
    },
  };
}
