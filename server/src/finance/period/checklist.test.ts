/** 结账检查: every item counts what the list it leads to shows, of that month and before it. */
import { beforeAll, expect, test } from "vitest";
import type { EndpointName } from "@visadesk/contract/index.ts";
import type { CloseItem } from "@visadesk/contract/finance/period.ts";
import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { q, rows } from "#kit/db/sql.ts";
import { postJournal } from "../../ledger/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { asWrite } from "../../testing/ctx.ts";
import { feeOrder, makeCard, makePayment } from "../../testing/make/embassy.ts";
import { OrderDesk, PLAIN_SKU } from "../../testing/make/order.ts";
import { freshSupplier, owedOn, workerIds } from "../../testing/make/settlement.ts";
import { importLines, waitingRemittance } from "../../testing/make/statement.ts";
import { CLOSE_CHECKS, closeItems } from "./checklist.ts";

let app: TestApp;
let admin: Client;
let items: ReadonlyMap<string, CloseItem>;
const MONTH = "2026-11";
const count = (key: string): number | undefined => items.get(key)?.count;

/** Refused, so that nothing more is paid for him: what was collected is left. */
async function leftBehind(desk: OrderDesk): Promise<void> {
  const { people } = await feeOrder(desk, 1, PLAIN_SKU);
  const [id = 0] = people;
  await desk.reviewed(id);
  await rows(app.db, q`update applicants set on_refusal = 'none' where id = ${id}`);
  await desk.move("applicant_submit", id, { submit_date: desk.today() });
  await desk.move("applicant_refuse", id, { refusal_category: "funds", refusal_files: [await desk.file()] });
}
async function unfinished(desk: OrderDesk): Promise<void> {
  const now = app.clock.now();
  await importLines(app, admin, [
    { at: "2026-11-02", income: "100.00", balance: "100.00", name: "某公司" },
    { at: "2026-11-03", outgo: "30.00", balance: "75.00" },
  ]);
  await waitingRemittance(app, { amount: 500, on: "2026-11-05" });
  await leftBehind(desk);
  await makePayment(desk, { state: "paid", no: "SG261120000009", card: await makeCard(app.db, "结账公司卡") });
  await owedOn(app, await freshSupplier(app), [
    { day: "2026-11-03", cents: 1_000 },
    { day: "2026-11-04", cents: 2_000 },
  ]);
  for (const [seq, day] of ["2026-11-02", "2026-11-19"].entries())
    await asWrite(app.db, null, new Date(`${day}T04:00:00Z`), (ctx) =>
      postJournal(ctx, {
        kind: "late_payment",
        source_noun: "refund",
        source_id: seq,
        lines: [
          { account: { code: "clearing", owner_id: 1, kind: "wechat" }, amount: 100, order_id: 1 },
          { account: { code: "refund_due" }, amount: -100, order_id: 1, refund_id: seq + 1 },
        ],
      }),
    );
  await rows(
    app.db,
    q`insert into payouts (payout_no, source_noun, source_id, source_no, method, company_account_id, payee_name, amount, payout_status, created_at, updated_at)
      values ('FK261120000001', 'suspense_return', 1, 'TZ1', 'bank', 4, '某公司', 100, 'paying', ${now}, ${now})`,
  );
  const paper = (no: string, direction: string, red_of: number | null) =>
    rows<{ id: number }>(
      app.db,
      q`insert into invoices (row_key, fp_no, direction, red_of, red_reason, kind, title_type, title, amount, tax, created_at, updated_at)
      values (${no}, ${no}, ${direction}, ${red_of}, ${red_of === null ? null : "stopped"}, 'normal', 'person', '张三', 100, 5, ${now}, ${now}) returning id`,
    );
  const [blue] = await paper("FP261120000001", "blue", null);
  await paper("FP261120000002", "red", blue?.id ?? null);
}
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  const before = await closeItems({ db: app.db, now: app.clock.now() }, MONTH);
  expect(before.filter((i) => i.count > 0).map((i) => i.key)).toEqual(["proof_absent"]);
  await unfinished(new OrderDesk(app.database, app.clock, await workerIds(app.db)));
  items = new Map((await closeItems({ db: app.db, now: app.clock.now() }, MONTH)).map((i) => [i.key, i]));
}, 120_000);

test("finance 10: what was left undone is counted, item by item, with who deals with it", () => {
  expect(Object.fromEntries([...items].map(([key, i]) => [key, i.count]))).toMatchObject({
    statement_lines: 2,
    remittances: 1,
    payouts_paying: 1,
    embassy_variance: 1,
    trust_left: 1,
    // With those of whom was refused, booked and taken back.
    unsettled_costs: 4,
    unsettled_parcels: 0,
    // The other one waits for three working days.
    refund_due: 1,
    red_letters: 1,
    // What lies between the books and the bank is told, and 5.00 is nobody's.
    reconcile_4: 1,
  });
  for (const i of items.values()) expect(i.owner, i.key).not.toBe("");
  expect(new Set(CLOSE_CHECKS.map((c) => c.key)).size).toBe(CLOSE_CHECKS.length);
});

const LISTS: Readonly<Record<string, EndpointName>> = {
  statement_lines: "statement_line_query",
  payouts_paying: "payout_query",
  embassy_variance: "embassy_payment_query",
  trust_left: "embassy_trust_left_query",
  red_letters: "invoice_query",
};
/** What the tab of a screen adds to the filter. */
const TABS: Readonly<Record<string, object>> = { undecided: { is_undecided: true } };
const ranged = (v: string): unknown => (v.includes("~") ? { to: v.slice(1) } : v.split(","));
test.each(Object.entries(LISTS))("finance 10: %s is the number of rows of the list it leads to", async (key, list) => {
  const { tab = "", ...query } = items.get(key)?.place?.query ?? {};
  const filter = { ...TABS[tab], ...Object.fromEntries(Object.entries(query).map(([name, v]) => [name, ranged(v)])) };
  const answer = await admin.raw(list, { ...filter, page_size: 100 });
  expect([answer.msg, (answer.body as { total: number }).total]).toEqual(["", count(key)]);
});

test("every place is a screen that is there; costs that wait lead to their suppliers", async () => {
  for (const i of items.values()) if (i.place) expect(Object.keys(listRoutes), i.key).toContain(i.place.route);
  // Yes, as the address of a list says it.
  expect(items.get("unsettled_costs")?.place?.query).toEqual({ has_unbilled: "1" });
  const { list } = await admin.call("supplier_settle_query", { has_unbilled: true });
  expect(list.reduce((n, s) => n + s.unbilled_count, 0)).toBe(count("unsettled_costs"));
});

test("of an earlier month nothing counts that came after it", async () => {
  const earlier = await closeItems({ db: app.db, now: app.clock.now() }, "2026-10");
  const counts = Object.fromEntries(earlier.map((i) => [i.key, i.count]));
  expect(counts).toMatchObject({
    statement_lines: 0,
    remittances: 0,
    embassy_variance: 0,
    unsettled_costs: 0,
    refund_due: 0,
    red_letters: 0,
    // It has neither stood nor had a line then.
    reconcile_4: 0,
  });
});
