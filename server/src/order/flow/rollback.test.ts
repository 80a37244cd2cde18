/** Roll-back, protected refusals, visits and differences. */
import { expect, it } from "vitest";
import { sql } from "kysely";
import { sealFields } from "#kit/seal/seal.ts";
import { sealedWorker } from "../../account/index.ts";
import { orderDesk } from "../../testing/make/order.ts";

const START = "2026-11-20T02:00:00.000Z";
const desk = await orderDesk(START);
const state = async (id: number): Promise<string> => (await desk.person(id)).applicant_status;
async function balance(code: string, applicantId: number): Promise<number> {
  const r = await sql<{
    s: number;
  }>`select coalesce(-sum(l.amount), 0)::int8 as s from journal_lines l join ledger_accounts a on a.id = l.account_id where a.code = ${code} and l.applicant_id = ${applicantId}`.execute(
    desk.db,
  );
  return r.rows[0]?.s ?? 0;
}
const visa = async () => ({
  visa_no: "V1234567",
  visa_issue_date: desk.today(),
  visa_effective_date: desk.today(),
  visa_expiry_date: "2029-01-01",
  stay_days: 30,
  entry_count: "single",
  result_files: [await desk.file("application/pdf")],
});
async function inEmbassy(o: { protection?: boolean } = {}): Promise<{ order: number; id: number }> {
  const made = await desk.order(o);
  const id = made.people[0] ?? 0;
  await desk.pay(made.id);
  await desk.reviewed(id);
  await desk.move("applicant_submit", id, { submit_date: desk.today() });
  return { order: made.id, id };
}

it("order 17: rolled back from issued, revenue and cost go to nil, the result is archived, nothing is sent", async () => {
  const { order, id } = await inEmbassy();
  const submitted = await desk.person(id);
  expect(submitted).toMatchObject({ applicant_status: "in_embassy", line: { line_status: "submitted" } });
  expect((await desk.facts(order)).order.promised_date).not.toBeNull();
  await desk.move("applicant_issue", id, await visa());
  expect(await balance("revenue", id)).toBeGreaterThan(0);
  const messages = await desk.db.selectFrom("outbound_messages").select("id").execute();

  expect(
    (await desk.refusedMove("applicant_rollback", id, { to: "awaiting_visit", reason_code: "wrong_result", reason: "结果录入有误" }))
      .issues[0]?.path,
  ).toBe("to");
  const preview = await desk.call("applicant_rollback_preview", { id, to: "in_embassy" });
  expect(preview).toMatchObject({ missing: null });
  expect(preview.effects).toContain("已确认收入冲回");
  await desk.move("applicant_rollback", id, { to: "in_embassy", reason_code: "wrong_result", reason: "结果录入有误" });
  const back = await desk.person(id);
  expect(back).toMatchObject({ applicant_status: "in_embassy", visa_no: null, result_at: null, submit_date: submitted.submit_date });
  expect(await balance("revenue", id)).toBe(0);
  const log = await desk.db
    .selectFrom("order_logs")
    .selectAll()
    .where("noun", "=", "applicant")
    .where("noun_id", "=", id)
    .where("move", "=", "rollback")
    .executeTakeFirstOrThrow();
  expect(log).toMatchObject({ archived: { visa_no: "V1234567" }, reason: "结果录入错误：结果录入有误", customer_visible: false });
  expect(await desk.db.selectFrom("outbound_messages").select("id").execute()).toHaveLength(messages.length);
  const spans = await desk.db
    .selectFrom("stage_spans")
    .select(["status", "is_rolled_back", "left_at"])
    .where("applicant_id", "=", id)
    .orderBy("id")
    .execute();
  expect(spans.slice(-2)).toMatchObject([
    { status: "issued", is_rolled_back: true },
    { status: "in_embassy", is_rolled_back: false, left_at: null },
  ]);

  await desk.move("applicant_issue", id, await visa());
  expect(await balance("revenue", id)).toBeGreaterThan(0);
  await desk.move("applicant_rollback", id, { to: "awaiting_submission", reason_code: "mistake", reason: "送错了使领馆" });
  expect(await desk.person(id)).toMatchObject({
    applicant_status: "awaiting_submission",
    submitted_at: null,
    submit_date: null,
    line: null,
  });
  expect(await balance("payable_supplier", id)).toBe(0);
  expect(await balance("revenue", id)).toBe(0);
  expect((await desk.facts(order)).order.submitted_count).toBe(0);
  await desk.move("applicant_submit", id, { submit_date: desk.today() });
  expect(await state(id)).toBe("in_embassy");
});

