import { beforeAll, describe, expect, test } from "vitest";
import { q, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { cell, key, priceDesk } from "../../testing/make/price.ts";

let app: TestApp;
let desk: ReturnType<typeof priceDesk>;
/** Makes requests; may see costs and let prices below the floor pass. */
let product: Client;
/** Reviews them; sees costs, lets nothing below the floor pass, and makes none. */
let manager: Client;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  desk = priceDesk(app);
  product = await app.as("product");
  manager = await app.as("manager");
  admin = await app.as("admin");
});
const refusal = async (by: Client, ids: number[]) => {
  const { msg, body } = await by.raw("price_adjustment_approve", { ids, ...key() });
  return { msg, code: (body as { code?: string } | null)?.code };
};
const quoted = async (no: string, at: string) => {
  const sku_id = await desk.skuId(no);
  const { people } = await product.call("sku_price_quote", { sku_id, end: "customer", adults: 1, children: 0, at });
  return people[0]?.price;
};

test("product 5: a scheduled price is used from its first millisecond, and overlapping rows cannot be inserted even at once", async () => {
  const id = await desk.asked(product, "KR-TOUR-S-01", [cell("retail", 69_800, 71_800)], {
    effect_mode: "at",
    effective_at: "2026-11-21T10:00:00+08:00",
  });
  expect(await desk.approve(manager, id)).toMatchObject({ done: 1, results: [{ id, ok: true, msg: "" }] });
  expect(await desk.status(id)).toBe("approved");
  expect(await quoted("KR-TOUR-S-01", "2026-11-21T01:59:59.999Z")).toBe(69_800);
  expect(await quoted("KR-TOUR-S-01", "2026-11-21T02:00:00.000Z")).toBe(71_800);

  const sku_id = await desk.skuId("KR-TOUR-S-01");
  const overlap = () =>
    rows(
      app.db,
      q`insert into sku_prices (sku_id, price_kind, ref_id, adult, effective_from, created_at) values (${sku_id}, 'peer', '77', 1, ${"2026-12-01T00:00:00Z"}, ${app.clock.now()})`,
    ).then(
      () => "in",
      (e: { code?: string }) => e.code,
    );
  const ends = await Promise.all([overlap(), overlap(), overlap()]);
  expect([ends.filter((e) => e === "in").length, ends.filter((e) => e === "23P01").length]).toEqual([1, 2]);
});

test("product 6: two reviewers at once: one passes it, the other finds it changed, and there is one new price row", async () => {
  const id = await desk.asked(product, "KR-TOUR-5Y-01", [cell("retail", 128_000, 129_000)]);
  const both = await Promise.all([manager, admin].map((by) => by.raw("price_adjustment_approve", { ids: [id], ...key() })));
  expect(both.map((a) => (a.ret === 0 ? "ok" : (a.body as { code: string }).code)).sort()).toEqual(["ok", "state_changed"]);
  expect(await desk.retail("KR-TOUR-5Y-01")).toMatchObject([
    { adult: 128_000, effective_to: expect.any(String) as unknown },
    { adult: 129_000, effective_to: null, adjustment_id: id },
  ]);

  const again = await desk.asked(product, "KR-TOUR-5Y-01", [cell("retail", 129_000, 130_000)]);
  const body = { ids: [again], ...key() };
  const twice = [await manager.raw("price_adjustment_approve", body), await manager.raw("price_adjustment_approve", body)];
  expect(twice[1]?.body).toEqual(twice[0]?.body);
  expect(twice.map((a) => a.headers["idempotency-replayed"])).toEqual([undefined, "true"]);
  expect((await desk.retail("KR-TOUR-5Y-01")).length).toBe(3);
});

