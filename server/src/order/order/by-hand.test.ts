/** What ordinary clicks found: shortages told at once, a hold that says who is waited for, a rollback that stays where it was sent. */
import { expect, it } from "vitest";
import { sendModes } from "../paper/send-back.rules.ts";
import { orderReads } from "../list/order.read.ts";
import { applicantReads } from "../applicant/applicant.read.ts";
import { orderListApi } from "@visadesk/contract/order/order-list.ts";
import { parseInput } from "#kit/call/input.ts";
import { readCtx } from "../../testing/ctx.ts";
import { orderDesk, PLAIN_SKU } from "../../testing/make/order.ts";
import { typedAs } from "#kit/pinyin.ts";
import { workerPick } from "../../setting/worker/worker.sql.ts";

const desk = await orderDesk();
const ctx = () => readCtx(desk.db, desk.me, desk.clock.now());
const page = async (id: number) => applicantReads.applicant_get({ order_id: (await desk.person(id)).order_id, id }, ctx());
const visa = async () => ({
  visa_no: "V1234567",
  visa_issue_date: desk.today(),
  visa_effective_date: desk.today(),
  visa_expiry_date: "2029-01-01",
  stay_days: 30,
  entry_count: "single",
  result_files: [await desk.file("application/pdf")],
});

/** One person of a new order, after the originals. */
async function reviewed(): Promise<number> {
  const o = await desk.order();
  await desk.pay(o.id);
  const [id = 0] = o.people;
  await desk.reviewed(id);
  return id;
}
async function inEmbassy(): Promise<number> {
  const id = await reviewed();
  await desk.move("applicant_submit", id, { submit_date: desk.today(), application_no: `A${id}` });
  return id;
}

it("every original that is elsewhere is named before the sending, and all come back in one act", async () => {
  const id = await inEmbassy();
  expect((await page(id)).send_back).toBeNull();
  await desk.move("applicant_issue", id, await visa());
  const strays = (await desk.person(id)).materials.filter((m) => m.kind === 2 && m.is_original);
  await desk.db
    .updateTable("applicant_materials")
    .set({ holder: "embassy" })
    .where("applicant_id", "=", id)
    .where("kind", "=", 2)
    .execute();
  expect(strays.length).toBeGreaterThan(0);
  const express = (await page(id)).send_back?.find((w) => w.mode === "express");
  expect(express?.missing.map((m) => m.mend)).toEqual(strays.map(() => "take_back"));
  const said = (await desk.refusedMove("applicant_result_send", id, { mode: "express" })).msg;
  expect(said).toBe(express?.missing.map((m) => m.text).join("；"));
  const material_ids = express?.missing.flatMap((m) => m.material_ids) ?? [];
  await desk.call("custody_move", { material_ids, to_holder: "us" });
  expect((await page(id)).send_back?.find((w) => w.mode === "express")?.missing).toEqual([]);
  expect((await desk.refusedMove("applicant_result_send", id, { mode: "express" })).issues.map((i) => i.message)).toEqual([
    "请选择承运商",
    "请输入运单号",
  ]);
  await desk.move("applicant_result_send", id, { mode: "express", carrier_code: "SF", waybill_no: "SF0001" });
  expect((await page(id)).send_back).toBeNull();
});

it("a visa without its file is refused in words, and a sticker needs none", async () => {
  const id = await inEmbassy();
  const { result_files: _, ...rest } = await visa();
  await desk.move("applicant_issue", id, rest);
  expect((await desk.person(id)).result_files).toEqual([]);
  const evisa = await desk.refused("applicant_issue", { id: 1, version: 1, ...rest, result_files: "x" } as never);
  expect(evisa.issues).toEqual([{ path: "result_files", message: "签证文件格式不正确" }]);
  const refusal = await desk.refusedMove("applicant_refuse", await inEmbassy(), { refusal_category: "funds" });
  expect(refusal.issues.map((i) => i.message)).toEqual(["请上传拒签信"]);
});

it("on hold it is the turn of whoever is waited for, and ours again afterwards with the same clock", async () => {
  const o = await desk.order();
  await desk.pay(o.id);
  const [id = 0] = o.people;
  await desk.handIn(id);
  const before = await desk.person(id);
  expect(before.waiting_party).toBe("us");
  await desk.move("applicant_hold", id, { hold_party: "customer", reason: "客户要改出行日期" });
  expect(await desk.person(id)).toMatchObject({ waiting_party: "customer", status_due_at: null });
  await desk.move("applicant_unhold", id);
  expect(await desk.person(id)).toMatchObject({ waiting_party: "us", status_due_at: before.status_due_at });
});

it("a rollback stays where it was sent: each target offered is where the person stands afterwards", async () => {
  const id = await reviewed();
  for (const { state } of (await page(id)).rollback_to) {
    const other = await reviewed();
    await desk.move("applicant_rollback", other, { to: state, reason_code: "mistake", reason: "操作有误需回退" });
    expect((await desk.person(other)).applicant_status).toBe(state);
  }
  const told = await desk.refusedMove("applicant_rollback", id, { to: "none", reason_code: "mistake", reason: "操作有误需回退" });
  expect(told.issues[0]?.message).toContain("请选择回退到待预审");
});

