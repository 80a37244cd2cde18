/** The same idempotency key twice, one after another and at once, over every endpoint that takes one. */
import { beforeAll, describe, expect, test } from "vitest";
import { allEndpoints, type EndpointName, type InputOf } from "@visadesk/contract/index.ts";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { SECRET } from "#kit/call/log.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { waitingGrant } from "../make/grant.ts";
import { baseDataOnce } from "../once/base-data.ts";
import { moneyOnce } from "../once/money.ts";
import { productOnce } from "../once/product.ts";
import { peerOnce } from "../once/peer.ts";
import { orderOnce } from "../once/order-remind.ts";
import { supplierOnce } from "../once/supplier.ts";
import { OrderDesk, personData, type Made } from "../make/order.ts";

let app: TestApp;
let admin: Client;
let desk: OrderDesk;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
});

type Keyed = { [N in EndpointName]: InputOf<N> extends { idempotency_key: string } ? N : never }[EndpointName];
type Bodies = { readonly [N in Keyed]: () => Promise<Omit<InputOf<N>, "idempotency_key">> };

const paid = async (): Promise<Made> => {
  const o = await desk.order();
  await desk.pay(o.id);
  return o;
};
const one = (o: Made): number => o.people[0] ?? 0;
const reviewed = async (): Promise<Made> => {
  const o = await paid();
  await desk.reviewed(one(o));
  return o;
};
const submitted = async (): Promise<Made> => {
  const o = await reviewed();
  await desk.move("applicant_submit", one(o), { submit_date: desk.today() });
  return o;
};
const versioned = async (id: number): Promise<{ id: number; version: number }> => ({ id, version: (await desk.person(id)).version });
const original = async (o: Made) => {
  const m = (await desk.person(one(o))).materials.find((x) => x.kind === 2);
  if (!m) throw new Error("the product needs an original");
  return m;
};
const diff = (order_id: number) => ({
  order_id,
  fee_kind: "other" as const,
  amount: 5_000,
  reason: "补收翻译费",
  payer: "customer" as const,
  is_blocking: false,
});
/** Each region of its own place: one owner per kind, place and day. */
const region = (name: string, area: string) => ({
  name,
  worker_id: desk.staff.get("service_1") ?? 0,
  area_codes: [area],
  from_date: desk.today(),
});
const roleId = async (name: string): Promise<number> =>
  (await row<{ id: number }>(app.db, q`select id from roles where name = ${name}`))?.id ?? 0;
const grant = async (role: string): Promise<{ id: number; version: number }> => ({
  id: (await row<{ id: number }>(app.db, waitingGrant(app.clock.now(), role)))?.id ?? 0,
  version: 1,
});
const waiting = { kind: "cs" as const, from_date: "2027-01-01" };
const newcomer = async (account: string): Promise<number> =>
  (await admin.call("oss_account_add", { account, nickname: "一次员工", idempotency_key: crypto.randomUUID() })).id;

const world = [() => app, () => admin, () => desk] as const;
const [baseData, product] = [baseDataOnce(...world), productOnce(...world)];
const [supplier, peer] = [supplierOnce(...world), peerOnce(world[0], world[1])];
const [money, ofOrder] = [moneyOnce(...world), orderOnce(...world)];

