import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { cleanup, screen } from "@testing-library/react";
import { allEndpoints } from "@visadesk/contract/index.ts";
import { metaOf, shapeOf } from "@visadesk/contract/kit/field.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { isRecordNoun } from "@visadesk/contract/record-nouns.ts";
import { afterEach, expect, it } from "vitest";
import { draw, stubServer } from "../../testing/server.tsx";
import RecordLog from "./record-log.tsx";
import { recordShapes } from "./record-shapes.ts";

afterEach(cleanup);
const panel = (address: string, codes: readonly number[]) => {
  const history = createMemoryHistory({ initialEntries: [address] });
  return draw(<RouterProvider router={createRouter({ routeTree: createRootRoute({ component: RecordLog }), history })} />, codes);
};
const row = {
  id: 9,
  label: "编辑商品",
  at: "2026-11-20T06:04:58Z",
  actor_kind: "worker",
  actor_name: "产品",
  reason: null,
  changes: [{ field: "service_fee", label: "服务费", before: 10_000, after: 12_000 }],
};

it("the record's own log, with a way to the operation log for auditors alone", async () => {
  const server = stubServer({ sku_log_query: { list: [row], has_more: false }, country_log_query: { list: [], has_more: false } });
  panel("/?panel=record-log&log_noun=sku&log_noun_id=7", [may.sku]);
  expect(await screen.findByText("编辑商品")).toBeTruthy();
  expect(server.of("sku_log_query")).toEqual([{ id: 7 }]);
  expect(screen.queryByRole("button", { name: "操作日志" })).toBeNull();
  cleanup();
  panel("/?panel=record-log&log_noun=country&log_noun_id=JP", [may.country, may.operation_log]);
  expect(await screen.findByText("还没有动态")).toBeTruthy();
  expect(server.of("country_log_query")).toEqual([{ id: "JP" }]);
  expect(screen.getByRole("button", { name: "操作日志" })).toBeTruthy();
});

it("files of every record that is changed open from its log", () => {
  const unknown = allEndpoints.flatMap((e) => {
    const noun = e.name.replace(/_(add|update)$/, "");
    if (noun === e.name || !isRecordNoun(noun)) return [];
    const files = Object.entries(shapeOf(e.input)).filter(([, type]) => ["file", "files"].includes(metaOf(type)?.kind ?? ""));
    return files.flatMap(([field]) => (recordShapes[noun]?.shape[field] ? [] : [`${e.name}.${field}`]));
  });
  expect(unknown).toEqual([]);
});
