/** 动态 of an order says who and what in words: never cents, codes, ids or columns; and what is told is told once. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { orderApi } from "@visadesk/contract/order/order.ts";
import { changesText } from "@visadesk/contract/setting/log-words.ts";
import type { PermissionName } from "@visadesk/contract/permissions.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { readCtx } from "../../testing/ctx.ts";
import { orderDesk, personData } from "../../testing/make/order.ts";
import { seedDemoOrders } from "../index.ts";
import { orderReads } from "../list/order.read.ts";

const desk = await orderDesk("2026-11-20T02:00:00.000Z");
type Row = Output<typeof orderApi.order_log_query>["list"][number];
/** All of it, page by page. */
async function timeline(order_id: number, as = desk.me, before_id?: number): Promise<Row[]> {
  const page = await orderReads.order_log_query({ order_id, before_id }, readCtx(desk.db, as, desk.clock.now()));
  return page.has_more ? [...page.list, ...(await timeline(order_id, as, page.list.at(-1)?.id))] : page.list;
}
const versionOf = async (id: number): Promise<number> => (await desk.facts(id)).order.version;
const expertOf = async (id: number): Promise<number | null> => (await desk.facts(id)).order.expert_id;
const nickname = async (id: number | null) =>
  (await row<{ nickname: string }>(desk.db, q`select nickname from workers where id = ${id}`))?.nickname;

/** What a person cannot read: a column or a code, cents, an instant, markup of data. */
const RAW = /[a-z]+_[a-z]+|^[a-z]{2,}$|\d{4}-\d\d-\d\dT|[{}[\]]|undefined|null/;
const MONEY = /金额|价|应付|微信|支付宝|渠道|赠送金|余额|授信|汇款/;
function expectRead(r: Row): void {
  const words = [r.label, r.from_label, r.to_label, r.reason].filter((w) => w !== null);
  for (const w of words) expect(w, JSON.stringify(r)).not.toMatch(RAW);
  for (const c of r.changes) {
    expect(c.label, JSON.stringify(r)).toMatch(/\p{Script=Han}/u);
    for (const v of [c.before, c.after]) {
      if (v === null) continue;
      expect(typeof v === "string" ? v : JSON.stringify(v), JSON.stringify(r)).not.toMatch(RAW);
      if (MONEY.test(c.label)) expect(v, JSON.stringify(r)).toMatch(/^-?¥[\d,]+\.\d\d$/);
    }
  }
}

describe("owners", () => {
  const assign = (id: number, account: string, role: "expert" | "cs_owner" = "expert") =>
    desk.call("order_assign", { order_ids: [id], role, worker_id: desk.staff.get(account) ?? 0, reason: "客户指定的专家" });

  it("a person's choice before the payment stays, and no pick is made beside it", async () => {
    const { id } = await desk.order();
    await assign(id, "jpkr_1");
    await desk.pay(id);
    expect(await expertOf(id)).toBe(desk.staff.get("jpkr_1"));
    const { picks } = await orderReads.order_pick_get({ id }, readCtx(desk.db, desk.me, desk.clock.now()));
    expect(picks).toEqual([]);
  });
  it("where nobody was chosen the payment picks, and the timeline names who", async () => {
    const { id } = await desk.order();
    await desk.pay(id);
    const picked = (await timeline(id)).find((r) => r.label === "派单");
    expect(picked?.changes).toEqual([{ field: "expert_id", label: "签证专家", before: null, after: await nickname(await expertOf(id)) }]);
  });
  it("every change of an owner names from whom and to whom", async () => {
    const { id } = await desk.order();
    await assign(id, "expert");
    await assign(id, "jpkr_1");
    await assign(id, "service", "cs_owner");
    const [cs, second, first] = await timeline(id);
    const [a, b, c] = await Promise.all(["expert", "jpkr_1", "service"].map((x) => nickname(desk.staff.get(x) ?? 0)));
    expect(first?.changes).toMatchObject([{ before: null, after: a }]);
    expect(second).toMatchObject({ label: "改派签证专家", reason: "客户指定的专家", changes: [{ before: a, after: b }] });
    expect(cs).toMatchObject({ label: "改派客服", changes: [{ after: c }] });
  });
});

