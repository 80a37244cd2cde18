/** Many costs at once: the same change of several matches, and a supplier's sheet. */
import { beforeAll, expect, test } from "vitest";
import type { InputOf } from "@visadesk/contract/index.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { OrderDesk } from "../../testing/make/order.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { key, matchDesk } from "../../testing/make/match.ts";

let app: TestApp;
let desk: ReturnType<typeof matchDesk>;
let admin: Client;
let supplier_id: number;
type Import = InputOf<"supplier_price_import">;
beforeAll(async () => {
  app = await testApp();
  desk = matchDesk(app);
  admin = await app.as("admin");
  supplier_id = (await row<{ id: number }>(app.db, q`select id from suppliers where supplier_no = 'GY0001'`))?.id ?? 0;
  // Fifty products of one supplier: copies of the demo's, each with a code of his.
  await rows(app.db, skuCopies);
  await rows(
    app.db,
    q`insert into supplier_products (sku_id, supplier_id, supplier_code, created_at, updated_at)
      select id, ${supplier_id}, replace(sku_no, 'JP-MANY-', 'M'), ${app.clock.now()}, ${app.clock.now()} from skus where sku_no like 'JP-MANY-%'`,
  );
  await rows(
    app.db,
    q`insert into supplier_prices (supplier_product_id, adult, effective_at, review, announced_at, created_at)
      select m.id, 50000, '2026-01-01', 'approved', '2026-01-01', ${app.clock.now()} from supplier_products m where m.supplier_code like 'M%'`,
  );
});
const skuCopies = q`
  insert into skus overriding system value
  select (jsonb_populate_record(k, jsonb_build_object('id', 9000 + n, 'sku_no', 'JP-MANY-' || n, 'service_level', '批' || n))).* from skus k, generate_series(1, 50) n where k.sku_no = 'JP-TOUR-S-01'`;

const sheet = (more: Partial<Import> = {}): Import => ({
  supplier_id,
  rows: Array.from({ length: 50 }, (_, i) => ({
    supplier_code: `M${i + 1}`,
    adult: i === 6 ? "510.005" : i === 7 ? "500" : "510.00",
    child: "",
    urgent: "",
    embassy_fee: "",
  })),
  dry_run: true,
  reason_kind: "supplier",
  reason: "供应商十二月报价单",
  ...key(),
  ...more,
});
const counted = async () =>
  row(
    app.db,
    q`select (select count(*) from supplier_prices) as p, (select count(*) from price_adjustments) as a, (select count(*) from supplier_changes) as c`,
  );

test("supplier 23: one bad row of fifty; a dry run writes nothing, a commit after a change is refused", async () => {
  const before = await counted();
  const dry = await admin.call("supplier_price_import", sheet());
  expect(await counted()).toEqual(before);
  const outcomes = Map.groupBy(dry.rows, (r) => r.outcome);
  expect([outcomes.get("change")?.length, outcomes.get("same")?.length, outcomes.get("fault")?.map((r) => [r.row, r.fault])]).toEqual([
    48,
    1,
    [[7, "成人价“510.005”应为金额，最多2位小数"]],
  ]);
  const commit = (seen: string, more: Partial<Import> = {}) => admin.raw("supplier_price_import", sheet({ dry_run: false, seen, ...more }));

  // Somebody else's cost of one of them is passed meanwhile.
  const m = await row<{ id: number }>(app.db, q`select id from supplier_products where supplier_code = 'M3'`);
  await rows(
    app.db,
    q`insert into supplier_prices (supplier_product_id, adult, effective_at, review, announced_at, created_at) values (${m?.id ?? 0}, 50500, '2026-02-01', 'approved', '2026-02-01', ${app.clock.now()})`,
  );
  const moved = await counted();
  const refused = await commit(dry.seen);
  expect([(refused.body as { code: string }).code, refused.msg]).toEqual(["count_changed", "预检后数据已变化，请重新预检"]);
  expect((await commit(dry.seen, { rows: sheet().rows.slice(1) })).msg).toBe("预检后数据已变化，请重新预检");
  expect((await admin.raw("supplier_price_import", sheet({ dry_run: false }))).msg).toBe("请先预检");
  expect(await counted()).toEqual(moved);

  const again = await admin.call("supplier_price_import", sheet());
  const done = (await commit(again.seen)).body as { done: number; rows: { adjust_no: string | null; outcome: string }[] };
  expect([done.done, done.rows.filter((r) => r.adjust_no !== null).length]).toEqual([48, 48]);
  expect(
    await rows(
      app.db,
      q`select id from supplier_prices where review = 'pending' and supplier_product_id in (select id from supplier_products where supplier_code like 'M%')`,
    ),
  ).toHaveLength(48);
});

