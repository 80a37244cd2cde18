/** The main job by hand: an order for two people from its entry to its end, each step by the person whose work it is. */
import { mrzCheckDigit } from "@visadesk/contract/order/mrz.ts";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openBrowser, url } from "./browser.ts";
import { pdf, photo } from "./papers.ts";
import { choose, choosePlace, confirmWith, dialog, item, signIn, toast, type, typeDate } from "./staff.ts";

const browser = await openBrowser();
const pages = new Map<string, Page>();
/** The page of a member of staff, signed in once. */
async function as(account: string): Promise<Page> {
  const page = pages.get(account) ?? (await browser.page());
  if (!pages.has(account)) await signIn(page, account);
  pages.set(account, page);
  return page;
}

const run = String(Date.now()).slice(-7);
const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The two lines at the foot of a passport. */
function passportLines(surname: string, given: string, no: string, born: string, sex: "M" | "F"): string {
  const short = (d: string): string => d.slice(2).replaceAll("-", "");
  const checked = (field: string): string => field + String(mrzCheckDigit(field));
  const [number, birth, until] = [checked(no), checked(short(born)), checked("350817")];
  const rest = `${"<".repeat(14)}0`;
  return `${`POCHN${surname}<<${given}`.padEnd(44, "<")}\n${number}CHN${birth}${sex}${until}${rest}${mrzCheckDigit(number + birth + until + rest)}`;
}

const PEOPLE = [
  { name: "程若溪", lines: passportLines("CHENG", "RUOXI", `EJ${run}`, "2002-03-14", "F"), identity: "在校学生", place: "杭州" },
  { name: "程建国", lines: passportLines("CHENG", "JIANGUO", `EK${run}`, "1960-11-02", "M"), identity: "退休人员", place: "南京" },
] as const;
const order = { path: "", no: "" };

it("manager enters an order for two people on a real product", async () => {
  const page = await as("manager");
  await page.goto(url("/order/list"));
  await page.getByRole("button", { name: "代客下单" }).click();
  const drawer = await dialog(page, "代客下单");
  await type(drawer, "联系人", "程若溪");
  await type(drawer, "联系手机", "13812345678");
  await drawer.getByLabel("搜索商品").fill("韩国五年多次");
  await drawer.getByRole("button", { name: /韩国五年多次旅游签证/ }).click();
  await drawer.getByRole("button", { name: "添加申请人" }).click();
  for (const [i, person] of PEOPLE.entries()) {
    const row = drawer.locator(".vd-item-row").nth(i);
    await row.getByRole("button", { name: `粘贴第${i + 1}位的机读码` }).click();
    const lines = await dialog(page, "粘贴机读码");
    await lines.getByLabel("机读码").fill(person.lines);
    await confirmWith(lines, "填入");
    await type(row, "姓名", person.name);
    await choose(item(row, "身份"), person.identity);
    await choosePlace(item(row, "户籍"), person.place, person.place);
  }
  await typeDate(drawer, "出行日期", day(60));
  await typeDate(drawer, "回国日期", day(67));
  await item(drawer, "回寄方式").getByText("快递", { exact: true }).click();
  await choosePlace(item(drawer, "收件地址"), "西湖", "西湖");
  await item(drawer, "收件地址").getByLabel("详细地址").fill("文三路 100 号 2 幢 501 室");
  await page.screenshot({ path: "/tmp/e2e-1.png" });
  await drawer.getByRole("button", { name: /^下单 ¥/ }).click();
  await toast(page, "已下单");
  await page.waitForURL(/\/order\/detail\/\d+/);
  order.path = new URL(page.url()).pathname;
  await page.getByText("待支付").first().waitFor();
});

it("nothing went wrong on any page", () => {
  expect(browser.faults).toEqual([]);
});
