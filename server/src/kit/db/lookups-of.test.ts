import { expect, it } from "vitest";
import { orderListApi } from "@visadesk/contract/order/order-list.ts";
import { exportApi } from "@visadesk/contract/kit/export.ts";
import { lookupsOf } from "./lookup.ts";

const serving = { order_query: { endpoint: orderListApi.order_query, prepare: null, run: () => null } };
const labels = (endpoint: Parameters<typeof lookupsOf>[0], input: unknown): string[] =>
  lookupsOf(endpoint, input, serving).map((l) => `${l.label} ${l.masked}`);

it("whole numbers among the search words of a call, and of a filter it carries", () => {
  expect(labels(orderListApi.order_query, { keyword: "138 0013 8000", page: 1, sort: "created_at" })).toEqual(["手机号 138****8000"]);
  expect(labels(orderListApi.order_query, { keyword: "e12345678" })).toEqual(["护照号 E****5678"]);
  const filter = { keyword: "13800138000" };
  expect(labels(exportApi.export_add, { endpoint: "order_query", filter })).toEqual(["手机号 138****8000"]);
});

it("nothing else: other fields, parts of numbers, names that every object knows", () => {
  expect(labels(orderListApi.order_query, { sort: "13800138000", keyword: "8000", visa_type: ["13800138000"] })).toEqual([]);
  const filter = JSON.parse('{"constructor":"13800138000","__proto__":{"keyword":"x"},"toString":{"keyword":"13800138000"}}') as object;
  expect(labels(exportApi.export_add, { endpoint: "order_query", filter })).toEqual([]);
  expect(labels(exportApi.export_add, { endpoint: "constructor", filter: { keyword: "13800138000" } })).toEqual([]);
});
