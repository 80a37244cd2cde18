import { beforeAll, expect, test } from "vitest";
import { q, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { SupplierDesk } from "../../testing/make/supplier-desk.ts";

let app: TestApp;
let desk: SupplierDesk;
beforeAll(async () => {
  app = await testApp();
  desk = new SupplierDesk(app, await app.as("product"), await app.as("admin"));
});
const DAY = 86_400_000;
const told = (supplier: number) =>
  rows<{ to: number; content: string }>(
    app.db,
    q`select receiver_worker_id as to, content from outbound_messages where template = 'supplier_document' and ref_id = ${supplier} order by id`,
  );

test("a paper's owner is told 30, 7 and 0 days before its end, each step once, and no more once it is replaced", async () => {
  const s = await desk.active();
  const end = new Date(Date.parse("2027-03-01T00:00:00+08:00"));
  await rows(
    app.db,
    q`update supplier_documents set valid_to = '2027-03-01' where supplier_id = ${s.id} and kind = 'submit_qualification'`,
  );
  const on = async (days: number): Promise<number> => {
    app.clock.set(new Date(end.getTime() - days * DAY + 9 * 3_600_000));
    await app.runJobs();
    return (await told(s.id)).length;
  };
  expect(await on(31)).toBe(0);
  expect([await on(30), await on(30), await on(29), await on(8)]).toEqual([1, 1, 1, 1]);
  // A day without a run is made up for on the next.
  expect([await on(6), await on(1)]).toEqual([2, 2]);
  expect([await on(0), await on(0), await on(-1)]).toEqual([3, 3, 3]);
  const messages = await told(s.id);
  expect(messages.every((m) => m.to === desk.maker.id)).toBe(true);
  expect(messages.map((m) => m.content)).toEqual([
    `${s.short_name}的送签资质还有 30 天到期（2027-03-01），请登记新的证照`,
    `${s.short_name}的送签资质还有 6 天到期（2027-03-01），请登记新的证照`,
    `${s.short_name}的送签资质今天到期，请登记新的证照`,
  ]);
});
