/**
 * A purchaser's day: a paper of a supplier ends, it rests, its people go elsewhere at a cost and a time that are shown; a price
 * sheet of the one that took them is imported, another passes it, and the product's margin follows.
 */
import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { openBrowser, settled, url } from "./lib/browser.ts";
import { ownServer } from "./lib/own-server.ts";
import { openPerson } from "./lib/person-page.ts";
import { choose, confirmWith, day, dialog, item, press, staffOf, type } from "./lib/staff.ts";

const browser = await openBrowser();
const own = await ownServer(browser);
let as = staffOf(browser);

/** Its qualification ends in twelve days. */
const ENDS = "汉江之桥演示";
/** The first of everybody for the same countries. */
const TAKES = "沪东签证演示";
const RISE = 1_000;
const person = { no: "", path: "", product: "" };
const price = { code: "", old: 0, margin: 0, path: "" };

const cents = (text: string): number =>
  Math.round(Number(/-?[\d,]+(?:\.\d+)?/.exec(text.replaceAll(/[¥\s]/g, ""))?.[0].replaceAll(",", "")) * 100);
/** The cell of a row under this head. */
async function cellUnder(row: Locator, head: string): Promise<string> {
  const heads = await row.locator("xpath=ancestor::table[1]").locator("thead th").allTextContents();
  const at = heads.findIndex((h) => h.trim().startsWith(head));
  expect(heads[at], head).toBeDefined();
  return (await row.locator("td, th").nth(at).innerText()).trim();
}
async function viewOf(page: Page, short: string, tab = ""): Promise<void> {
  await page.goto(url(`/supplier/list?keyword=${encodeURIComponent(short)}`));
  await settled(page);
  await page.getByRole("row").filter({ hasText: short }).getByRole("link").first().click();
  await page.waitForURL(/\/supplier\/view\/\d+/);
  if (tab !== "") await page.getByRole("tab", { name: tab }).click();
  await settled(page);
}

/** Who could do it for him, over the page of his case. */
async function rankingOf(page: Page): Promise<Locator> {
  await page.goto(url(person.path));
  await page.getByTitle("为什么派给它").click();
  return dialog(page, "为什么派给它");
}

it("supplier: somebody is given to a supplier whose qualification ends soon", async () => {
  const desk = await as("admin");
  await desk.goto(url("/supplier/logistics/list?tab=due"));
  const due = desk.getByRole("row").filter({ hasText: "上海领区" }).filter({ hasText: "护照原件 在我方" }).filter({ hasNotText: "未到" });
  person.no = /V\d{12}-\d\d/.exec((await due.first().textContent()) ?? "")?.[0] ?? "";
  await openPerson(desk, person.no);
  person.path = new URL(desk.url()).pathname;
  const other = (await rankingOf(desk)).getByRole("row").filter({ hasText: ENDS }).first();
  await other.getByRole("button", { name: /^改派/ }).click();
  const move = await dialog(desk, `改派给「${ENDS}」`);
  await type(move, "原因", "原供应商近期出签较慢");
  await confirmWith(move, "改派");
  const page = await as("product");
  await viewOf(page, ENDS, "在办申请人");
  const row = page.getByRole("table", { name: "在办申请人" }).getByRole("row").filter({ hasText: person.no });
  person.product = await cellUnder(row, "商品");
});

it("two weeks later the paper is over: the queue, the list and the supplier's page say so", async () => {
  await own.goOn(day(13), "09:30");
  as = staffOf(browser);
  const page = await as("product");
  await page.goto(url("/supplier/list?queue=supplier_paper"));
  await settled(page);
  await page.getByRole("row").filter({ hasText: ENDS }).first().waitFor();
  await viewOf(page, ENDS);
  await page
    .getByText(/送签资质.*已过期|已过期.*送签资质/)
    .first()
    .waitFor();
});

