/** Bodies of once.test.ts for invoices. */
import type { InputOf } from "@visadesk/contract/index.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { InvoiceDesk, TITLE } from "../make/invoice.ts";
import type { OrderDesk } from "../make/order.ts";

export function invoiceOnce(app: () => TestApp, admin: () => Client, orders: () => OrderDesk) {
  // The second person: what the loop calls itself is the administrator's.
  const desk = async () => new InvoiceDesk(app(), { maker: await app().as("finance"), checker: admin(), orders: orders() });
  const add = async (): Promise<Omit<InputOf<"invoice_add">, "idempotency_key">> => {
    const d = await desk();
    const o = await d.tour(await d.peer(112_800));
    return { peer_id: o.peer_id, title: TITLE, kind: "normal", remark: "", lines: [{ order_id: o.id, part: "service", amount: 10_000 }] };
  };
  const asked = async () => {
    const d = await desk();
    const o = await d.tour(await d.peer(112_800));
    const { list } = await d.ask(o, [{ part: "service", amount: 10_000 }]);
    return { d, paper: list[0] ?? { id: 0, fp_no: "" } };
  };
  const started = async () => {
    const of = await asked();
    await of.d.approve(of.paper.id);
    await of.d.start(of.paper.id);
    return of;
  };
  return {
    bodies: {
      invoice_add: add,
      invoice_approve: async () => {
        const { d, paper } = await asked();
        return d.seen(paper.id);
      },
      invoice_issued: async () => {
        const { d, paper } = await started();
        const { idempotency_key: _, ...body } = await d.issuedBody(paper.id, admin());
        return body as Omit<InputOf<"invoice_issued">, "idempotency_key">;
      },
      invoice_red: async () => {
        const { d, paper } = await started();
        await d.maker.call("invoice_issued", await d.issuedBody(paper.id));
        return { ...(await d.seen(paper.id)), red_reason: "wrong" as const, reason: "开票金额有误" };
      },
      invoice_sheet_import: async () => {
        const { d, paper } = await started();
        return { rows: [{ fp_no: paper.fp_no, invoice_no: d.number(), issued_on: orders().today() }], dry_run: false };
      },
    },
    other: {
      invoice_add: { remark: "另一张" },
      invoice_approve: { version: 99 },
      invoice_issued: { invoice_no: "99999999999999999999" },
      invoice_red: { reason: "另一个原因写明" },
      invoice_sheet_import: { dry_run: true },
    },
  };
}
