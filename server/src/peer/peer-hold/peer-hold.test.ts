/** What people stop a peer from, and for how long it is let past. */
import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { OrderDesk } from "../../testing/make/order.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { peerOrder } from "../../testing/make/peer-money.ts";
import { keyed, TermsDesk } from "../../testing/make/peer-terms.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";
import { creditOf } from "../index.ts";

let app: TestApp;
let desk: TermsDesk;
let orders: OrderDesk;
beforeAll(async () => {
  app = await testApp({ max: 20 });
  desk = await TermsDesk.of(app);
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  orders = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
});
const peer = () => makePeer(app.db, { business_kind: "ticket" }, app.clock.now());
const place = (peer_id: number, blocks: ("credit" | "order" | "login")[]) =>
  desk.admin.call("peer_hold_add", keyed({ peer_id, kind: "risk" as const, blocks, reason: "疑似转单，核实中" }));
const later = (hours: number): string => new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString();
const waiver = (peer_id: number, hold: number, hours: number) =>
  keyed({ peer_id, cause: "hold" as const, cause_id: hold, until: later(hours), reason: "客户行程紧急，先放行" });
const quoting = async (peer_id: number) => {
  const entry = { ...(await orders.entry()), customer_kind: "peer" as const, peer_id };
  return desk.admin.raw("order_quote", entry);
};

test("peer 9: a waiver ends with the second it names, without a job; a third is refused; the placer neither waives nor releases", async () => {
  const { id } = await peer();
  const hold = await place(id, ["order"]);
  expect(await refusalOf(desk.admin.raw("peer_hold_waive", waiver(id, hold.id, 2)))).toEqual([
    "maker_is_checker",
    "不能放行自己设置的管控",
  ]);
  const release = { id: hold.id, version: hold.version, reason: "核实无误，解除" };
  expect(await refusalOf(desk.admin.raw("peer_hold_release", release))).toEqual(["maker_is_checker", "不能解除自己设置的管控"]);
  for (const turn of [1, 2]) {
    const made = await desk.other.call("peer_hold_waive", waiver(id, hold.id, 2));
    expect(made.turn).toBe(turn);
    expect((await quoting(id)).ret).toBe(0);
    app.clock.set(new Date(Date.parse(made.until ?? "") - 1_000));
    expect((await quoting(id)).ret).toBe(0);
    app.clock.set(new Date(made.until ?? ""));
    expect((await refusalOf(quoting(id)))[0]).toBe("peer_frozen");
  }
  expect(await refusalOf(desk.other.raw("peer_hold_waive", waiver(id, hold.id, 2)))).toEqual(["limit_exceeded", "最多放行两次"]);
  await desk.other.call("peer_hold_release", release);
  expect((await quoting(id)).ret).toBe(0);
});

test("a waiver needs a cause in force and ends within seven days; what stops nothing is not let past", async () => {
  const { id } = await peer();
  const hold = await place(id, ["credit"]);
  const issue = async (hours: number) => (await refusalOf(desk.other.raw("peer_hold_waive", waiver(id, hold.id, hours))))[1];
  expect([await issue(-1), await issue(169)]).toEqual(["放行至须晚于现在", "最长放行7天"]);
  expect(await refusalOf(desk.other.raw("peer_hold_waive", { ...waiver(id, hold.id, 5), cause: "contract" }))).toEqual([
    "guard_failed",
    "该原因现在没有限制此同行，无需放行",
  ]);
});

test("peer 10: a frozen peer's running orders move on, new ones are refused with the cause; a login block ends sessions at once", async () => {
  const { id, account_id } = await peer();
  const running = await peerOrder(orders, id);
  const session = () => row<{ session_round: number }>(app.db, q`select session_round from peer_accounts where id = ${account_id}`);
  const before = (await session())?.session_round ?? 0;
  await place(id, ["order", "login"]);
  expect((await session())?.session_round).toBe(before + 1);
  expect((await desk.admin.call("peer_get", { id })).state).toBe("frozen");
  expect(await refusalOf(quoting(id))).toEqual(["peer_frozen", "该同行已冻结，不能下单：管控：疑似转单，核实中"]);
  await expect(peerOrder(orders, id)).rejects.toThrow("该同行已冻结，不能下单");
  await orders.pay(running.id);
  expect((await orders.facts(running.id)).order.order_status).not.toBe("pending_payment");
});

test("credit is what terms, holds, papers and debts allow, and follows the days that are set", async () => {
  const credit = { settle_mode: "credit" as const, credit_days: 30, credit_limit: 1_000_000 };
  const { id } = await makePeer(app.db, credit, app.clock.now());
  const line = () => creditOf(app.db, id, app.clock.now(), null);
  expect(await line()).toEqual({ limit: 1_000_000, blocked: null });
  const hold = await place(id, ["credit"]);
  expect((await line()).blocked).toBe("管控：疑似转单，核实中");
  await desk.other.call("peer_hold_waive", waiver(id, hold.id, 1));
  expect((await line()).blocked).toBeNull();
  const overdue = (days: number) =>
    creditOf(app.db, id, app.clock.now(), new Date(app.clock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10));
  expect([(await overdue(7)).blocked, (await overdue(8)).blocked]).toEqual([null, expect.stringContaining("已逾期 8 天")]);
  const { version } = await desk.admin.call("sys_config_query", {});
  await desk.admin.call("sys_config_update", { version, credit_overdue_days: 8 });
  expect((await overdue(8)).blocked).toBeNull();
  await rows(app.db, q`update peers set peer_status = 'closed', closed_at = ${app.clock.now()} where id = ${id}`);
  expect(await line()).toEqual({ limit: 0, blocked: "同行已停用" });
});
