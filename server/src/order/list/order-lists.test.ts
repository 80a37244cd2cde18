import { beforeAll, describe, expect, it } from "vitest";
import { APPLICANT_TABS, ORDER_TABS } from "@visadesk/contract/order/words.ts";
import { applicantApi } from "@visadesk/contract/order/applicant.ts";
import { orderListApi } from "@visadesk/contract/order/order-list.ts";
import type { Ctx } from "#kit/call/context.ts";
import { hotTexts, q, row, rows } from "#kit/db/sql.ts";
import { loadOrders } from "../../../../scripts/bench-load.ts";
import { TEST_NOW } from "../../testing/business.ts";
import { principalFor, readCtx } from "../../testing/ctx.ts";
import { testDatabase, type TestDatabase } from "../../testing/database.ts";
import { plainContact, plainPerson } from "../../testing/loops/parts/plain.ts";
import { applicantReads } from "../applicant/applicant.read.ts";
import { applicantsMatching } from "../applicant/applicant.sql.ts";
import { applicantExport, orderExport } from "./order.export.ts";
import { applicantDesk, QUEUE_TABS } from "./order.queues.ts";
import { orderReads } from "./order.read.ts";
import { ordersMatching } from "./order.sql.ts";
import { searchOrders } from "./search.sql.ts";
import { queueCounts, taskPage } from "../../workbench/task.sql.ts";

const ORDERS = 3_000;
let database: TestDatabase;
const now = new Date(TEST_NOW);
let expert: number;
let ctxAll: Ctx;
let ctxOwn: Ctx;
const CODES = ["order_view", "order_process", "workbench"] as const;

beforeAll(async () => {
  database = await testDatabase();
  await loadOrders(database.url, ORDERS, now);
  expert =
    (
      await row<{ id: number }>(
        database.db,
        q`select expert_id as id from orders where expert_id is not null group by 1 order by count(*) desc limit 1`,
      )
    )?.id ?? 0;
  ctxAll = readCtx(database.db, principalFor({ worker_id: expert, codes: CODES }), now);
  ctxOwn = readCtx(database.db, principalFor({ worker_id: expert, codes: CODES, data_scope: "own", scope_ids: [expert] }), now);
}, 120_000);

