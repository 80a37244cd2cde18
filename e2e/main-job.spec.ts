/** The main job by hand: an order for two people from its entry to its end, each step by the person whose work it is. */
import { mrzCheckDigit } from "@visadesk/contract/order/mrz.ts";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openBrowser, url } from "./browser.ts";
import { pdf, photo } from "./papers.ts";
import { choose, choosePlace, confirmWith, dialog, item, press, signIn, toast, type, typeDate } from "./staff.ts";

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
  await type(drawer, "联系手机", `139${run}8`);
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
  await drawer.getByRole("button", { name: /^下单 ¥/ }).click();
  await toast(page, "已下单");
  await page.waitForURL(/\/order\/detail\/\d+/);
  order.path = new URL(page.url()).pathname;
  order.no = (await page.locator(".vd-detail-head").getByText(/^V\d{12}$/).first().textContent()) ?? "";
});

it("manager registers the payment with its trade number and proof, and names the people in charge", async () => {
  const page = await as("manager");
  await press(page.locator(".vd-detail-head"), "登记收款");
  const pay = await dialog(page, "登记收款");
  await type(pay, "交易号", `42000${run}`);
  await item(pay, "凭证").locator("input[type=file]").setInputFiles(await photo("收款", "微信支付 2560.00"));
  await item(pay, "凭证").getByRole("button", { name: "移除第1个文件" }).waitFor();
  await confirmWith(pay, "登记收款");
  await page.locator(".vd-detail-head").getByText("已支付").waitFor();
  for (const [role, name] of [["签证专家", "林晓雯"], ["客服", "孙悦"]] as const) {
    await page.getByRole("button", { name: "改派" }).click();
    const assign = await dialog(page, "改派");
    await item(assign, "角色").getByText(role, { exact: true }).click();
    await choose(item(assign, "接手人"), name, name);
    await type(assign, "原因", "由熟悉该国家的同事负责");
    await confirmWith(assign, "改派");
    await page.locator(".vd-detail-side").getByText(name).waitFor();
  }
});

/** The expert's desk for one of the two, found through the list. */
async function desk(person: (typeof PEOPLE)[number]): Promise<Page> {
  const page = await as("expert");
  await page.goto(url(`/order/list?scope=mine&keyword=${order.no}`));
  const row = page.getByRole("row").filter({ hasText: person.name.slice(0, 1) }).nth(PEOPLE.indexOf(person));
  await row.getByRole("link").first().click();
  await page.waitForURL(/\/order\/applicant-detail\//);
  return page;
}

it("expert finds both", async () => {
  const page = await desk(PEOPLE[0]);
  await page.getByRole("region", { name: "资料审核" }).waitFor();
  await page.screenshot({ path: "/tmp/e2e-2.png" });
});

it("nothing went wrong on any page", () => {
  expect(browser.faults).toEqual([]);
});