/** A body for each that succeeds; an endpoint with a key that is missing here does not compile. */
const bodies: Bodies = {
  ...baseData.bodies,
  ...product.bodies,
  ...supplier.bodies,
  ...peer.bodies,
  ...money.bodies,
  ...ofOrder.bodies,
  client_report_add: () =>
    Promise.resolve({ sentence: "页面空白", route: "/order-list", version: "1.0.2", clock_skew_ms: 0, browser: "test", calls: [] }),
  order_add: async () => {
    const entry = { ...(await desk.entry()), applicants: [{ ...personData(0), passport_no: "E87654321" }] };
    const { quote_hash } = await desk.call("order_quote", entry);
    return { ...entry, quote_hash, contact_name: "李四", contact_mobile: "13900001111", return_mode: "pickup", confirm_duplicate: true };
  },
  order_pay_register: async () => {
    const { id } = await desk.order();
    const { order } = await desk.facts(id);
    return {
      id,
      version: order.version,
      parts: [
        {
          method: "wechat",
          amount: order.amount_payable,
          trade_no: crypto.randomUUID(),
          proof: [await desk.file()],
          paid_at: app.clock.now().toISOString(),
        },
      ],
    };
  },
  applicant_submit: async () => ({ ...(await versioned(one(await reviewed()))), submit_date: desk.today() }),
  applicant_issue: async () => ({
    ...(await versioned(one(await submitted()))),
    visa_no: "V1234567",
    visa_issue_date: desk.today(),
    visa_effective_date: desk.today(),
    visa_expiry_date: "2029-01-01",
    stay_days: 30,
    entry_count: "single",
    result_files: [await desk.file("application/pdf")],
  }),
  applicant_refuse: async () => ({
    ...(await versioned(one(await submitted()))),
    refusal_category: "funds",
    refusal_files: [await desk.file()],
  }),
  applicant_rollback: async () => ({
    ...(await versioned(one(await submitted()))),
    to: "awaiting_submission",
    reason_code: "mistake",
    reason: "送错了使领馆",
  }),
  applicant_settle_price_update: async () => {
    const p = await desk.person(one(await reviewed()));
    return { id: p.id, version: p.version, settle_price: (p.settle_price ?? 0) + 100, reason: "供应商临时加价" };
  },
  applicant_supplier_set: async () => ({ ids: (await reviewed()).people, reason: "供应商临时停办" }),
  applicant_move_batch: async () => ({ move: "submit", ids: (await reviewed()).people, submit_date: desk.today() }),
  custody_move: async () => ({ material_ids: [(await original(await reviewed())).id], to_holder: "supplier", count: 1 }),
  submission_batch_submit: async () => {
    const { id, version } = await desk.call("submission_batch_add", { applicant_ids: (await reviewed()).people, plan_date: desk.today() });
    return { id, version, submit_date: desk.today() };
  },
  express_add: async () => {
    const o = await paid();
    const m = await original(o);
    return {
      order_id: o.id,
      type: 1,
      mode: "express",
      carrier_code: "SF",
      waybill_no: `SF${o.id}0001`,
      items: [{ applicant_id: one(o), material_id: m.id, name: m.name, count: 1 }],
    };
  },
  order_diff_add: async () => diff((await paid()).id),
  order_diff_pay: async () => {
    const { id, version } = await desk.call("order_diff_add", diff((await paid()).id));
    return {
      id,
      version,
      method: "wechat",
      trade_no: crypto.randomUUID(),
      proof: [await desk.file()],
      paid_at: app.clock.now().toISOString(),
    };
  },
  erasure_approve: async () => {
    const run = await row<{ id: number; version: number }>(
      app.db,
      q`insert into erasure_runs (cutoff_date, created_at) values ('2024-11-20', ${app.clock.now()}) returning id, version`,
    );
    return run ?? { id: 0, version: 0 };
  },
  role_add: () => Promise.resolve({ name: "一次角色", note: "", module_group: [may.order_view], data_scope: "own" }),
  role_copy: async () => ({ id: await roleId("客服"), name: "一次副本", note: "", module_group: [may.order_view], data_scope: "own" }),
  grant_change_approve: () => grant("内容运营"),
  grant_change_reject: async () => ({ ...(await grant("产品经理")), reject_text: "不需要" }),
  grant_change_withdraw: async () => {
    const made = await grant("客服");
    await rows(app.db, q`update grant_changes set maker_id = (select id from workers where account = 'admin') where id = ${made.id}`);
    return made;
  },
  oss_account_add: () => Promise.resolve({ account: "once01", nickname: "一次员工" }),
  worker_disable: async () => {
    const id = await newcomer("once11");
    const { hash, version } = await admin.call("worker_disable_preview", { id });
    return { id, version, hash, receivers: [], reason: "离职" };
  },
  worker_disable_now: async () => ({ id: await newcomer("once12"), version: 1, reason: "设备丢失" }),
  worker_enable: async () => {
    const id = await newcomer("once13");
    await admin.call("worker_disable_now", { id, version: 1, reason: "设备丢失", idempotency_key: crypto.randomUUID() });
    return { id, version: 2 };
  },
  team_add: () => Promise.resolve({ name: "一次团队", parent_id: null, leader_id: 1, country_ids: [], member_ids: [] }),
  region_owner_add: () => Promise.resolve({ kind: "cs", ...region("一次江苏", "320000") }),
  region_owner_update: async () => {
    const { id, version } = await admin.call("region_owner_add", {
      ...region("一次浙江", "330000"),
      ...waiting,
      idempotency_key: crypto.randomUUID(),
    });
    return { id, version, ...region("一次浙江", "330000") };
  },
  region_owner_end: async () => {
    const { id, version } = await admin.call("region_owner_add", {
      kind: "cs",
      ...region("一次安徽", "340000"),
      idempotency_key: crypto.randomUUID(),
    });
    return { id, version, to_date: desk.today() };
  },
};