it("order 17: after a refund was booked nothing is rolled back", async () => {
  const { order, id } = await inEmbassy();
  await desk.move("applicant_issue", id, await visa());
  const account = await desk.db.selectFrom("ledger_accounts").select("id").where("code", "=", "order_deferred").executeTakeFirstOrThrow();
  await sql`with j as (insert into journals (no, kind, idempotency_key, lines_hash, booked_on, event_at, source_noun, source_id, created_at) values ('PZX', 'revenue', 'x', 'x', '2026-11-20', ${desk.clock.now()}, 'x', 1, ${desk.clock.now()}) returning id)
    insert into journal_lines (journal_id, account_id, amount, order_id, applicant_id, refund_id) select j.id, ${account.id}, a, ${order}, ${id}, 1 from j, (values (1), (-1)) v(a)`.execute(
    desk.db,
  );
  expect((await desk.call("applicant_rollback_preview", { id, to: "in_embassy" })).missing).toBe("已有退款入账，不能回退");
  expect(
    await desk.refusedMove("applicant_rollback", id, { to: "in_embassy", reason_code: "mistake", reason: "操作有误需要回退" }),
  ).toMatchObject({ code: "guard_failed", msg: "已有退款入账，不能回退" });
});

it("a protected refusal waits for its proof with the sold terms, and leaves the premium deferred", async () => {
  const { id } = await inEmbassy({ protection: true });
  expect((await desk.refusedMove("applicant_refuse", id, { refusal_category: "funds", refusal_files: [] })).issues[0]?.path).toBe(
    "refusal_files",
  );
  await desk.move("applicant_refuse", id, { refusal_category: "funds", refusal_files: [await desk.file()] });
  expect(await state(id)).toBe("refused_proof");
  const claim = await desk.db.selectFrom("refuse_claims").selectAll().where("applicant_id", "=", id).executeTakeFirstOrThrow();
  expect(claim.proof_due_at).toBe((await desk.person(id)).status_due_at);
  expect(claim.trial_amount).toBeGreaterThan(0);
  const fees = await desk.db.selectFrom("order_fees").select(["kind", "payable"]).where("applicant_id", "=", id).execute();
  expect(await balance("order_deferred", id)).toBe(fees.filter((f) => f.kind === "protection").reduce((a, f) => a + f.payable, 0));
});

it("order 25: a visit from wish to result: proposed, declined, booked, missed, paid again, attended", async () => {
  const o = await desk.order({ sku_no: "US-B1B2-01", travel_date: "2027-06-01" });
  const id = o.people[0] ?? 0;
  await desk.pay(o.id);
  expect((await desk.facts(o.id)).order.order_status).toBe("pending_visit_date");
  await desk.handIn(id);
  expect(await state(id)).toBe("none");
  await desk.call("order_wish_update", {
    id: o.id,
    version: (await desk.facts(o.id)).order.version,
    visit_wish: "manual",
    visit_wish_dates: ["2026-12-09"],
  });
  // The days stay with the wish where an edit names only the wish.
  await desk.call("order_wish_update", { id: o.id, version: (await desk.facts(o.id)).order.version, visit_wish: "manual" });
  expect((await desk.facts(o.id)).order.visit_wish_dates).toEqual(["2026-12-09"]);
  expect(await state(id)).toBe("pre_review");
  await desk.passItems(id);
  await desk.move("applicant_review_pass", id);
  const letter = await desk.file("application/pdf");
  const slot = { appointment_no: "AP1", letter };
  expect((await desk.refusedMove("visit_book", id, { ...slot, visit_at: "2026-12-06T02:00:00.000Z" })).msg).toBe("该日使领馆不办公");
  expect((await desk.refusedMove("visit_book", id, { ...slot, visit_at: "2026-12-10T02:00:00.000Z" })).msg).toContain("不在客户意向内");
  await desk.move("visit_propose", id, { visit_at: "2026-12-10T02:00:00.000Z" });
  await desk.move("visit_decline", id, { reason: "当天不方便" });
  await desk.move("visit_book", id, { ...slot, visit_at: "2026-12-09T02:00:00.000Z" });
  const expert = await desk.db
    .selectFrom("orders as o")
    .innerJoin("workers as w", "w.id", "o.expert_id")
    .select(["w.id", "w.account"])
    .where("o.id", "=", o.id)
    .executeTakeFirstOrThrow();
  const mobile = sealFields(sealedWorker, expert.account, { mobile: "13800000001" });
  await desk.db.updateTable("workers").set(mobile).where("id", "=", expert.id).execute();
  await desk.move("visit_notice_send", id);
  const notice = await desk.db
    .selectFrom("outbound_messages")
    .select("content")
    .where("template", "=", "visit_notice")
    .executeTakeFirstOrThrow();
  expect(notice.content).toMatch(/^订单 V\d+ 赴馆通知：2026-12-09，.+，如有疑问请联系.+ 138\*\*\*\*0001$/);
  expect(await state(id)).toBe("awaiting_training");
  const teacher_id = desk.staff.get("expert") ?? 0;
  await desk.move("applicant_train_done", id, { trained_on: desk.today(), teacher_id });
  expect((await desk.refusedMove("visit_attend", id, { submit_date: desk.today() })).msg).toBe("赴馆时间未到");
  desk.clock.set("2026-12-09T09:00:00.000Z");
  await desk.move("visit_miss", id, { reason: "客户未到馆" });
  const diff = await desk.call("order_diff_add", {
    order_id: o.id,
    applicant_id: id,
    fee_kind: "reappointment",
    amount: 30_000,
    reason: "重新预约费",
    payer: "customer",
    is_blocking: true,
  });
  const before = (await desk.facts(o.id)).order;
  await desk.call("order_diff_pay", {
    id: diff.id,
    version: diff.version,
    method: "wechat",
    trade_no: "DIFF1",
    proof: [await desk.file()],
    paid_at: desk.clock.now().toISOString(),
  });
  expect((await desk.facts(o.id)).order).toMatchObject({
    amount_paid: before.amount_paid + 30_000,
    amount_payable: before.amount_payable + 30_000,
  });
  await desk.move("visit_book", id, { ...slot, visit_at: "2026-12-16T02:00:00.000Z", customer_agreed: true, reason: "电话确认" });
  await desk.move("visit_notice_send", id);
  await desk.move("applicant_train_done", id, { trained_on: desk.today(), teacher_id });
  desk.clock.set("2026-12-16T09:00:00.000Z");
  await desk.move("visit_attend", id, { submit_date: "2026-12-16", application_no: "US0001" });
  await desk.move("applicant_admin_check_set", id, { admin_check_due: "2026-12-31" });
  expect((await desk.person(id)).status_due_at).toBe("2026-12-31T15:59:59.000Z");
  await desk.move("applicant_issue", id, await visa());
  await desk.move("applicant_rollback", id, { to: "in_embassy", reason_code: "wrong_result", reason: "签证号录入有误" });
  await desk.move("applicant_issue", id, await visa());
  expect(await state(id)).toBe("issued");
  desk.clock.set(START);
});

