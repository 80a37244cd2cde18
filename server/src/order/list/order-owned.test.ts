/** Lists of one's own rows: the prepared statements of few and of many rows answer as the plain condition does. */
import { beforeAll, describe, expect, it } from "vitest";
import { APPLICANT_TABS, ORDER_TABS } from "@visadesk/contract/order/words.ts";
import { applicantApi } from "@visadesk/contract/order/applicant.ts";
import { orderListApi } from "@visadesk/contract/order/order-list.ts";
import type { Ctx } from "#kit/call/context.ts";
import { isCrowded } from "./owned.ts";
import { hotTexts, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { loadOrders } from "../../../../scripts/bench-load.ts";
import { TEST_NOW } from "../../testing/business.ts";
import { principalFor, readCtx } from "../../testing/ctx.ts";
import { testDatabase, type TestDatabase } from "../../testing/database.ts";
import { applicantReads } from "../applicant/applicant.read.ts";
import { applicantsMatching } from "../applicant/applicant.sql.ts";
import { orderReads } from "./order.read.ts";
import { ordersMatching } from "./order.sql.ts";

const ORDERS = 6_000;
const CODES = ["order_view", "order_process", "workbench"] as const;
let database: TestDatabase;
const now = new Date(TEST_NOW);
/** One expert's own, a customer-service worker's own, and a team that sees nearly everything. */
let callers: [string, Ctx][];

beforeAll(async () => {
  database = await testDatabase();
  await loadOrders(database.url, ORDERS, now);
  const busiest = async (column: string): Promise<number[]> =>
    (
      await rows<{ id: number }>(
        database.db,
        q`select ${raw(column)} as id from orders where ${raw(column)} is not null group by 1 order by count(*) desc limit 12`,
      )
    ).map((r) => r.id);
  const [experts, services] = [await busiest("expert_id"), await busiest("cs_owner_id")];
  const as = (data_scope: "own" | "team", ids: number[]): Ctx =>
    readCtx(database.db, principalFor({ worker_id: ids[0] ?? 0, codes: CODES, data_scope, scope_ids: ids }), now);
  callers = [
    ["expert", as("own", experts.slice(-1))],
    ["service", as("own", services.slice(0, 1))],
    ["team", as("team", [...experts, ...services.slice(0, 2)])],
    ["nobody", as("own", [999_999])],
  ];
}, 120_000);

const CAP = 1_000;
const count = async (from: string, where: Sql): Promise<number> =>
  (await row<{ n: number }>(database.db, q`select count(*)::int as n from ${raw(from)} where ${where}`))?.n ?? 0;
const idsOf = async (from: string, id: string, where: Sql, order: string): Promise<number[]> =>
  (
    await rows<{ id: number }>(
      database.db,
      q`select ${raw(id)} as id from ${raw(from)} where ${where} order by ${raw(order)} limit 20 offset 20`,
    )
  ).map((r) => r.id);
const day = (n: number): string => new Date(now.getTime() + n * 86_400_000).toISOString();

/** Asked three times: what the first call found out decides how the others read. */
async function thrice<T extends { total: number | null; total_capped: boolean; list: { id: number }[] }>(
  ask: () => Promise<T>,
  n: number,
  ids: number[],
  label: string,
): Promise<void> {
  for (let i = 0; i < 3; i++) {
    const page = await ask();
    expect([page.total, page.total_capped], label).toEqual([Math.min(n, CAP), n > CAP]);
    expect(
      page.list.map((r) => r.id),
      label,
    ).toEqual(ids);
  }
}

const ORDER_BY = {
  due_at: "o.due_sort, -o.id",
  created_at: "o.created_at desc, o.id desc",
  paid_at: "coalesce(o.paid_at, '-infinity'::timestamptz) desc, o.id desc",
} as const;
const PERSON_BY = { status_due_at: "a.due_sort, -a.id", status_at: "a.status_at desc, a.id desc" } as const;

describe("lists of own rows", () => {
  it("orders: every tab and sort shows the same rows and number as the condition itself, few or many", async () => {
    let crowds = 0;
    for (const [who, ctx] of callers)
      for (const tab of Object.keys(ORDER_TABS))
        for (const sort of ["due_at", "created_at", "paid_at"] as const) {
          const input = orderListApi.order_query.input.parse({ tab, sort, page: 2, page_size: 20 });
          const where = ordersMatching(ctx, input);
          const n = await count("orders o", where);
          await thrice(
            async () => orderReads.order_query(input, ctx),
            n,
            await idsOf("orders o", "o.id", where, ORDER_BY[sort]),
            `${who} ${tab} ${sort}`,
          );
          expect(isCrowded(where), `${who} ${tab}`).toBe(n > CAP);
          if (n > CAP) crowds++;
        }
    expect(crowds).toBeGreaterThan(5);
  }, 120_000);

  it("orders: within a time, and of one status", async () => {
    const seen = new Set<boolean>();
    for (const [who, ctx] of callers)
      for (const filter of [
        { created_at: { from: day(-500), to: day(-5) }, order_status: ["completed" as const] },
        { created_at: { from: day(-90), to: day(-80) } },
        { created_at: { from: day(-90), to: day(-80) }, order_status: ["completed" as const] },
        { created_at: { from: day(9), to: day(10) } },
        { order_status: ["pending_upload" as const] },
      ]) {
        const input = orderListApi.order_query.input.parse({ ...filter, sort: "created_at", page: 2, page_size: 20 });
        const where = ordersMatching(ctx, input);
        await thrice(
          async () => orderReads.order_query(input, ctx),
          await count("orders o", where),
          await idsOf("orders o", "o.id", where, ORDER_BY.created_at),
          `${who} ${JSON.stringify(filter)}`,
        );
        seen.add(isCrowded(where));
      }
    expect(seen).toEqual(new Set([false, true]));
  }, 60_000);

  it("applicants: every tab and sort", async () => {
    for (const [who, ctx] of callers)
      for (const tab of Object.keys(APPLICANT_TABS))
        for (const sort of ["status_due_at", "status_at"] as const) {
          const input = applicantApi.applicant_query.input.parse({ tab, sort, page: 2, page_size: 20 });
          const where = applicantsMatching(ctx, input);
          await thrice(
            async () => applicantReads.applicant_query(input, ctx),
            await count("applicants a", where),
            await idsOf("applicants a", "a.id", where, PERSON_BY[sort]),
            `${who} ${tab} ${sort}`,
          );
        }
  }, 120_000);

  it("by cursor a crowded and a small list are walked to their end", async () => {
    for (const [who, ctx] of callers)
      for (const tab of ["completed", "processing"] as const) {
        const seen: number[] = [];
        let cursor: string | undefined;
        do {
          const page = await orderReads.order_query(
            orderListApi.order_query.input.parse({ tab, page_size: 100, ...(cursor && { cursor }) }),
            ctx,
          );
          seen.push(...page.list.map((o) => o.id));
          cursor = page.cursor ?? undefined;
        } while (cursor);
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen.length, `${who} ${tab}`).toBe(await count("orders o", ordersMatching(ctx, { tab })));
      }
  }, 60_000);

  it("a list that has become small after it was large, and large again, stays right", async () => {
    const ctx = callers[2]?.[1];
    if (!ctx) throw new Error("no team");
    const input = orderListApi.order_query.input.parse({ tab: "completed" });
    const ask = async (): Promise<[number | null, boolean]> => {
      const { total, total_capped } = await orderReads.order_query(input, ctx);
      return [total, total_capped];
    };
    expect(await ask()).toEqual([CAP, true]);
    const where = ordersMatching(ctx, input);
    await rows(
      database.db,
      q`update orders o set order_status = 'shipped' where id in (select id from orders o where ${where} order by id offset 7)`,
    );
    expect(await ask()).toEqual([7, false]);
    expect(await ask()).toEqual([7, false]);
    await rows(database.db, q`update orders set order_status = 'completed' where order_status = 'shipped'`);
    expect(await ask()).toEqual([CAP, true]);
  }, 60_000);
});

/** Last: whatever these lists were asked, few texts are kept prepared. */
it("hot statements stay few", () => {
  expect(hotTexts().length).toBeGreaterThan(10);
  expect(hotTexts().length).toBeLessThanOrEqual(150);
});
