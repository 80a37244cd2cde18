import { expect, test } from "vitest";
import { testApp } from "../../testing/app.ts";
import { InvoiceDesk, TITLE } from "../../testing/make/invoice.ts";

test("a title book: one peer's own, once each, copied onto papers, so that its removal leaves them alone", async () => {
  const d = await InvoiceDesk.of(await testApp());
  const o = await d.tour(await d.peer(112_800));
  const made = await d.maker.call("invoice_title_add", { peer_id: o.peer_id, ...TITLE });
  expect(made.bank_account).not.toContain("8801");
  expect((await d.maker.raw("invoice_title_add", { peer_id: o.peer_id, ...TITLE })).msg).toBe("该抬头已存在");
  const changed = await d.maker.call("invoice_title_update", { id: made.id, version: made.version, phone: "021-60000000" });
  const person = { peer_id: o.peer_id, ...TITLE, title: "王小明", title_type: "person" as const };
  expect((await d.maker.raw("invoice_title_add", person)).msg).toBe("个人抬头不填税号");
  const lines = [{ order_id: o.id, part: "service" as const, amount: 1_000 }];
  const asked = { peer_id: o.peer_id, title_id: made.id, kind: "normal" as const, remark: "", lines };
  const { list } = await d.maker.call("invoice_add", { ...asked, idempotency_key: crypto.randomUUID() });
  await d.maker.call("invoice_title_remove", { id: made.id, version: changed.version });
  expect(await d.get(list[0]?.id ?? 0)).toMatchObject({ title: TITLE.title, phone: "021-60000000" });
  expect(await d.maker.call("invoice_reveal", { id: list[0]?.id ?? 0 })).toMatchObject({ bank_account: "6225880123456789" });
});