/** Small seeded generator, so that a failing filter can be run again. */
function dice(seed: number): () => number {
  let s = seed;
  return () => {
    s = (s * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return s / 4_294_967_296;
  };
}
const day = (n: number): string => new Date(now.getTime() + n * 86_400_000).toISOString();

function someFilter(roll: () => number): Record<string, unknown> {
  const of = <T>(list: readonly [T, ...T[]]): T => list[Math.floor(roll() * list.length)] ?? list[0];
  const parts: Record<string, unknown> = {
    country_id: [of(["JP", "FR", "US"]), of(["TH", "GB"])],
    visa_type: [of([4, 5])],
    due: of(["today", "overdue", "week", "none"]),
    created_at: { from: day(-of([400, 90, 20])), to: day(-of([15, 3])) },
    keyword: of(["王", "李伟", "zh", "zhang", "13", "0012", "V26", "杨"]),
    scope: of(["mine", "team", "all"]),
    expert_id: [expert],
    identity: [of(["retired", "student"])],
    travel_date: { from: day(5).slice(0, 10), to: day(of([30, 60])).slice(0, 10) },
  };
  return Object.fromEntries(Object.entries(parts).filter(() => roll() < 0.25));
}

const total = async (from: "orders o" | "applicants a", where: ReturnType<typeof ordersMatching>): Promise<number> =>
  (await row<{ n: number }>(database.db, q`select count(*)::int as n from ${{ pieces: [from], values: [] }} where ${where}`))?.n ?? 0;
const capped = (n: number): { total: number; total_capped: boolean } => ({ total: Math.min(n, 1_000), total_capped: n > 1_000 });
const exported = async (batches: AsyncIterable<unknown[]>): Promise<number> => {
  let n = 0;
  for await (const list of batches) n += list.length;
  return n;
};

describe("order 18: tab counts, list totals, figures and export rows of the same filter are equal", () => {
  it("for 100 random filters of orders, in scope all and own", async () => {
    const roll = dice(7);
    for (let i = 0; i < 100; i++) {
      const ctx = i % 2 ? ctxOwn : ctxAll;
      const tab = i % 3 ? {} : { tab: "completed" };
      const filter = { ...someFilter(roll), ...tab };
      const input = orderListApi.order_query.input.parse({ ...filter, page_size: 5 });
      const n = await total("orders o", ordersMatching(ctx, input));
      const page = await orderReads.order_query(input, ctx);
      expect({ total: page.total, total_capped: page.total_capped }, JSON.stringify(filter)).toEqual(capped(n));
      const totals = await orderReads.order_total_get(orderListApi.order_total_get.input.parse(filter), ctx);
      expect(totals.figures.orders, JSON.stringify(filter)).toBe(n);
      expect(totals.tabs[tab.tab ?? "all"], JSON.stringify(filter)).toEqual(capped(n));
      if (i % 5 === 0) expect(await exported(orderExport.batches(ctx, input, ["order_no", "country_name", "cost"]))).toBe(n);
    }
  }, 120_000);

  it("for 60 random filters of applicants", async () => {
    const roll = dice(11);
    for (let i = 0; i < 60; i++) {
      const ctx = i % 2 ? ctxOwn : ctxAll;
      const filter = { ...someFilter(roll), ...(i % 3 ? {} : { tab: "closed" }) };
      const input = applicantApi.applicant_query.input.parse({ ...filter, page_size: 5 });
      const n = await total("applicants a", applicantsMatching(ctx, input));
      const page = await applicantReads.applicant_query(input, ctx);
      expect({ total: page.total, total_capped: page.total_capped }, JSON.stringify(filter)).toEqual(capped(n));
      const { tabs } = await applicantReads.applicant_stat_get(applicantApi.applicant_stat_get.input.parse(filter), ctx);
      expect(tabs[input.tab ?? "all"], JSON.stringify(filter)).toEqual(capped(n));
      if (i % 5 === 0) expect(await exported(applicantExport.batches(ctx, input))).toBe(n);
    }
  }, 120_000);
});

describe("tabs", () => {
  it("stored tabs are the contract's", async () => {
    const orders = await rows<{ tab: string; state: string }>(database.db, q`select distinct tab, order_status as state from orders`);
    for (const { tab, state } of orders)
      expect(Object.entries(ORDER_TABS).find(([key]) => key === tab)?.[1].states, `${state} in ${tab}`).toContain(state);
    const people = await rows<{ tab: string; state: string }>(
      database.db,
      q`select distinct tab, applicant_status as state from applicants`,
    );
    for (const { tab, state } of people)
      expect(Object.entries(APPLICANT_TABS).find(([key]) => key === tab)?.[1].states, `${state} in ${tab}`).toContain(state);
    expect(people.length).toBeGreaterThan(15);
  });
});

describe("pages", () => {
  it.each(["due_at", "created_at", "paid_at", "travel_date"] as const)("by cursor every order appears once, sorted by %s", async (sort) => {
    for (const order of ["asc", "desc"] as const) {
      const seen: number[] = [];
      let cursor: string | undefined;
      do {
        const page = await orderReads.order_query(
          orderListApi.order_query.input.parse({
            sort,
            order,
            page_size: 100,
            count: false,
            country_id: ["JP", "US"],
            ...(cursor && { cursor }),
          }),
          ctxAll,
        );
        seen.push(...page.list.map((o) => o.id));
        cursor = page.cursor ?? undefined;
      } while (cursor);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.length).toBe(await total("orders o", q`o.country_id in ('JP', 'US')`));
    }
  });
  it("orders without a due time stand newest first, behind those that have one", async () => {
    const { list } = await orderReads.order_query(orderListApi.order_query.input.parse({ tab: "completed" }), ctxAll);
    const ids = list.map((o) => o.id);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    const { list: open } = await orderReads.order_query(orderListApi.order_query.input.parse({ tab: "processing" }), ctxAll);
    const due = open.map((o) => o.due_at ?? "9");
    expect(due).toEqual([...due].sort());
  });
  it("numbered pages and cursors agree", async () => {
    const first = await orderReads.order_query(orderListApi.order_query.input.parse({ page_size: 20 }), ctxAll);
    const second = await orderReads.order_query(orderListApi.order_query.input.parse({ page_size: 20, page: 2 }), ctxAll);
    const byCursor = await orderReads.order_query(orderListApi.order_query.input.parse({ page_size: 20, cursor: first.cursor }), ctxAll);
    expect(byCursor.list.map((o) => o.id)).toEqual(second.list.map((o) => o.id));
  });
});