it("a form handed in once more without a change opens no review again", async () => {
  const o = await desk.order({ sku_no: "US-B1B2-01", wish: "any_30", travel_date: "2027-06-01" });
  await desk.pay(o.id);
  const [id = 0] = o.people;
  await desk.handIn(id);
  const form = async () => {
    const found = (await page(id)).materials.find((m) => m.kind === 5);
    if (!found) throw new Error("no form");
    return found;
  };
  const handedIn = await form();
  await desk.call("applicant_material_pass", { id: handedIn.id, version: handedIn.version });
  const passed = await form();
  const again = { id: passed.id, version: passed.version, form_answers: passed.form_answers ?? {} };
  for (const submit of [true, false]) await desk.call("applicant_form_save", { ...again, submit });
  expect(await form()).toMatchObject({ material_status: "passed", form_status: passed.form_status, version: passed.version });
});

it("a form saved over another save answers what is stored now, masked as the page shows it", async () => {
  const o = await desk.order({ sku_no: "US-B1B2-01", wish: "any_30", travel_date: "2027-06-01" });
  await desk.pay(o.id);
  const [id = 0] = o.people;
  const form = (await page(id)).materials.find((m) => m.kind === 5);
  const given = { id: form?.id ?? 0, version: form?.version ?? 0, submit: false };
  const section = (await page(id)).form_sections.flatMap((s) => s.questions);
  const [one, two] = section.filter((x) => x.kind === "text" && !x.pattern && !x.show_if).map((x) => x.key);
  await desk.call("applicant_form_save", { ...given, form_answers: { [one ?? ""]: "FIRST" } });
  const late = await desk.call("applicant_form_save", { ...given, form_answers: { [two ?? ""]: "SECOND" } }).catch((e: unknown) => e);
  const { version, form_answers } = (await page(id)).materials.find((m) => m.kind === 5) ?? {};
  expect(late).toMatchObject({ status: 409, body: { current: { version, form_answers } } });
  expect(form_answers).toMatchObject({ [one ?? ""]: "FIRST" });
});

it("a result goes as a file where the visa is electronic, and nowhere else", async () => {
  const f = await desk.facts((await desk.order()).id);
  const ways = (visa_form: "sticker" | "evisa") => sendModes({ snapshot: { ...f.snapshot, visa_form } });
  expect(ways("evisa")).toEqual(["express", "pickup", "embassy_mail", "file"]);
  expect(ways("sticker")).toEqual(["express", "pickup", "embassy_mail"]);
});

it("contacts may have a Latin name", async () => {
  const entry = await desk.entry();
  const { quote_hash } = await desk.call("order_quote", entry);
  const names = { contact_mobile: "13900001111", return_mode: "none" as const, confirm_duplicate: true, quote_hash };
  const { id } = await desk.call("order_add", { ...entry, ...names, contact_name: "Jean-Luc O'Neill" });
  expect((await desk.facts(id)).order.contact_name).toBe("Jean-Luc O'Neill");
  const refused = await desk.refused("order_add", { ...entry, ...names, contact_name: "张3" });
  expect(refused.issues[0]?.message).toBe("请输入中文或英文姓名");
});

it("head figures owe nothing for cancelled orders, and say how many there are", async () => {
  const kept = await desk.order();
  const gone = await desk.order();
  const version = (await desk.facts(gone.id)).order.version;
  const figures = async () => (await orderReads.order_total_get(parseInput(orderListApi.order_total_get, {}) as never, ctx())).figures;
  const before = await figures();
  await desk.call("order_cancel", { id: gone.id, version, cancel_reason: "customer", reason: "客户不去了" });
  const after = await figures();
  expect(after.orders).toBe(before.orders);
  expect(after.cancelled).toBe(before.cancelled + 1);
  const { order } = await desk.facts(kept.id);
  expect(before.amount_payable - after.amount_payable).toBe(order.amount_payable);
  expect(before.persons - after.persons).toBe(1);
});

it("people are found by the initials of their name", async () => {
  const all = await workerPick(desk.db, undefined, undefined);
  const one = all.find((w) => /^\p{Script=Han}{2,}$/u.test(w.nickname));
  const initials = [...(one?.nickname ?? "")].map((c) => "abcdefghijklmnopqrstuvwxyz".split("").find((l) => typedAs(l, c)) ?? "").join("");
  expect(initials.length).toBeGreaterThan(1);
  expect((await workerPick(desk.db, initials, undefined)).map((w) => w.id)).toContain(one?.id);
});

it("finance 20: an order worth nothing is paid as soon as it is made, and posts no journal", async () => {
  const before = await desk.db.selectFrom("journals").select("id").execute();
  await desk.db
    .updateTable("sku_prices")
    .set({ adult: 0, child: 0 })
    .where("sku_id", "=", await desk.sku(PLAIN_SKU))
    .execute();
  const { id } = await desk.order();
  const { order } = await desk.facts(id);
  expect(order).toMatchObject({ amount_payable: 0, amount_paid: 0, pay_status: "paid", pay_deadline_at: null });
  expect(["pending_payment", "cancelled"]).not.toContain(order.order_status);
  expect(await desk.db.selectFrom("journals").select("id").execute()).toEqual(before);
});