it("a blocking difference stops the submission until it is paid", async () => {
  const o = await desk.order();
  const id = o.people[0] ?? 0;
  await desk.pay(o.id);
  await desk.reviewed(id);
  const diff = await desk.call("order_diff_add", {
    order_id: o.id,
    applicant_id: id,
    fee_kind: "other",
    amount: 5_000,
    reason: "补收翻译费",
    payer: "customer",
    is_blocking: true,
  });
  expect((await desk.refusedMove("applicant_submit", id, { submit_date: desk.today() })).msg).toBe(
    `有未支付的补差价 ${diff.diff_no}，不能送签`,
  );
  await desk.call("order_diff_cancel", { id: diff.id, version: diff.version });
  await desk.move("applicant_submit", id, { submit_date: desk.today() });
  expect((await desk.refused("order_diff_cancel", { id: diff.id, version: diff.version })).code).toBe(409);
});

it("a settle price is edited with its reason, and its difference is booked", async () => {
  const { id } = await inEmbassy();
  const p = await desk.person(id);
  const before = await balance("payable_supplier", id);
  await desk.move("applicant_settle_price_update", id, { settle_price: (p.settle_price ?? 0) + 1_500, reason: "供应商临时加价" });
  expect((await desk.person(id)).settle_price).toBe((p.settle_price ?? 0) + 1_500);
  expect(await balance("payable_supplier", id)).toBe(p.settle_trigger === "submitted" ? before + 1_500 : 0);
});

it("one trade number pays once, also when two register it at once", async () => {
  const [a, b] = [await desk.order(), await desk.order()];
  const proof = [await desk.file()];
  const pay = async (id: number) => {
    const { order } = await desk.facts(id);
    return desk.call("order_pay_register", {
      id,
      version: order.version,
      parts: [{ method: "alipay", amount: order.amount_payable, trade_no: "SAME", proof, paid_at: desk.clock.now().toISOString() }],
    });
  };
  const results = await Promise.allSettled([pay(a.id), pay(b.id)]);
  expect(results.map((r) => r.status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await desk.db.selectFrom("order_payments").select("id").where("trade_no", "=", "SAME").execute()).toHaveLength(1);
  const { order } = await desk.facts(a.id);
  if (order.pay_status === "unpaid")
    expect(
      (
        await desk.refused("order_pay_register", {
          id: a.id,
          version: order.version,
          parts: [{ method: "wechat", amount: 1, trade_no: "T2", proof, paid_at: desk.clock.now().toISOString() }],
        })
      ).code,
    ).toBe("amount_mismatch");
});