test("product 7: nobody passes his own request, not even the administrator, and in a batch that row only", async () => {
  const own = await desk.asked(admin, "JP-TOUR-S-01", [cell("retail", 118_800, 119_800)]);
  const other = await desk.asked(product, "JP-TOUR-S-02", [cell("retail", 119_800, 120_800)]);
  expect(await refusal(admin, [own])).toEqual({ code: "maker_is_checker", msg: "不能审核自己提交的单据" });
  const batch = await admin.call("price_adjustment_approve", { ids: [own, other], ...key() });
  expect(batch).toMatchObject({
    done: 1,
    results: [
      { id: own, ok: false, msg: "不能审核自己提交的单据" },
      { id: other, ok: true, msg: "" },
    ],
  });
  expect([await desk.status(own), await desk.status(other)]).toEqual(["pending", "effective"]);
  const rejected = await admin.raw("price_adjustment_reject", { ids: [own], reject_kind: "basis", review_text: "没有报价截图" });
  expect(rejected.body).toMatchObject({ code: "maker_is_checker" });
  await admin.call("price_adjustment_withdraw", await desk.version(own));
  expect((await desk.retail("JP-TOUR-S-01")).length).toBe(1);
});

describe("product 8: what was asked for is what is changed", () => {
  test("a second open request on the same cell is refused with the number of the first", async () => {
    const id = await desk.asked(product, "FR-SCH-01", [cell("retail", 138_000, 139_000)]);
    const [first] = await rows<{ adjust_no: string }>(app.db, q`select adjust_no from price_adjustments where id = ${id}`);
    const second = await admin.refused("price_adjustment_add", await desk.ask("FR-SCH-01", [cell("retail", 138_000, 140_000)]));
    expect([second.code, second.answer.msg]).toEqual(["duplicate", `该价格已有待审核的调价单 ${first?.adjust_no}`]);
    // Another cell of the same product is free.
    await desk.asked(product, "FR-SCH-01", [cell("retail", 110_000, 112_000, { band: "child" })]);
  });

  test("a request whose old value is no longer current is refused, at submission and at approval", async () => {
    const stale = await product.refused("price_adjustment_add", await desk.ask("CA-TRV-01", [cell("retail", 1, 2)]));
    expect([stale.code, stale.answer.msg]).toEqual(["state_changed", expect.stringMatching(/^当前价已变为 ¥[\d,.]+，请重新提交$/)]);
    const [price] = await rows<{ adult: number }>(
      app.db,
      q`select adult from sku_prices where sku_id = ${await desk.skuId("CA-TRV-01")} and price_kind = 'retail'`,
    );
    const old = price?.adult ?? 0;
    const id = await desk.asked(product, "CA-TRV-01", [cell("retail", old, old + 1_000)]);
    await rows(
      app.db,
      q`update sku_prices set adult = adult + 500 where sku_id = ${await desk.skuId("CA-TRV-01")} and price_kind = 'retail'`,
    );
    const refused = await refusal(manager, [id]);
    expect(refused.code).toBe("state_changed");
    expect(refused.msg).toMatch(/^当前价已变为 ¥[\d,.]+，请重新提交$/);
    expect(await desk.status(id)).toBe("pending");
  });

  test("prices that do not fit together are refused with the bound", async () => {
    const low = await product.refused("price_adjustment_add", await desk.ask("US-B1B2-01", [cell("retail", 178_000, 130_000)]));
    expect([low.code, low.answer.msg]).toEqual(["guard_failed", "售价不能低于签证费（¥1,330.00）"]);
    const [v1] = await rows<{ adult: number }>(
      app.db,
      q`select adult from sku_prices where sku_id = ${await desk.skuId("US-B1B2-01")} and price_kind = 'level' and ref_id = 'V1'`,
    );
    const high = await desk.ask("US-B1B2-01", [cell("level", v1?.adult ?? 0, 178_100, { ref_id: "V1" })]);
    expect((await product.refused("price_adjustment_add", high)).answer.msg).toBe("同行价不能高于门市价");
    const none = await desk.ask("US-B1B2-01", [cell("level", 1, 2, { ref_id: "V9" })]);
    expect((await product.refused("price_adjustment_add", none)).answer.msg).toBe("没有等级价 V9，不能调整");
    const same = await desk.ask("US-B1B2-01", [cell("retail", 178_000, 178_000)]);
    expect((await product.refused("price_adjustment_add", same)).answer.msg).toBe("新旧价格相同");
  });
});

