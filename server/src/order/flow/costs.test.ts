/** What suppliers who settle at completion are owed, once an order is over. */
import { beforeAll, expect, test } from "vitest";
import type { JobCtx } from "#kit/jobs.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { asWrite, readCtx } from "../../testing/ctx.ts";
import { orderDesk, type Made } from "../../testing/make/order.ts";
import { limitTick } from "../order/order.jobs.ts";

const desk = await orderDesk();
beforeAll(async () => {
  await rows(desk.db, q`update suppliers set settle_trigger = 'completed', on_refusal = 'service_half'`);
});
const visa = async () => ({
  visa_no: "V1234567",
  visa_issue_date: desk.today(),
  visa_effective_date: desk.today(),
  visa_expiry_date: "2029-01-01",
  stay_days: 30,
  entry_count: "single",
  result_files: [await desk.file("application/pdf")],
});
const owed = async (applicant_id: number): Promise<number> =>
  (
    await row<{ n: number }>(
      desk.db,
      q`select coalesce(-sum(l.amount), 0)::int8 as n from journal_lines l join ledger_accounts a on a.id = l.account_id
        where a.code = 'payable_supplier' and l.applicant_id = ${applicant_id}`,
    )
  )?.n ?? 0;
const journals = async (o: Made): Promise<number> =>
  (await rows(desk.db, q`select id from journals where kind = 'supplier_cost' and source_id = any(${o.people}::int8[])`)).length;
const head = async (o: Made) => (await desk.facts(o.id)).order;

/** Result and originals on their way back. */
async function giveBack(id: number): Promise<void> {
  const away = (await desk.person(id)).materials.filter((m) => m.kind === 2 && (m.holder === "supplier" || m.holder === "courier"));
  if (away.length > 0) await desk.call("custody_move", { material_ids: away.map((m) => m.id), to_holder: "us" });
  await desk.move("applicant_result_send", id, { mode: "express", carrier_code: "SF", waybill_no: `BACK${id}` });
}
/** Two people of one order, a visa and a refusal, all of it back with the customer. */
async function received(): Promise<Made> {
  const o = await desk.order({ people: 2 });
  await desk.pay(o.id);
  const [issued = 0, refused = 0] = o.people;
  for (const id of o.people) {
    await desk.reviewed(id);
    await desk.move("applicant_submit", id, { submit_date: desk.today() });
  }
  await desk.move("applicant_issue", issued, await visa());
  await desk.move("applicant_refuse", refused, { refusal_category: "funds", refusal_files: [await desk.file()] });
  for (const id of o.people) await giveBack(id);
  await desk.call("order_receive", { id: o.id, version: (await head(o)).version });
  expect((await head(o)).order_status).toBe("pending_evaluate");
  return o;
}
async function expectOwed(o: Made): Promise<void> {
  const [issued, refused] = [await desk.person(o.people[0] ?? 0), await desk.person(o.people[1] ?? 0)];
  const [price, fee] = [refused.settle_price ?? 0, refused.embassy_part ?? 0];
  expect([issued.settle_trigger, price > fee]).toEqual(["completed", true]);
  expect([await owed(issued.id), await owed(refused.id)]).toEqual([issued.settle_price, fee + Math.round((price - fee) / 2)]);
}

test("nothing is owed before the order is over; then each person's share, once", async () => {
  const o = await received();
  expect([await journals(o), await owed(o.people[0] ?? 0), await owed(o.people[1] ?? 0)]).toEqual([0, 0, 0]);
  await desk.call("order_evaluate_add", { order_id: o.id, score: 5, content: "很满意" });
  expect([(await head(o)).order_status, await journals(o)]).toEqual(["completed", 2]);
  await expectOwed(o);
  expect((await desk.refused("order_evaluate_add", { order_id: o.id, score: 4, content: "" })).code).toBe("state_changed");

  // Rolled back he owes nothing again, the other stays; the order's second end posts him alone.
  const [issued = 0] = o.people;
  const preview = await desk.call("applicant_rollback_preview", { id: issued, to: "in_embassy" });
  expect(preview.effects).toContain("供应商应付冲回");
  await desk.move("applicant_rollback", issued, { to: "in_embassy", reason_code: "wrong_result", reason: "结果录入有误" });
  expect([(await head(o)).order_status, await owed(issued)]).toEqual(["processing", 0]);
  await desk.move("applicant_issue", issued, await visa());
  await giveBack(issued);
  await desk.call("order_receive", { id: o.id, version: (await head(o)).version });
  expect([(await head(o)).order_status, await journals(o)]).toEqual(["completed", 3]);
  await expectOwed(o);
});

test("an order that the clock completes owes the same, once", async () => {
  const o = await received();
  const job = (): Promise<number> =>
    limitTick(
      Object.assign(readCtx(desk.db, null, desk.clock.now()), {
        job_id: 1,
        signal: new AbortController().signal,
        change: <T>(work: Parameters<typeof asWrite<T>>[3]) => asWrite(desk.db, null, desk.clock.now(), work),
      }) satisfies JobCtx,
    );
  desk.clock.advance(14 * 86_400_000);
  await job();
  expect([(await head(o)).order_status, await journals(o)]).toEqual(["pending_evaluate", 0]);
  desk.clock.advance(2 * 86_400_000);
  await job();
  await job();
  expect([(await head(o)).order_status, await journals(o)]).toEqual(["completed", 2]);
  await expectOwed(o);
});

test("who was handed in once goes by the same supplier again", async () => {
  const o = await desk.order();
  const [id = 0] = o.people;
  await desk.pay(o.id);
  await desk.reviewed(id);
  const { supplier_id } = await desk.person(id);
  await rows(desk.db, q`update applicants set submitted_at = ${desk.clock.now()} where id = ${id}`);
  const other = await row<{ id: number }>(desk.db, q`select id from suppliers where id <> ${supplier_id} order by id limit 1`);
  const refused = await desk.refusedMove("applicant_submit", id, { submit_date: desk.today(), supplier_id: other?.id });
  expect([refused.code, refused.msg]).toEqual(["guard_failed", "已送签，不能改派供应商"]);
});
