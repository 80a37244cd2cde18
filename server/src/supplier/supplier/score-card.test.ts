import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { interval } from "#kit/http/rate.ts";
import { seedDemoOrders } from "../../order/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { principalFor, readCtx } from "../../testing/ctx.ts";
import { parcelAt } from "../../testing/make/parcel-row.ts";
import { figuresOfFacts, scoreCard } from "./score-card.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 150 });
}, 120_000);

const busiest = async (): Promise<number> =>
  (
    await row<{ id: number }>(
      app.db,
      q`select supplier_id as id from applicants where supplier_id is not null and result_at is not null group by 1 order by count(*) desc, 1 limit 1`,
    )
  )?.id ?? 0;

test("each figure is the number of rows its link opens; a rate comes with its interval, what nobody keeps has none", async () => {
  const id = await busiest();
  const admin = await app.as("admin");
  for (const days of [30, 90, 365] as const) {
    const { figures } = await admin.call("supplier_figure_get", { id, days });
    const of = (key: string) => figures.find((f) => f.key === key);
    for (const key of ["submitted", "issue_rate"]) {
      const { n, query } = of(key) ?? { n: -1, query: {} };
      const { total } = await admin.call("applicant_query", { ...query, page_size: 1 });
      expect([key, days, total]).toEqual([key, days, n]);
    }
    const rate = of("issue_rate");
    if (rate?.n) expect(rate).toMatchObject(interval((rate.value ?? 0) * rate.n, rate.n));
    expect(of("dispute_rate")).toMatchObject({ value: null, n: 0, low: null, high: null, route: null });
  }
  expect((await admin.call("supplier_figure_get", { id, days: 365 })).figures.find((f) => f.key === "issue_rate")?.n).toBeGreaterThan(3);
});

test("days count without holds and without what was rolled back; the night keeps them, with what another was taken for", async () => {
  const id = await busiest();
  const admin = await app.as("admin");
  const card = () =>
    scoreCard({ id, days: 365 }, readCtx(app.db, principalFor({ worker_id: admin.id, codes: ["supplier"] }), app.clock.now()));
  const value = (c: Awaited<ReturnType<typeof card>>, key: string) => c.figures.find((f) => f.key === key)?.value;
  await rows(
    app.db,
    q`update stage_spans set work_minutes = 960 where status = 'in_embassy' and left_at is not null and applicant_id in (select id from applicants where supplier_id = ${id})`,
  );
  const once = q`(select e.id from stage_spans e join applicants a on a.id = e.applicant_id where a.supplier_id = ${id} and e.status = 'in_embassy' and e.left_at is not null limit 1)`;
  expect(value(await card(), "days_p90")).toBe(2);
  await rows(
    app.db,
    q`insert into stage_spans (order_id, applicant_id, status, party, entered_at, left_at, work_minutes, is_rolled_back)
      select order_id, applicant_id, status, party, entered_at, left_at, 48000, true from stage_spans where id = ${once}`,
  );
  expect(value(await card(), "days_mean")).toBe(2);

  const now = app.clock.now();
  const ranking = [
    { supplier_id: id, cause: "quota" },
    { supplier_id: id, cause: "cost" },
    { supplier_id: id, cause: null },
    { supplier_id: id + 1, cause: "quota" },
  ];
  await rows(app.db, q`delete from supplier_assignments`);
  await rows(
    app.db,
    q`insert into supplier_assignments (applicant_id, order_id, supplier_product_id, supplier_id, planned_date, band, price_id, amount, currency, cny_amount,
        embassy_included, centre_included, settle_trigger, on_refusal, ranking, assigned_at)
      select a.id, a.order_id, m.id, ${id}, a.submit_date - (row_number() over (order by a.id) = 1)::int, 'adult', p.id, 0, 'CNY', 0, true, true, 'submitted', 'full', ${JSON.stringify(ranking)}::jsonb, ${now}
      from (select * from applicants where supplier_id = ${id} and submit_date is not null and submitted_at is not null order by submit_date desc, id limit 4) a
      cross join (select id from supplier_products limit 1) m cross join (select id from supplier_prices limit 1) p`,
  );
  for (const n of [1, 2]) {
    const parcel = await parcelAt(app.db, { created_by: admin.id, type: 5, at: now, status: "checked", signed_at: now });
    await rows(app.db, q`update supplier_parcels set supplier_id = ${id} where id = ${parcel}`);
    if (n === 2) continue;
    const item = await row<{ id: number }>(
      app.db,
      q`insert into express_items (express_id, name, count) select express_id, '护照', 1 from supplier_parcels where id = ${parcel} returning id`,
    );
    await rows(
      app.db,
      q`insert into supplier_parcel_items (parcel_id, express_item_id, verdict) values (${parcel}, ${item?.id ?? 0}, 'missing')`,
    );
  }
  app.clock.set(new Date(now.getTime() + 86_400_000));
  await app.runJobs();
  const kept = await row<{ n: number }>(app.db, q`select count(*)::int as n from supplier_figures where supplier_id = ${id}`);
  expect(kept?.n).toBe(3);
  const after = await card();
  expect(after.figures.find((f) => f.key === "on_time")).toMatchObject({ value: 0.75, n: 4 });
  expect(after.figures.find((f) => f.key === "parcel_rate")).toMatchObject({ value: 0.5, n: 2 });
  expect(Object.fromEntries(after.lost_for.map((l) => [l.reason, l.n]))).toEqual({ 名额已满: 4, 结算价较高: 4 });
  // What happened since waits for the next night.
  await rows(app.db, q`delete from supplier_assignments`);
  expect((await card()).lost_for).toHaveLength(2);
});

test("nobody else's supplier has figures", async () => {
  const product = await app.as("product");
  expect(await product.call("supplier_figure_get", { id: 999_999, days: 90 }).catch((e: unknown) => String(e))).toContain(
    "供应商不存在或无权查看",
  );
  const empty = {
    submitted: 0,
    planned: 0,
    on_time: 0,
    returned: 0,
    results: 0,
    issued: 0,
    days_mean: null,
    days_p90: null,
    counted: 0,
    differing: 0,
    lost: {},
  };
  const none = figuresOfFacts(empty, 1, { from: "2026-01-01", to: "2026-02-01" }).filter((f) => f.kind !== "count");
  expect(none.every((f) => f.value === null && f.low === null && f.high === null)).toBe(true);
});
