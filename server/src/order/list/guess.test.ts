/** What somebody could guess at: orders beyond his scope at an entry, passports of a batch, what people typed into forms. */
import { expect, it } from "vitest";
import { sql } from "kysely";
import type { PermissionName } from "@visadesk/contract/permissions.ts";
import { orderDesk } from "../../testing/make/order.ts";
import { principalFor } from "../../testing/ctx.ts";
import { materialsOf } from "../applicant/applicant-detail.sql.ts";
import { savedAnswers, sealAnswers, veiledAnswers } from "../material/form-answers.ts";

const desk = await orderDesk();
const FORM = { passport_no: "E12341234", birth_date: "1990-02-03", address: "海淀区翡翠路1号", kin: [{ name: "王五" }], smokes: false };
const VEILED = { passport_no: "E****1234", birth_date: "1990-**-**", address: "***", kin: [{ name: "王***" }], smokes: false };

it("an entry tells no order beyond the caller's scope, neither to a mobile nor to a partner's number", async () => {
  const made = await desk.order();
  await sql`update orders set partner_order_no = 'OTA-1' where id = ${made.id}`.execute(desk.db);
  const entry = await desk.entry({});
  const { quote_hash } = await desk.call("order_quote", entry);
  const again = { ...entry, quote_hash, contact_name: "王五", contact_mobile: "13900001111", return_mode: "pickup" as const };
  const stranger = desk.worker("jpkr_1", { scope_ids: [desk.staff.get("jpkr_1") ?? 0] });
  expect(await desk.refused("order_add", again)).toMatchObject({ code: "confirm_needed", msg: expect.stringContaining(made.order_no) });
  expect(await desk.refused("order_add", { ...again, partner_order_no: "OTA-1" })).toMatchObject({
    msg: `渠道订单号已存在：${made.order_no}`,
  });
  expect(await desk.refused("order_add", { ...again, partner_order_no: "OTA-1" }, stranger)).toMatchObject({
    code: "duplicate",
    msg: "渠道订单号已被其他订单使用，请核对",
  });
  expect(await desk.call("order_add", again, stranger)).toHaveProperty("order_no");
});

it("whoever guesses at the passports of a batch is stopped after twenty, a right guess after them included", async () => {
  const made = await desk.order();
  await sql`update applicants set applicant_status = 'awaiting_submission' where order_id = ${made.id}`.execute(desk.db);
  await sql`update applicant_materials set material_status = 'passed' where order_id = ${made.id}`.execute(desk.db);
  const batch = await desk.call("submission_batch_add", { applicant_ids: made.people, plan_date: desk.today() });
  const scan = (code: string) => desk.refused("submission_batch_scan", { id: batch.id, code });
  for (let i = 0; i < 20; i++) expect(await scan(`E9000000${i}`)).toMatchObject({ code: "not_found" });
  const right = (await desk.person(made.people[0] ?? 0)).applicant_no;
  expect(await scan(right)).toMatchObject({ msg: "扫描不符过多，请核对批次和护照，10分钟后再扫" });
  desk.clock.advance(600_001);
  expect(await desk.call("submission_batch_scan", { id: batch.id, code: right })).toMatchObject({ scanned: 1 });
});

it("what people typed into a form is masked for whoever neither processes orders nor may see it in full", async () => {
  expect(veiledAnswers(FORM)).toEqual(VEILED);
  const made = await desk.order();
  const [id = 0] = made.people;
  const [paper] = (await desk.person(id)).materials;
  await sql`update applicant_materials set form_answers = ${JSON.stringify(sealAnswers(paper?.id ?? 0, FORM))}::jsonb where id = ${paper?.id ?? 0}`.execute(
    desk.db,
  );
  const answers = async (codes: readonly PermissionName[]): Promise<unknown> =>
    (await materialsOf({ db: desk.db, me: principalFor({ worker_id: 1, codes }) }, id)).find((m) => m.id === paper?.id)?.form_answers;
  expect(await answers(["order_view"])).toEqual(VEILED);
  for (const code of ["order_process", "personal_reveal"] as const)
    expect(await answers(["order_view", code])).toEqual({ ...FORM, passport_no: VEILED.passport_no });
});

it("a mask that was changed by hand is refused at its question, one that came back stands for the number", () => {
  expect(savedAnswers({ passport_no: "E****1234" }, FORM)).toEqual({ passport_no: "E12341234" });
  expect(() => savedAnswers({ passport_no: "E****1235" }, FORM)).toThrow("这是脱敏显示的内容，请输入完整内容");
});
