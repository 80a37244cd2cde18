/** What an older version left: lines of people whom the mission sent back, and waybills as they were typed. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { raw, row, rows, q } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { waiting } from "../../testing/make/parcel.ts";
import { of, parcelDeskOf, type ParcelDesk } from "../../testing/make/parcel-desk.ts";

const FILE = path.resolve(import.meta.dirname, "../../../migrations/0049_lines_and_waybills.sql");

let app: TestApp;
let d: ParcelDesk;
beforeAll(async () => {
  app = await testApp();
  d = await parcelDeskOf(app);
});
const update = async (): Promise<void> => {
  for (const statement of readFileSync(FILE, "utf8").split(/;\n/))
    if (statement.replaceAll(/^--.*$/gm, "").trim() !== "") await rows(app.db, q`${raw(statement)}`);
};
async function expressWith(waybill_no: string, carrier_code = "SF", status = "in_transit"): Promise<number> {
  const made = await row<{ id: number }>(
    app.db,
    q`insert into expresses (type, supplier_id, mode, carrier_code, waybill_no, express_status, created_at)
      values (2, ${d.lane.supplier_id}, 'express', ${carrier_code}, ${waybill_no}, ${status}, ${app.clock.now()}) returning id`,
  );
  return made?.id ?? 0;
}

test("waybills that were kept as typed are found as one printed; two that would be one stay as they are", async () => {
  const typed = {
    [await expressWith("sf 7700 0001")]: "SF77000001",
    [await expressWith("ＳＦ７７００　０００２")]: "SF77000002",
    [await expressWith("SF77000003")]: "SF77000003",
    [await expressWith("sf77000003")]: "sf77000003",
    [await expressWith("sf 77000003", "YTO")]: "SF77000003",
    [await expressWith("sf 7700 0003", "SF", "cancelled")]: "SF77000003",
    [await expressWith("sf77000004")]: "sf77000004",
    [await expressWith("sf 77000004")]: "sf 77000004",
  };
  const ids = Object.keys(typed).map(Number);
  await update();
  const kept = await rows<{ id: number; waybill_no: string }>(
    app.db,
    q`select id, waybill_no from expresses where id = any(${ids}::int8[]) order by id`,
  );
  expect(Object.fromEntries(kept.map((k) => [k.id, k.waybill_no]))).toEqual(typed);
  const p = await d.sealed((await waiting(d.desk, d.lane)).people);
  expect(await d.refused("supplier_parcel_send", { ...of(p), carrier_code: "SF", waybill_no: "SF 77000001" })).toEqual([
    "duplicate",
    "运单号已存在：SF77000001",
  ]);
});

test("whoever waits with a supplement since before is free for another batch", async () => {
  const [id = 0] = (await waiting(d.desk, d.lane)).people;
  await rows(app.db, q`update applicants set settle_price = 103000 where id = ${id}`);
  await d.desk.move("applicant_submit", id, { submit_date: d.desk.today() });
  await rows(app.db, q`update applicants set applicant_status = 'awaiting_submission', supplement_source = 'embassy' where id = ${id}`);
  const batch = () => d.desk.call("submission_batch_add", { applicant_ids: [id], plan_date: d.desk.today() });
  await expect(batch()).rejects.toThrow("已在其他批次");
  await update();
  expect((await batch()).line_count).toBe(1);
});
