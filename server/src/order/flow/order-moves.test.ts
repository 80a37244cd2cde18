/** Moves of orders and applicants: who may, when, once, and what they leave behind. */
import { expect, it } from "vitest";
import { sql } from "kysely";
import { allEndpoints } from "@visadesk/contract/index.ts";
import { canMove, statesOf } from "@visadesk/contract/kit/flow.ts";
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import type { JobCtx } from "#kit/jobs.ts";
import { asWrite, readCtx } from "../../testing/ctx.ts";
import { orderDesk } from "../../testing/make/order.ts";
import { sampleOf } from "../../testing/sample.ts";
import { limitTick, payExpire } from "../order/order.jobs.ts";

const START = "2026-11-20T02:00:00.000Z";
const desk = await orderDesk(START);
const at = (time: string): void => desk.clock.set(time);
/** Runs a job's body as the runner does: every change in its own transaction at the clock's time. */
const job = (body: (ctx: JobCtx) => Promise<number>): Promise<number> => {
  const ctx = readCtx(desk.db, null, desk.clock.now());
  return body(
    Object.assign(ctx, {
      job_id: 1,
      signal: new AbortController().signal,
      change: <T>(work: Parameters<typeof asWrite<T>>[3]) => asWrite(desk.db, null, desk.clock.now(), work),
    }),
  );
};
const logsOf = (id: number, move: string) =>
  desk.db.selectFrom("order_logs").selectAll().where("noun_id", "=", id).where("noun", "=", "applicant").where("move", "=", move).execute();

it("order 10: an unpaid order ends after 24 hours, a peer's after 48; it can be restored for a week at the same price", async () => {
  at("2026-10-01T02:00:00.000Z");
  const direct = await desk.order();
  const peer = await desk.order({ customer_kind: "peer" });
  at("2026-10-02T01:59:00.000Z");
  await job(payExpire);
  expect((await desk.facts(direct.id)).order.order_status).toBe("pending_payment");
  at("2026-10-02T02:00:00.000Z");
  await job(payExpire);
  const ended = await desk.facts(direct.id);
  expect(ended.order).toMatchObject({ order_status: "cancelled", cancel_reason: "timeout", due_at: null });
  expect(ended.people.map((p) => p.applicant_status)).toEqual(["cancelled"]);
  expect((await desk.facts(peer.id)).order.order_status).toBe("pending_payment");
  at("2026-10-03T02:00:00.000Z");
  await job(payExpire);
  expect((await desk.facts(peer.id)).order.order_status).toBe("cancelled");

  await desk.call("order_restore", { id: direct.id, version: ended.order.version });
  const back = await desk.facts(direct.id);
  expect(back.order).toMatchObject({ order_status: "pending_payment", pay_deadline_at: "2026-10-04T02:00:00.000Z" });
  expect(back.people[0]?.applicant_status).toBe("none");
  const gone = await desk.facts(peer.id);
  await sql`update sku_prices set adult = adult + 100 where sku_id = ${gone.order.sku_id} and price_kind in ('retail', 'level')`.execute(
    desk.db,
  );
  expect(await desk.refused("order_restore", { id: peer.id, version: gone.order.version })).toMatchObject({ code: "price_changed" });
  await sql`update sku_prices set adult = adult - 100 where sku_id = ${gone.order.sku_id} and price_kind in ('retail', 'level')`.execute(
    desk.db,
  );
  at("2026-10-11T03:00:00.000Z");
  expect((await desk.refused("order_restore", { id: peer.id, version: gone.order.version })).msg).toContain("超过7天");
  at(START);
});

