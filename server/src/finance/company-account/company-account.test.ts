import { beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";

let app: TestApp;
let maker: Client;
let checker: Client;
beforeAll(async () => {
  app = await testApp();
  maker = await app.as("finance");
  checker = await app.as("admin");
});
const facts = {
  kind: "bank",
  bank_name: "中国银行三里屯支行",
  holder: "某某签证服务有限公司",
  currency: "CNY",
  day_limit: null,
  low_water: 100_000,
} as const;

test("entered by one and confirmed by another; a changed number is confirmed anew, a changed warning is not", async () => {
  const made = await maker.call("company_account_add", { ...facts, name: "中行一般户", account_no: "6222 0000 1234 5678" });
  expect(made).toMatchObject({ account_status: "draft", is_mine: true, balance: 0 });
  expect(made.account_no).not.toContain("1234");
  const own = await maker.raw("company_account_confirm", { id: made.id, version: made.version });
  expect(own.msg).toContain("不能审核自己提交的单据");
  await checker.call("company_account_confirm", { id: made.id, version: made.version });
  const seen = await maker.call("company_account_get", { id: made.id });
  const warned = await maker.call("company_account_update", { id: made.id, version: seen.version, low_water: 200_000 });
  expect(warned.account_status).toBe("enabled");
  const changed = await checker.call("company_account_update", { id: made.id, version: warned.version, holder: "另一家公司" });
  expect(changed).toMatchObject({ account_status: "draft", confirmed_by_name: null });
  const self = await checker.raw("company_account_confirm", { id: made.id, version: changed.version });
  expect(self.msg).toContain("不能审核自己提交的单据");
});

test("a number and a name are there once; a kind that was posted to stays; a bank needs number, bank and holder", async () => {
  const twice = await maker.raw("company_account_add", { ...facts, name: "又一户", account_no: "6222000012345678" });
  expect(twice.msg).toBe("账号已存在");
  const named = await maker.raw("company_account_add", { ...facts, name: "中行一般户", account_no: "6222000012345679" });
  expect(named.msg).toBe("名称已存在");
  const bare = await maker.raw("company_account_add", { ...facts, name: "无户名", account_no: "62220000", holder: "" });
  expect(bare.msg).toBe("请输入户名/保管人");
});
