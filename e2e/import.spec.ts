/** A clerk has fifty orders in a spreadsheet, three of their rows wrong: nothing is made until all are right, then all of them are. */
import { expect, it } from "vitest";
import { openBrowser, url } from "./lib/browser.ts";
import { runNumber } from "./lib/clock.ts";
import { day, dialog, signIn } from "./lib/staff.ts";

const browser = await openBrowser();
const run = runNumber(4);
const ORDERS = 50;
const HEAD =
  "组号\t联系人\t联系手机\t商品编码\t出行日期\t回寄方式\t姓名\t姓拼音\t名拼音\t性别\t出生日期\t护照号\t签发日\t有效期\t身份\t户籍省\t户籍市";
const two = (n: number): string => String(n).padStart(2, "0");
/** Line `n` of the sheet; with `wrong` three of them cannot be taken. */
function line(n: number, wrong: boolean): string {
  const mobile = wrong && n === 7 ? "1370000" : `137${run}${two(n)}00`;
  const identity = wrong && n === 19 ? "海员" : "在职人员";
  const expiry = wrong && n === 33 ? day(-1300) : day(2000);
  const person = ["秦时明", "QIN", "SHIMING", "男", "1991-06-05", `EG${run}${two(n)}1`, day(-1200), expiry, identity, "上海市", "上海市"];
  return [`A${n}`, "秦时明", mobile, "AU-600-01", day(90), "自取", ...person].join("\t");
}
const sheet = (wrong: boolean): string => [HEAD, ...Array.from({ length: ORDERS }, (_, i) => line(i + 1, wrong))].join("\n");

it("order 20: of a sheet with three wrong rows nothing is made; put right, it becomes fifty orders", async () => {
  const page = await browser.page();
  await signIn(page, "manager");
  await page.goto(url("/order/list"));
  await page.getByRole("button", { name: "导入订单" }).click();
  const drawer = await dialog(page, "导入订单");
  await drawer.getByRole("textbox").fill(sheet(true));
  await drawer.getByRole("button", { name: "预检" }).click();
  await drawer.getByText("3 行错误").waitFor();
  await drawer.getByText("联系手机：请输入正确的手机号").waitFor();
  expect(await drawer.getByRole("button", { name: /^导入/ }).last().isDisabled()).toBe(true);
  const coming = page.waitForEvent("download");
  await drawer.getByRole("button", { name: "下载错误表" }).click();
  expect((await coming).suggestedFilename()).toMatch(/\.xlsx$/);

  await drawer.getByRole("textbox").fill(sheet(false));
  await drawer.getByRole("button", { name: "预检" }).click();
  await drawer.getByText(`${ORDERS} 组 · ${ORDERS} 人`).waitFor();
  await drawer.getByText("0 行错误").waitFor();
  await drawer.getByRole("button", { name: `导入 ${ORDERS} 单` }).click();
  await drawer.getByText(`已建立 ${ORDERS} 张订单`).waitFor({ timeout: 120_000 });
  const no =
    (await drawer
      .getByRole("link", { name: /^V\d{12}$/ })
      .first()
      .textContent()) ?? "";
  await drawer.getByRole("link", { name: no }).click();
  await page.getByText("秦时明").or(page.getByText("秦**")).first().waitFor();
  expect(browser.faults).toEqual([]);
});
