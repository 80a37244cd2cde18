/** What acts upon a list's filter: every key of it, alone, means the same rows to the act as to the list. */
import { beforeAll, describe, expect, test } from "vitest";
import { allEndpoints } from "@visadesk/contract/index.ts";
import { metaOf, shapeOf, unwrap, type z } from "@visadesk/contract/kit/field.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { q, raw, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { paperList, type PaperList } from "../make/paper-list.ts";
import { TransferDesk, transferBody } from "../make/peer-transfer.ts";
import { makePeer } from "../make/peer.ts";

type Filter = Readonly<Record<string, unknown>>;
type Row = Readonly<Record<string, unknown>>;
interface Found {
  list: Row[];
}

let app: TestApp;
let admin: Client;
let papers: PaperList;
let protection: number;
let receiver: number;
let values: Readonly<Record<string, readonly unknown[]>>;

const filterOf = (e: (typeof allEndpoints)[number] | undefined): z.core.$ZodType | undefined => e && shapeOf(e.input)["filter"];
const keysOf = (name: string): [string, z.core.$ZodType][] => {
  const filter = filterOf(allEndpoints.find((e) => e.name === name));
  return filter ? Object.entries(shapeOf(filter)) : [];
};
/** An export and a view keep a list's own input as it is. */
const takers = allEndpoints.filter((e) => {
  const filter = filterOf(e);
  return e.kind !== "read" && filter !== undefined && unwrap(filter)._zod.def.type === "object";
});
const answer = async (name: string, input: object): Promise<Row> => {
  const a = await admin.raw(name, input);
  expect([name, JSON.stringify(input), a.status, a.msg]).toEqual([name, JSON.stringify(input), 200, a.ret === 0 ? "" : a.msg]);
  return a.body as Row;
};
const key = () => ({ idempotency_key: crypto.randomUUID() });

const up = (a: number, b: number): number => a - b;
const skuIds = async (filter: Filter): Promise<unknown[]> =>
  ((await answer("sku_query", { ...filter, page_size: 100 })) as unknown as Found).list.map((s) => Number(s["id"])).sort(up);
const skuAct =
  (name: string, more: () => Promise<object>) =>
  async (filter: Filter): Promise<unknown[]> => {
    const expected_count = (await skuIds(filter)).length;
    const a = (await answer(name, { filter, expected_count, ...(await more()), ...key() })) as {
      code?: string;
      count?: number;
      results?: Row[];
    };
    return a.results ? a.results.map((r) => Number(r["id"])).sort(up) : [a.code, a.count];
  };
/** The number a wrong one is refused with: nothing is done. */
const counted = async (name: string, input: object): Promise<unknown[]> => {
  const a = await admin.raw(name, { ...input, expected_count: 299, ...key() });
  expect((a.body as { code: string }).code).toBe("count_changed");
  const { count, total } = a.body as { count?: number; total?: number };
  return [count ?? total];
};

interface Story {
  /** Rows that the list shows under a filter, and those that the act takes. */
  list: (filter: Filter) => Promise<unknown[]>;
  act: (filter: Filter) => Promise<unknown[]>;
}
const stories: Readonly<Record<string, Story>> = {
  // Nothing of the catalogue is archived: what is brought back is refused one by one, and named.
  sku_move_batch: { list: skuIds, act: skuAct("sku_move_batch", () => Promise.resolve({ move: "restore" })) },
  sku_policy_batch: {
    list: skuIds,
    act: skuAct("sku_policy_batch", async () => ({
      refund_policy_id: (
        await app.db.selectFrom("refund_policies").select("id").where("status", "=", 1).orderBy("id").executeTakeFirstOrThrow()
      ).id,
    })),
  },
  sku_paper_push_add: {
    list: async (filter) => [(await papers.impact(filter)).pickable],
    act: async (filter) => counted("sku_paper_push_add", { sku_id: papers.skuId, version: (await papers.sku()).version, filter }),
  },
  peer_transfer_add: {
    list: async (filter) => (await admin.call("peer_query", { ...filter, sort: "peer_no", page_size: 100 })).list.map((p) => p.id),
    act: async (filter) => {
      const desk = new TransferDesk(admin);
      const body = transferBody(admin.id, [receiver], { selection: "filter", filter });
      if ((await desk.trial(body)).total === 0) return [];
      const { id } = await desk.draft(body);
      const { list } = await admin.call("peer_transfer_line_query", { transfer_id: id, page_size: 100 });
      return list.map((l) => l.peer_id).toSorted((a, b) => a - b);
    },
  },
  // Lines of a quarter's re-grading that wait; a count that is one too many is refused with what they are.
  peer_level_run_decide: {
    list: async (filter) => [((await answer("peer_level_run_query", { ...filter, decision: ["pending"] }))["list"] as unknown[]).length],
    act: (filter) => counted("peer_level_run_decide", { filter, decision: "keep", reason: "再观察一季" }),
  },
  task_transfer: {
    list: async (filter) => [(await answer("task_query", filter))["total"]],
    act: (filter) => counted("task_transfer", { filter, handler_id: receiver, transfer_reason: "请您代为处理" }),
  },
  refuse_no_worry_link_add: {
    list: async (filter) => [(await answer("refuse_no_worry_link_check", { product_id: protection, filter }))["count"]],
    act: (filter) => counted("refuse_no_worry_link_add", { product_id: protection, filter, price_override: null }),
  },
};

beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  papers = await paperList(app);
  await papers.person();
  await papers.save(await papers.changed((await papers.sku()).papers));
  protection = (await app.db.selectFrom("refuse_no_worry_products").select("id").executeTakeFirstOrThrow()).id;
  await app.db.updateTable("refuse_no_worry_products").set({ first_listed_at: null }).where("id", "=", protection).execute();
  receiver = (await app.db.selectFrom("workers").select("id").where("account", "=", "business_1").executeTakeFirstOrThrow()).id;
  // All of them his, so that the list shows those that he may give.
  await makePeer(app.db, { bd_owner_id: admin.id, level_id: "V3", settle_mode: "credit", credit_limit: 50_000 });
  await makePeer(app.db, { bd_owner_id: admin.id, cs_owner_id: receiver, approved_at: app.clock.now() });
  const some = async (column: string, from: string): Promise<unknown[]> =>
    (
      await rows<{ v: unknown }>(
        app.db,
        q`select distinct ${raw(column)} as v from ${raw(from)} where ${raw(column)} is not null order by 1 limit 3`,
      )
    ).map((r) => r.v);
  const ids = (list: unknown[]): unknown[][] => list.map((v) => [v]);
  values = {
    keyword: ["日本", "JP-TOUR"],
    "task_transfer.tab": ["open", "put_off"],
    "task_transfer.queue": [["pre_review"], ["supplier_gap", "peer_unowned"]],
    "task_transfer.scope": ["mine", "all"],
    "task_transfer.level": [["critical"], ["normal"]],
    "task_transfer.due": ["overdue", "none"],
    "task_transfer.handler_id": [[admin.id], [receiver]],
    country_id: ids(await some("country_id", "skus")),
    visa_product_unit_code: await some("visa_product_unit_code", "skus"),
    embassy_id: ids(await some("embassy_id", "skus")),
    province_code: ["310000"],
    supplier_id: ids(await some("supplier_id", "supplier_products")),
    refund_policy_id: ids(await some("refund_policy_id", "skus")),
    sku_id: ids(await some("id", "skus")),
    "peer_transfer_add.keyword": ["同行", "没有的"],
    "peer_transfer_add.province_code": [["310000"], ["110000"]],
    city_code: [["310100"]],
    service_group_id: [[1]],
    bd_owner_id: [[admin.id], [receiver]],
    cs_owner_id: [[receiver]],
    owner_id: [[admin.id], [receiver]],
    source_id: [1],
    no_order_days: [1, 3_000],
    balance_below: [0, 1],
    available_below: [0, 100_000],
    approved_at: [{ from: "2026-11-01T00:00:00.000Z" }, { to: "2026-11-01T00:00:00.000Z" }],
    quarter: ["2026-Q4"],
    margin: [{ from: 20_000 }, { to: 10_000 }, { from: -100, to: 0 }],
    updated_at: [{ from: "2000-01-01T00:00:00.000Z" }, { to: "2000-01-01T00:00:00.000Z" }],
  };
}, 60_000);

/** Values to ask a key for: those named above, else all that its type knows. */
function asked(act: string, name: string, type: z.core.$ZodType): readonly unknown[] {
  const named = values[`${act}.${name}`] ?? values[name];
  if (named) return named;
  const inner = unwrap(type);
  const meta = metaOf(type) ?? metaOf(inner);
  if (inner._zod.def.type === "boolean" || meta?.kind === "bool") return [true, false];
  const def = inner._zod.def as { type: string; element?: z.core.$ZodType };
  const of = def.type === "array" && def.element ? def.element : inner;
  const options = Object.keys(metaOf(of)?.options ?? meta?.options ?? {}).map((k) =>
    (unwrap(of)._zod.def as { type: string }).type === "enum" ? k : Number(k),
  );
  return def.type === "array" ? options.map((o) => [o]) : options;
}

test("every act upon a filter has its list", () => {
  expect(takers.map((e) => e.name).sort()).toEqual(Object.keys(stories).sort());
});

describe.each(Object.entries(stories))("%s", (name, { list, act }) => {
  test.each(keysOf(name))("%s selects what the list shows", async (field, type) => {
    const all = asked(name, field, type);
    expect(all.length, `values of ${field}`).toBeGreaterThan(0);
    for (const value of all) {
      const shown = await list({ [field]: value });
      expect([field, value, await act({ [field]: value })]).toEqual([field, value, shown]);
    }
  });
});

test("who does not see costs cannot act upon them either", async () => {
  const role = await app.db.selectFrom("roles").select(["id", "module_group"]).where("name", "=", "产品经理").executeTakeFirstOrThrow();
  await app.db
    .updateTable("roles")
    .set({ module_group: role.module_group.filter((c) => c !== may.cost_view), version: 99 })
    .where("id", "=", role.id)
    .execute();
  const blind = await app.as("product");
  for (const filter of [{ margin: { from: 0 } }, { is_below_floor: true }]) {
    const shown = await blind.raw("sku_query", filter);
    for (const [name, more] of [
      ["sku_move_batch", { move: "restore" }],
      ["sku_policy_batch", { refund_policy_id: 1 }],
    ] as const) {
      const a = await blind.raw(name, { filter, expected_count: 0, ...more, ...key() });
      expect([name, a.status, a.msg]).toEqual([name, 403, shown.msg]);
    }
  }
  expect(
    (
      await blind.raw("sku_move_batch", {
        filter: { is_complete: true },
        expected_count: 999,
        move: "restore",
        ...key(),
      })
    ).status,
  ).toBe(200);
});
