/** Two people at one order's money, on a real PostgreSQL. */
import { beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp } from "../../testing/app.ts";
import { onEmbedded } from "../../testing/database.ts";
import { InvoiceDesk, TITLE } from "../../testing/make/invoice.ts";
import { inTurn } from "../../testing/races.ts";

describe.skipIf(onEmbedded())("two at once", () => {
  let app: TestApp;
  let d: InvoiceDesk;
  beforeAll(async () => {
    app = await testApp();
    d = await InvoiceDesk.of(app);
  });
  const body = (o: { id: number; peer_id: number }) => ({
    peer_id: o.peer_id,
    title: TITLE,
    kind: "normal" as const,
    remark: "",
    lines: [{ order_id: o.id, part: "service" as const, amount: 41_300 }],
    idempotency_key: crypto.randomUUID(),
  });

  test("finance 16: two people ask for the same money: the second hears 剩余 ¥0.00", async () => {
    const o = await d.tour(await d.peer(112_800));
    const held = ["select id from orders where id = $1 for update", o.id] as const;
    const [first, second] = await inTurn(
      app,
      held,
      () => d.maker.raw("invoice_add", body(o)),
      () => d.checker.raw("invoice_add", body(o)),
    );
    expect(first.body).toMatchObject({ list: [{ amount: 41_300 }] });
    expect(second.msg).toBe("可开票金额不足：剩余 ¥0.00");
  });

  test("two red papers at once never take back more than the blue one", async () => {
    const o = await d.tour(await d.peer(112_800));
    const { list } = await d.ask(o, [{ part: "service", amount: 41_300 }]);
    const id = list[0]?.id ?? 0;
    await d.issue(id);
    const seen = await d.seen(id);
    const red = () => ({ ...seen, red_reason: "wrong" as const, reason: "开票有误，全部红冲", idempotency_key: crypto.randomUUID() });
    const held = ["select id from orders where id = $1 for update", o.id] as const;
    const [first, second] = await inTurn(
      app,
      held,
      () => d.maker.raw("invoice_red", red()),
      () => d.checker.raw("invoice_red", red()),
    );
    expect(first.body).toMatchObject({ amount: 41_300, direction: "red" });
    expect(second.msg).toBe("发票已全部红冲或正在红冲");
  });
});
