/** The main job by hand: an order for two people from its entry to its end, each step by the person whose work it is. */
import { mrzCheckDigit } from "@visadesk/contract/order/mrz.ts";
import type { Locator, Page } from "playwright-core";
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
  await page.getByRole("row").filter({ hasText: order.no }).first().getByRole("link").first().click();
  await page.waitForURL(/\/order\/applicant-detail\//);
  const own = `${PEOPLE.indexOf(person) + 1}.`;
  await page.getByRole("navigation", { name: "同单申请人" }).getByText(own).click();
  await page.locator(".ord-people [aria-current=page]").filter({ hasText: own }).waitFor();
  return page;
}

const papers = (page: Page): Locator => page.getByRole("region", { name: "资料审核" });
const foot = (page: Page): Locator => page.getByRole("contentinfo", { name: "下一步" });
const state = (page: Page, label: string): Promise<void> => page.locator(".vd-detail-head").getByText(label, { exact: true }).first().waitFor();

/** Goes to a kind of papers and names those that must be there. */
async function mustHave(page: Page, kind: string): Promise<string[]> {
  await papers(page).getByRole("tab", { name: new RegExp(`^${kind}`) }).click();
  const list = papers(page).getByRole("navigation", { name: "资料" });
  await list.getByRole("button").first().waitFor();
  const names = await list.getByRole("button").evaluateAll((all) => all.filter((o) => !o.querySelector("small")).map((o) => o.querySelector("span")?.textContent ?? ""));
  expect(names.length, kind).toBeGreaterThan(0);
  return names;
}

async function openPaper(page: Page, name: string): Promise<Locator> {
  await papers(page).getByRole("navigation", { name: "资料" }).getByRole("button", { name }).first().click();
  const card = papers(page).getByRole("region", { name, exact: true });
  await card.waitFor();
  return card;
}

async function handIn(page: Page, name: string, words: string): Promise<void> {
  const card = await openPaper(page, name);
  const made = card.locator(".ord-date input");
  if (await made.isVisible()) {
    await made.fill(day(-1));
    await made.press("Enter");
  }
  await card.getByLabel(`上传${name}`).setInputFiles(await photo(name, words));
  await toast(page, `${name}：已上传`);
  await card.getByText("待审核", { exact: true }).waitFor();
}

it.each(PEOPLE)("expert hands in the papers of $name until the review begins", async (person) => {
  const page = await desk(person);
  for (const kind of ["电子", "照片"]) {
    for (const name of await mustHave(page, kind)) await handIn(page, name, `${name} ${person.name} ${run}`);
  }
  const [form = ""] = await mustHave(page, "申请表");
  const card = await openPaper(page, form);
  for (const input of await card.locator(".ord-question input[type=text]:not([role=combobox])").all()) {
    if ((await input.inputValue()) === "") await input.fill("LOTTE HOTEL SEOUL");
  }
  for (const [label, answer] of [["婚姻状况", "未婚"], ["是否去过韩国", "否"], ["是否曾被拒签", "否"]] as const) {
    await choose(card.locator(".ord-question").filter({ hasText: label }), answer);
  }
  await card.getByRole("button", { name: "代客提交" }).click();
  await toast(page, "申请表已提交");
  await state(page, "等待预审");
});

it("a step out of turn is refused with its sentence, on the page and in the list", async () => {
  const page = await desk(PEOPLE[1]);
  await foot(page).getByText(/还有 \d+ 项未审核/).waitFor();
  expect(await foot(page).getByRole("button", { name: "预审通过" }).isDisabled()).toBe(true);
  await page.goto(url(`/order/list?scope=mine&keyword=${order.no}`));
  await page.getByRole("row").filter({ hasText: order.no }).nth(1).getByRole("checkbox").check();
  await page.getByRole("button", { name: "预审通过", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "预审通过" }).click();
  const refused = await dialog(page, "预审通过结果");
  await refused.getByText(/还有 \d+ 项未审核/).waitFor();
  await refused.getByRole("button", { name: "Close" }).click();
});

async function passAll(page: Page): Promise<void> {
  for (const kind of ["电子", "照片", "申请表"]) {
    for (const name of await mustHave(page, kind)) {
      const card = await openPaper(page, name);
      if (await card.getByText("合格", { exact: true }).first().isVisible() && !(await card.getByRole("button", { name: "合格" }).first().isVisible())) continue;
      await card.getByRole("button", { name: "合格", exact: true }).click();
      await toast(page, `${name}：合格`);
    }
  }
}

it("expert rejects one item with a reason, the customer's new file comes, the review is passed", async () => {
  const page = await desk(PEOPLE[0]);
  const [first = ""] = await mustHave(page, "电子");
  let card = await openPaper(page, first);
  await card.getByRole("button", { name: "不合格" }).click();
  await card.getByRole("radio", { name: "不清晰/反光" }).click();
  await card.getByLabel("说明").fill("右下角反光，请在窗边重拍");
  await card.getByRole("button", { name: "确认不合格" }).click();
  await toast(page, `${first}：不合格`);
  await press(foot(page), "预审不通过");
  const reject = await dialog(page, "预审不通过");
  await reject.getByText(/不清晰\/反光：右下角反光/).waitFor();
  await confirmWith(reject, "预审不通过");
  await state(page, "预审不通过");
  await state(page, "补料第1轮");
  card = await openPaper(page, first);
  await card.getByText(/不清晰\/反光：右下角反光/).waitFor();
  await handIn(page, first, `${first} 重拍 ${run}`);
  await state(page, "等待预审");
  await passAll(page);
  await foot(page).getByRole("button", { name: "预审通过" }).click();
  await state(page, "等待接收资料");
});

it("expert passes the other", async () => {
  const page = await desk(PEOPLE[1]);
  await passAll(page);
  await foot(page).getByRole("button", { name: "预审通过" }).click();
  await state(page, "等待接收资料");
});

it("nothing went wrong on any page", () => {
  expect(browser.faults).toEqual([]);
});