it("order 11: two experts pass one applicant with one version: one succeeds, one 409, one log, one span", async () => {
  const o = await desk.order();
  const id = o.people[0] ?? 0;
  await desk.pay(o.id);
  await desk.handIn(id);
  await desk.passItems(id);
  const { version } = await desk.person(id);
  const results = await Promise.allSettled([
    desk.call("applicant_review_pass", { id, version }),
    desk.call("applicant_review_pass", { id, version }, desk.worker("manager")),
  ]);
  expect(results.map((r) => r.status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(results.flatMap((r) => (r.status === "rejected" ? [(r.reason as { status?: number }).status] : []))).toEqual([409]);
  expect(await logsOf(id, "review_pass")).toHaveLength(1);
  expect(
    await desk.db.selectFrom("stage_spans").select("id").where("applicant_id", "=", id).where("left_at", "is", null).execute(),
  ).toHaveLength(1);
});

it("order 13: a move that is not in the tables is refused and changes nothing", async () => {
  const o = await desk.order();
  const id = o.people[0] ?? 0;
  await desk.pay(o.id);
  const moves = allEndpoints.filter((e) => e.flow?.noun === "applicant");
  expect(moves.length).toBeGreaterThan(15);
  const key = await desk.file();
  let pairs = 0;
  for (const state of statesOf(applicantFlow)) {
    await sql`update applicants set applicant_status = ${state} where id = ${id}`.execute(desk.db);
    for (const e of moves) {
      if (canMove(applicantFlow, state, e.move as "submit") || e.move === "rollback") continue;
      const sample = sampleOf(e.input) as Record<string, unknown>;
      const { version } = await desk.person(id);
      const refused = await desk.refused(
        e.name as "applicant_submit",
        { ...sample, ...("letter" in sample && { letter: key }), id, version } as never,
      );
      expect(refused.code, `${state} ${e.name}: ${refused.msg}`).toBe("state_changed");
      pairs++;
    }
    expect((await desk.person(id)).applicant_status).toBe(state);
  }
  expect(pairs).toBeGreaterThan(250);
});

it("order 14: the review names what is open, and the fourth rejection is refused", async () => {
  const o = await desk.order();
  const id = o.people[0] ?? 0;
  await desk.pay(o.id);
  await desk.handIn(id);
  const first = (await desk.person(id)).materials.find((m) => m.kind === 1 && m.owner === "must");
  if (!first) throw new Error("no paper");
  expect((await desk.refusedMove("applicant_review_pass", id)).msg).toContain(`项未审核：`);
  await desk.passItems(id);
  const passed = (await desk.person(id)).materials.find((m) => m.id === first.id);
  await desk.call("applicant_material_upload", {
    id: first.id,
    version: passed?.version ?? 0,
    files: [{ file: await desk.file(), page_no: 1 }],
    doc_date: desk.today(),
  });
  expect((await desk.refusedMove("applicant_review_pass", id)).msg).toBe(`还有 1 项未审核：${first.name}`);
  for (let round = 1; round <= 3; round++) {
    await desk.move("applicant_review_reject", id, { items: [{ material_id: first.id, reject_code: "unclear" }] });
    const m = (await desk.person(id)).materials.find((x) => x.id === first.id);
    await desk.call("applicant_material_upload", {
      id: first.id,
      version: m?.version ?? 0,
      files: [{ file: await desk.file(), page_no: 1 }],
      doc_date: desk.today(),
    });
    expect((await desk.person(id)).applicant_status).toBe("pre_review");
  }
  const fourth = await desk.refusedMove("applicant_review_reject", id, { items: [{ material_id: first.id, reject_code: "unclear" }] });
  expect(fourth).toMatchObject({ code: "guard_failed", msg: "补料已达3轮，请选择“无法办理”" });
  await desk.move("applicant_review_fail", id, { reason: "资料始终不合格" });
  expect((await desk.person(id)).applicant_status).toBe("pre_review_failed");
});

it("order 8: on hold the clock stands; freed, the rest of the working time is left", async () => {
  at("2026-09-28T02:00:00.000Z");
  const o = await desk.order();
  const id = o.people[0] ?? 0;
  await desk.pay(o.id);
  await desk.handIn(id);
  expect((await desk.person(id)).status_due_at).toBe("2026-09-29T10:00:00.000Z");
  at("2026-09-28T06:00:00.000Z");
  await desk.move("applicant_hold", id, { hold_party: "customer", reason: "客户出差无法补材料" });
  expect((await desk.facts(o.id)).order.due_at).toBeNull();
  expect((await desk.refusedMove("applicant_review_reject", id)).msg).toBe("申请人已挂起：客户出差无法补材料");
  at("2026-09-30T06:00:00.000Z");
  await desk.move("applicant_unhold", id);
  expect((await desk.person(id)).status_due_at).toBe("2026-10-08T10:00:00.000Z");
  await desk.move("applicant_review_fail", id, { reason: "客户资料不符合要求" });
  const spans = await desk.db
    .selectFrom("stage_spans")
    .select(["work_minutes", "hold_minutes"])
    .where("applicant_id", "=", id)
    .where("status", "=", "pre_review")
    .execute();
  const sum = (of: "work_minutes" | "hold_minutes"): number => spans.reduce((n, s) => n + (s[of] ?? 0), 0);
  expect([sum("work_minutes"), sum("hold_minutes")]).toEqual([180, 960]);
  at(START);
});

it("order 16: who sees only his own cannot move another expert's order", async () => {
  const o = await desk.order();
  await desk.pay(o.id);
  const { order, people } = await desk.facts(o.id);
  const stranger = desk.worker("schengen_3", { scope_ids: [desk.staff.get("schengen_3") ?? 0] });
  const answer = { code: "not_found", msg: "订单不存在或无权查看" };
  expect(await desk.refused("order_update", { id: o.id, version: order.version, customer_note: "x" }, stranger)).toMatchObject(answer);
  expect(await desk.refused("order_note_add", { order_id: 999_999, kind: "internal", content: "x" }, stranger)).toMatchObject(answer);
  expect(
    await desk.refusedMove("applicant_hold", people[0]?.id ?? 0, { hold_party: "customer", reason: "不是我的订单" }, stranger),
  ).toMatchObject(answer);
  expect(await desk.refused("applicant_material_seen", { id: people[0]?.materials[0]?.id ?? 0 }, stranger)).toMatchObject(answer);
  const team = desk.worker("jpkr_1", { scope_ids: [order.expert_id ?? 0] });
  await desk.call("order_note_add", { order_id: o.id, kind: "internal", content: "本组可见" }, team);
});

it("order 21: a batch submits those who may go and names the others; a hand-over needs every passport", async () => {
  const people: number[] = [];
  for (let i = 0; i < 5; i++) {
    const o = await desk.order({ people: 8 });
    await desk.pay(o.id);
    await sql`update applicants set applicant_status = 'awaiting_submission' where order_id = ${o.id}`.execute(desk.db);
    await sql`update applicant_materials set material_status = 'passed' where order_id = ${o.id}`.execute(desk.db);
    people.push(...o.people);
  }
  const blocked = people.slice(3, 5);
  await sql`update applicant_materials set material_status = 'missing' where applicant_id = any(${blocked}) and kind = 1 and owner = 'must'`.execute(
    desk.db,
  );
  const batch = await desk.call("submission_batch_add", { applicant_ids: people, plan_date: desk.today() });
  expect(batch.line_count).toBe(40);
  const scan = async (id: number) => desk.call("submission_batch_scan", { id: batch.id, code: (await desk.person(id)).applicant_no });
  for (const id of people.slice(0, 39)) await scan(id);
  expect((await desk.refused("submission_batch_scan", { id: batch.id, code: (await desk.person(people[0] ?? 0)).applicant_no })).code).toBe(
    "duplicate",
  );
  expect(await desk.refused("submission_batch_hand_over", { id: batch.id, version: batch.version, handed_to: "王师傅" })).toMatchObject({
    code: "count_mismatch",
    msg: "缺 1 本",
  });
  await scan(people[39] ?? 0);
  const handed = await desk.call("submission_batch_hand_over", { id: batch.id, version: batch.version, handed_to: "王师傅" });
  expect((await desk.person(people[0] ?? 0)).waiting_party).toBe("supplier");
  const { list } = await desk.call("submission_batch_submit", { id: batch.id, version: handed.version, submit_date: desk.today() });
  expect(list.filter((l) => l.ok)).toHaveLength(38);
  const refused = list.filter((l) => !l.ok);
  expect(new Set(refused.map((l) => l.id))).toEqual(new Set(blocked));
  expect(refused[0]?.msg).toContain("还缺：");
  expect((await desk.person(blocked[0] ?? 0)).applicant_status).toBe("awaiting_submission");
}, 60_000);

it("order 19: bad input of an entry names its field", async () => {
  const entry = await desk.entry();
  const add = async (more: Record<string, unknown>) =>
    desk.refused("order_add", {
      ...entry,
      quote_hash: "x".repeat(64),
      contact_name: "李四",
      contact_mobile: "13900001111",
      return_mode: "pickup",
      ...more,
    });
  const person = entry.applicants[0] ?? {};
  expect((await add({ applicants: [{ ...person, passport_no: "E1234567" }] })).issues[0]?.path).toBe("applicants.0.passport_no");
  expect((await add({ return_date: "2026-12-01", travel_date: "2026-12-02" })).issues[0]?.path).toBe("return_date");
  expect((await add({ applicants: Array.from({ length: 51 }, () => person) })).msg).toContain("最多50位");
  const lacking = ["return_name", "return_mobile", "return_address"];
  expect((await add({ return_mode: "express" })).issues.map((i) => i.path)).toEqual(lacking);
  expect((await add({ applicants: [{ ...person, household_province: "440000", household_city: "440100" }] })).code).toBe("price_changed");
  const quote = await desk.call("order_quote", entry);
  const far = { ...person, household_province: "440000", household_city: "440100" };
  expect(
    await desk.refused("order_add", {
      ...entry,
      applicants: [far],
      quote_hash: quote.quote_hash,
      contact_name: "李四",
      contact_mobile: "13900001111",
      return_mode: "pickup",
    }),
  ).toMatchObject({ code: "district_mismatch" });
  const o = await desk.order();
  await desk.pay(o.id);
  const m = (await desk.person(o.people[0] ?? 0)).materials.find((x) => x.kind === 1);
  const big = await desk.file("image/jpeg", 5 * 1_048_576 + 1);
  expect(
    await desk.refused("applicant_material_upload", {
      id: m?.id ?? 0,
      version: m?.version ?? 0,
      files: [{ file: big, page_no: 1 }],
      doc_date: desk.today(),
    }),
  ).toMatchObject({ code: "bad_file" });
});

it("a visit outside the wish is proposed and given back after 24 hours", async () => {
  const o = await desk.order({ sku_no: "US-B1B2-01", wish: "any_30", travel_date: "2027-06-01" });
  const id = o.people[0] ?? 0;
  await desk.pay(o.id);
  await desk.reviewed(id);
  expect((await desk.person(id)).applicant_status).toBe("awaiting_appointment");
  await desk.move("visit_propose", id, { visit_at: "2027-01-13T02:00:00.000Z" });
  desk.clock.advance(23 * 3_600_000);
  await job(limitTick);
  expect((await desk.person(id)).applicant_status).toBe("awaiting_confirm");
  desk.clock.advance(3_600_000);
  await job(limitTick);
  expect(await desk.person(id)).toMatchObject({ applicant_status: "awaiting_appointment", visit: null });
  at(START);
});
