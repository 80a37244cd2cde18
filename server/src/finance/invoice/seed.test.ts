/** The demo's invoices: every state is there, red ones too, and every one reads as its contract says. */
import { expect, test } from "vitest";
import { invoiceFlow } from "@visadesk/contract/finance/invoice.flow.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { q, rows } from "#kit/db/sql.ts";
import { testApp } from "../../testing/app.ts";
import { InvoiceDesk } from "../../testing/make/invoice.ts";
import { ownFile } from "../../testing/make/supplier.ts";
import { seedInvoices } from "./seed.ts";

test("every state is there, a confirmation that lapsed and one that waits; the books stay whole; said again it makes nothing", async () => {
  const app = await testApp();
  const d = await InvoiceDesk.of(app);
  for (let n = 0; n < 13; n++) await d.tour(await d.peer(112_800));
  const paper = await ownFile(app.db, d.maker.id, app.clock.now());
  const seed = () => seedInvoices(app.db, app.parts.files, paper, app.clock.now());
  await seed();
  const { list, total } = await d.checker.call("invoice_query", { page_size: 100 });
  expect(new Set(list.map((i) => i.invoice_status))).toEqual(new Set(keysOf(invoiceFlow.states)));
  expect(list.filter((i) => i.flag === "确认单已失效")).toHaveLength(1);
  expect(list.filter((i) => i.red_state === "full")).toHaveLength(1);
  for (const { id } of list) await d.checker.call("invoice_get", { id });
  expect(await rows(app.db, q`select journal_id from journal_lines group by 1 having sum(amount) <> 0`)).toEqual([]);
  await seed();
  expect((await d.checker.call("invoice_query", {})).total).toBe(total);
});
