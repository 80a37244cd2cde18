import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { allApi, type InputOf } from "@visadesk/contract/index.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { TEST_NOW, testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { OrderDesk } from "../../testing/make/order.ts";

let app: TestApp;
let admin: Client;
let desk: OrderDesk;
const orders = new Map<string, number>();
let seq = 100;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
});
const worker = (account: string): number => desk.staff.get(account) ?? 0;
const TOKYO = "JP-TOUR-S-01";
const DAY = 86_400_000;

/** An order of the expert for that product, paid for long ago. */
async function orderFor(account: string, sku_no: string): Promise<number> {
  const key = `${account} ${sku_no}`;
  const known = orders.get(key);
  if (known !== undefined) return known;
  const { id } = await desk.order({ sku_no });
  await rows(app.db, q`update orders set expert_id = ${worker(account)} where id = ${id}`);
  orders.set(key, id);
  return id;
}
interface Cases {
  n: number;
  issued: number;
  identity?: string;
  days_ago?: number;
  round?: number;
}
/** People of that product with their results. */
async function cases(
  account: string,
  sku_no: string,
  { n, issued, identity = "employed", days_ago = 10, round = 0 }: Cases,
): Promise<void> {
  const order_id = await orderFor(account, sku_no);
  const at = new Date(app.clock.now().getTime() - days_ago * DAY);
  const first = seq;
  seq += n;
  await rows(
    app.db,
    q`
    insert into applicants (order_id, seq, applicant_no, country_id, sku_id, identity, applicant_status, result_at, handed_back_at, refusal_category, supplement_round, status_at, created_at)
    select o.id, x.n, 'T-' || x.n, o.country_id, o.sku_id, ${identity}, case when x.n < ${first + issued} then 'issued' else 'refused' end, ${at}::timestamptz, ${at}::timestamptz,
      case when x.n >= ${first + issued} then 'funds' end, ${round}, ${at}::timestamptz, ${at}::timestamptz
    from orders o, generate_series(${first}::int, ${first + n - 1}::int) as x(n) where o.id = ${order_id}`,
  );
}
const other = async (): Promise<string> => {
  const found = await row<{ sku_no: string }>(
    app.db,
    q`select sku_no from skus where country_id = 'KR' and sku_status = 'on_sale' order by id limit 1`,
  );
  return found?.sku_no ?? "";
};
const figures = async (account: string) => {
  const { list } = await admin.call("expert_query", { page_size: 100 });
  const found = list.find((e) => e.account === account);
  if (!found) throw new Error(`${account} is no expert`);
  return found;
};

beforeEach(async () => {
  await rows(app.db, q`delete from applicants where applicant_no like 'T-%'`);
});

