/** 赴馆通知单: what stands on it, what keeps it from being printed, whom each print names. */
import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { orderDesk, type OrderDesk } from "../../testing/make/order.ts";

let desk: OrderDesk;
beforeAll(async () => {
  desk = await orderDesk();
});
const ALL = ["order_view", "order_process", "order_entry", "order_pay_register", "personal_reveal"] as const;

/** Two people of one order; the first has a date. */
async function booked(): Promise<{ order_id: number; id: number; other: number }> {
  const o = await desk.order({ sku_no: "US-B1B2-01", travel_date: "2027-06-01", wish: "any_30", people: 2 });
  await desk.pay(o.id);
  const [id = 0, other = 0] = o.people;
  await desk.reviewed(id);
  await desk.reviewed(other);
  const letter = await desk.file("application/pdf");
  await desk.move("visit_book", id, { appointment_no: "AP778899", letter, visit_at: "2026-12-09T02:00:00.000Z" });
  return { order_id: o.id, id, other };
}
const alone = { is_whole: false };

test("order 23: the notice says where, when and with what; a person without a date is refused, and left out of a whole order", async () => {
  const { order_id, id, other } = await booked();
  await rows(
    desk.db,
    q`insert into applicant_materials (applicant_id, order_id, kind, name, owner, copies, is_original, material_status, sort, created_at)
      values (${id}, ${order_id}, 3, '预约确认页', 'must', 2, false, 'missing', 1, ${desk.clock.now()}), (${id}, ${order_id}, 3, '免带的资料', 'must', 1, true, 'waived', 2, ${desk.clock.now()})`,
  );
  const notice = await desk.call("visit_notice_get", { order_id, id, ...alone });
  expect(notice.people).toHaveLength(1);
  expect(notice.people[0]).toMatchObject({ id, visit_at: "2026-12-09T02:00:00.000Z", appointment_no: "AP778899" });
  expect(notice.people[0]?.place_address).not.toBe("");
  const bring = notice.people[0]?.bring.map((b) => b.name) ?? [];
  expect([bring.includes("预约确认页"), bring.includes("免带的资料")]).toEqual([true, false]);
  const lacks = { code: "guard_failed", msg: "缺少赴馆时间或地址，不能打印" };
  expect(await desk.refused("visit_notice_get", { order_id, id: other, ...alone })).toMatchObject(lacks);
  expect(await desk.refused("visit_notice_print", { order_id, id: other, ...alone, with_names: false })).toMatchObject(lacks);
  const whole = await desk.call("visit_notice_get", { order_id, id, is_whole: true });
  expect([whole.people.map((p) => p.id), whole.left_out.map((p) => p.id)]).toEqual([[id], [other]]);
});

test("order 23: an unknown order, a person of another order and one out of sight are as if they were not there", async () => {
  const [a, b] = [await booked(), await booked()];
  const gone = { code: "not_found", msg: "订单不存在或无权查看" };
  for (const ids of [
    { order_id: 987_654_321, id: a.id },
    { order_id: a.order_id, id: b.id },
    { order_id: a.order_id, id: 987_654_321 },
  ]) {
    expect(await desk.refused("visit_notice_get", { ...ids, ...alone })).toMatchObject(gone);
    expect(await desk.refused("visit_notice_print", { ...ids, ...alone, with_names: false })).toMatchObject(gone);
  }
  const stranger = desk.worker("admin", { codes: ALL, scope_ids: [desk.staff.get("finance") ?? -1] });
  expect(await desk.refused("visit_notice_get", { order_id: a.order_id, id: a.id, ...alone }, stranger)).toMatchObject(gone);
});

test("names leave whole for those alone who may see them", async () => {
  const { order_id, id } = await booked();
  const ask = { order_id, id, ...alone, with_names: true };
  expect((await desk.refused("visit_notice_print", ask)).code).toBe(403);
  const { full_names } = await desk.call("visit_notice_print", ask, desk.worker("expert", { codes: ALL }));
  const stored = await row<{ name: string }>(desk.db, q`select name_cn as name from applicants where id = ${id}`);
  expect(full_names).toEqual([{ id, name: stored?.name }]);
  expect((await desk.call("visit_notice_print", { ...ask, with_names: false })).full_names).toEqual([]);
});

test("each name counts against the hour: two of them are refused where one look is left", async () => {
  const { order_id, id, other } = await booked();
  await desk.move("visit_book", other, {
    appointment_no: "AP778800",
    letter: await desk.file("application/pdf"),
    visit_at: "2026-12-09T02:00:00.000Z",
  });
  const who = desk.worker("service", { codes: ALL });
  const { n } = (await row<{ n: number }>(
    desk.db,
    q`select count(*)::int as n from operation_logs where actor_id = ${who.worker_id} and kind = 'reveal'`,
  )) ?? { n: 0 };
  await rows(
    desk.db,
    q`insert into sys_configs (key, value, updated_at) values ('reveal_per_hour', ${JSON.stringify(n + 1)}, ${desk.clock.now()})`,
  );
  const ask = { order_id, id, with_names: true };
  expect((await desk.refused("visit_notice_print", { ...ask, is_whole: true }, who)).code).toBe("limit_exceeded");
  expect((await desk.call("visit_notice_print", { ...ask, is_whole: false }, who)).full_names).toHaveLength(1);
  await rows(desk.db, q`delete from sys_configs where key = 'reveal_per_hour'`);
});

test("order 23: a place without an address is refused", async () => {
  const { order_id, id } = await booked();
  await rows(desk.db, q`update embassies set address = null where id = (select embassy_id from visits where applicant_id = ${id})`);
  expect(await desk.refused("visit_notice_get", { order_id, id, ...alone })).toMatchObject({
    code: "guard_failed",
    msg: "缺少赴馆时间或地址，不能打印",
  });
});
