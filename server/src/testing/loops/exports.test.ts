/** Every list that is exported, in the order it has by itself: the file holds what the list counts, with rows in all but a few. */
import { beforeAll, expect, test } from "vitest";
import { allEndpoints } from "@visadesk/contract/index.ts";
import { z } from "@visadesk/contract/kit/field.ts";
import { q, rows } from "#kit/db/sql.ts";
import { seedDemoOrders } from "../../order/index.ts";
import { seedExhibitions, seedGroups, seedTerms } from "../../peer/index.ts";
import { testApp, type TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { hangPayment, makeRate } from "../make/embassy.ts";
import { hangPolicy } from "../make/policy.ts";
import { msgInHand } from "../make/msg.ts";
import { hangExpire, hangRefund } from "../make/refund.ts";
import { parcelAt } from "../make/parcel-row.ts";
import { AdjustDesk, BANK } from "../make/adjustment.ts";
import { makePeer } from "../make/peer.ts";
import { TransferDesk, transferBody } from "../make/peer-transfer.ts";
import { billOf, makeCard, parcelOn } from "../make/carrier.ts";
import { CashDesk } from "../make/cash.ts";
import { RemitDesk } from "../make/remittance.ts";
import { hangTopUp, topUpBody } from "../make/peer-money.ts";
import { importLines } from "../make/statement.ts";
import { ownFile } from "../make/supplier.ts";
import { demoWorkOrders } from "../make/work-order.ts";

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 60 });
  const by = { created_by: admin.id, at: app.clock.now() };
  for (const status of ["created", "in_transit", "checked"]) await parcelAt(app.db, { ...by, type: 2, status });
  const { id: peer } = await makePeer(app.db);
  await rows(
    app.db,
    q`insert into settlements (settle_no, kind, peer_id, cycle_start, cycle_end, due_on, created_at, updated_at)
      values ('JS261120000009', 'peer', ${peer}, '2026-10-01', '2026-10-31', '2026-11-30', ${app.clock.now()}, ${app.clock.now()})`,
  );
  await rows(
    app.db,
    q`insert into settlements (settle_no, kind, supplier_id, cycle_start, cycle_end, due_on, created_at, updated_at)
      select 'JS261120000008', 'supplier', min(id), '2026-10-01', '2026-10-31', '2026-11-30', ${app.clock.now()}, ${app.clock.now()} from suppliers`,
  );
  const money = await topUpBody({ db: app.db, now: app.clock.now(), worker_id: admin.id }, peer);
  await admin.call("peer_top_up_add", { ...money, idempotency_key: crypto.randomUUID() });
  await new TransferDesk(admin).draft(transferBody(null, [admin.id]));
  await hangTopUp({ db: app.db, file: () => ownFile(app.db, admin.id, app.clock.now()) });
  await demoWorkOrders(app);
  const desk = await AdjustDesk.of(app);
  await desk.add({ kind: "bank_item", company_account_id: BANK, direction: "out", amount: 100 });
  await seedTerms(app.db, app.clock.now());
  await seedGroups(app.db, app.clock.now());
  await seedExhibitions(app.db, app.clock.now());
  await (await CashDesk.of(app)).passed(10_000);
  const remit = await RemitDesk.of(app);
  await remit.ask(await remit.peer(), 10_000);
  await hangPayment(app.db, app.clock.now());
  await hangPolicy(app.db, app.clock.now());
  await hangExpire(app.db, app.clock.now());
  await hangRefund(app.db, app.clock.now());
  await makeRate(app.db, "EUR", "2026-11-20", 7_812_300);
  await importLines(app, admin, [{ at: "2026-11-02", income: "100.00", name: "某公司" }]);
  const card = await makeCard(app);
  await parcelOn(app, card, { day: "2026-10-05" });
  await billOf(admin, card.supplier_id);
  await rows(
    app.db,
    q`insert into margin_leaks (order_id, ended_on, planned, margin, cause, cause_amount, found_at)
      select min(id), '2026-11-01', 10000, 4000, 'fx', 6000, ${app.clock.now()} from orders`,
  );
  await msgInHand(app);
  await app.runJobs();
}, 120_000);

/** Lists that stand by themselves; those of one record are read by the same reader. */
const exported = allEndpoints.filter((e) => e.kind === "list" && e.exports && z.safeParse(e.input, {}).success);
/** Nobody has any yet where nothing but orders was done. */
const EMPTY = new Set([
  "appointment_query",
  "grant_change_query",
  "invoice_query",
  "invoice_title_query",
  "peer_call_query",
  "peer_level_lock_query",
  "peer_level_run_query",
  "price_adjustment_query",
  "region_owner_query",
  "report_credit_aging_query",
  "report_invoice_query",
  "report_match_rate_query",
  "special_price_activity_query",
  "supplier_change_query",
]);

test.each(exported.map((e) => e.name))("%s", async (name) => {
  const { total } = (await admin.raw(name, { page_size: 1 })).body as { total: number };
  expect(total > 0, `${name}: make a row in beforeAll, or name it in EMPTY`).toBe(!EMPTY.has(name));
  // So many a day are enough for a person.
  await rows(app.db, q`update export_tasks set created_at = created_at - interval '2 days'`);
  const task = await admin.call("export_add", { endpoint: name, filter: {}, format: "csv", idempotency_key: crypto.randomUUID() });
  await app.runJobs();
  const { status, row_count } = await admin.call("export_get", { id: task.id });
  expect(status).toBe("done");
  // The log grows by what is done to it.
  if (name !== "operation_log_query") expect(row_count).toBe(total);
});