describe("setting 15: the rate against what the same missions and identities gave others", () => {
  test("26 of 30 where 80 were expected: +6.7 points, interval 70.3–94.7; 19 finished say nothing", async () => {
    const seoul = await other();
    await cases("jpkr_2", TOKYO, { n: 100, issued: 90 });
    await cases("jpkr_2", seoul, { n: 50, issued: 30, identity: "student" });
    // Other identities and old results must not count.
    await cases("jpkr_2", TOKYO, { n: 40, issued: 0, identity: "retired" });
    await cases("jpkr_2", TOKYO, { n: 300, issued: 0, days_ago: 400 });
    await cases("jpkr_1", TOKYO, { n: 20, issued: 18, round: 1 });
    await cases("jpkr_1", seoul, { n: 10, issued: 8, identity: "student" });
    const of = await figures("jpkr_1");
    expect(of).toMatchObject({
      finished: 30,
      order_count: 2,
      issue_rate: 86.7,
      expected_rate: 80,
      adjusted_diff: 6.7,
      rate_low: 70.3,
      rate_high: 94.7,
    });
    expect(of.supplement_mean).toBe(0.67);
    expect(of.trend).toHaveLength(12);
    expect(of.trend[10]).toEqual({ finished: 30, issued: 26 });
    await rows(
      app.db,
      q`delete from applicants where id in (select id from applicants where expert_id = ${worker("jpkr_1")} and applicant_no like 'T-%' limit 11)`,
    );
    expect(await figures("jpkr_1")).toMatchObject({
      finished: 19,
      expected_rate: null,
      adjusted_diff: null,
      rate_low: null,
      rate_high: null,
    });
  });

  test("a cell under 20 is judged by its mission, one without 20 by everybody; his own cases never count", async () => {
    const seoul = await other();
    await cases("jpkr_1", TOKYO, { n: 20, issued: 20, identity: "retired" });
    await cases("jpkr_2", TOKYO, { n: 19, issued: 0, identity: "retired" });
    await cases("jpkr_2", TOKYO, { n: 81, issued: 50 });
    // 100 others at the mission, 50 issued; the 19 of the cell are too few.
    expect(await figures("jpkr_1")).toMatchObject({ finished: 20, issue_rate: 100, expected_rate: 50, adjusted_diff: 50 });
    await rows(app.db, q`delete from applicants where expert_id = ${worker("jpkr_2")} and applicant_no like 'T-%'`);
    await cases("jpkr_2", seoul, { n: 10, issued: 3 });
    expect(await figures("jpkr_1")).toMatchObject({ expected_rate: 30, adjusted_diff: 70 });
    await rows(app.db, q`delete from applicants where expert_id = ${worker("jpkr_2")} and applicant_no like 'T-%'`);
    expect(await figures("jpkr_1")).toMatchObject({ finished: 20, issue_rate: 100, expected_rate: null, adjusted_diff: null });
  });

  test("a refusal stays one whatever becomes of its claim", async () => {
    await cases("jpkr_1", TOKYO, { n: 4, issued: 1 });
    await rows(
      app.db,
      q`update applicants set applicant_status = 'refunded' where refusal_category is not null and applicant_no like 'T-%'`,
    );
    expect(await figures("jpkr_1")).toMatchObject({ finished: 4, issue_rate: 25 });
  });
});

test("sorting by a rate puts too small samples last, both ways; filters by country, sample and period", async () => {
  await cases("jpkr_1", TOKYO, { n: 20, issued: 10 });
  await cases("jpkr_2", TOKYO, { n: 25, issued: 25 });
  await cases("jpkr_3", TOKYO, { n: 19, issued: 19 });
  const by = async (order: "asc" | "desc"): Promise<string[]> =>
    (await admin.call("expert_query", { sort: "issue_rate", order, page_size: 100 })).list.slice(0, 2).map((e) => e.account);
  expect(await by("desc")).toEqual(["jpkr_2", "jpkr_1"]);
  expect(await by("asc")).toEqual(["jpkr_1", "jpkr_2"]);
  const accounts = async (filter: InputOf<"expert_query">): Promise<string[]> =>
    (await admin.call("expert_query", { sort: "nickname", ...filter })).list.map((e) => e.account).sort();
  expect(await accounts({ sample_ok: true })).toEqual(["jpkr_1", "jpkr_2"]);
  expect(await accounts({ country_id: ["KR"] })).toEqual(["expert", "jpkr_1", "jpkr_2", "jpkr_3"]);
  expect(await accounts({ keyword: "高" })).toEqual(["jpkr_1"]);
  const past = await admin.call("expert_query", { result_at: { from: "2026-01-01", to: "2026-06-30" }, keyword: "高桐" });
  expect(past.list[0]).toMatchObject({ finished: 0, issue_rate: null, adjusted_diff: null });
  expect((await admin.raw("expert_query", { result_at: { from: "2026-06-30", to: "2026-01-01" } })).msg).toBe("统计期间的结束须晚于开始");
  const page = await admin.call("expert_query", { page: 9, page_size: 10 });
  expect([page.list, page.total]).toEqual([[], 13]);
});