describe("words", () => {
  const address = (county_code: string) => ({ province_code: "310000", city_code: "310100", county_code, detail: "人民大道1号" });
  const update = async (id: number, more: Record<string, unknown>) =>
    desk.call("order_update", { id, version: await versionOf(id), ...more });
  async function told() {
    const { id, people } = await desk.order();
    const [person = 0] = people;
    await update(id, { return_mode: "express", return_name: "赵六", return_mobile: "13911112222", return_address: address("310101") });
    await update(id, { return_address: address("310104"), travel_date: "2027-03-01", return_date: "2027-03-09" });
    const { name_cn: _, ...data } = personData(3);
    await desk.move("applicant_update", person, {
      ...data,
      marital: "married",
      nationality: "JP",
      household_province: "320000",
      household_city: "320500",
    });
    await desk.move("applicant_update", person, { nationality: "CN", refused_before: true, reason: "客户来电更正" });
    await desk.pay(id);
    const diff = await desk.call("order_diff_add", {
      order_id: id,
      fee_kind: "photo",
      amount: 1234,
      reason: "补拍一张证件照",
      payer: "customer",
      is_blocking: false,
    });
    const paid = {
      method: "alipay" as const,
      trade_no: crypto.randomUUID(),
      proof: [await desk.file()],
      paid_at: desk.clock.now().toISOString(),
    };
    await desk.call("order_diff_pay", { id: diff.id, version: diff.version, ...paid });
    await desk.move("applicant_hold", person, { hold_party: "customer", reason: "等客户确认行程" });
    await desk.move("applicant_unhold", person);
    await desk.reviewed(person);
    await desk.move("applicant_settle_price_update", person, { settle_price: 45_600, reason: "供应商改价" });
    await desk.move("applicant_submit", person, { submit_date: desk.today() });
    await desk.move("applicant_admin_check_set", person, { admin_check_due: "2026-12-20" });
    return id;
  }
  it("money, choices, places, dates and people of every row are said as a person reads them", async () => {
    const id = await told();
    const list = await timeline(id);
    for (const r of list) expectRead(r);
    const by = (label: string) => list.find((r) => r.label === label)?.changes;
    const { order } = await desk.facts(id);
    expect(by("收款")).toEqual([
      {
        field: "wechat",
        label: "微信",
        before: null,
        after: `¥${((order.amount_payable - 1234) / 100).toLocaleString("en", { minimumFractionDigits: 2 })}`,
      },
    ]);
    expect(by("收补差价")).toEqual([{ field: "alipay", label: "支付宝", before: null, after: "¥12.34" }]);
    expect(by("修改结算价")).toMatchObject([{ after: "¥456.00" }]);
    const [edit, first] = list.filter((r) => r.label === "修改申请人资料");
    expect(first?.changes).toContainEqual({ field: "household_province", label: "户籍省", before: "上海市", after: "江苏省" });
    expect(edit?.changes).toContainEqual({ field: "nationality", label: "国籍", before: "日本", after: "中国" });
    expect(edit?.changes).toContainEqual({ field: "refused_before", label: "曾被拒签", before: null, after: "是" });
    const moved = list.find((r) => r.label === "修改订单")?.changes;
    expect(moved).toContainEqual({ field: "return_address", label: "收件地址", before: "***", after: "***（已改）" });
  });
  it("a payment that was written under 金额 is told in yuan too, and a settle price only to who sees settle prices", async () => {
    const id = await told();
    const old = JSON.stringify([{ field: "wechat", label: "金额", before: null, after: 198_000 }]);
    await rows(desk.db, q`update order_logs set changes = ${old} where order_id = ${id} and label = '收款'`);
    const codes: readonly PermissionName[] = ["order_view", "order_process"];
    const list = await timeline(id, desk.worker("service", { codes }));
    expect(list.find((r) => r.label === "收款")?.changes).toMatchObject([{ label: "金额", after: "¥1,980.00" }]);
    expect(list.find((r) => r.label === "修改结算价")?.changes).toEqual([]);
  });
});

describe("of demo orders", () => {
  let app: TestApp;
  let admin: Client;
  beforeAll(async () => {
    app = await testApp();
    await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 200 });
    admin = await app.as("admin");
  }, 120_000);

  it("of every state: no row shows what only the database knows", async () => {
    const found = await rows<{ id: number }>(
      app.db,
      q`select min(id) as id from orders group by order_status union select min(order_id) from applicants group by applicant_status`,
    );
    expect(found.length).toBeGreaterThan(10);
    for (const { id } of found) {
      const { list } = await admin.call("order_log_query", { order_id: id });
      expect(list.length, String(id)).toBeGreaterThan(0);
      for (const r of list) expectRead(r);
    }
  });

  it("the reason of a change is the same in the timeline, in the applicant's log and in the operation log", async () => {
    const p = await row<{ id: number; order_id: number; version: number }>(
      app.db,
      q`select id, order_id, version from applicants where applicant_status = 'pre_review' order by id limit 1`,
    );
    const { id = 0, order_id = 0, version = 0 } = p ?? {};
    const reason = "客户来电更正婚姻状况";
    await admin.call("applicant_update", { id, version, marital: "widowed", reason });
    expect((await admin.call("order_log_query", { order_id })).list[0]).toMatchObject({ reason });
    expect((await admin.call("applicant_log_query", { id })).list[0]).toMatchObject({ reason });
    const [logged] = (
      await admin.call("operation_log_query", { noun: "applicant", noun_id: String(id), kind: ["write"], page: 1, page_size: 1 })
    ).list;
    expect(logged).toMatchObject({ reason });
    expect(await admin.call("operation_log_get", { id: logged?.id ?? 0 })).toMatchObject({ reason });
    // It can still be erased: the log itself keeps none of it.
    expect(await row(app.db, q`select reason from operation_logs where id = ${logged?.id}`)).toEqual({ reason: null });
    expect(changesText(logged?.changes ?? [])).not.toContain(reason);
  });
});
