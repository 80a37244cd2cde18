/** Whom the papers of an order go back to: asked for with an express, sealed, on the parcel, and nothing one is found by. */
import { expect, it } from "vitest";
import { q, row } from "#kit/db/sql.ts";
import { orderDesk } from "../testing/make/order.ts";
import { readCtx } from "../testing/ctx.ts";
import { applicantReads } from "./applicant/applicant.read.ts";
import { orderReads } from "./list/order.read.ts";

const desk = await orderDesk();
const ADDRESS = { province_code: "310000", city_code: "310100", county_code: "310101", detail: "人民大道1号" };
const TO = { return_mode: "express", return_name: "赵六", return_mobile: "13911112222", return_address: ADDRESS } as const;
const stored = (id: number) =>
  row<{ return_name: string; return_mobile: string; sealed: string | null; found: string }>(
    desk.db,
    q`select return_name, return_mobile, return_mobile_sealed as sealed, search::text || search_text as found from orders where id = ${id}`,
  );
const reading = () => readCtx(desk.db, desk.me, desk.clock.now());
const update = async (id: number, more: Record<string, unknown>): Promise<void> => {
  const { order } = await desk.facts(id);
  await desk.call("order_update", { id, version: order.version, ...more });
};

it("an entry by express asks for somebody to send to, and keeps his number sealed", async () => {
  const entry = await desk.entry();
  const { quote_hash } = await desk.call("order_quote", entry);
  const add = { ...entry, quote_hash, contact_name: "李四", contact_mobile: "13900001111", confirm_duplicate: true };
  const said = await desk.refused("order_add", { ...add, return_mode: "express" });
  expect(said.issues.map((i) => i.message)).toEqual(["请填写收件人", "请填写收件手机", "请填写收件地址"]);
  const { id } = await desk.call("order_add", { ...add, ...TO });
  const kept = await stored(id);
  expect(kept).toMatchObject({ return_name: "赵六", return_mobile: "139****2222" });
  expect(kept?.sealed).toBeTruthy();
  expect(kept?.found).not.toMatch(/赵六|zhaoliu/);
});

it("a change is told with masks under the words of the form; half a receiver is refused", async () => {
  const { id } = await desk.order();
  const { order } = await desk.facts(id);
  const half = await desk.refused("order_update", { id, version: order.version, return_mode: "express", return_name: "赵六" });
  expect(half.issues.map((i) => i.path)).toEqual(["return_mobile", "return_address"]);
  await update(id, TO);
  const log = await orderReads.order_log_query({ order_id: id }, reading());
  expect(log.list[0]?.changes).toEqual([
    expect.objectContaining({ label: "回寄方式" }),
    { field: "return_name", label: "收件人", before: null, after: "赵*" },
    { field: "return_mobile", label: "收件手机", before: null, after: "139****2222" },
    { field: "return_address", label: "收件地址", before: null, after: "***" },
  ]);
  await update(id, { return_mobile: "13911113333" });
  expect((await desk.refused("order_update", { id, version: order.version + 2, return_address: null })).issues[0]?.path).toBe(
    "return_address",
  );
  // Nobody is found by him, in whatever list.
  for (const keyword of ["赵六", "13911113333", "3333"])
    expect((await orderReads.order_query({ keyword, page: 1, page_size: 20 }, reading())).list, keyword).toEqual([]);
});

it("the parcel back carries the receiver, and his page shows where it goes", async () => {
  const made = await desk.order();
  const [person = 0] = made.people;
  await update(made.id, TO);
  await desk.pay(made.id);
  await desk.reviewed(person);
  await desk.move("applicant_submit", person, { submit_date: desk.today(), application_no: "A1" });
  const visa = { visa_no: "V1", visa_issue_date: desk.today(), visa_effective_date: desk.today(), visa_expiry_date: "2030-01-01" };
  await desk.move("applicant_issue", person, {
    ...visa,
    stay_days: 15,
    entry_count: "single",
    result_files: [await desk.file("application/pdf")],
  });
  const page = await applicantReads.applicant_get({ order_id: made.id, id: person }, reading());
  expect(page).toMatchObject({ return_name: "赵六", return_mobile: "139****2222" });
  expect(page.return_address_text).toContain("人民大道1号");
  await desk.db.updateTable("applicant_materials").set({ holder: "us" }).where("applicant_id", "=", person).where("kind", "=", 2).execute();
  await desk.move("applicant_result_send", person, { mode: "express", carrier_code: "SF", waybill_no: "SF7001" });
  const parcel = await row<{ receiver: object }>(desk.db, q`select receiver from expresses where waybill_no = 'SF7001'`);
  expect(parcel?.receiver).toEqual({ name: "赵六", mobile: "139****2222", address: ADDRESS });
});
