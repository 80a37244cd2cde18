import { beforeAll, expect, test } from "vitest";
import { allEndpoints } from "@visadesk/contract/index.ts";
import { may, permissionLabel } from "@visadesk/contract/permissions.ts";
import { exportParts } from "../../areas.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { zipEntry } from "../../testing/zip-entry.ts";
import type { Client } from "../../testing/client.ts";

let app: TestApp;
let product: Client;
beforeAll(async () => {
  app = await testApp();
  product = await app.as("product");
});

async function exported(format: "xlsx" | "csv", filter: Record<string, unknown>): Promise<Buffer> {
  const { id } = await product.call("export_add", { endpoint: "sku_query", filter, format, idempotency_key: crypto.randomUUID() });
  await app.runJobs();
  expect(await product.call("export_get", { id })).toMatchObject({ status: "done" });
  return (await app.http.inject({ method: "GET", url: (await product.call("export_link_get", { id })).url })).rawPayload;
}
const rowsOf = (xml: string): string[][] =>
  [...xml.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = ""]) =>
    [...row.matchAll(/<c\/>|<c[^>]*>(.*?)<\/c>/gs)].map(([, cell = ""]) => cell.replace(/<[^>]+>/g, "")),
  );

test("every sheet that a list promises beside itself has somebody who makes it", () => {
  const promised = allEndpoints.flatMap((e) => ("export_sheets" in e ? (e.export_sheets ?? []).map((s) => `${e.name} ${s}`) : []));
  expect(promised).toContain("sku_query 资料");
  expect(exportParts.sheets.map((s) => `${s.endpoint} ${s.name}`).toSorted()).toEqual(promised.toSorted());
});

test("product 21: products are exported with a second sheet of their papers, one row per paper and identity, and no cost", async () => {
  await app.db
    .updateTable("documents")
    .set({ requirement: "<p>近6个月的<b>银行流水</b></p>" })
    .where("id", "in", (e) => e.selectFrom("sku_documents").select("document_id"))
    .execute();
  const file = await exported("xlsx", { country_id: ["JP"], sort: "sku_no" });
  const skus = rowsOf(zipEntry(file, "xl/worksheets/sheet1.xml"));
  const [head, ...papers] = rowsOf(zipEntry(file, "xl/worksheets/sheet2.xml"));
  expect(head).toEqual("商品编号 商品名称 适用身份 资料类型 资料 归属 何时需要 任选 份数 原件 要求 备注 资料状态".split(" "));
  const stored = await app.db
    .selectFrom("sku_documents")
    .innerJoin("skus", "skus.id", "sku_documents.sku_id")
    .select("skus.sku_no")
    .where("skus.country_id", "=", "JP")
    .execute();
  const numbers = papers.map(([no]) => no);
  expect(numbers.map(String).toSorted()).toEqual(stored.map((s) => s.sku_no).toSorted());
  expect([...new Set(numbers)]).toEqual(skus.slice(1).map(([no]) => no));
  const bank = papers.find(([no, , identity, , name]) => no === "JP-TOUR-S-01" && identity === "在职人员" && name === "护照首页扫描件");
  expect(bank?.slice(3)).toEqual(["电子", "护照首页扫描件", "客户必交", "一律", "", "1", "否", "近6个月的银行流水", "", "启用"]);
  expect(zipEntry(file, "xl/worksheets/sheet3.xml")).toContain("导出人");
  expect(skus[0]?.some((label) => label.includes("成本") || label.includes("毛利"))).toBe(false);
});

test("what products cost us is neither asked for nor left as an empty column by who may not see it; rates are percentages", async () => {
  const who = await app.db.selectFrom("workers").select("role_id").where("account", "=", "product").executeTakeFirstOrThrow();
  const columns = ["sku_no", "completeness", "total_cost"];
  const ask = (as: Client) =>
    as.raw("export_add", { endpoint: "sku_query", filter: {}, format: "csv", columns, idempotency_key: crypto.randomUUID() });
  const whole = (await ask(product)).body as { id: number };
  await app.runJobs();
  const csv = (await app.http.inject({ method: "GET", url: (await product.call("export_link_get", { id: whole.id })).url })).payload;
  expect(csv).toContain("总成本");
  expect(csv).toMatch(/JP-TOUR-S-01,\d+\.\d%,/);
  const { module_group } = await app.db
    .selectFrom("roles")
    .select("module_group")
    .where("id", "=", who.role_id ?? 0)
    .executeTakeFirstOrThrow();
  const set = (codes: readonly number[], version: number) =>
    app.db
      .updateTable("roles")
      .set({ module_group: [...codes], version })
      .where("id", "=", who.role_id ?? 0)
      .execute();
  await set(
    module_group.filter((c) => c !== may.cost_view),
    98,
  );
  const blind = await app.as("product");
  const refused = await ask(blind);
  expect([refused.status, refused.msg]).toEqual([403, expect.stringContaining(permissionLabel(may.cost_view))]);
  await set(module_group, 99);
  product = await app.as("product");
});

test("papers for everybody and everywhere say so in their sheet", async () => {
  const admin = await app.as("admin");
  const columns = ["name", "identities", "country_names"];
  const { id } = await admin.call("export_add", {
    endpoint: "mail_query",
    filter: {},
    format: "csv",
    columns,
    idempotency_key: crypto.randomUUID(),
  });
  await app.runJobs();
  const text = (await app.http.inject({ method: "GET", url: (await admin.call("export_link_get", { id })).url })).payload;
  const [, ...lines] = text.trim().split("\r\n").slice(0, -1);
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(line).toMatch(/^[^,]+,[^,]+,[^,]+$/);
  expect(text).toContain("全部国家");
});

test("a CSV file holds the list alone", async () => {
  const text = (await exported("csv", { country_id: ["JP"] })).toString();
  expect(text).toContain("JP-TOUR-S-01");
  expect(text).not.toContain("在职人员");
});
