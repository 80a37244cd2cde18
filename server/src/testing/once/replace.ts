/** Bodies of once.test.ts for the replacing of records in products. A noun with its own keyed endpoints gets a file like this. */
import { raw, row } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";

const someId = async (app: TestApp, sql: string): Promise<number> => (await row<{ id: number }>(app.db, raw(sql)))?.id ?? 0;

/** Products that no other body orders. */
const OTHERS = "k.embassy_id is not null and k.refund_policy_id is not null and k.country_id not in ('JP', 'KR')";

/** A product that uses one mission, and a spare one of the same country. */
export function replaceOnce(app: () => TestApp) {
  const swap = async (from: string, to: string, sku: string) => ({
    id: await someId(app(), from),
    to_id: await someId(app(), to),
    sku_ids: [await someId(app(), sku)],
    expected_count: 1,
  });
  return {
    bodies: {
      embassy_replace: () =>
        swap(
          `select k.embassy_id as id from skus k where ${OTHERS} order by k.id limit 1`,
          `select e.id from embassies e join skus k on k.country_id = e.country_id and e.id <> k.embassy_id and ${OTHERS} where e.embassy_type < 4 order by k.id, e.id limit 1`,
          `select k.id from skus k where ${OTHERS} order by k.id limit 1`,
        ),
      refund_policy_replace: () =>
        swap(
          `select k.refund_policy_id as id from skus k where ${OTHERS} order by k.id limit 1`,
          `select p.id from refund_policies p, skus k where ${OTHERS} and p.id <> k.refund_policy_id order by k.id, p.id limit 1`,
          `select k.id from skus k where ${OTHERS} order by k.id limit 1`,
        ),
    },
    other: { embassy_replace: { expected_count: 2 }, refund_policy_replace: { expected_count: 2 } },
  };
}
