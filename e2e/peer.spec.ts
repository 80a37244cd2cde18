/**
 * A BD's week: whom he met at a fair becomes a peer by another's hand, is given credit by another's hand, orders at its level's
 * price; a peer that owes too long is stopped and freed by what it repays; a matter about a refund is told, ended, opened again.
 */
import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { openBrowser, settled, url } from "./lib/browser.ts";
import { runNumber } from "./lib/clock.ts";
import { enterOrder } from "./lib/entry.ts";
import { passportLines } from "./lib/papers.ts";
import { attach, changeTerms, creditCode, head, owedOn, section } from "./lib/peer.ts";
import { choose, choosePlace, confirmWith, day, dialog, item, press, staffOf, toast, type, typeDate } from "./lib/staff.ts";

const browser = await openBrowser();
const as = staffOf(browser);
const run = runNumber(6);

const company = { name: `佛山岭南${run}国际旅行社有限公司`, short: "", mobile: `137${run}42`, path: "", application: "" };
const FAIR = "广州国际旅游展览会";
const orders = { first: "", limited: "", stopped: "" };

it("peer 25: at the fair's desk a company is registered by the keyboard alone", async () => {
  const page = await as("business_2");
  await page.goto(url("/peer/exhibition/list"));
  await page.getByRole("link", { name: FAIR }).first().click();
  await page.getByRole("link", { name: "现场登记" }).click();
  await page.locator(".peer-desk input:focus").first().waitFor();
  await page.keyboard.type(company.mobile);
  await page.keyboard.press("Tab");
  await page.keyboard.type(company.name);
  await page.keyboard.press("Tab");
  await page.keyboard.type("何嘉欣");
  await page.keyboard.press("Enter");
  await toast(page, `${company.name} 已登记`);
  await page.locator(".peer-desk input:focus").first().waitFor();
  await page.keyboard.type(company.mobile);
  await page.getByLabel("查重").getByText(`该手机号已登记：${company.name}（新线索）`).waitFor();
});

it("peer 25: the lead is called and handed in as an application; its BD cannot pass it himself", async () => {
  const page = await as("business_2");
  await page.goto(url(`/peer/exhibition/list?tab=lead&keyword=${encodeURIComponent(company.name)}`));
  await page.getByRole("row").filter({ hasText: company.name }).getByRole("link", { name: company.name }).click();
  const drawer = page.getByRole("dialog").filter({ hasText: company.name });
  await press(drawer, "跟进");
  const said = await dialog(page, /^跟进/);
  await type(said, "跟进内容", "已发同行价，明天提交入驻申请");
  await confirmWith(said, "跟进");
  await drawer.getByText("已联系", { exact: true }).first().waitFor();
  await press(drawer, "提交入驻申请");
  await page.waitForURL(/\/peer\/add/);
  const facts = section(page, "企业");
  await choose(item(facts, "类型"), "旅行社");
  await type(facts, "统一社会信用代码", creditCode(run));
  await type(facts, "法人", "何岭南");
  await type(facts, "许可证号", `L-GD-${run}`);
  const contact = section(page, "联系人");
  await type(contact, "联系人", "何嘉欣");
  await type(contact, "手机", company.mobile);
  await choosePlace(item(contact, "地址"), "天河", "天河");
  await item(contact, "地址").getByLabel("详细地址").fill("天河路 385 号 1602");
  const papers = section(page, "证照");
  for (const paper of ["营业执照", "旅行社许可证"]) await attach(item(papers, paper), `${paper} ${run}`);
  await page.getByRole("button", { name: "提交审核" }).click();
  await toast(page, "已提交审核");
  await page.waitForURL(/\/peer\/peer-applicant\/view\/\d+/);
  company.application = new URL(page.url()).pathname;
  expect(await head(page).getByRole("button", { name: "通过", exact: true }).count()).toBe(0);
});

it("peer 25: another person passes it with its level; the company is a peer", async () => {
  const page = await as("admin");
  await page.goto(url(company.application));
  await head(page).getByRole("button", { name: "通过", exact: true }).click();
  const pass = await dialog(page, /^通过：/);
  await choose(item(pass, "等级"), "V2");
  await confirmWith(pass, "通过");
  await head(page).getByText("已通过", { exact: true }).waitFor();
  await head(page).getByRole("link", { name: "打开" }).click();
  await page.waitForURL(/\/peer\/view\/\d+/);
  company.path = new URL(page.url()).pathname;
  await settled(page);
});

const askFor = (kind: string, fill: (box: Locator) => Promise<void>): Promise<void> =>
  changeTerms({ by: () => as("business_2"), other: () => as("admin") }, company.path, kind, fill);

