/** A product manager's day: a product copied, completed and listed; a price asked for, passed by another; today's order keeps today's price. */
import { expect, it } from "vitest";
import { openBrowser, settled, url } from "./lib/browser.ts";
import { runNumber } from "./lib/clock.ts";
import { enterOrder } from "./lib/entry.ts";
import { passportLines } from "./lib/papers.ts";
import { choose, confirmWith, dialog, item, press, staffOf, toast, type } from "./lib/staff.ts";

const browser = await openBrowser();
const as = staffOf(browser);
const run = runNumber(6);
const level = `家庭${run}`.slice(0, 10);
const name = `韩国单次旅游签证 ${level}`;
const made = { path: "", no: "", order: "", request: "" };

it("product 25: the product manager copies a product of the list and completes its draft", async () => {
  const page = await as("product");
  await page.goto(url("/product/list?keyword=KR-TOUR-S-01"));
  await page.getByRole("button", { name: "KR-TOUR-S-01的更多操作" }).click();
  await page.getByRole("menuitem", { name: "复制", exact: true }).click();
  const copy = await dialog(page, "复制 KR-TOUR-S-01");
  await type(copy, "服务档", level);
  await type(copy, "商品名称", name);
  await copy.getByRole("button", { name: "复制为草稿" }).click();
  await page.waitForURL(/\/product\/product-edit\/\d+/);
  await type(page.locator("main#content"), "预订须知", "全家同行，一并递签");
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await page.waitForURL(/\/product\/product-detail\/\d+/);
  made.path = new URL(page.url()).pathname;
});

it("lists it, and the desk sells it", async () => {
  const page = await as("product");
  await press(page.locator(".vd-detail-head"), "上架");
  await page.locator(".vd-detail-head").getByText("在售", { exact: true }).waitFor();
  const people = [
    { name: "简宁", lines: passportLines("JIAN", "NING", `EJ${run}2`, "1990-02-03", "F"), identity: "在职人员", place: "上海" },
  ];
  const order = await enterOrder(await as("manager"), { mobile: `138${run}17`, search: level, product: new RegExp(level), people });
  made.order = order.path;
});

it("asks for ¥20 more; the maker cannot pass it himself, another does", async () => {
  const page = await as("product");
  await page.goto(url(`${made.path}?tab=price`));
  await page.getByRole("button", { name: "申请调价" }).click();
  const form = await dialog(page, "申请调价");
  const retail = form.getByRole("table", { name: "新价格" }).getByRole("row").filter({ hasText: "门市价" });
  const before = Number(/[\d,]+\.\d\d/.exec((await retail.textContent()) ?? "")?.[0].replaceAll(",", ""));
  await form.getByLabel("门市价 新价", { exact: true }).fill(String(before + 20));
  await choose(item(form, "原因"), "市场竞争");
  await type(form, "说明", "旺季跟随市场上调");
  await confirmWith(form, "提交审核");
  await toast(page, /已提交调价单 TJ\d+，审核通过后生效/);
  await page.getByRole("table", { name: "待审核与待生效的调价" }).getByText("待审核").waitFor();

  const reviewer = await as("admin");
  await reviewer.goto(url("/product/price-adjustment-list"));
  await settled(reviewer);
  const row = reviewer.getByRole("row").filter({ hasText: name });
  await row.getByRole("link", { name: /^TJ\d+$/ }).click();
  const drawer = reviewer.getByRole("dialog").filter({ hasText: "旺季跟随市场上调" });
  await drawer.getByRole("button", { name: "通过", exact: true }).click();
  await reviewer.getByRole("alertdialog").getByRole("button", { name: "通过" }).click();
  await row.waitFor({ state: "detached" });
});

it("the product shows the new price, the order keeps the one of its day and says so", async () => {
  const page = await as("product");
  await page.goto(url(`${made.path}?tab=price`));
  await settled(page);
  const desk = await as("manager");
  await desk.goto(url(made.order));
  const diff = desk.getByRole("table", { name: "下单后的变化" });
  await diff.waitFor();
  const rows = diff.locator("tbody tr");
  expect(await rows.count()).toBe(1);
  const [then = 0, now = 0] =
    ((await rows.first().textContent()) ?? "").match(/[\d,]+\.\d\d/g)?.map((n) => Number(n.replaceAll(",", ""))) ?? [];
  expect(Math.round((now - then) * 100)).toBe(2_000);
  await page
    .getByText(`¥${now.toLocaleString("en-US", { minimumFractionDigits: 2 })}`)
    .first()
    .waitFor();
});

it("a paper taken off the list reaches the open applicant because he is picked, and his order says so", async () => {
  const page = await as("product");
  await page.goto(url(made.path.replace("detail", "edit")));
  await page.getByRole("button", { name: "移除行程单" }).first().click();
  await page.getByRole("button", { name: "保存", exact: true }).click();
  const people = page.getByRole("table", { name: "受影响的申请人" });
  await people.getByText("行程单").waitFor();
  await people.getByRole("checkbox", { name: "选择第1行" }).click();
  await page.getByRole("button", { name: "保存并推送给 1 人" }).click();
  const outcome = page.getByRole("table", { name: "推送结果" });
  await outcome.getByText("取消行程单").waitFor();
  await page.getByText("已更新 1 人", { exact: true }).waitFor();
  const desk = await as("manager");
  await desk.goto(url(`${made.order}?tab=log`));
  await desk.getByText("资料清单变更").first().waitFor();
});

it("nothing went wrong on any page", () => {
  expect(browser.faults).toEqual([]);
});