describe("order 16: scope own", () => {
  it("sees no order of others in list, detail, log, export or search", async () => {
    const other = await row<{ id: number; order_no: string }>(
      database.db,
      q`select id, order_no from orders where not owner_ids && ${[expert]}::int8[] and order_status = 'completed' limit 1`,
    );
    const { id = 0, order_no = "" } = other ?? {};
    await expect(orderReads.order_get({ id }, ctxOwn)).rejects.toThrow("订单不存在或无权查看");
    await expect(orderReads.order_log_query({ order_id: id }, ctxOwn)).rejects.toThrow("订单不存在或无权查看");
    expect((await orderReads.order_query(orderListApi.order_query.input.parse({ keyword: order_no }), ctxOwn)).total).toBe(0);
    expect((await searchOrders(ctxOwn, order_no)).every((g) => g.total === 0)).toBe(true);
    expect((await searchOrders(ctxAll, order_no))[0]?.list[0]?.no).toBe(order_no);
    expect(await total("orders o", ordersMatching(ctxOwn, {}))).toBe(
      await total("orders o", q`${expert} in (o.expert_id, o.cs_owner_id, o.bd_owner_id, o.created_by)`),
    );
  });
  it("without the cost code no cost, margin or settle price is in any answer", async () => {
    const { list } = await orderReads.order_query(orderListApi.order_query.input.parse({ tab: "completed" }), ctxAll);
    expect(list.every((o) => o.cost === null && o.margin === null)).toBe(true);
    const seeing = readCtx(database.db, principalFor({ worker_id: expert, codes: [...CODES, "cost_view"] }), now);
    const { list: seen } = await orderReads.order_query(orderListApi.order_query.input.parse({ tab: "completed" }), seeing);
    // 12000 settled and 12000 for the embassy per person.
    expect(seen.map((o) => o.cost)).toEqual(seen.map((o) => o.applicant_count * 24_000));
    expect(seen.map((o) => o.margin)).toEqual(seen.map((o) => o.amount_payable - o.applicant_count * 24_000));
  });
});

