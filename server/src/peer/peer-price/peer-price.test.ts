/** What a peer pays and may see, what its credit is, and orders at its price. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { OrderDesk, PLAIN_SKU } from "../../testing/make/order.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { keyed } from "../../testing/make/peer-terms.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";
import { workerId } from "../../testing/make/supplier.ts";
import { dueText, forecastOf, proposalOf } from "./credit.forecast.ts";

let app: TestApp;
let admin: Client;
let desk: OrderDesk;
let sku = 0;
const RETAIL = 118_805;
const FEES = 71_500;
beforeAll(async () => {
  app = await testApp({ max: 20 });
  admin = await app.as("admin");
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
  sku = await desk.sku(PLAIN_SKU);
  await rows(app.db, q`delete from sku_prices where sku_id = ${sku}`);
  await price("retail", "", RETAIL);
  await price("embassy_fee", "", FEES);
});
const price = (kind: string, ref: string, adult: number) =>
  rows(
    app.db,
    q`insert into sku_prices (sku_id, price_kind, ref_id, adult, effective_from, created_at) values (${sku}, ${kind}, ${ref}, ${adult}, '2026-01-01', ${app.clock.now()})`,
  );
const fallback = (level: string, rule: object) =>
  rows(app.db, q`update peer_levels set fallback = ${JSON.stringify(rule)}::jsonb where code = ${level}`);
const trace = async (peer_id: number) => admin.call("peer_price_trace_get", { peer_id, sku_id: sku });
const paid = async (peer_id: number) => (await trace(peer_id)).bands[0]?.price;
const group = async (name: string, more: { visible_mode?: string; sku_ids?: number[] } = {}): Promise<number> =>
  (
    await row<{ id: number }>(
      app.db,
      q`insert into peer_groups (name, kind, visible_mode, sku_ids, created_at, updated_at)
        values (${name}, 'service', ${more.visible_mode ?? "all"}, ${more.sku_ids ?? []}, ${app.clock.now()}, ${app.clock.now()}) returning id`,
    )
  )?.id ?? 0;

test("peer 11: 9750 of 118805 with fees of 71500 is 117622; less 3000 is 115805, less 50000 the fees; a price of the code wins", async () => {
  const { id } = await makePeer(app.db, { level_id: "V4" });
  await fallback("V4", { kind: "percent", rate: 9_750 });
  expect(await paid(id)).toBe(117_622);
  await fallback("V4", { kind: "minus", amount: 3_000 });
  expect(await paid(id)).toBe(115_805);
  await fallback("V4", { kind: "minus", amount: 50_000 });
  expect(await paid(id)).toBe(FEES);
  await price("level", "V4", 116_000);
  expect(await paid(id)).toBe(116_000);
});

test("the trace names level, group and peer of each price, who may change it, and why the others lost", async () => {
  const g = await group("华东直客");
  const { id } = await makePeer(app.db, { level_id: "V2", service_group_id: g });
  await fallback("V2", { kind: "none" });
  await price("group", String(g), 112_000);
  const said = await trace(id);
  expect(said.bands[0]?.ladder.map((t) => [t.label, t.name, t.price, t.lost, t.changed_by])).toEqual([
    ["客户专属价", said.peer_name, null, "未设置", "调价审核"],
    ["分组价", "华东直客", 112_000, null, "调价审核"],
    ["等级价", "V2 银牌", null, "未设置", "调价审核"],
    ["门市价", null, RETAIL, "分组价优先", "调价审核"],
  ]);
  await price("peer", String(id), 109_000);
  expect(await paid(id)).toBe(109_000);
});

describe("an order of a peer", () => {
  const entryOf = async (peer_id: number | null, customer_kind: "peer" | "corporate" | "direct" = "peer") => ({
    ...(await desk.entry()),
    customer_kind,
    peer_id,
  });
  const add = async (entry: Awaited<ReturnType<typeof entryOf>>, quote_hash: string) =>
    admin.raw(
      "order_add",
      keyed({
        ...entry,
        quote_hash,
        contact_name: "李四",
        contact_mobile: "13900001111",
        return_mode: "pickup" as const,
        confirm_duplicate: true,
      }),
    );

  test("is priced by its level, belongs to its owners, and is compared with its own price of today", async () => {
    await fallback("V5", { kind: "minus", amount: 5_000 });
    const [bd, cs] = [await workerId(app.db, "business_1"), await workerId(app.db, "service_1")];
    const { id } = await makePeer(app.db, { level_id: "V5", bd_owner_id: bd, cs_owner_id: cs });
    const entry = await entryOf(id);
    const quote = await admin.call("order_quote", entry);
    expect([
      quote.amount_payable,
      (await admin.call("order_quote", { ...entry, customer_kind: "direct", peer_id: null })).amount_payable,
    ]).toEqual([RETAIL - 5_000, RETAIL]);
    const made = await add(entry, quote.quote_hash);
    const order = (made.body as { id: number }).id;
    expect(await row(app.db, q`select peer_id, bd_owner_id, cs_owner_id from orders where id = ${order}`)).toEqual({
      peer_id: id,
      bd_owner_id: bd,
      cs_owner_id: cs,
    });
    expect((await admin.call("order_get", { id: order })).snapshot_diff).toEqual([]);
    await fallback("V5", { kind: "minus", amount: 6_000 });
    expect((await admin.call("order_get", { id: order })).snapshot_diff).toEqual([
      { label: "售价（成人）", then: "¥1,138.05", now: "¥1,128.05" },
    ]);
    await fallback("V5", { kind: "minus", amount: 5_000 });
    expect((await refusalOf(add(entry, "0".repeat(64))))[0]).toBe("price_changed");
  });

  test("names a peer of its kind; a direct customer's names none", async () => {
    const [agency, company] = [await makePeer(app.db), await makePeer(app.db, { business_kind: "corporate" })];
    const said = async (peer_id: number | null, kind: "peer" | "corporate" | "direct") =>
      (await refusalOf(add(await entryOf(peer_id, kind), "x")))[1].replace(/「.*」/, "");
    expect([await said(null, "peer"), await said(null, "corporate"), await said(agency.id, "direct")]).toEqual([
      "请选择同行",
      "请选择企业",
      "直客订单不选同行",
    ]);
    expect([await said(company.id, "peer"), await said(agency.id, "corporate"), await said(999_999, "peer")]).toEqual([
      "是企业客户，请把客户类型改为企业",
      "不是企业客户，请把客户类型改为同行",
      "同行不存在",
    ]);
  });

  test("is refused where it may not sell the country, where its group does not see the product, and once it is closed", async () => {
    const said = async (more: Parameters<typeof makePeer>[1]) => {
      const { id } = await makePeer(app.db, more);
      return refusalOf(admin.raw("order_quote", await entryOf(id)));
    };
    expect(await said({ allow_country_ids: ["AE"] })).toEqual(["not_on_sale", "该同行不可售此国家/地区"]);
    const [only, except] = [
      await group("只看别的", { visible_mode: "only", sku_ids: [sku + 1] }),
      await group("不看它", { visible_mode: "except", sku_ids: [sku] }),
    ];
    const hidden = ["not_on_sale", "该商品不在同行所属分组的可见范围"];
    expect([await said({ service_group_id: only }), await said({ service_group_id: except })]).toEqual([hidden, hidden]);
    const { id } = await makePeer(app.db);
    await rows(app.db, q`update peers set peer_status = 'closed', closed_at = ${app.clock.now()} where id = ${id}`);
    expect(await refusalOf(admin.raw("order_quote", await entryOf(id)))).toEqual(["peer_frozen", "该同行已停用，不能下单"]);
  });
});

describe("资金与授信", () => {
  test("peer 5: rows of the formula add up to what is available; temporary money counts through its day", async () => {
    const terms = { level_id: "V5" as const, settle_mode: "credit" as const, credit_days: 30, credit_limit: 5_000_000 };
    const { id } = await makePeer(app.db, { ...terms, temp_limit: 2_000_000, temp_until: "2026-11-20" });
    const before = await admin.call("peer_credit_get", { id });
    expect(before.rows.map((r) => [r.label, r.amount])).toEqual([
      ["授信额度", 5_000_000],
      ["临时额度", 2_000_000],
      ["已用", 0],
    ]);
    expect([before.available, before.effective_limit, before.lines]).toEqual([7_000_000, 7_000_000, []]);
    await rows(app.db, q`update peers set temp_until = '2026-11-19' where id = ${id}`);
    expect((await admin.call("peer_credit_get", { id })).available).toBe(5_000_000);
  });

  test("used up on a day at a pace, and what would carry it through a month", () => {
    const fast = forecastOf({ days: 7, spent: 700_000 }, 250_000, "2026-09-24");
    expect(fast).toEqual({ days: 7, daily: 100_000, used_up_on: "2026-09-26", text: "按近 7 天速度 9-26 用尽" });
    const slow = forecastOf({ days: 30, spent: 30_000 }, 5_000_000, "2026-09-24");
    expect([slow.used_up_on, slow.text]).toEqual([null, "按近 30 天速度 90 天内够用"]);
    expect(dueText({ due_on: "2026-09-28", amount: 1_800_000 })).toBe("9-28 到期应还 ¥18,000.00");
    const of = { available: 250_000, credit_limit: 1_000_000, temp_in_force: 0, level_cap: 3_000_000 };
    expect(proposalOf([fast, slow], of, "2026-09-24")).toEqual({ temp_limit: 2_800_000, valid_to: "2026-10-24" });
    expect(proposalOf([fast], { ...of, level_cap: 1_000_000 }, "2026-09-24")).toEqual({ temp_limit: 500_000, valid_to: "2026-10-24" });
    expect(proposalOf([slow], { ...of, available: 5_000_000 }, "2026-09-24")).toBeNull();
  });
});