test("wrong codes, twins, blanks and words are the row's own faults", async () => {
  const blank = { child: "", urgent: "", embassy_fee: "" };
  const { rows: list } = await admin.call(
    "supplier_price_import",
    sheet({
      rows: [
        { supplier_code: "", adult: "1", ...blank },
        { supplier_code: "没有", adult: "1", ...blank },
        { supplier_code: "M7", adult: "", ...blank },
        { supplier_code: "M7", adult: "五百", ...blank },
        { supplier_code: "M8", adult: "505", ...blank, embassy_fee: "506" },
        { supplier_code: "M1", adult: "520", ...blank },
      ],
    }),
  );
  expect(list.map((r) => r.fault?.replace(/TJ\d+/, "TJ"))).toEqual([
    "请填写供应商编码",
    "没有编码为 没有 的匹配",
    "请填写成人价",
    "与第3行的编码相同",
    "使馆费不能大于结算价",
    "该价格已有待审核的调价单 TJ",
  ]);
});

test("the sheet is replayed over the people of the last 30 days", async () => {
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  const orders = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
  const made = await orders.order({ sku_no: "JP-TOUR-S-01", people: 3 });
  await orders.pay(made.id);
  const m = await desk.match("JP-TOUR-S-01");
  await rows(app.db, q`update applicants set supplier_id = ${m.supplier_id} where order_id = ${made.id}`);
  await rows(app.db, q`update supplier_products set supplier_code = 'HD-1' where id = ${m.id}`);
  const ask = sheet({
    supplier_id: m.supplier_id,
    rows: [{ supplier_code: "HD-1", adult: "1030", child: "", urgent: "", embassy_fee: "" }],
  });
  const { replay } = await admin.call("supplier_price_import", ask);
  // 1020.00 → 1030.00 for three; 1188.00 each.
  expect(replay).toMatchObject({ orders: 3, cost_delta: 3_000, below_floor: [] });
  const rate = (cost: number): number => Math.round(((118_800 - cost) / 118_800) * 10_000);
  expect([Math.round((replay.margin_before ?? 0) * 10_000), Math.round((replay.margin_after ?? 0) * 10_000)]).toEqual([
    rate(102_000),
    rate(103_000),
  ]);
  const high = await admin.call("supplier_price_import", {
    ...ask,
    ...key(),
    rows: [{ ...ask.rows[0], adult: "1190" } as never],
    reason: "供应商大幅上调，需要总监过目",
  });
  expect(high.replay.below_floor).toEqual(["JP-TOUR-S-01"]);
});

test("a batch by amount or percent: tried, then asked for; each by itself", async () => {
  const ids = [(await desk.match("JP-TOUR-3Y-01")).id, (await desk.match("JP-TOUR-5Y-01")).id, 987_654];
  const ask = { ids, by: "percent" as const, rate_bp: 250, reason_kind: "supplier" as const, reason: "供应商统一上调" };
  const before = await counted();
  const dry = await admin.call("supplier_price_batch", { ...ask, dry_run: true, ...key() });
  expect([dry.done, dry.rows.map((r) => r.fault)]).toEqual([0, [null, null, "供应商不存在或无权查看"]]);
  for (const r of dry.rows.slice(0, 2)) expect(r.new_adult).toBe(Math.floor(((r.old_adult ?? 0) * 10_250 + 5_000) / 10_000));
  expect(await counted()).toEqual(before);
  // What is sent is what was previewed: neither unseen, nor another amount, nor other matches.
  const commit = (more: object) => admin.raw("supplier_price_batch", { ...ask, dry_run: false, ...more, ...key() });
  expect((await commit({})).msg).toBe("请先预览");
  const others = { ids: ids.slice(1) };
  for (const other of [{ rate_bp: 260 }, { by: "amount", amount: 150 }, others, { effective_at: "2026-12-20T00:00:00Z" }])
    expect((await commit({ seen: dry.seen, ...other })).msg, JSON.stringify(other)).toBe("预览后内容或数据已变化，请重新预览");
  expect(await counted()).toEqual(before);
  const done = await admin.call("supplier_price_batch", { ...ask, dry_run: false, seen: dry.seen, ...key() });
  expect([done.done, done.rows.map((r) => r.adjust_no !== null)]).toEqual([2, [true, true, false]]);
  const again = await admin.call("supplier_price_batch", { ...ask, by: "amount", amount: -1_000_000_000, dry_run: true, ...key() });
  expect(again.rows[0]?.fault).toMatch(/^该价格已有待审核的调价单 TJ/);
  const fr = (await desk.match("FR-SCH-01")).id;
  const low = await admin.call("supplier_price_batch", {
    ...ask,
    ids: [fr],
    by: "amount",
    amount: -1_000_000_000,
    dry_run: true,
    ...key(),
  });
  expect(low.rows[0]?.fault).toBe("调整后的价格小于0，请减小幅度");
  const cost = low.rows[0]?.old_adult ?? 0;
  const free = await admin.call("supplier_price_batch", { ...ask, ids: [fr], by: "amount", amount: -cost, dry_run: true, ...key() });
  expect(free.rows[0]?.fault).toBe("成本须大于0");
  expect((await admin.raw("supplier_price_batch", { ...ask, rate_bp: 0, dry_run: true, ...key() })).msg).toBe("请输入调整比例");
});