describe("keywords", () => {
  const found = async (keyword: string): Promise<number[]> =>
    (await orderReads.order_query(orderListApi.order_query.input.parse({ keyword, page_size: 100 }), ctxAll)).list.map((o) => o.id);
  it("finds an order by number, tail, name, pinyin; by mobile and passport as a whole or by the last four, by nothing else of them", async () => {
    const o = await row<{ id: number; order_no: string; name_cn: string; latin: string; person: number }>(
      database.db,
      q`
      select o.id, o.order_no, a.name_cn, a.surname_en || a.given_name_en as latin, a.id as person from orders o join applicants a on a.order_id = o.id where a.seq = 2 order by o.id desc limit 1`,
    );
    if (!o) throw new Error("no order with two people");
    const { mobile, passport_no } = await plainPerson(database.db, o.person);
    const contact = await plainContact(database.db, o.id);
    for (const keyword of [
      o.order_no,
      o.order_no.toLowerCase(),
      o.order_no.slice(1),
      o.order_no.slice(-6),
      o.name_cn,
      o.latin.toLowerCase(),
      o.latin.slice(0, 7),
      mobile,
      mobile.slice(-4),
      contact,
      passport_no,
      passport_no.toLowerCase(),
      passport_no.slice(-4),
      `${o.order_no}-02`,
      ` ${o.order_no} `,
    ]) {
      expect(await found(keyword), keyword).toContain(o.id);
    }
    for (const part of [
      mobile.slice(0, 7),
      mobile.slice(-8),
      mobile.slice(-5),
      passport_no.slice(-8),
      passport_no.slice(-6),
      passport_no.slice(0, 5),
    ])
      expect(await found(part), part).not.toContain(o.id);
  });
  it("every hit of a name holds it, from one character on", async () => {
    const { list } = await applicantReads.applicant_query(
      applicantApi.applicant_query.input.parse({ keyword: "伟", page_size: 100 }),
      ctxAll,
    );
    expect(list.length).toBeGreaterThan(5);
    expect(list.every((a) => a.name_cn?.includes("伟"))).toBe(true);
    expect((await applicantReads.applicant_query(applicantApi.applicant_query.input.parse({ keyword: "伟" }), ctxAll)).total).toBe(
      await total("applicants a", q`a.name_cn like '%伟%'`),
    );
  });
  it("workbench 18: metacharacters, short numbers, emoji find nothing and break nothing", async () => {
    for (const keyword of ["%", "_", "\\", "' or 1=1 --", "12", "E12", "😀", "a%b", "!!"])
      expect(await found(keyword), keyword).toEqual([]);
  });
});

describe("workbench 1, 2: queues", () => {
  it("no person stands in two queues", async () => {
    const conditions = applicantDesk.queues.map((x) => q`coalesce(${x.rows({ now })}, false)::int`);
    const sum = conditions.reduce((a, b) => q`${a} + ${b}`);
    expect(await total("applicants a", q`${sum} > 1`)).toBe(0);
    expect(await total("applicants a", q`${sum} = 1`)).toBeGreaterThan(50);
  });
  it("QUEUE_TABS leaves no queue row out", async () => {
    const any = applicantDesk.queues.map((x) => q`(${x.rows({ now })})`).reduce((a, b) => q`${a} or ${b}`);
    expect(await total("applicants a", q`(${any}) and not (a.tab = any(${[...QUEUE_TABS]}::text[]) or a.held_at is not null)`)).toBe(0);
  });
  it("counter = task list total = list filtered by the queue", async () => {
    for (const ctx of [ctxAll, ctxOwn]) {
      const counts = await queueCounts(ctx, "mine");
      expect(counts.length).toBeGreaterThan(3);
      const all = await taskPage(ctx, {}, now, { page: 1, page_size: 100 });
      expect(all.total).toBe(counts.reduce((n, c) => n + c.count, 0));
      for (const c of counts.filter((x) => x.key !== "diff_late")) {
        expect((await taskPage(ctx, { queue: [c.key] }, now, { page: 1, page_size: 1 })).total, c.key).toBe(c.count);
        expect((await applicantReads.applicant_query(applicantApi.applicant_query.input.parse({ queue: c.key }), ctx)).total, c.key).toBe(
          c.count,
        );
      }
      const levels = all.list.map((t) => ["critical", "high", "normal"].indexOf(t.level));
      expect(levels).toEqual([...levels].sort((x, y) => x - y));
    }
  });
});

it("owners of an order reach its people", async () => {
  await rows(database.db, q`update orders set cs_owner_id = ${expert}, is_urgent = not is_urgent where id = 5`);
  const a = await rows<{ same: boolean }>(
    database.db,
    q`select a.owner_ids = o.owner_ids and a.is_urgent = o.is_urgent as same from applicants a join orders o on o.id = a.order_id where o.id = 5`,
  );
  expect(a.length).toBeGreaterThan(0);
  expect(a.every((x) => x.same)).toBe(true);
});

/** Last: whatever these lists were asked, few texts are kept prepared. */
it("hot statements stay few", () => {
  expect(hotTexts().length).toBeGreaterThan(10);
  expect(hotTexts().length).toBeLessThanOrEqual(150);
});
