/** Figures of a supplier in the list and on its page. */
import { expect, test } from "vitest";
import { q, rows } from "#kit/db/sql.ts";
import { seedDemoOrders } from "../../order/index.ts";
import { testApp } from "../../testing/app.ts";

const app = await testApp({ now: "2026-09-01T02:00:00.000Z" });
const admin = await app.as("admin");
await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 40 });

test("figures beside a row are those of its applicants over ninety whole days, and those of its page", async () => {
  const { list } = await admin.call("supplier_query", { page_size: 100 });
  const counted = await rows<{ id: number; submitted: number; results: number; issued: number }>(
    app.db,
    q`select supplier_id as id, (count(*) filter (where submitted_at is not null and submit_date between '2026-06-03' and '2026-08-31'))::int as submitted,
        (count(*) filter (where result_at >= '2026-06-02T16:00:00Z' and result_at < '2026-08-31T16:00:00Z' and (visa_issue_date is not null or refusal_category is not null)))::int as results,
        (count(*) filter (where result_at >= '2026-06-02T16:00:00Z' and result_at < '2026-08-31T16:00:00Z' and visa_issue_date is not null))::int as issued
      from applicants where supplier_id is not null group by 1`,
  );
  expect(counted.some((c) => c.results > 0)).toBe(true);
  for (const c of counted) {
    const s = list.find((x) => x.id === c.id);
    expect([s?.submitted_90, s?.results_90, s?.issue_rate]).toEqual([
      c.submitted,
      c.results,
      c.results === 0 ? null : c.issued / c.results,
    ]);
    const page = new Map((await admin.call("supplier_figure_get", { id: c.id, days: 90 })).figures.map((f) => [f.key, f.value]));
    expect([s?.submitted_90, s?.work_days, s?.issue_rate]).toEqual(["submitted", "days_mean", "issue_rate"].map((k) => page.get(k)));
  }
});
