import { beforeAll, describe, expect, it } from "vitest";
import { applicantApi } from "@visadesk/contract/order/applicant.ts";
import { orderListApi } from "@visadesk/contract/order/order-list.ts";
import { QUEUES } from "@visadesk/contract/workbench/queues.ts";
import type { PermissionName } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { loadOrders } from "../../../scripts/bench-load.ts";
import { TEST_NOW } from "../testing/business.ts";
import { principalFor, readCtx } from "../testing/ctx.ts";
import { testDatabase, type TestDatabase } from "../testing/database.ts";
import { plainPerson } from "../testing/loops/parts/plain.ts";
import { applicantReads } from "../order/applicant/applicant.read.ts";
import { orderReads } from "../order/list/order.read.ts";
import { figures, home, spansOf } from "./home.ts";
import { loads } from "./load.ts";
import { messages } from "./message.ts";
import { search } from "./search.ts";
import { counters } from "./stat.ts";
import { tasks } from "./task.ts";

let database: TestDatabase;
let expert: number;
const now = new Date(TEST_NOW);
const at = (codes: readonly PermissionName[], worker_id = expert, time = now): Ctx =>
  readCtx(database.db, principalFor({ worker_id, codes }), time);
const EXPERT = ["workbench", "order_process"] as const;

beforeAll(async () => {
  database = await testDatabase();
  await loadOrders(database.url, 2_000, now);
  expert =
    (
      await row<{ id: number }>(
        database.db,
        q`select expert_id as id from applicants where tab = 'pre_review' and held_at is null group by 1 order by count(*) desc limit 1`,
      )
    )?.id ?? 0;
}, 120_000);

describe("order_stat_query", () => {
  it("workbench 14: every key is there and 0 without a code", async () => {
    const found = await counters(at([], expert + 9));
    for (const key of Object.keys(QUEUES)) expect(found[`todo_${key}_count`]).toBe(0);
    for (const key of [
      "task_count",
      "task_new_count",
      "task_overdue_count",
      "refund_review_count",
      "reject_product_count",
      "message_unread_count",
    ])
      expect(found[key]).toBe(0);
  });
  it("workbench 4: hold, urgent work of mine; fresh after my own act, at most ten seconds old after that of others", async () => {
    const before = await counters(at(EXPERT));
    expect(before["todo_pre_review_count"]).toBeGreaterThan(0);
    expect(before["task_count"]).toBe(Object.keys(QUEUES).reduce((n, key) => n + (before[`todo_${key}_count`] ?? 0), 0));
    await rows(
      database.db,
      q`update applicants set held_at = ${now}, hold_party = 'customer' where id = (select id from applicants where tab = 'pre_review' and held_at is null and supplement_round = 0 and expert_id = ${expert} limit 1)`,
    );
    expect((await counters(at(EXPERT)))["task_count"]).toBe(before["task_count"]);
    await rows(
      database.db,
      q`insert into operation_logs (at, request_id, actor_kind, actor_id, actor_name, kind, endpoint, area, result) values (${now}, 'x', 'worker', ${expert}, '', 'write', 'applicant_hold', 'order', 'ok')`,
    );
    expect((await counters(at(EXPERT)))["todo_pre_review_count"]).toBe((before["todo_pre_review_count"] ?? 0) - 1);
    await rows(database.db, q`update applicants set held_at = null, hold_party = null where expert_id = ${expert} and held_at = ${now}`);
    expect((await counters(at(EXPERT, expert, new Date(now.getTime() + 11_000))))["task_count"]).toBe(before["task_count"]);
  });
  it("claims waiting equal the people in that state", async () => {
    const n = await row<{ n: number }>(database.db, q`select count(*)::int as n from applicants where applicant_status = 'refused_review'`);
    expect((await counters(at(["order_refuse_claim"], expert + 1)))["reject_product_count"]).toBe(n?.n);
  });
});

describe("tasks", () => {
  it("total = task_count; filters narrow it; levels follow due and urgency", async () => {
    const ctx = at(EXPERT, expert, new Date(now.getTime() + 60_000));
    const all = await tasks(ctx, { page: 1, page_size: 100 });
    expect(all.total).toBe((await counters(ctx))["task_count"]);
    expect(
      all.list.every(
        (t) => (t.level === "critical") === (t.due_at !== null && Date.parse(t.due_at) < ctx.now.getTime()) || t.level !== "normal",
      ),
    ).toBe(true);
    const overdue = await tasks(ctx, { page: 1, page_size: 100, due: "overdue" });
    expect(overdue.list.every((t) => t.due_at !== null && Date.parse(t.due_at) < ctx.now.getTime())).toBe(true);
    expect(overdue.total).toBe((await counters(ctx))["task_overdue_count"]);
    const normal = await tasks(ctx, { page: 1, page_size: 100, level: ["normal"] });
    expect(normal.total).toBe(all.list.filter((t) => t.level === "normal").length);
    expect((await tasks(ctx, { page: 9, page_size: 100 })).total).toBe(all.total);
    expect(all.list[0]?.title).toMatch(/^.+ · .+$/);
  });
});

