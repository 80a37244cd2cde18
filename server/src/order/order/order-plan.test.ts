/** The entry's price panel and the plan of the order it becomes are one reckoning: same day, same inputs, same date. */
import { expect, it } from "vitest";
import { issueText } from "@visadesk/contract/base-data/calendar/back-plan.ts";
import { q, rows } from "#kit/db/sql.ts";
import { orderDesk } from "../../testing/make/order.ts";
import { readCtx } from "../../testing/ctx.ts";
import { orderReads } from "../list/order.read.ts";

const desk = await orderDesk();

it("entry and order name one date of issue, with and without originals, visit and way back", async () => {
  const found = await rows<{ sku_no: string }>(
    desk.db,
    q`select sku_no from skus where sku_status = 'on_sale' and not need_effect_date order by id limit 24`,
  );
  const said = new Set<string | null>();
  for (const { sku_no } of found) {
    const entry = await desk.entry({ sku_no });
    const quote = await desk.call("order_quote", { ...entry, return_mode: "pickup" });
    // Outside their district: nobody may order it.
    if (quote.warnings.length > 0) continue;
    const { id } = await desk.order({ sku_no });
    const { plan } = await orderReads.order_plan_get({ id }, readCtx(desk.db, desk.me, desk.clock.now()));
    expect(quote.promised, sku_no).toBe(plan && issueText(plan));
    said.add(quote.promised);
  }
  expect(said.size).toBeGreaterThan(1);
});
