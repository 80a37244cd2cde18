/** Bodies of once.test.ts for the push of a paper list to open applicants. */
import type { OrderDesk } from "../make/order.ts";

export const skuPaperPushOnce = (desk: () => OrderDesk) => ({
  bodies: {
    sku_paper_push_add: async () => {
      const { people } = await desk().order();
      const { sku_id } = await desk().person(people[0] ?? 0);
      const { version } = await desk().db.selectFrom("skus").select("version").where("id", "=", sku_id).executeTakeFirstOrThrow();
      return { sku_id, version, applicant_ids: people, expected_count: people.length };
    },
  },
  other: { sku_paper_push_add: { expected_count: 2 } },
});
