/** Bodies of once.test.ts for reasons and mail centres. */
import { raw, row } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";

/** Two reasons to be made one, and a product that sends to a centre with a spare one beside it. */
export function paperQualityOnce(app: () => TestApp) {
  const one = async (sql: string): Promise<number> => (await row<{ id: number }>(app().db, raw(sql)))?.id ?? 0;
  const reason = async (): Promise<number> => {
    const admin = await app().as("admin");
    const { id } = await admin.call("reject_reason_add", { text: `原因${crypto.randomUUID().slice(0, 8)}`, advice: "", kinds: [1] });
    return id;
  };
  const PRODUCT = "k.mail_centre_id is not null and k.country_id not in ('JP', 'KR') order by k.id limit 1";
  return {
    bodies: {
      reject_reason_merge: async () => ({ id: await reason(), version: 1, into_id: await reason() }),
      mail_centre_replace: async () => ({
        id: await one(`select k.mail_centre_id as id from skus k where ${PRODUCT}`),
        to_id: await one(
          "insert into mail_centres (name, contact, mobile, address, created_at, updated_at) select '备用中心 ' || gen_random_uuid(), contact, mobile, address, created_at, updated_at from mail_centres limit 1 returning id",
        ),
        sku_ids: [await one(`select k.id from skus k where ${PRODUCT}`)],
        expected_count: 1,
      }),
    },
    other: { reject_reason_merge: { version: 99 }, mail_centre_replace: { expected_count: 2 } },
  };
}
