/** What an attacker of the money found: what belongs to the house or to others is neither read, nor guessed, nor taken by who sees but his own. */
import { beforeAll, expect, test } from "vitest";
import { may } from "@visadesk/contract/permissions.ts";
import { q, rows } from "#kit/db/sql.ts";
import { postJournal } from "../ledger/index.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { asWrite } from "../testing/ctx.ts";
import type { Client } from "../testing/client.ts";
import { AdjustDesk, BANK } from "../testing/make/adjustment.ts";
import { CashDesk } from "../testing/make/cash.ts";
import { OrderDesk } from "../testing/make/order.ts";
import { makePeer } from "../testing/make/peer.ts";
import { peerOrder } from "../testing/make/peer-money.ts";
import { billed, charged, creditPeer } from "../testing/make/peer-statement.ts";
import { keyed } from "../testing/make/peer-terms.ts";
import { RemitDesk } from "../testing/make/remittance.ts";
import { workerIds } from "../testing/make/settlement.ts";
import { importLines } from "../testing/make/statement.ts";
import { refusalOf } from "../testing/make/supplier-desk.ts";
import { workerId } from "../testing/make/supplier.ts";

const CODES = [may.workbench, may.balance, may.corporate_remittance, may.withdraw, may.payout_register, may.peer_settle];
let app: TestApp;
let admin: Client;
let remit: RemitDesk;
let cash: CashDesk;
/** Who holds the codes of money with the data scope 本人. */
let own: Client;
let me: number;
let orders: OrderDesk;
beforeAll(async () => {
  app = await testApp({ max: 20 });
  [remit, cash] = [await RemitDesk.of(app), await CashDesk.of(app)];
  admin = await app.as("admin");
  await rows(
    app.db,
    q`with r as (insert into roles (name, note, module_group, data_scope, created_at, updated_at)
        values ('资金本人', '', ${CODES}, 'own', ${app.clock.now()}, ${app.clock.now()}) returning id)
      update workers set role_id = (select id from r) where account = 'viewer'`,
  );
  own = await app.as("viewer");
  me = await workerId(app.db, "viewer");
  orders = new OrderDesk(app.database, app.clock, await workerIds(app.db));
});
const mine = () => makePeer(app.db, { bd_owner_id: me });

test("finance 22: balances of the company's accounts, and lines of their statements, are not told beside a payment in sight", async () => {
  const { p, peer } = await cash.passed(77_700);
  await rows(app.db, q`update peers set bd_owner_id = ${me} where id = ${peer.id}`);
  const paid = await cash.pay(p);
  expect((await own.call("payout_query", {})).list.map((f) => f.id)).toEqual([p.id]);
  const [line = 0] = await importLines(app, admin, [{ at: "2026-11-20 09:30:00", income: "777.00", name: "别家公司", summary: "货款" }]);
  expect((await admin.call("payout_bounce_line_query", { id: p.id })).list.map((l) => l.id)).toEqual([line]);
  expect((await own.call("payout_bounce_line_query", { id: p.id })).list).toEqual([]);
  const bounce = { id: p.id, version: paid.version, reason: "收款账户已销户", statement_line_id: line };
  expect((await refusalOf(own.raw("payout_bounce", keyed(bounce))))[0]).toBe("not_found");
  expect((await admin.call("payout_head_get", {})).accounts.length).toBeGreaterThan(0);
  expect((await own.call("payout_head_get", {})).accounts).toEqual([]);
  expect((await own.call("cash_calendar_get", {})).accounts).toEqual([]);
});

test("finance 22: a line of the bank that may be somebody's remittance is suggested to who sees the bank alone", async () => {
  const peer = await remit.peer({ bd_owner_id: me });
  const r = await remit.ask(peer, 61_234);
  await remit.line(61_234, { name: peer.name, summary: `货款 ${r.remittance_no}` });
  await app.runJobs();
  expect((await admin.call("remittance_get", { id: r.id })).suggestion).not.toBeNull();
  expect((await own.call("remittance_get", { id: r.id })).suggestion).toBeNull();
  expect((await own.call("remittance_query", { is_suggested: true })).list).toEqual([]);
});

test("finance 22: parked money of the house is not claimed, nor its amount guessed, by who sees but his own peers", async () => {
  const { id: peer_id } = await mine();
  await (await AdjustDesk.of(app)).parked(90_000);
  const [id = 0] = await importLines(app, admin, [{ at: "2026-11-18 10:00:00", income: "300.00", name: "王某某", summary: "来账" }]);
  const seen = await admin.call("statement_line_get", { id });
  await admin.call("statement_line_park", keyed({ id, version: seen.version }));
  const claim = {
    kind: "suspense_claim" as const,
    company_account_id: BANK,
    peer_id,
    account: "peer_principal" as const,
    amount: 30_001,
    booked_on: "2026-11-20",
  };
  for (const more of [{}, { statement_line_id: id }]) {
    expect((await refusalOf(own.raw("adjustment_preview", { ...claim, ...more })))[0]).toBe("out_of_scope");
    const body = { ...claim, ...more, amount: 100, reason: "核对后补记", files: [] };
    expect((await refusalOf(own.raw("adjustment_add", keyed(body))))[0]).toBe("out_of_scope");
  }
});

test("finance 22: a voucher that pays for orders of many is not shown for the sake of one of them", async () => {
  const [a, b] = [(await peerOrder(orders, (await mine()).id)).id, (await peerOrder(orders, (await makePeer(app.db)).id)).id];
  await rows(app.db, q`update orders set bd_owner_id = ${me} where id = ${a}`);
  const post = (source_id: number, of: readonly number[]) =>
    asWrite(app.db, null, app.clock.now(), (ctx) =>
      postJournal(ctx, {
        kind: "settle_paid",
        source_noun: "test",
        source_id,
        lines: [
          ...of.map((order_id) => ({ account: { code: "payable_supplier", owner_id: 5 } as const, amount: 1_000, order_id })),
          { account: { code: "cash", owner_id: BANK }, amount: -1_000 * of.length },
        ],
      }),
    );
  const [alone, both] = [(await post(880_001, [a])) ?? 0, (await post(880_002, [a, b])) ?? 0];
  expect((await own.call("journal_get", { id: alone })).lines).toHaveLength(2);
  expect((await admin.call("journal_get", { id: both })).lines).toHaveLength(3);
  expect((await own.raw("journal_get", { id: both })).msg).toBe("凭证不存在或无权查看");
  expect((await own.call("journal_query", {})).list.map((j) => j.id)).not.toContain(both);
});

test("finance 22: an adjustment of a peer's statement names an order of that peer; of another it tells nothing", async () => {
  const peer = await creditPeer(app, { bd_owner_id: me });
  await charged(app, peer, "2026-10-10", 10_000);
  const s = await billed(own, peer);
  const { order_no: foreign } = await peerOrder(orders, (await makePeer(app.db)).id);
  const asked = (order_no: string) =>
    refusalOf(own.raw("peer_settle_adjust_add", keyed({ id: s.id, version: s.version, amount: 100, reason: "核对后补记", order_no })));
  const missing = await asked(`${foreign.slice(0, -1)}X`);
  expect([missing[0], await asked(foreign)]).toEqual(["bad_input", missing]);
});