/** One field of the body that is different; a version is, where there is one. */
const ANOTHER_VERSION = { version: 99 };
const OTHER: { readonly [N in Keyed]: Partial<InputOf<N>> } = {
  ...baseData.other,
  ...product.other,
  ...supplier.other,
  ...peer.other,
  ...money.other,
  ...ofOrder.other,
  client_report_add: { clock_skew_ms: 1 },
  order_add: { contact_name: "王五" },
  order_pay_register: ANOTHER_VERSION,
  applicant_submit: ANOTHER_VERSION,
  applicant_issue: ANOTHER_VERSION,
  applicant_refuse: ANOTHER_VERSION,
  applicant_rollback: ANOTHER_VERSION,
  applicant_settle_price_update: ANOTHER_VERSION,
  applicant_supplier_set: { reason: "名额调整" },
  applicant_move_batch: { ids: [1] },
  custody_move: { count: 2 },
  submission_batch_submit: ANOTHER_VERSION,
  express_add: { waybill_no: "SF0002" },
  order_diff_add: { amount: 6_000 },
  order_diff_pay: ANOTHER_VERSION,
  erasure_approve: ANOTHER_VERSION,
  role_add: { note: "另一个" },
  role_copy: { note: "另一个" },
  grant_change_approve: ANOTHER_VERSION,
  grant_change_reject: ANOTHER_VERSION,
  grant_change_withdraw: ANOTHER_VERSION,
  oss_account_add: { nickname: "另一人" },
  worker_disable: ANOTHER_VERSION,
  worker_disable_now: ANOTHER_VERSION,
  worker_enable: ANOTHER_VERSION,
  team_add: { name: "另一团队" },
  region_owner_add: { note: "另一个" },
  region_owner_update: ANOTHER_VERSION,
  region_owner_end: ANOTHER_VERSION,
};

/** Changes that were logged as done: a repeated call writes none. */
const done = async (name: string): Promise<number> =>
  (
    await row<{ n: number }>(
      app.db,
      q`select count(distinct request_id)::int as n from operation_logs where endpoint = ${name} and result = 'ok'`,
    )
  )?.n ?? 0;
/** Secrets are answered once and never kept. */
const kept = (body: unknown): unknown => JSON.parse(JSON.stringify(body), (k, v: unknown) => (SECRET.test(k) ? null : v));

test("every endpoint with a key is tried", () => {
  expect(Object.keys(bodies).sort()).toEqual(
    allEndpoints
      .filter((e) => e.key)
      .map((e) => e.name)
      .sort(),
  );
});

describe.each(Object.keys(bodies) as Keyed[])("%s", (name) => {
  test("five at once and one later with the same key are one change and one answer; another body is refused", async () => {
    const body: Record<string, unknown> = { ...(await bodies[name]()), idempotency_key: crypto.randomUUID() };
    const before = await done(name);
    const answers = await Promise.all(Array.from({ length: 5 }, () => admin.raw(name, body)));
    for (const a of answers) expect([a.status, a.ret], `${a.msg} ${JSON.stringify(a.body)}`).toEqual([200, 0]);
    for (const a of answers) expect(kept(a.body)).toEqual(kept(answers[0]?.body));
    expect(answers.filter((a) => a.headers["idempotency-replayed"] !== "true")).toHaveLength(1);
    const again = await admin.raw(name, body);
    expect([again.ret, again.headers["idempotency-replayed"], kept(again.body)]).toEqual([0, "true", kept(answers[0]?.body)]);
    expect(await done(name)).toBe(before + 1);

    const other = { ...body, ...OTHER[name] };
    expect(other).not.toEqual(body);
    const reused = await admin.raw(name, other);
    expect([reused.status, reused.msg]).toEqual([409, TEXTS.key_reused]);
    expect(await done(name)).toBe(before + 1);
  }, 60_000);
});