describe("product 9: what has not begun can be called off without a trace, what has begun cannot", () => {
  test("revoking restores every price row as it was, also where another change of the same day was passed", async () => {
    const at = { effect_mode: "at" as const, effective_at: "2026-12-01T00:00:00+08:00" };
    const child = await desk.asked(product, "DE-SCH-01", [await priced("DE-SCH-01", "child", 1_000)], at);
    await desk.approve(manager, child);
    const before = await desk.history("DE-SCH-01");
    const adult = await desk.asked(product, "DE-SCH-01", [await priced("DE-SCH-01", "adult", 2_000)], at);
    await desk.approve(manager, adult);
    expect(await desk.history("DE-SCH-01")).not.toEqual(before);

    // The later one rests on the earlier one's row.
    const first = await manager.refused("price_adjustment_revoke", { ...(await desk.version(child)), review_text: "供应商暂不调价" });
    expect(first.code).toBe("guard_failed");
    const revoked = await manager.call("price_adjustment_revoke", { ...(await desk.version(adult)), review_text: "供应商暂不调价" });
    expect(revoked).toMatchObject({ adjustment_status: "withdrawn", review_text: "供应商暂不调价", applied_at: null });
    expect(await desk.history("DE-SCH-01")).toEqual(before);
    expect((await desk.messages("price_adjustment_decided")).at(-1)?.content).toContain("被取消生效：供应商暂不调价");
  });

  test("after its time revoking is refused, before and after the job has called it effective", async () => {
    const id = await desk.asked(product, "NZ-VV-01", [await priced("NZ-VV-01", "adult", 1_000)], {
      effect_mode: "at",
      effective_at: "2026-11-20T12:00:00+08:00",
    });
    await desk.approve(manager, id);
    app.clock.set("2026-11-20T04:00:00.000Z");
    const late = async () => {
      const { answer, code } = await manager.refused("price_adjustment_revoke", { ...(await desk.version(id)), review_text: "来不及了吗" });
      return [code, answer.msg];
    };
    expect(await late()).toEqual(["too_late", "已生效，请提交新的调价"]);
    await app.runJobs();
    expect(await desk.status(id)).toBe("effective");
    expect(await late()).toEqual(["state_changed", "已生效，请提交新的调价"]);
    expect((await desk.messages("price_adjustment_decided")).at(-1)?.content).toMatch(/已生效$/);
  });

  test("a change in between carries on into what is scheduled, and takes that back when it is called off", async () => {
    const [retail] = await rows<{ adult: number; child: number }>(
      app.db,
      q`select adult, child from sku_prices where sku_id = ${await desk.skuId("IT-SCH-01")} and price_kind = 'retail'`,
    );
    const old = retail?.adult ?? 0;
    const far = await desk.asked(product, "IT-SCH-01", [await priced("IT-SCH-01", "child", 1_000)], {
      effect_mode: "at",
      effective_at: "2027-01-01T00:00:00+08:00",
    });
    await desk.approve(manager, far);
    const before = await desk.history("IT-SCH-01");
    const near = await desk.asked(product, "IT-SCH-01", [cell("retail", old, old + 2_000)], {
      effect_mode: "at",
      effective_at: "2026-12-15T00:00:00+08:00",
    });
    await desk.approve(manager, near);
    expect(await desk.retail("IT-SCH-01")).toMatchObject([
      { adult: old, child: retail?.child },
      { adult: old + 2_000, child: (retail?.child ?? 0) + 1_000, effective_to: null },
      { adult: old + 2_000, child: retail?.child },
    ]);
    await manager.call("price_adjustment_revoke", { ...(await desk.version(near)), review_text: "供应商暂不调价" });
    expect(await desk.history("IT-SCH-01")).toEqual(before);
  });
});

/** A retail cell of a product, so much dearer. */
async function priced(no: string, band: "adult" | "child", more: number) {
  const [found] = await rows<{ adult: number; child: number | null }>(
    app.db,
    q`select adult, child from sku_prices where sku_id = ${await desk.skuId(no)} and price_kind = 'retail' and effective_from <= ${app.clock.now()} and (effective_to is null or effective_to > ${app.clock.now()})`,
  );
  const old = band === "child" ? (found?.child ?? found?.adult ?? 0) : (found?.adult ?? 0);
  return cell("retail", old, old + more, { band });
}