test("儿童价 stands where the product has a child band and nowhere else: form, batch and sheet say the same", async () => {
  const of = async (code: string) =>
    (await row<{ id: number; sku_id: number }>(app.db, q`select id, sku_id from supplier_products where supplier_code = ${code}`)) ?? {
      id: 0,
      sku_id: 0,
    };
  const [band, none] = [await of("M41"), await of("M42")];
  await rows(app.db, q`delete from supplier_prices where supplier_product_id = any(${[band.id, none.id]}::int8[]) and review = 'pending'`);
  await rows(
    app.db,
    q`update skus set child_age = case when id = ${band.sku_id} then 12 else 0 end where id = any(${[band.sku_id, none.sku_id]}::int8[])`,
  );
  const [must, mustNot] = ["请输入儿童结算价", "该商品没有儿童价，请只填成人"];
  const line = (supplier_code: string, child: string) => ({ supplier_code, adult: "505", child, urgent: "", embassy_fee: "" });
  const tried = async (child: string) =>
    (await admin.call("supplier_price_import", sheet({ rows: [line("M41", child), line("M42", child)] }))).rows.map((r) => r.fault);
  expect([await tried(""), await tried("400")]).toEqual([
    [must, null],
    [null, mustNot],
  ]);
  const facts = { adult: 50_500, urgent: {}, embassy_included: false, centre_included: false, embassy_fee: 0, currency: "CNY" as const };
  const why = { reason_kind: "supplier" as const, reason: "供应商来函调整" };
  const asked = async (id: number, child: number | null) =>
    (await admin.raw("supplier_price_propose", { supplier_product_id: id, ...facts, child, ...why, ...key() })).msg;
  expect([await asked(band.id, null), await asked(none.id, 40_000)]).toEqual([must, mustNot]);
  const batch = await admin.call("supplier_price_batch", {
    ids: [band.id, none.id],
    by: "amount",
    amount: 500,
    ...why,
    dry_run: true,
    ...key(),
  });
  expect(batch.rows.map((r) => r.fault)).toEqual(["缺少儿童价，请单独报价", null]);
});

test.each(["600", "390"])("a steep rise or fall to %s asks for more words at the reason, not for another trial", async (adult) => {
  const steep = [{ supplier_code: "M43", adult, child: "", urgent: "", embassy_fee: "" }];
  await rows(
    app.db,
    q`delete from supplier_prices where review = 'pending' and supplier_product_id = (select id from supplier_products where supplier_code = 'M43')`,
  );
  const dry = await admin.call("supplier_price_import", sheet({ rows: steep, reason: "报价单预检，尚未提交" }));
  expect([dry.steep, dry.rows[0]?.outcome]).toEqual([1, "change"]);
  const commit = (reason: string) => admin.raw("supplier_price_import", sheet({ rows: steep, dry_run: false, seen: dry.seen, reason }));
  const short = await commit("来函调结算价");
  expect([short.msg, (short.body as { issues?: { path: string }[] }).issues?.[0]?.path]).toEqual(["涨跌超过10%，说明至少10个字", "reason"]);
  expect((await commit("供应商大幅调整，附来函")).body).toMatchObject({ done: 1 });
});

test("a trial names the currency of its amounts", async () => {
  const m = await desk.match("VN-EVISA-S-01");
  await rows(
    app.db,
    q`insert into supplier_prices (supplier_product_id, adult, child, embassy_included, currency, rate, effective_at, review, announced_at, created_at)
      values (${m.id}, 3500, case when ${m.child_age}::int > 0 then 3500 end, false, 'USD', 7.1234, ${app.clock.now()}, 'approved', ${app.clock.now()}, ${app.clock.now()})`,
  );
  await rows(
    app.db,
    q`update sku_prices set currency = 'USD', rate = 7.1234 where id = (select min(id) from sku_prices where price_kind = 'embassy_fee')`,
  );
  await rows(app.db, q`update supplier_products set supplier_code = 'VN-USD' where id = ${m.id}`);
  const why = { reason_kind: "supplier" as const, reason: "供应商统一下调" };
  const batch = await admin.call("supplier_price_batch", { ids: [m.id], by: "percent", rate_bp: -200, ...why, dry_run: true, ...key() });
  expect(batch.rows).toMatchObject([{ old_adult: 3_500, new_adult: 3_430, currency: "USD" }]);
  const line = { supplier_code: "VN-USD", adult: "36", child: m.child_age > 0 ? "36" : "", urgent: "", embassy_fee: "" };
  const tried = await admin.call("supplier_price_import", sheet({ supplier_id: m.supplier_id, rows: [line] }));
  expect(tried.rows).toMatchObject([{ old_adult: 3_500, new_adult: 3_600, currency: "USD" }]);
});
