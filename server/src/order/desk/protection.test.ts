/** 补买: a protection bought after the order, before the submission. */
import { beforeEach, expect, test } from "vitest";
import { orderDesk, PLAIN_SKU } from "../../testing/make/order.ts";
import { coverOf } from "./protection.rules.ts";

const desk = await orderDesk("2026-11-20T02:00:00.000Z");

const terms = (set: { buy_until?: "order" | "submission"; exclusions?: object }) =>
  desk.db
    .updateTable("refuse_no_worry_products")
    .set({ ...set, exclusions: JSON.stringify(set.exclusions ?? {}) })
    .execute();
beforeEach(() => terms({ buy_until: "submission" }));

async function paid(o: { protection?: boolean } = {}) {
  const made = await desk.order({ sku_no: PLAIN_SKU, people: 1, ...o });
  await desk.pay(made.id);
  return { order_id: made.id, applicant_id: made.people[0] ?? 0 };
}
const body = (at: { order_id: number; applicant_id: number }) => ({
  ...at,
  fee_kind: "protection" as const,
  amount: 4_800,
  reason: "客户要求补买拒签无忧",
  payer: "customer" as const,
  is_blocking: false,
});
const refusal = async (at: { order_id: number; applicant_id: number }): Promise<string> =>
  desk.call("order_diff_add", body(at)).then(
    () => "",
    (e: Error) => e.message,
  );
const person = (
  id: number,
  set: { identity?: "student" | "employed"; birth_date?: string; refused_before?: boolean; refused_on?: string | null },
) => desk.db.updateTable("applicants").set(set).where("id", "=", id).execute();

test("product 20: an excluded identity, age or refusal cannot buy later either; the terms are those of the order", async () => {
  await terms({ buy_until: "submission", exclusions: { identities: ["student"], age_above: 70, refusal_within_years: 5 } });
  const at = await paid();
  await terms({ buy_until: "submission", exclusions: {} });
  await person(at.applicant_id, { identity: "student" });
  expect(await refusal(at)).toBe("该身份不可购买拒签无忧");
  await person(at.applicant_id, { identity: "employed", birth_date: "1950-01-01" });
  expect(await refusal(at)).toBe("超过70岁，不可购买拒签无忧");
  await person(at.applicant_id, { birth_date: "1990-01-01", refused_before: true, refused_on: "2024-05-01" });
  expect(await refusal(at)).toBe("有拒签史，不可购买拒签无忧");
  await person(at.applicant_id, { refused_on: "2019-05-01" });
  expect(await refusal(at)).toBe("");
  expect(await refusal(at)).toMatch(/^该申请人已有待支付的拒签无忧补差价 BC\d+$/);
});

test("one that is sold with the order only, or had already, or by a product without one, is refused", async () => {
  await terms({ buy_until: "order" });
  const at = await paid();
  const name = coverOf(await desk.facts(at.order_id))?.name ?? "";
  expect(await refusal(at)).toBe(`「${name}」仅下单时可购买，不能补买`);
  await terms({ buy_until: "submission" });
  expect(await refusal(await paid({ protection: true }))).toBe("该申请人已购买拒签无忧");
  await desk.db.updateTable("refuse_no_worry_products").set({ product_status: "off_sale" }).execute();
  const without = await paid();
  await desk.db.updateTable("refuse_no_worry_products").set({ product_status: "on_sale" }).execute();
  expect(await refusal(without)).toBe("下单时该商品没有拒签无忧，不能补买");
});

test("paid before the submission it covers; money that came after it does not", async () => {
  const pay = async (at: Awaited<ReturnType<typeof paid>>, paid_at: string) => {
    const [diff] = await desk.db.selectFrom("order_diffs").select(["id", "version"]).where("order_id", "=", at.order_id).execute();
    return desk
      .call("order_diff_pay", {
        ...(diff ?? { id: 0, version: 0 }),
        method: "wechat",
        trade_no: crypto.randomUUID(),
        proof: [await desk.file()],
        paid_at,
      })
      .then(
        () => "",
        (e: Error) => e.message,
      );
  };
  const at = await paid();
  expect(await refusal(at)).toBe("");
  const early = desk.clock.now().toISOString();
  desk.clock.advance(3_600_000);
  await desk.reviewed(at.applicant_id);
  await desk.move("applicant_submit", at.applicant_id, { submit_date: desk.today() });
  expect(await refusal(at)).toBe("拒签无忧须在送签前按申请人购买");
  desk.clock.advance(3_600_000);
  expect(await pay(at, desk.clock.now().toISOString())).toBe("付款时间晚于送签，不能再购买拒签无忧，请撤销这笔补差价");
  expect(await pay(at, early)).toBe("");
  expect((await desk.facts(at.order_id)).order.is_protected).toBe(true);
});
