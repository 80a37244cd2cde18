/** A content editor's day: a country's passport rule, a paper's wording, and another paper in the place of one. */
import { expect, it } from "vitest";
import { openBrowser, url } from "./lib/browser.ts";
import { runNumber } from "./lib/clock.ts";
import { enterOrder } from "./lib/entry.ts";
import { passportLines } from "./lib/papers.ts";
import { choose, day, dialog, item, staffOf, toast } from "./lib/staff.ts";

const browser = await openBrowser();
const as = staffOf(browser);
const run = runNumber(6);
const PAPER = "近6个月银行流水";
const wording = `近6个月流水，每页盖银行章（${run}）`;
/** One of those who wait with this paper, found on the way. */
const waiting = { no: "" };

/** Travels in 60 days and is back a week later, with a passport of one more year: enough for today's rule of six months. */
const short = { name: "段怀瑾", lines: passportLines("DUAN", "HUAIJIN", `ED${run}1`, "1991-06-05", "M", day(67 + 365)) };

it("somebody with one year left on his passport orders a visa for France", async () => {
  const people = [{ ...short, identity: "在职人员", place: "上海" }];
  await enterOrder(await as("manager"), { mobile: `137${run}42`, search: "法国", product: /法国/, people });
});

it("a longer passport rule shows the open orders it touches, those with too short a passport first, before it is saved", async () => {
  const page = await as("product");
  await page.goto(url("/base-data/country/edit/FR"));
  const months = item(page.locator("main#content"), "护照有效期（回国后还须有效的月数）").locator("input");
  const before = Number(await months.inputValue());
  await months.fill(before === 24 ? "23" : "24");
  await page.getByRole("button", { name: "保存", exact: true }).click();
  const box = await dialog(page, /规则改动影响未送签的订单$/);
  await box.getByText(/个订单的 \d+ 名申请人尚未送签，其中 [1-9]\d* 人的护照按新规则不足/).waitFor();
  const first = box.getByRole("row").nth(1);
  await first.getByText("护照不足").waitFor();
  expect(await first.getByRole("cell").first().textContent()).toMatch(/^V\d{12}$/);
  await box.getByRole("button", { name: "仍然保存" }).click();
  await toast(page, "“法国”已保存");
  await page.waitForURL(url("/base-data/country/list"));
});

it("a paper's new wording goes to new orders, and by choice to those whose paper nobody approved", async () => {
  const page = await as("product");
  await page.goto(url(`/base-data/elec/list?keyword=${encodeURIComponent(PAPER)}`));
  await page.getByRole("link", { name: PAPER, exact: true }).click();
  await item(page.locator("main#content"), "客户看到的要求").getByRole("textbox").fill(wording);
  await page.getByRole("button", { name: "保存", exact: true }).click();
  const box = await dialog(page, `“${PAPER}”的要求有改动`);
  waiting.no = (await box.getByRole("listitem").first().locator(".vd-num").textContent()) ?? "";
  expect(waiting.no).not.toBe("");
  await box.getByRole("radio", { name: /^同时更新未审核的 [1-9]\d* 位/ }).check();
  await box.getByRole("button", { name: "保存", exact: true }).click();
  await toast(page, `“${PAPER}”已保存`);
});

it("the product and the applicant's desk show the new wording", async () => {
  const page = await as("product");
  await page.goto(url(`/base-data/elec/list?keyword=${encodeURIComponent(PAPER)}`));
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: PAPER, exact: true }) });
  await row.locator("a[href*='/base-data/related-product/elec/']").click();
  await page.getByRole("heading", { name: "关联商品" }).waitFor();
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  await page.getByRole("tab", { name: "资料", exact: true }).click();
  await page.getByText(wording).first().waitFor();

  const desk = await as("admin");
  await desk.goto(url(`/order/list?scope=all&keyword=${waiting.no}`));
  await desk.getByRole("row").nth(1).getByRole("link").first().click();
  await desk.waitForURL(/applicant-detail/);
  // The orders are changed by a job that follows the save.
  await expect
    .poll(async () => {
      await desk.reload();
      await desk
        .getByRole("button", { name: new RegExp(`^${PAPER}`) })
        .first()
        .click();
      await desk.locator(".ord-rule").first().waitFor();
      return desk.locator(".ord-rule").getByText(wording).count();
    })
    .toBe(1);
  await desk.getByText(`资料要求更新：${PAPER}`).first().waitFor();
});

it("another paper takes the place of one in a product: seen before, and gone from the list after", async () => {
  const page = await as("product");
  await page.goto(url(`/base-data/elec/list?keyword=${encodeURIComponent("往返机票预订单")}`));
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: "往返机票预订单", exact: true }) });
  await row.locator("a[href*='/base-data/related-product/elec/']").click();
  await page.getByRole("heading", { name: "关联商品" }).waitFor();
  const last = page.getByRole("row").last();
  const product = (await last.getByRole("link").first().textContent()) ?? "";
  await last.getByRole("checkbox").check();
  await page.getByRole("button", { name: "批量替换" }).click();
  const box = await dialog(page, "在 1 个商品里替换“往返机票预订单”");
  await choose(box, "同行人信息表", "同行人");
  const trial = box.getByRole("row").filter({ hasText: product });
  expect(await trial.textContent()).toMatch(/往返机票预订单.*同行人信息表/s);
  await box.getByRole("button", { name: "替换 1 个商品" }).click();
  await toast(page, "已替换 1 个商品");
  await page.getByRole("link", { name: product, exact: true }).waitFor({ state: "detached" });
});

it("nothing went wrong on any page", () => {
  expect(browser.faults).toEqual([]);
});
