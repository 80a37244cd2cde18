/** The main job from entry to completion, and the steps that are refused on the way. */
import { expect, it } from "vitest";
import { orderDesk } from "../../testing/make/order.ts";

const desk = await orderDesk();
const statusOf = async (id: number): Promise<string> => (await desk.facts(id)).order.order_status;
const stateOf = async (id: number): Promise<string> => (await desk.person(id)).applicant_status;

it("order 24: two persons from entry to evaluation, one issued, one refused", async () => {
  const o = await desk.order({ people: 2 });
  const [first = 0, second = 0] = o.people;
  expect(await statusOf(o.id)).toBe("pending_payment");
  expect(await desk.refusedMove("applicant_review_pass", first)).toMatchObject({ code: "state_changed" });
  await desk.pay(o.id);
  const paid = await desk.facts(o.id);
  expect(paid.order).toMatchObject({ order_status: "pending_upload", pay_status: "paid", amount_paid: paid.order.amount_payable });
  expect(paid.order.expert_id).not.toBeNull();

  await desk.handIn(first);
  expect(await stateOf(first)).toBe("pre_review");
  expect(await statusOf(o.id)).toBe("pending_upload");
  await desk.handIn(second);
  expect(await statusOf(o.id)).toBe("processing");

  const item = (await desk.person(first)).materials.find((m) => m.kind === 1 && m.owner === "must");
  if (!item) throw new Error("no paper");
  await desk.call("applicant_material_reject", { id: item.id, version: item.version, reject_code: "unclear", reject_text: "请重拍首页" });
  const told = await desk.db
    .selectFrom("order_logs")
    .select("reason")
    .where("noun", "=", "applicant_material")
    .where("move", "=", "reject")
    .executeTakeFirstOrThrow();
  expect(told.reason).toMatch(/^.+：请重拍首页$/);
  expect((await desk.refusedMove("applicant_review_pass", first)).msg).toContain(item.name);
  await desk.move("applicant_review_reject", first);
  expect(await desk.person(first)).toMatchObject({
    applicant_status: "pre_review_rejected",
    supplement_round: 1,
    waiting_party: "customer",
  });
  expect((await desk.refusedMove("applicant_resubmit", first)).msg).toContain("还有 1 项未重新提交");
  await desk.call("applicant_material_upload", {
    id: item.id,
    version: item.version + 1,
    files: [{ file: await desk.file(), page_no: 1 }],
    doc_date: desk.today(),
  });
  expect(await stateOf(first)).toBe("pre_review");

  for (const id of o.people) await desk.passItems(id);
  for (const id of o.people) await desk.move("applicant_review_pass", id);
  await originals(o.id, o.people);
  expect(await stateOf(first)).toBe("awaiting_submission");
  expect((await desk.person(first)).supplier_id).not.toBeNull();

  const batch = await desk.call("submission_batch_add", { applicant_ids: o.people, plan_date: desk.today() });
  const done = await desk.call("submission_batch_submit", { id: batch.id, version: batch.version, submit_date: desk.today() });
  expect(done.list.map((l) => l.ok)).toEqual([true, true]);
  expect(await stateOf(second)).toBe("in_embassy");
  expect((await desk.facts(o.id)).order).toMatchObject({ submitted_count: 2 });
  expect((await desk.refusedMove("applicant_update", first, { name_cn: "王五" })).msg).toBe("已送签，证件信息不可修改，请先回退");

  await desk.move("applicant_issue", first, await visa());
  await desk.move("applicant_refuse", second, { refusal_category: "funds", refusal_files: [await desk.file()] });
  expect(await statusOf(o.id)).toBe("processing");
  await sendBack(o.people);
  expect(await statusOf(o.id)).toBe("shipped");
  await desk.call("order_receive", { id: o.id, version: (await desk.facts(o.id)).order.version });
  expect(await statusOf(o.id)).toBe("pending_evaluate");
  await desk.call("order_evaluate_add", { order_id: o.id, score: 5, content: "很满意" });
  expect(await statusOf(o.id)).toBe("completed");
  expect((await desk.refused("order_evaluate_add", { order_id: o.id, score: 4, content: "" })).code).toBe("state_changed");
  await expectBalanced();
});

async function originals(orderId: number, people: readonly number[]): Promise<void> {
  const waiting = (await desk.facts(orderId)).people.filter((p) => p.applicant_status === "awaiting_originals");
  if (waiting.length === 0) return;
  expect(await statusOf(orderId)).toBe("pending_mail");
  const items = waiting.flatMap((p) =>
    p.materials
      .filter((m) => m.kind === 2)
      .map((m) => ({ applicant_id: p.id, material_id: m.id, name: m.name, count: Math.max(1, m.copies) })),
  );
  const { id } = await desk.call("express_add", {
    order_id: orderId,
    type: 1,
    mode: "express",
    carrier_code: "SF",
    waybill_no: `SF${orderId}0001`,
    items,
  });
  expect(await statusOf(orderId)).toBe("processing");
  expect((await desk.person(people[0] ?? 0)).waiting_party).toBe("courier");
  await desk.call("express_sign", { id, version: 1, signed_by: "前台" });
  expect((await desk.person(people[0] ?? 0)).waiting_party).toBe("us");
  expect((await desk.refusedMove("applicant_originals_pass", people[0] ?? 0)).msg).toContain("缺：");
  const rows = await desk.db.selectFrom("express_items").select(["id", "count"]).where("express_id", "=", id).execute();
  await desk.call("express_check", { id, version: 2, counts: rows.map((r) => ({ item_id: r.id, counted: r.count })) });
  for (const p of waiting) await desk.move("applicant_originals_pass", p.id, { slot: "A-01" });
}

async function visa(): Promise<Record<string, unknown>> {
  return {
    visa_no: "V1234567",
    visa_issue_date: desk.today(),
    visa_effective_date: desk.today(),
    visa_expiry_date: "2029-01-01",
    stay_days: 30,
    entry_count: "single",
    result_files: [await desk.file("application/pdf")],
  };
}

async function sendBack(people: readonly number[]): Promise<void> {
  for (const id of people) {
    const away = (await desk.person(id)).materials.filter((m) => m.kind === 2 && m.holder === "supplier");
    if (away.length > 0) {
      expect((await desk.refusedMove("applicant_result_send", id, { mode: "pickup" })).msg).toMatch(/仍在供应商$/);
      await desk.call("custody_move", { material_ids: away.map((m) => m.id), to_holder: "us" });
    }
    await desk.move("applicant_result_send", id, { mode: "express", carrier_code: "SF", waybill_no: `BACK${people[0]}` });
  }
}

async function expectBalanced(): Promise<void> {
  const off = await desk.db
    .selectFrom("journal_lines")
    .select((e) => ["journal_id", e.fn.sum<string>("amount").as("sum")])
    .groupBy("journal_id")
    .execute();
  expect(off.filter((r) => Number(r.sum) !== 0)).toEqual([]);
}