it("peer 25: with its contract registered it is asked for credit, which another passes", async () => {
  const page = await as("business_2");
  await page.goto(url(`${company.path}?tab=documents`));
  await page.getByRole("button", { name: "登记证照" }).click();
  const paper = await dialog(page, "登记证照");
  await item(paper, "类别").getByText("合同", { exact: true }).click();
  await type(paper, "证件/合同编号", `HT-${run}`);
  await typeDate(paper, "开始日期", day(-1));
  await typeDate(paper, "结束日期", day(365));
  await attach(item(paper, "扫描件"), `合作合同 ${run}`);
  await confirmWith(paper, "登记");
  await askFor("结算方式与账期", async (box) => {
    await item(box, "结算方式").getByText("授信", { exact: true }).click();
    await type(box, "账期(天)", "30");
  });
  await askFor("长期额度", (box) => type(box, "长期额度", "20000"));
});

const PEOPLE = ["程若溪", "程建国", "程小北"] as const;
/** An order of so many people for a peer, at its price; on its page. */
async function orderFor(peer: string, count: number, digit: string): Promise<string> {
  const page = await as("manager");
  const people = PEOPLE.slice(0, count).map((name, i) => ({
    name,
    lines: passportLines("CHENG", ["RUOXI", "JIANGUO", "XIAOBEI"][i] ?? "", `E${"PQR"[i]}${run}${digit}`, `199${i}-03-14`, "F"),
    identity: "在职人员",
    place: "杭州",
  }));
  const product = { search: "韩国五年多次", product: /韩国五年多次旅游签证/ };
  return (await enterOrder(page, { ...product, mobile: `138${run}5${digit}`, people, peer })).path;
}
const pay = async (page: Page): Promise<Locator> => {
  await press(head(page), "登记收款");
  return dialog(page, /^登记收款/);
};

it("peer 25: it orders at its level's price, on its credit", async () => {
  const page = await as("manager");
  orders.first = await orderFor(company.name.slice(0, 8), 1, "1");
  const due = /¥[\d,]+\.\d\d/.exec((await head(page).getByText("应付").locator("..").textContent()) ?? "")?.[0] ?? "";
  const bd = await as("business_2");
  await bd.goto(url(`${company.path}?tab=price`));
  await choose(bd.locator(".vd-form-grid").first(), "韩国五年多次旅游签证", "韩国五年多次");
  await bd
    .getByRole("row", { name: /等级.*采用/ })
    .filter({ hasText: due })
    .first()
    .waitFor();
  const box = await pay(page);
  await box.getByText("已平").waitFor();
  expect(await box.getByRole("row", { name: /授信/ }).textContent()).toMatch(/¥20,000\.00¥[1-9]/);
  await confirmWith(box, "登记收款");
  await head(page).getByText("已支付").waitFor();
});

it("peer 25: its limit is reached: a limit for a time, passed by another, carries the order", async () => {
  await askFor("长期额度", (box) => type(box, "长期额度", "100"));
  orders.limited = await orderFor(company.name.slice(0, 8), PEOPLE.length, "3");
  const desk = await as("manager");
  const short = await pay(desk);
  expect(await short.getByRole("row", { name: /授信/ }).textContent()).toMatch(/—$/);
  await askFor("临时额度", async (box) => {
    await type(box, "临时额度", "10000");
    await typeDate(box, "有效至", day(7));
  });
  await desk.goto(url(orders.limited));
  const box = await pay(desk);
  await box.getByText("已平").waitFor();
  await confirmWith(box, "登记收款");
  await head(desk).getByText("已支付").waitFor();
});

it("peer 25: re-graded by another's hand it stands at the new level", async () => {
  await askFor("手动定级", (box) => choose(item(box, "等级"), "V3"));
  const page = await as("business_2");
  await page.goto(url(company.path));
  await head(page).getByText("V3").first().waitFor();
});

it("peer 25: given to another BD, with its orders under way, and taken back by undoing", async () => {
  const desk = await as("manager");
  const row = desk
    .getByRole("row")
    .filter({ hasText: company.name.slice(0, 8) })
    .first();
  await desk.goto(url(`/peer/list?keyword=${encodeURIComponent(company.name)}`));
  await press(row, "变更商务");
  const wizard = await dialog(desk, "新建转移");
  await choose(item(wizard, "到"), "叶舟", "叶舟");
  await item(wizard, "原因").getByRole("combobox").first().waitFor();
  await choose(item(wizard, "原因"), "区域调整");
  await wizard.getByText(/1 家/).first().waitFor();
  await confirmWith(wizard, "确认转移");
  await desk.goto(url(`${company.path}?tab=owners`));
  const now = desk.getByRole("row").filter({ hasText: "叶舟" }).first();
  await expect.poll(async () => (await desk.reload().then(() => settled(desk)), now.count())).toBeGreaterThan(0);
  // Whoever took it sees it now, whoever gave it does not.
  const taker = await as("business_1");
  await taker.goto(url(company.path));
  await head(taker).getByText(company.name.slice(0, 8)).first().waitFor();

  await desk.goto(url("/peer/transfer/list"));
  await press(desk.getByRole("row").filter({ hasText: "叶舟" }).first(), "撤销");
  const undo = await dialog(desk, /^撤销/);
  await undo.locator("textarea").first().fill("转错了人");
  await confirmWith(undo, "撤销");
  await desk.goto(url(`${company.path}?tab=owners`));
  const back = desk.getByRole("row").filter({ hasText: "撤销转移" }).filter({ hasText: "石磊" });
  await expect.poll(async () => (await desk.reload().then(() => settled(desk)), back.count())).toBeGreaterThan(0);
});

