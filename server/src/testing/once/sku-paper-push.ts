/** Bodies of once.test.ts for the push of a paper list to open applicants. */
import { q, row } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";

export interface SaleDesk {
  order(): Promise<{ people: number[] }>;
}
export const skuPaperPushOnce = (app: () => TestApp, desk: () => SaleDesk) => ({
  bodies: {
    sku_paper_push_add: async () => {
      const { people } = await desk().order();
      const sku = await row<{ id: number; version: number }>(
        app().db,
        q`select k.id, k.version from skus k join applicants a on a.sku_id = k.id where a.id = ${people[0]}`,
      );
      return { sku_id: sku?.id ?? 0, version: sku?.version ?? 0, applicant_ids: people, expected_count: people.length };
    },
  },
  other: { sku_paper_push_add: { expected_count: 2 } },
});