it("it rests, and its people go to the best alternative, each with what it costs and how long it takes", async () => {
  const page = await as("product");
  await viewOf(page, ENDS);
  await press(page.locator(".vd-detail-head"), "暂停合作");
  const pause = await dialog(page, /^暂停合作/);
  await type(pause, "暂停原因", "送签资质到期，等待续期");
  const row = pause.getByRole("table", { name: "在办申请人去向" }).getByRole("row").filter({ hasText: person.no });
  expect(await cellUnder(row, "建议供应商")).toMatch(new RegExp(`^${TAKES}\\s+\\d+–\\d+ 工作日$`));
  const [now, delta] = [cents(await cellUnder(row, "现价")), cents(await cellUnder(row, "价差"))];
  expect(now).toBeGreaterThan(0);
  expect(delta).toBeLessThan(0);
  expect(await cellUnder(row, "时效差")).toMatch(/^[+-]?\d+ 天$/);
  await pause.getByText("改派 1 位，保留 0 位").waitFor();
  expect(cents(((await pause.getByText("价差合计").innerText()) ?? "").replace("价差合计", ""))).toBe(delta);
  await confirmWith(pause, "暂停合作");
  await page.locator(".vd-detail-head").getByText("已暂停", { exact: true }).waitFor();
  const taken = (await rankingOf(await as("admin"))).locator("p").filter({ hasText: "现派给" });
  expect(cents(/结算价\s*(\S+)/.exec(await taken.innerText())?.[1] ?? "")).toBe(now + delta);
  expect(await taken.innerText()).toContain(TAKES);
});

/** What remains of the product, as the head of its page shows it. */
async function marginOf(page: Page): Promise<number> {
  await page.goto(url(price.path));
  await settled(page);
  return cents(/毛利\s*([^\n]+)/.exec(await page.locator(".vd-detail-head").innerText())?.[1] ?? "");
}

it("its price sheet is imported: tried first, then asked for", async () => {
  const page = await as("product");
  await viewOf(page, TAKES);
  const id = new URL(page.url()).pathname.split("/").at(-1);
  await page.goto(url(`/supplier/product/list?supplier_id=${id}&page_size=100`));
  await settled(page);
  const row = page.getByRole("row").filter({ hasText: person.product }).first();
  // Its codes are its own number and ours.
  price.code = `0001-${/(?:JP|KR)-[A-Z0-9-]+/.exec(await row.innerText())?.[0]}`;
  price.old = cents(await cellUnder(row, "成人价"));
  price.path = (await row.getByRole("link").first().getAttribute("href")) ?? "";
  price.margin = await marginOf(page);

  await page.goto(url("/supplier/product/list"));
  await page.getByRole("button", { name: "导入报价" }).click();
  const box = await dialog(page, "导入报价");
  await choose(item(box, "供应商"), TAKES, TAKES);
  await item(box, "报价单")
    .locator("textarea")
    .fill(`供应商编码\t成人价\n${price.code}\t${(price.old + RISE) / 100}\n9999-NONE\t100`);
  await box.getByText("读出 2 行").waitFor();
  await type(box, "说明", "供应商来函上调，附报价单");
  await box.getByRole("button", { name: "预检", exact: true }).click();
  await box.getByText("1 行调价，0 行价格相同，1 行错误").waitFor();
  await confirmWith(box, "提交审核");
});

it("another passes it, and the margin of the product follows", async () => {
  const reviewer = await as("admin");
  await reviewer.goto(url("/product/price-adjustment-list"));
  await settled(reviewer);
  const waiting = reviewer.getByRole("row").filter({ hasText: TAKES }).filter({ hasText: person.product });
  await waiting
    .getByRole("link", { name: /^TJ\d+$/ })
    .first()
    .click();
  const drawer = reviewer.getByRole("dialog").filter({ hasText: "供应商来函上调，附报价单" });
  await drawer.getByRole("button", { name: "通过", exact: true }).click();
  await reviewer.getByRole("alertdialog").getByRole("button", { name: "通过" }).click();
  await drawer.waitFor({ state: "hidden" });
  const page = await as("product");
  await expect.poll(() => marginOf(page)).toBe(price.margin - RISE);
  expect(browser.faults).toEqual([]);
});