/** A peer of the demo whose bill is unpaid for a week and more: it may not charge its credit, and is not frozen yet. */
const debtor = { short: "", path: "", owed: "" };

it("peer 25: whose bill is overdue is not charged any more, and the cause is told", async () => {
  const page = await as("admin");
  await page.goto(url("/peer/list?is_overdue=1&state=active&business_kind=travel_agency&page_size=100"));
  await settled(page);
  const links = page.locator("main tr[data-row] td:nth-child(3) a[href*='/peer/view/']");
  const found = await links.evaluateAll((all) => all.map((a) => [a.getAttribute("href") ?? "", a.textContent ?? ""] as const));
  const stop = page.getByText(/^停授信：.*逾期/).first();
  for (const [path, short] of found) {
    Object.assign(debtor, { path, short });
    await page.goto(url(`${path}?tab=credit`));
    await settled(page);
    if (await stop.isVisible()) break;
  }
  await stop.waitFor();
  debtor.owed = await owedOn(page);
  orders.stopped = await orderFor(debtor.short, PEOPLE.length, "2");
  const desk = await as("manager");
  const box = await pay(desk);
  await box.getByText(/逾期.*暂停授信下单/).waitFor();
  expect(await box.getByRole("row", { name: /授信/ }).textContent()).toMatch(/—$/);
});

it("peer 25: what it owes is repaid, the stop is gone with the same posting, and the order goes on its credit", async () => {
  const page = await as("admin");
  await page.goto(url(`${debtor.path}?tab=credit`));
  await page.getByRole("button", { name: "登记充值" }).click();
  const money = await dialog(page, /^登记充值/);
  await item(money, "用途").getByText("还款", { exact: true }).click();
  await type(money, "金额", debtor.owed);
  await type(money, "交易号", `HK${run}`);
  await attach(item(money, "凭证"), `银行回单 ${run}`);
  await confirmWith(money, "登记入账");
  await page
    .getByText(/停授信/)
    .first()
    .waitFor({ state: "detached" });
  const desk = await as("manager");
  await desk.goto(url(orders.stopped));
  const box = await pay(desk);
  await box.getByText("已平").waitFor();
  await confirmWith(box, "登记收款");
  await head(desk).getByText("已支付").waitFor();
});

const matter = (page: Page): Locator => page.getByRole("dialog").filter({ hasText: /^GD\d+/ });
const stands = (page: Page, state: string): Promise<void> => matter(page).getByText(state, { exact: true }).first().waitFor();

it("peer 25: a refund asked for by a peer is answered; without the refund it is not called solved", async () => {
  const page = await as("service_3");
  await page.goto(url("/peer/work-order/list"));
  await page.getByRole("button", { name: "代提工单" }).click();
  const box = await dialog(page, "代提工单");
  await choose(item(box, "同行"), company.name.slice(0, 8), company.name.slice(0, 8));
  await choose(item(box, "配置"), "退款");
  await type(box, "标题", `取消行程申请退款 ${run}`);
  await choose(item(box, "订单"), "V");
  await type(box, "补充说明", "客人公司取消出差，还没送签");
  await confirmWith(box, "提交");
  await stands(page, "待受理");
  await press(matter(page), "受理");
  await stands(page, "处理中");
  await press(matter(page), "回复");
  const reply = await dialog(page, /^回复/);
  await type(reply, "内容", "还未送签，按退款政策可退服务费");
  await confirmWith(reply, "回复");
  await press(matter(page), "解决");
  const end = await dialog(page, /^解决/);
  await item(end, "处理结果").getByText("已解决", { exact: true }).click();
  await type(end, "处理说明", "已按退款政策答复同行");
  await end.getByRole("button", { name: "解决", exact: true }).click();
  await end.getByText("请先关联退款单").first().waitFor();
  await item(end, "处理结果").getByText("已解释", { exact: true }).click();
  await confirmWith(end, "解决");
  await stands(page, "已解决");
});

it("peer 25: opened again it counts, and is ended once more", async () => {
  const page = await as("service_3");
  await press(matter(page), "重开");
  const again = await dialog(page, /^重开/);
  await type(again, "重开原因", "客户还没有收到退款说明");
  await confirmWith(again, "重开");
  await stands(page, "处理中");
  await press(matter(page), "解决");
  const end = await dialog(page, /^解决/);
  await item(end, "处理结果").getByText("已解释", { exact: true }).click();
  await type(end, "处理说明", "已电话说明退款周期");
  await confirmWith(end, "解决");
  await stands(page, "已解决");
  await page
    .getByText(/重开 ?1/)
    .first()
    .waitFor();
});

it("nothing went wrong on any page", () => {
  expect(browser.faults).toEqual([]);
});
