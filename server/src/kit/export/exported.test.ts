import { expect, test } from "vitest";
import { allEndpoints } from "@visadesk/contract/index.ts";
import { metaOf, shapeOf, type z } from "@visadesk/contract/kit/field.ts";
import { orderApi } from "@visadesk/contract/order/order.ts";
import { orderListApi } from "@visadesk/contract/order/order-list.ts";
import { peerApi } from "@visadesk/contract/peer/peer/peer.ts";
import type { Ctx } from "../call/context.ts";
import { cellOf, cellsOf, columnsOf, exportedOf, filterWords, readRows, type Exportable, type ExportedList } from "./exported.ts";
import { sealedTable, sealFields } from "../seal/seal.ts";

const NOW = new Date("2026-11-20T01:00:00Z");
const served = { endpoint: orderListApi.order_query, prepare: null, run: () => null };
const orders = exportedOf(served) as ExportedList;

test("only lists that name their columns are exported", () => {
  expect(orders.columns).toContain("order_no");
  expect(exportedOf({ ...served, endpoint: orderApi.order_get })).toBeNull();
  expect(exportedOf(undefined)).toBeNull();
});

test("personal fields are masked, choices are words, amounts are yuan, times are Shanghai's", () => {
  const names = ["order_no", "contact_name", "contact_mobile", "order_status", "amount_payable", "created_at", "source"];
  const row = {
    order_no: "V261120000001",
    contact_name: "张三丰",
    contact_mobile: "13800138000",
    order_status: "processing",
    amount_payable: 123_456,
    created_at: "2026-11-19T17:00:00.000Z",
    source: "x",
    secret: "never",
  };
  expect(cellsOf(orders, names, NOW)([row])).toEqual([
    ["V261120000001", "张**", "138****8000", "办理中", 1234.56, "2026-11-20 01:00:00", "x"],
  ]);
  expect(columnsOf(orders, ["amount_payable", "order_no"])).toEqual([
    { label: "应付（元）", money: true, width: 14 },
    { label: "订单号", money: false, width: 18 },
  ]);
});

const sealed = sealedTable({ table: "orders", row: "order_no", fields: { contact_mobile: "mobile" } });
const stored = {
  order_no: "V261120000001",
  contact_name: "张三丰",
  ...sealFields(sealed, "V261120000001", { contact_mobile: "13800138000" }),
};
/** Reads the stored row as a reader does: the columns asked for, nothing else. */
async function cellsRead(columns: string[], full: boolean, reader?: Partial<Exportable>): Promise<unknown[]> {
  async function* batches(_ctx: Ctx, _filter: object, names: readonly string[]): AsyncGenerator<Record<string, unknown>[]> {
    yield await Promise.resolve([Object.fromEntries(Object.entries(stored).filter(([name]) => names.includes(name)))]);
  }
  const fast = reader && { endpoint: "order_query", batches, ...reader };
  const cells = [];
  for await (const batch of readRows(orders, fast, { filter: {}, columns, full }, {} as Ctx))
    cells.push(...cellsOf(orders, columns, NOW, full)(batch));
  return cells;
}

test("a full export opens the numbers its reader brings, a masked one reads no sealed column", async () => {
  expect(await cellsRead(["contact_name", "contact_mobile"], false, { sealed })).toEqual([["张**", "138****8000"]]);
  expect(await cellsRead(["contact_name", "contact_mobile"], true, { sealed })).toEqual([["张三丰", "13800138000"]]);
  expect(await cellsRead(["contact_name"], true, {})).toEqual([["张三丰"]]);
});

test("a full export of numbers that nobody opens is none", async () => {
  await expect(cellsRead(["contact_mobile"], true, {})).rejects.toThrow("nobody opens contact_mobile of order_query");
  await expect(cellsRead(["contact_mobile"], true)).rejects.toThrow("nobody opens contact_mobile");
});

test("a full export that is broken off, or whose reader fails ahead, ends with that fault alone", async () => {
  let closed = 0;
  async function* batches(): AsyncGenerator<Record<string, unknown>[]> {
    try {
      yield await Promise.resolve([{ ...stored }]);
      throw new Error("the database is gone");
    } finally {
      closed++;
    }
  }
  const what = { filter: {}, columns: ["contact_mobile"], full: true };
  const read = () => readRows(orders, { endpoint: "order_query", sealed, batches }, what, {} as Ctx);
  for await (const batch of read()) {
    expect(batch[0]?.["contact_mobile"]).toBe("13800138000");
    break;
  }
  const seen: unknown[] = [];
  await expect(
    (async () => {
      for await (const batch of read()) seen.push(batch);
    })(),
  ).rejects.toThrow("the database is gone");
  expect([seen.length, closed]).toEqual([1, 2]);
});

test("values of every kind", () => {
  expect(cellOf({ label: "", kind: "bool" }, true)).toBe("是");
  expect(cellOf({ label: "", kind: "bool" }, false)).toBe("否");
  expect(cellOf({ label: "", kind: "text" }, null)).toBeNull();
  expect(cellOf({ label: "", kind: "choices", options: { a: "甲", b: "乙" } }, ["b", "a"])).toBe("乙、甲");
  expect(cellOf({ label: "", kind: "choice", options: { "1": "启用" } }, 1)).toBe("启用");
  expect(cellOf({ label: "", kind: "money" }, -1)).toBe(-0.01);
  expect(cellOf({ label: "", kind: "int" }, 5)).toBe(5);
  expect(cellOf({ label: "", kind: "number", percent: 1 }, 0.95945)).toBe(0.9595);
  expect(cellOf({ label: "", kind: "number", percent: 100 }, 100)).toBe(1);
  expect(cellOf({ label: "", kind: "rich_text" }, "<p>甲 &lt; 乙</p><ul><li>丙</li></ul>")).toBe("甲 < 乙\n丙");
});

test("the filter in words", () => {
  const words = filterWords(orders, {
    keyword: "张",
    order_status: ["processing"],
    created_at: { from: "-7d" },
    page: 3,
    sort: "created_at",
    unknown: 1,
  });
  expect(words).toEqual([
    ["订单号/姓名/手机/护照", "张"],
    ["订单状态", "办理中"],
    ["下单时间", "-7d 至 "],
  ]);
});

const moneyOf = (type: z.core.$ZodType): boolean => metaOf(type)?.kind === "money";
const byMoney = allEndpoints
  .filter((e) => e.kind === "list")
  .flatMap((endpoint) =>
    Object.entries(shapeOf(endpoint.input)).flatMap(([name, type]) => {
      const isPair = "from" in shapeOf(type);
      return moneyOf(type) || Object.values(shapeOf(type)).some(moneyOf) ? [{ endpoint, name, isPair }] : [];
    }),
  );

test("an amount in the filter's words is in yuan, as its chip says it", () => {
  expect(byMoney.length).toBeGreaterThan(8);
  for (const { endpoint, name, isPair } of byMoney) {
    const words = filterWords({ ...orders, endpoint }, { [name]: isPair ? { from: 200_000, to: 300_050 } : 200_000 });
    expect([name, words[0]?.[1]]).toEqual([name, isPair ? "¥2,000.00 至 ¥3,000.50" : "¥2,000.00"]);
  }
  const peers = { ...orders, endpoint: peerApi.peer_query };
  expect(filterWords(peers, { balance_below: 200_000, is_overdue: true, no_order_days: 30 })).toEqual([
    ["余额低于", "¥2,000.00"],
    ["逾期", "是"],
    ["未下单天数", "30"],
  ]);
});