describe("task_load_query", () => {
  const leader = (codes: readonly PermissionName[], time = now): Ctx =>
    readCtx(database.db, principalFor({ worker_id: 1, codes, data_scope: "all" }), time);
  it("each figure equals the tasks it opens, also the late ones and those of nobody; together they are all", async () => {
    const ctx = leader([...EXPERT, "refund_review", "order_evaluate"], new Date(now.getTime() + 60_000));
    const { members, queues } = await loads(ctx, { scope: "all" });
    const total = async (filter: object): Promise<number> => (await tasks(ctx, { page: 1, page_size: 1, scope: "all", ...filter })).total;
    expect(members.reduce((n, m) => n + m.count, 0)).toBe(await total({}));
    expect(members.reduce((n, m) => n + m.overdue, 0)).toBe(await total({ due: "overdue" }));
    for (const m of members.filter((x) => x.count > 0).slice(0, 4)) {
      const whose = m.worker_id === null ? { is_unassigned: true } : { handler_id: [m.worker_id] };
      expect(await total(whose)).toBe(m.count);
      for (const { key } of queues) {
        const cell = m.cells[key] ?? { count: 0, overdue: 0 };
        const found = [await total({ ...whose, queue: [key] }), await total({ ...whose, queue: [key], due: "overdue" })];
        expect([m.nickname, key, ...found]).toEqual([m.nickname, key, cell.count, cell.overdue]);
      }
    }
    expect(members.map((m) => m.worker_id)).toContain(expert);
    const busy = members.filter((m) => m.worker_id !== null);
    expect(busy.map((m) => m.overdue)).toEqual(busy.map((m) => m.overdue).toSorted((a, b) => b - a));
  });
  it("whoever sees his own alone is refused; without the codes of queues there are members and no figures", async () => {
    const own = readCtx(database.db, principalFor({ worker_id: expert, codes: EXPERT, data_scope: "own", scope_ids: [expert] }), now);
    await expect(loads(own, { scope: "all" })).rejects.toThrow("仅组长可查看负荷表");
    await rows(database.db, q`update roles set module_group = array_append(module_group, 100100) where not module_group @> '{100100}'`);
    const { queues, members } = await loads(leader(["workbench"]), { scope: "all" });
    expect([queues, members.every((m) => m.count === 0), members.length > 1]).toEqual([[], true, true]);
  });
});

describe("figures", () => {
  it("workbench 16: the same elapsed part of the period before", () => {
    const t = new Date("2026-11-18T07:20:00Z"); // Wednesday 15:20 in Shanghai
    expect(spansOf("today", t).before).toEqual({ from: new Date("2026-11-16T16:00:00Z"), to: new Date("2026-11-17T07:20:00Z") });
    expect(spansOf("week", t)).toEqual({
      span: { from: new Date("2026-11-15T16:00:00Z"), to: t },
      before: { from: new Date("2026-11-08T16:00:00Z"), to: new Date("2026-11-11T07:20:00Z") },
    });
    expect(spansOf("month", t)).toEqual({
      span: { from: new Date("2026-10-31T16:00:00Z"), to: t },
      before: { from: new Date("2026-09-30T16:00:00Z"), to: new Date("2026-10-18T07:20:00Z") },
    });
    // A longer month than the one before never reaches into itself.
    expect(spansOf("month", new Date("2026-03-31T01:00:00Z")).before.to).toEqual(new Date("2026-02-28T16:00:00Z"));
  });
  it("equal the lists they open; the rate is issued of all results", async () => {
    const list = await figures(at(["order_view", "order_process"]), "days_30");
    const value = (key: string): number | null | undefined => list.find((f) => f.key === key)?.value;
    const from = new Date(now.getTime() - 30 * 86_400_000);
    const n = await row<{ orders: number; issued: number; results: number }>(
      database.db,
      q`
      select (select count(*)::int from orders where created_at >= ${from} and created_at < ${now}) as orders, count(*) filter (where applicant_status = 'issued')::int as issued, count(*)::int as results
      from applicants where result_at >= ${from} and result_at < ${now}`,
    );
    expect(value("orders")).toBe(n?.orders);
    expect(value("issued")).toBe(n?.issued);
    expect(value("issue_rate")).toBeCloseTo((n?.issued ?? 0) / (n?.results ?? 1));
    // Each opens a list of the same number, for a leader who has no case of his own as well.
    const ctx = at(["order_view", "order_process"]);
    for (const f of list.filter((x) => x.kind === "count")) {
      const shown =
        f.route === "order-list"
          ? (await applicantReads.applicant_query(applicantApi.applicant_query.input.parse(f.query), ctx)).total
          : (await orderReads.order_total_get(orderListApi.order_total_get.input.parse(f.query), ctx)).figures[
              f.key === "persons" ? "persons" : "orders"
            ];
      expect(shown, f.label).toBe(f.value);
    }
    expect(await figures(at(["sku"]), "today")).toEqual([]);
  });
  it("home holds a curve of 30 days and a strip of seven", async () => {
    const h = await home(at(EXPERT));
    expect(h.curve).toHaveLength(30);
    expect(h.due_days).toHaveLength(7);
    expect(h.queues.length).toBeLessThanOrEqual(6);
    const made = await row<{ n: number }>(
      database.db,
      q`select count(*)::int as n from orders where created_at >= ${new Date(`${h.curve[0]?.date}T00:00:00+08:00`)}`,
    );
    expect(h.curve.reduce((n, d) => n + d.orders, 0)).toBe(made?.n);
    expect(await home(at([]))).toEqual({ queues: [], figures: [], curve: [], due_days: [], recent: [] });
  });
});

