import { beforeAll, expect, test } from "vitest";
import type { JobCtx } from "#kit/jobs.ts";
import { q, rows } from "#kit/db/sql.ts";
import { asWrite } from "../../testing/ctx.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { balanceOf, feeOrder } from "../../testing/make/embassy.ts";
import { OrderDesk, PLAIN_SKU } from "../../testing/make/order.ts";
import { pageOf } from "#kit/db/page.ts";
import { trustList, type TrustRow } from "./embassy-trust.sql.ts";
import { ageTrust } from "./embassy-trust.jobs.ts";

let app: TestApp;
let desk: OrderDesk;
let admin: Client;
const key = () => ({ idempotency_key: crypto.randomUUID() });
const trust = (id: number) => balanceOf(app.db, id, "embassy_trust");
beforeAll(async () => {
  app = await testApp();
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
  admin = await app.as("admin");
});
/** Handed in by a supplier whose price holds the fee, then refused under this rule. */
async function refused(on_refusal: string, feeLess = 0): Promise<number> {
  const { people } = await feeOrder(desk, 1, PLAIN_SKU);
  const [id = 0] = people;
  await desk.reviewed(id);
  await rows(app.db, q`update applicants set on_refusal = ${on_refusal}, embassy_part = embassy_part - ${feeLess} where id = ${id}`);
  await desk.move("applicant_submit", id, { submit_date: desk.today() });
  expect((await trust(id)) + feeLess).toBe(0);
  await desk.move("applicant_refuse", id, { refusal_category: "funds", refusal_files: [await desk.file()] });
  return id;
}
const left = async (id: number) => (await admin.call("embassy_trust_left_query", { page_size: 100 })).list.find((x) => x.id === id);
const night = () => {
  const now = app.clock.now();
  const job = {
    db: app.db,
    now,
    change: <T>(work: Parameters<JobCtx["change"]>[0]) => asWrite<T>(app.db, null, now, work as never),
  };
  return ageTrust(job as unknown as JobCtx, { set: () => Promise.resolve(), throwIfCancelled: () => Promise.resolve() });
};

test("a refusal for which the supplier earns nothing gives trust back whole: it is shown as left, not kept by the night, and decided once", async () => {
  const id = await refused("none");
  expect(await trust(id)).toBe(-71_500);
  expect(await balanceOf(app.db, id, "payable_supplier")).toBe(0);
  expect(await left(id)).toMatchObject({ left: 71_500, is_small: false, applicant_status: "refused" });
  expect((await night()).kept).toBe(0);
  const asked = { rows: [{ id, left: 71_400 }], reason: "客户确认不退" };
  expect((await admin.raw("embassy_trust_income", { ...asked, ...key() })).msg).toContain("官费余额已变为");
  await admin.call("embassy_trust_income", { ...asked, rows: [{ id, left: 71_500 }], ...key() });
  expect([await trust(id), await balanceOf(app.db, id, "other_income", "embassy_surplus")]).toEqual([0, -71_500]);
  expect((await admin.raw("embassy_trust_income", { ...asked, rows: [{ id, left: 71_500 }], ...key() })).msg).toContain("没有官费余额");
});

test("finance 11: what is left of who is through becomes income at night up to the tolerance, once, and no cent beyond it", async () => {
  const [small, large] = [await refused("full", 2_000), await refused("full", 2_001)];
  expect([await trust(small), await trust(large)]).toEqual([-2_000, -2_001]);
  expect(await night()).toEqual({ kept: 1 });
  expect(await night()).toEqual({ kept: 0 });
  expect([await trust(small), await trust(large)]).toEqual([0, -2_001]);
  expect(await balanceOf(app.db, small, "other_income", "embassy_surplus")).toBe(-2_000);
});

test("finance 22: missions tell what is held of people under way, by age, and what is left of those who are through, as their list does", async () => {
  const { people } = await feeOrder(desk, 1, PLAIN_SKU);
  const [id = 0] = people;
  const now = new Date(app.clock.now().getTime() + 10 * 86_400_000);
  const { list } = await pageOf<TrustRow>(
    app.db,
    { page: 1, page_size: 100 },
    trustList({ page: 1, page_size: 100 }, { me: desk.me, now }),
  );
  expect((await admin.call("embassy_trust_query", {})).list.reduce((sum, m) => sum + m.d7, 0)).toBe(
    list.reduce((sum, m) => sum + m.d30, 0),
  );
  const held = list.reduce((sum, m) => sum + m.held, 0);
  const all = await rows<{ n: number }>(
    app.db,
    q`select (-sum(l.amount))::int8 as n from journal_lines l join ledger_accounts a on a.id = l.account_id where a.code = 'embassy_trust'`,
  );
  expect(held).toBe(all[0]?.n);
  for (const m of list) expect(m.d7 + m.d30 + m.d60 + m.older).toBe(m.held);
  expect(list.some((m) => m.d30 >= 71_500)).toBe(true);
  const through = (await admin.call("embassy_trust_left_query", { page_size: 100 })).list;
  expect(list.reduce((sum, m) => sum + m.finished_left, 0)).toBe(through.reduce((sum, x) => sum + x.left, 0));
  expect(await left(id)).toBeUndefined();
});