test("punctuality and first reviews from the spans of real moves, evaluations without the automatic ones", async () => {
  await rows(app.db, q`update experts set accept_new = (worker_id = ${worker("jpkr_3")})`);
  // Days ago, so that the calls below come from a session that is still alive.
  app.clock.set("2026-11-09T02:00:00.000Z");
  const finished = async (late: boolean): Promise<number> => {
    const o = await desk.order();
    await desk.pay(o.id);
    const person = o.people[0] ?? 0;
    await desk.handIn(person);
    app.clock.advance(late ? 5 * DAY : 60 * 60_000);
    await desk.passItems(person);
    await desk.move("applicant_review_pass", person);
    await rows(app.db, q`update applicants set applicant_status = 'issued', result_at = ${app.clock.now()} where id = ${person}`);
    return o.id;
  };
  const one = await finished(false);
  const two = await finished(true);
  app.clock.advance(1000);
  const evaluate = (order_id: number, score: number, source: "customer" | "auto") =>
    app.db
      .insertInto("order_evaluates")
      .values({ order_id, score, source, expert_id: worker("jpkr_3"), created_at: app.clock.now().toISOString() })
      .execute();
  await evaluate(one, 2, "customer");
  await evaluate(two, 5, "auto");
  app.clock.set(TEST_NOW);
  const of = await figures("jpkr_3");
  expect(of).toMatchObject({
    finished: 2,
    reviews_ended: 2,
    on_time_rate: 50,
    evaluate_count: 1,
    score_mean: 2,
    good_rate: 0,
    bad_count: 1,
  });
  // One working hour, and five days with a weekend in between.
  const spans = await rows<{ work_minutes: number; due_at: string }>(
    app.db,
    q`select work_minutes, due_at from stage_spans where status = 'pre_review' and left_at is not null order by work_minutes`,
  );
  expect(spans.map((s) => s.due_at === null)).toEqual([false, false]);
  expect(spans[0]?.work_minutes).toBe(60);
  expect(of.review_hours).toBe(Math.round((60 + (spans[1]?.work_minutes ?? 0)) / 2 / 6) / 10);
  await rows(app.db, q`update experts set accept_new = true`);
  const picks = await admin.call("expert_pick_query", { worker_id: worker("jpkr_3") });
  expect(picks.list.map((p) => [p.order_id, p.step, p.picked_name])).toEqual([
    [two, "load", "唐书言"],
    [one, "load", "唐书言"],
  ]);
  const why = await admin.call("order_pick_get", { id: one });
  expect(why.picks[0]?.candidates.map((c) => [c.nickname, c.excluded]).sort()).toEqual([
    ["唐书言", null],
    ["林晓雯", "停止接单"],
    ["罗依然", "停止接单"],
    ["高桐", "停止接单"],
  ]);
});

