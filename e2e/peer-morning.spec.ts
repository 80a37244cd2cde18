/** A BD's morning: whom the radar tells him to call, and a limit that runs out before its peer does. */
import { expect, it } from "vitest";
import { openBrowser, settled, url } from "./lib/browser.ts";
import { choose, confirmWith, dialog, item, staffOf, type } from "./lib/staff.ts";

const browser = await openBrowser();
const as = staffOf(browser);

it("peer 25: a BD's morning: one of the radar's calls is made, and a limit that runs out is asked for with amount and day", async () => {
  const page = await as("business_2");
  await page.goto(url("/peer/manager/list"));
  await page.getByRole("row").filter({ hasText: "范以沫" }).getByRole("button", { name: "查看" }).click();
  await page.waitForURL(/\/peer\/manager\/view\/\d+/);
  const calls = page.getByRole("table", { name: "今日回访" });
  const call = calls.getByRole("row").filter({ hasText: "已联系" }).first();
  const sentence = (await call.textContent()) ?? "";
  expect(sentence).toMatch(/近两周|余额/);
  await call.getByRole("button", { name: "已联系" }).click();
  const called = await dialog(page, /^登记回访/);
  await choose(item(called, "结果"), "承诺下单");
  await type(called, "说明", "下周有两个团，周一下单");
  await confirmWith(called, "登记");
  await calls.getByText("承诺下单").first().waitFor();

  await page.goto(url("/peer/list?settle_mode=credit&available_below=100000"));
  await settled(page);
  await page.locator("main tr[data-row]").first().getByRole("link").first().click();
  await page.waitForURL(/\/peer\/view\/\d+/);
  await page.goto(`${page.url()}?tab=credit`);
  await page
    .getByText(/按近 \d+ 天速度|额度已用尽/)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "申请临时额度" }).click();
  const ask = await dialog(page, /^申请变更临时额度/);
  expect(await item(ask, "临时额度").locator("input").inputValue()).toMatch(/^[1-9]/);
  expect(await item(ask, "有效至").locator("input").inputValue()).toMatch(/^\d{4}-\d\d-\d\d$/);
});

it("nothing went wrong on any page", () => {
  expect(browser.faults).toEqual([]);
});
