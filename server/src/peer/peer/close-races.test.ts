/** A peer that is closed while somebody else works with it, on a real PostgreSQL: nothing new begins with it afterwards. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { onEmbedded } from "../../testing/database.ts";
import { OrderDesk } from "../../testing/make/order.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { peerOrder, topUpBody } from "../../testing/make/peer-money.ts";
import { keyed } from "../../testing/make/peer-terms.ts";
import { TransferDesk, transferBody } from "../../testing/make/peer-transfer.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";
import { workOrderDeskOf, type WorkOrderDesk } from "../../testing/make/work-order.ts";

const AT_ONCE = 6;
type Answer = Awaited<ReturnType<Client["raw"]>>;

describe.skipIf(onEmbedded())("closed meanwhile", () => {
  let app: TestApp;
  let admin: Client;
  let orders: OrderDesk;
  let works: WorkOrderDesk;
  beforeAll(async () => {
    app = await testApp({ max: 30 });
    admin = await app.as("admin");
    const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
    orders = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
    works = await workOrderDeskOf(app);
  });
  const peer = async () => (await makePeer(app.db, { business_kind: "ticket" }, app.clock.now())).id;
  const topUp = async (id: number) =>
    admin.raw("peer_top_up_add", keyed(await topUpBody({ db: app.db, now: app.clock.now(), worker_id: admin.id }, id)));
  const entryOf = async (id: number) => {
    const entry = { ...(await orders.entry()), customer_kind: "peer" as const, peer_id: id };
    const { quote_hash } = await admin.call("order_quote", entry);
    return keyed({
      ...entry,
      quote_hash,
      contact_name: "李四",
      contact_mobile: "13900001111",
      return_mode: "pickup" as const,
      confirm_duplicate: true,
    });
  };
  /** What is asked while the peer is being closed, answered once it is. */
  async function whileClosed(id: number, ask: () => Promise<Answer>): Promise<Answer> {
    const closing = await app.database.pool.connect();
    try {
      await closing.query("begin");
      await closing.query("select id from peers where id = $1 for update", [id]);
      let isAnswered = false;
      const answer = ask().finally(() => (isAnswered = true));
      const waiting = q`select l.pid from pg_locks l join pg_stat_activity a on a.pid = l.pid where a.datname = current_database() and not l.granted`;
      while (!isAnswered && !(await row(app.db, waiting)));
      await closing.query("update peers set peer_status = 'closed', closed_at = $2 where id = $1", [id, app.clock.now()]);
      await closing.query("commit");
      return await answer;
    } finally {
      closing.release();
    }
  }

  test("money that is registered meanwhile is refused", async () => {
    const id = await peer();
    expect(await refusalOf(whileClosed(id, () => topUp(id)))).toEqual(["guard_failed", "同行已停用，不能登记充值"]);
    expect(await row(app.db, q`select id from peer_top_ups where peer_id = ${id}`)).toBeUndefined();
  });

  test("an order that is entered meanwhile is refused, and a cancelled one is not restored", async () => {
    const id = await peer();
    const entry = await entryOf(id);
    const closed = ["peer_frozen", "该同行已停用，不能下单"];
    expect(await refusalOf(whileClosed(id, () => admin.raw("order_add", entry)))).toEqual(closed);
    expect(await row(app.db, q`select id from orders where peer_id = ${id}`)).toBeUndefined();
    const other = await peer();
    const made = await peerOrder(orders, other);
    await orders.call("order_cancel", {
      id: made.id,
      version: (await orders.facts(made.id)).order.version,
      cancel_reason: "customer",
      reason: "客户不办了",
    });
    await rows(app.db, q`update orders set cancel_reason = 'timeout' where id = ${made.id}`);
    const { version } = (await orders.facts(made.id)).order;
    expect(await refusalOf(whileClosed(other, () => admin.raw("order_restore", { id: made.id, version })))).toEqual(closed);
  });

  test("a work order that is opened or reopened meanwhile is refused", async () => {
    const { id: config } = await works.config();
    const [id, other] = [await peer(), await peer()];
    const body = { peer_id: id, config_id: config, title: "申根签证材料", answers: {} };
    expect(await refusalOf(whileClosed(id, () => admin.raw("work_order_add", keyed(body))))).toEqual([
      "guard_failed",
      "该同行已停用，不能提交工单",
    ]);
    const w = await admin.call("work_order_add", keyed({ ...body, peer_id: other }));
    await admin.call("work_order_reply", keyed({ ...(await works.of(w.id)), text: "请稍候" }));
    await admin.call("work_order_resolve", { ...(await works.of(w.id)), resolution: "solved", resolution_note: "已经办好了" });
    const seen = await works.of(w.id);
    const again = () => admin.raw("work_order_reopen", { ...seen, reason: "仍有疑问" });
    expect(await refusalOf(whileClosed(other, again))).toEqual(["guard_failed", "该同行已停用，不能重开工单"]);
  });

  test("who was nobody's is given to nobody once it is closed", async () => {
    const id = await peer();
    const desk = new TransferDesk(admin);
    const to = (await row<{ id: number }>(app.db, q`select id from workers where account = 'business_1'`))?.id ?? 0;
    const transfer = await desk.confirmed(transferBody(null, [to], { selection: "ids", ids: [id] }));
    await rows(app.db, q`update peers set peer_status = 'closed', closed_at = ${app.clock.now()} where id = ${id}`);
    await app.runJobs();
    const { list } = await admin.call("peer_transfer_line_query", { transfer_id: transfer });
    expect(list.map((l) => [l.result, l.message])).toEqual([["skipped", "同行已停用"]]);
    expect(await row(app.db, q`select bd_owner_id as bd from peers where id = ${id}`)).toEqual({ bd: null });
  });

  test("closed, charged up and ordered for at once: either it is closed and nothing is there, or it is open", async () => {
    for (let n = 0; n < AT_ONCE; n++) {
      const id = await peer();
      const entry = await entryOf(id);
      const { version } = await admin.call("peer_get", { id });
      const close = () => admin.raw("peer_close", keyed({ id, version, reason: "双方终止合作" }));
      await Promise.all(n % 2 ? [close(), topUp(id), admin.raw("order_add", entry)] : [admin.raw("order_add", entry), topUp(id), close()]);
      const left = await row<{ peer_status: string; n: number }>(
        app.db,
        q`select p.peer_status, (select count(*)::int from peer_top_ups t where t.peer_id = p.id) + (select count(*)::int from orders o where o.peer_id = p.id) as n
          from peers p where p.id = ${id}`,
      );
      expect(left).toEqual(left?.peer_status === "closed" ? { peer_status: "closed", n: 0 } : { peer_status: "active", n: 2 });
    }
  });
});