describe("who sees and changes whom", () => {
  test("without the screen's code an expert sees himself, a leader his scope, the manager everybody", async () => {
    const expert = await app.as("jpkr_2");
    expect((await expert.call("expert_query", {})).list.map((e) => e.account)).toEqual(["jpkr_2"]);
    expect((await expert.call("expert_get", { worker_id: worker("jpkr_2") })).expert?.account).toBe("jpkr_2");
    expect(await expert.call("expert_get", { worker_id: worker("jpkr_1") })).toEqual({ expert: null });
    expect(await expert.call("expert_stat_get", {})).toMatchObject({ experts: 1, fallbacks: [] });
    expect((await expert.call("expert_pick_query", { worker_id: worker("jpkr_3") })).total).toBe(0);
    expect((await expert.raw("expert_update", { worker_id: worker("jpkr_2"), version: 1, weight: 5 })).status).toBe(403);
    const manager = await app.as("manager");
    expect((await manager.call("expert_query", {})).total).toBe(13);
    await rows(
      app.db,
      q`insert into roles (name, note, module_group, data_scope, created_at, updated_at) values ('专家组长', '', array[100302, 101005], 'team', ${app.clock.now()}, ${app.clock.now()})`,
    );
    await rows(app.db, q`update workers set role_id = (select id from roles where name = '专家组长') where account = 'schengen_1'`);
    const leader = await app.as("schengen_1");
    expect((await leader.call("expert_query", {})).list.map((e) => e.account).sort()).toEqual(["schengen_1", "schengen_2", "schengen_3"]);
    expect((await leader.raw("expert_update", { worker_id: worker("jpkr_2"), version: 1, weight: 5 })).body).toMatchObject({
      code: "not_found",
    });
  });

  test("only who processes orders becomes an expert; a saved version is the next one's base", async () => {
    const refused = await admin.raw("expert_update", { worker_id: worker("service_1"), version: 0, display_name: "袁老师" });
    expect([refused.msg, (refused.body as { code: string }).code]).toEqual(["该员工没有订单处理权限", "guard_failed"]);
    await rows(app.db, q`update workers set role_id = (select id from roles where name = '签证专家') where account = 'business_1'`);
    const made = { worker_id: worker("business_1"), version: 0 };
    expect((await admin.raw("expert_update", made)).msg).toBe("请输入对客称呼");
    await admin.call("expert_update", { ...made, display_name: "叶老师", country_ids: ["JP", "FR"] });
    expect((await admin.call("expert_get", { worker_id: made.worker_id })).expert).toMatchObject({
      display_name: "叶老师",
      country_ids: ["FR", "JP"],
      max_open: 40,
      weight: 2,
      accept_new: true,
      version: 1,
    });
    expect((await admin.raw("expert_update", { ...made, weight: 3 })).status).toBe(409);
    await admin.call("expert_update", { ...made, version: 1, accept_new: false });
    const log = await row<{ changes: unknown }>(
      app.db,
      q`select changes from operation_logs where endpoint = 'expert_update' and result = 'ok' order by id desc limit 1`,
    );
    expect(log?.changes).toEqual([{ field: "accept_new", label: "接单", before: true, after: false }]);
    await rows(app.db, q`update workers set role_id = (select id from roles where name = '客服') where account = 'business_1'`);
    await admin.call("expert_update", { ...made, version: 2, weight: 1 });
    expect((await admin.raw("expert_update", { ...made, version: 3, accept_new: true })).msg).toBe("该员工没有订单处理权限");
    expect((await admin.call("expert_get", { worker_id: made.worker_id })).expert?.off_today).toBe("无订单处理权限");
  });

  test("setting 24: weight 6, max_open 0 and an unknown country are refused with the field's name", async () => {
    const bad = async (more: object) => {
      const a = await admin.raw("expert_update", { worker_id: worker("jpkr_1"), version: 1, ...more });
      return [a.msg, (a.body as { issues: { path: string }[] }).issues.map((i) => i.path)];
    };
    expect(await bad({ weight: 6 })).toEqual(["权重不能大于5", ["weight"]]);
    expect(await bad({ max_open: 0 })).toEqual(["在办上限(人)不能小于1", ["max_open"]]);
    expect(await bad({ display_name: "林" })).toEqual(["对客称呼为2至10个字", ["display_name"]]);
    expect(await bad({ country_ids: ["ZZ"] })).toEqual(["国家 ZZ 不存在，请重新选择", ["country_ids"]]);
  });
});

test("the head counts what the list shows; the export has the list's rows", async () => {
  const { experts, free_today, over_limit } = await admin.call("expert_stat_get", {});
  const { total, list } = await admin.call("expert_query", { page_size: 100 });
  expect([experts, free_today]).toEqual([total, list.filter((e) => e.off_today === null).length]);
  expect(over_limit).toBe(list.filter((e) => e.open_applicants > e.max_open).length);
  const { id } = await admin.call("export_add", {
    endpoint: "expert_query",
    filter: {},
    format: "csv",
    expected_count: total ?? 0,
    idempotency_key: crypto.randomUUID(),
  });
  await app.runJobs();
  expect(await admin.call("export_get", { id })).toMatchObject({ status: "done", row_count: total });
  expect(allApi.expert_query.exports).toContain("adjusted_diff");
});