describe("search_query", () => {
  it("workbench 17: names the field that matched and masks the name", async () => {
    const a = await row<{ id: number; name_cn: string; applicant_no: string; order_no: string }>(
      database.db,
      q`select a.id, a.name_cn, a.applicant_no, o.order_no from applicants a join orders o on o.id = a.order_id order by a.id desc limit 1`,
    );
    const ctx = at(["order_view", "order_process"]);
    const { passport_no } = await plainPerson(database.db, a?.id ?? 0);
    const byPassport = await search(ctx, { q: passport_no.slice(-4) });
    const hit = byPassport.groups.find((g) => g.key === "applicant")?.list.find((h) => h.no === a?.applicant_no);
    expect(hit?.matched).toBe("护照号尾号");
    expect(hit?.title).not.toContain(a?.name_cn);
    expect(hit?.title.startsWith([...(a?.name_cn ?? "")][0] ?? "?")).toBe(true);
    expect((await search(ctx, { q: a?.order_no.toLowerCase() ?? "" })).groups[0]?.list[0]).toMatchObject({
      no: a?.order_no,
      matched: "订单号",
      route: "admin-order-detail",
    });
    expect((await search(ctx, { q: a?.order_no.slice(-6) ?? "" })).groups[0]?.list.map((h) => h.matched)).toContain("订单号尾号");
    expect((await search(ctx, { q: passport_no.slice(-3) })).groups).toEqual([]);
    expect((await search(at(["sku"]), { q: a?.order_no ?? "" })).groups).toEqual([]);
    expect((await search(at(["worker"]), { q: "专家1" })).groups[0]).toMatchObject({ key: "worker", label: "员工" });
    // As in the staff list: a manager of his own rows finds himself alone.
    const own = readCtx(database.db, principalFor({ worker_id: expert, codes: ["worker"], data_scope: "own", scope_ids: [expert] }), now);
    const names = (await search(own, { q: "专家" })).groups.flatMap((g) => g.list.map((h) => h.key));
    expect(names).toEqual([`worker:${expert}`]);
  });
  it("a country answers with its pages, by name, pinyin, initials or code, for whoever may open them", async () => {
    await rows(database.db, q`update countries set status = 1 where id = 'JP'`);
    const pages = async (word: string, ...codes: PermissionName[]): Promise<unknown> =>
      (await search(at(codes, expert + 5), { q: word })).groups
        .find((g) => g.key === "country")
        ?.list.filter((h) => h.no === "JP")
        .map((h) => [h.title, h.route, h.query?.["country_id"] ?? h.params["id"]]);
    for (const word of ["日本", "RIBEN", "RB", "JP"])
      expect([word, await pages(word, "sku", "country")]).toEqual([
        word,
        [
          ["日本 · 商品", "product-list", "JP"],
          ["日本 · 国家/地区详情", "country-view", "JP"],
        ],
      ]);
    expect(await pages("日本", "order_view")).toBeUndefined();
  });
  it("workbench 17: the 61st call of a minute answers 429, the next minute is free", async () => {
    const me = expert + 3;
    for (let i = 0; i < 60; i++) await search(at(["order_view"], me), { q: "V99" });
    await expect(search(at(["order_view"], me), { q: "王" })).rejects.toMatchObject({ status: 429 });
    await search(at(["order_view"], me, new Date(now.getTime() + 61_000)), { q: "王" });
  });
});

it("sign-ins on new devices are one line with their number, the newest of them", async () => {
  const person = expert + 2;
  const add = (template: string, content: string) =>
    rows(
      database.db,
      q`insert into outbound_messages (channel, template, receiver, receiver_worker_id, content, status, created_at) values ('in_app', ${template}, '', ${person}, ${content}, 'sent', ${now})`,
    );
  for (let i = 1; i <= 29; i++) await add("new_device", `新设备 ${i}`);
  await add("t", "你好");
  const { list, unread_count } = await messages(at([], person));
  expect([unread_count, list.map((m) => [m.content, m.count])]).toEqual([
    30,
    [
      ["你好", 1],
      ["新设备 29", 29],
    ],
  ]);
});

it("message_get says what kind of day it is", async () => {
  await rows(
    database.db,
    q`insert into outbound_messages (channel, template, receiver, receiver_worker_id, content, status, created_at) values ('in_app', 't', '', ${expert}, '你好', 'sent', ${now})`,
  );
  const found = await messages(at([], expert, new Date("2026-10-02T02:00:00Z")));
  expect(found).toMatchObject({ unread_count: 1, today: { date: "2026-10-02" } });
});
