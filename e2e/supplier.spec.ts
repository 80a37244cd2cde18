/**
 * From a new supplier to the end of its first parcels: entered by one and passed by another, matched with a product, its price
 * reviewed, somebody given to it; the document desk packs and sends his originals, what the supplier says nothing about counts
 * itself two working days later, his visa is issued, and what comes back short is cleared up.
 */
import { creditCodeFault } from "@visadesk/contract/kit/credit-code.ts";
import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { openBrowser, settled, url } from "./lib/browser.ts";
import { openPerson } from "./lib/person-page.ts";
import { runNumber } from "./lib/clock.ts";
import { ownServer } from "./lib/own-server.ts";
import { photo } from "./lib/papers.ts";
import { foot, state } from "./lib/review.ts";
import { choose, choosePlace, confirmWith, day, dialog, item, press, staffOf, toast, type, typeDate, workday } from "./lib/staff.ts";

const browser = await openBrowser();
const own = await ownServer(browser);
let as = staffOf(browser);
const run = runNumber(6);

const supplier = { name: `沪通签证服务${run}有限公司`, short: `沪通${run}`, path: "" };
/** Somebody whose originals lie here, with his product. */
const person = { no: "", order: "", sku: "" };
const parcels = { out: "", back: "" };

const creditCode = (): string =>
  [..."0123456789ABCDEFGHJKLMNPQRTUWXY"].map((last) => `91310000MA${run}X${last}`).find((code) => creditCodeFault(code) === null) ?? "";
const section = (page: Page, name: string): Locator => page.locator(`section[aria-label="${name}"]`);
async function attach(field: Locator, words: string): Promise<void> {
  await field.locator("input[type=file]").setInputFiles(await photo("scan", `${words} ${run}`));
  await field.getByRole("button", { name: "移除第1个文件" }).waitFor();
}

it("supplier 24: a purchaser adds a supplier with people, papers and an account", async () => {
  const page = await as("product");
  await page.goto(url("/supplier/list"));
  await page.getByRole("button", { name: "新增供应商" }).click();
  const facts = section(page, "基本");
  await choose(item(facts, "类型"), "送签社");
  await type(facts, "供应商名称", supplier.name);
  await type(facts, "简称", supplier.short);
  await type(facts, "统一社会信用代码", creditCode());
  await choose(item(facts, "采购负责人"), "周启明", "周启明");
  for (const [i, country] of ["日本", "韩国"].entries()) {
    await page.getByRole("button", { name: "添加国家" }).click();
    await choose(section(page, "可送范围").locator(".vd-row").nth(i), country, country);
  }
  await page.getByRole("button", { name: "添加联系人" }).click();
  const contact = section(page, "联系人与收料地址");
  await type(contact, "姓名", "王收料");
  await type(contact, "手机", "13912345678");
  await item(contact, "职责").getByText("收料", { exact: true }).click();
  await choosePlace(item(contact, "收料地址"), "黄浦", "黄浦");
  await item(contact, "收料地址").getByLabel("详细地址").fill("中山路1号");
  for (const [i, kind] of ["营业执照", "送签资质", "合同"].entries()) {
    await page.getByRole("button", { name: "添加证照" }).click();
    const paper = section(page, "证照").locator(".vd-item-row").nth(i);
    await choose(item(paper, "类别"), kind);
    await typeDate(paper, "开始日期", day(-30));
    await attach(item(paper, "扫描件"), kind);
  }
  await page.getByRole("button", { name: "添加收款账户" }).click();
  const payee = section(page, "收款账户");
  await type(payee, "户名", supplier.name);
  await type(payee, "账号", `62148300${run}88`);
  await type(payee, "开户银行", "招商银行");
  await attach(item(payee, "证明文件"), "开户许可证");
  await page.getByRole("button", { name: "提交审核" }).click();
  await page.waitForURL(/\/supplier\/view\/\d+/);
  supplier.path = new URL(page.url()).pathname;
  await page.locator(".vd-detail-head").getByText("待审核", { exact: true }).waitFor();
});

it("another passes account and supplier", async () => {
  const page = await as("admin");
  await page.goto(url(`${supplier.path}?tab=payees`));
  await page.getByRole("button", { name: "复核通过" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "复核通过" }).click();
  await page.getByRole("table", { name: "收款账户" }).getByText("使用中").waitFor();
  await press(page.locator(".vd-detail-head"), "审核通过");
  await page.getByRole("alertdialog").getByRole("button", { name: "审核通过" }).click();
  await page.locator(".vd-detail-head").getByText("合作中", { exact: true }).waitFor();
});

it("the desk finds somebody whose originals lie here", async () => {
  const page = await as("admin");
  await page.goto(url("/supplier/logistics/list?tab=due"));
  const row = page
    .getByRole("row")
    .filter({ hasText: "上海领区" })
    .filter({ hasText: "护照原件 在我方" })
    .filter({ hasNotText: "未到" })
    .first();
  person.no = /V\d{12}-\d\d/.exec((await row.textContent()) ?? "")?.[0] ?? "";
  person.order = person.no.slice(0, 13);
  await page.goto(url(`/order/list?scope=all&keyword=${person.order}`));
  const product = page.getByRole("row").filter({ hasText: person.order }).first();
  person.sku = /上海送签 [^\s]+签证/.exec((await product.innerText()) ?? "")?.[0] ?? "";
  expect(person.sku).not.toBe("");
});

it("the purchaser matches the product and asks for a cost; a second person passes it", async () => {
  const page = await as("product");
  await page.goto(url("/supplier/product/list"));
  await page.getByRole("button", { name: "批量匹配" }).click();
  const match = await dialog(page, "批量匹配");
  await choose(item(match, "供应商"), supplier.short, supplier.short);
  await choose(item(match, "商品"), person.sku, person.sku);
  await page.keyboard.press("Escape");
  await type(match, "最短时效(工作日)", "5");
  await type(match, "最长时效(工作日)", "7");
  await confirmWith(match, "匹配");
  await page.goto(`${url("/supplier/product/list")}?supplier_id=${supplier.path.split("/").at(-1)}`);
  const row = page.getByRole("row").filter({ hasText: supplier.short });
  await row.getByText("价格待确认").waitFor();
  await row.getByRole("button", { name: /更多操作/ }).click();
  await page.getByRole("menuitem", { name: "调价", exact: true }).click();
  const cost = await dialog(page, /^调价/);
  await type(cost, "成人结算价", "880");
  await type(cost, "说明", "新供应商首次报价，低于现有价格");
  await confirmWith(cost, "提交审核");
  await toast(page, /已提交调价单 TJ\d+，审核通过后生效/);

  const reviewer = await as("admin");
  await reviewer.goto(url("/product/price-adjustment-list"));
  await settled(reviewer);
  const waiting = reviewer.getByRole("row").filter({ hasText: supplier.short });
  await waiting.getByRole("link", { name: /^TJ\d+$/ }).click();
  const drawer = reviewer.getByRole("dialog").filter({ hasText: "新供应商首次报价" });
  await drawer.getByRole("button", { name: "通过", exact: true }).click();
  await reviewer.getByRole("alertdialog").getByRole("button", { name: "通过" }).click();
  await drawer.waitFor({ state: "hidden" });
  await page.reload();
  await row.getByText("已匹配").waitFor();
});

/** The page of his case. */
const caseOf = (page: Page): Promise<void> => openPerson(page, person.no);

it("the applicant is given to it from the ranking of his case", async () => {
  const page = await as("admin");
  await caseOf(page);
  await page.getByTitle("为什么派给它").click();
  const row = page.getByRole("dialog").getByRole("row").filter({ hasText: supplier.short });
  await row.getByRole("button", { name: /^改派/ }).first().click();
  const move = await dialog(page, `改派给「${supplier.short}」`);
  await type(move, "原因", "新供应商报价较低，先试一位");
  await confirmWith(move, "改派");
  await page.getByText(supplier.short).first().waitFor();
});

const drawer = (page: Page): Locator => page.getByRole("dialog").filter({ hasText: /^交接单/ });
const stage = (page: Page, words: string): Promise<void> => drawer(page).getByText(words, { exact: true }).first().waitFor();
async function act(page: Page, word: string): Promise<Locator> {
  await drawer(page).getByRole("button", { name: word, exact: true }).click();
  return dialog(page, new RegExp(`^${word} WL`));
}
async function sign(page: Page, by: string): Promise<void> {
  const box = await act(page, "签收");
  await type(box, "签收人", by);
  await attach(item(box, "凭证"), `签收 ${by}`);
  await confirmWith(box, "签收");
  await stage(page, "已签收待清点");
}

it("the document desk packs what is due by its scanner; a wrong count does not seal; it is printed and sent", async () => {
  const page = await as("admin");
  await page.goto(url("/supplier/logistics/list?tab=due"));
  const due = page.locator("section").filter({ hasText: supplier.short }).last();
  await due.getByText(person.no).waitFor();
  await due.getByRole("button", { name: /^一键建单/ }).click();
  await drawer(page).getByRole("tab", { name: "装箱台" }).waitFor();
  parcels.out = new URL(page.url()).searchParams.get("parcel") ?? "";
  const scan = drawer(page).getByRole("textbox").first();
  await scan.fill("V000000000000-01");
  await scan.press("Enter");
  await drawer(page).locator(".vd-error").first().waitFor();
  await scan.fill(person.no);
  await scan.press("Enter");
  await drawer(page).getByText(`${person.no} 已装，还缺 0 人`).waitFor();
  await drawer(page).getByRole("button", { name: "封箱", exact: true }).click();
  let box = await dialog(page, `封箱 ${parcels.out}`);
  await type(box, "清点护照数", "2");
  await box.getByRole("button", { name: "封箱", exact: true }).click();
  await box.getByText("护照数不符：清单 1，清点 2").first().waitFor();
  await type(box, "清点护照数", "1");
  await confirmWith(box, "封箱");
  await stage(page, "待寄出");
  await drawer(page).getByRole("button", { name: "打印交接单" }).click();
  await drawer(page).getByRole("tab", { name: "打印记录" }).click();
  await drawer(page).getByText("第 1 版").waitFor();
  box = await act(page, "寄出");
  await choose(item(box, "承运商"), "顺丰");
  await type(box, "运单号", `SF9${run}1`);
  await confirmWith(box, "寄出");
  await stage(page, "在途");
});

it("signed, and nothing heard for two working days: the parcel counts itself, and nobody ends a supplier that holds originals", async () => {
  const page = await as("admin");
  await page.goto(url(`/supplier/logistics/list?tab=all&parcel=${parcels.out}`));
  await sign(page, "王收料");
  await own.goOn(workday(2), "18:05");
  as = staffOf(browser);
  const desk = await as("admin");
  const counted = async (): Promise<boolean> => {
    await desk.goto(url(`/supplier/logistics/list?tab=all&parcel=${parcels.out}`));
    await settled(desk);
    return drawer(desk).getByText("默认无误").first().isVisible();
  };
  // What two days left to do comes first.
  await expect.poll(counted, { timeout: 150_000 }).toBe(true);
  await stage(desk, "已完结");
  const buyer = await as("product");
  await buyer.goto(url("/supplier/list"));
  await buyer.getByRole("button", { name: "原件暴露榜" }).click();
  const board = await dialog(buyer, "原件暴露榜");
  await board.getByRole("link", { name: supplier.short }).waitFor();
  await board.getByRole("link", { name: supplier.short }).click();
  const held = buyer.getByRole("table", { name: "在其处原件" });
  await held.getByText(person.no).first().waitFor();
  await held.getByText("护照原件").waitFor();
  const end = buyer.locator(".vd-detail-head").getByRole("button", { name: "终止合作" });
  expect(await end.isDisabled()).toBe(true);
});

it("he is handed in, and his visa is issued", async () => {
  const page = await as("admin");
  await caseOf(page);
  await press(foot(page), "登记送签");
  const submit = await dialog(page, "登记送签");
  await typeDate(submit, "送签日期", day(0));
  await type(submit, "受理号", `JP${run}`);
  await confirmWith(submit, "登记送签");
  await state(page, "使馆审核中");
  await press(foot(page), "出签");
  const issue = await dialog(page, "出签");
  await type(issue, "签证号", `V${run}`);
  await typeDate(issue, "签发日", day(0));
  await typeDate(issue, "生效日", day(0));
  await typeDate(issue, "失效日", day(90));
  await type(issue, "停留天数", "15");
  await choose(item(issue, "入境次数"), "单次");
  await confirmWith(issue, "出签");
  await state(page, "出签成功");
});

it("what comes back short is settled item by item until it is done", async () => {
  const page = await as("admin");
  await page.goto(url("/supplier/logistics/list"));
  await page.getByRole("button", { name: "登记供应商寄来" }).click();
  let box = await dialog(page, "登记供应商寄来");
  await choose(item(box, "供应商"), supplier.short, supplier.short);
  const search = box.getByRole("textbox", { name: "姓名、护照号、申请人号或订单号" });
  await search.fill(person.no);
  await search.press("Enter");
  await box
    .getByRole("table", { name: "供应商处原件" })
    .getByRole("checkbox", { name: new RegExp(person.no) })
    .first()
    .waitFor();
  await box.getByRole("table", { name: "供应商处原件" }).getByRole("checkbox", { name: "选择本页" }).check();
  await box.getByText(/^已选 1 人 \d+ 件/).waitFor();
  await choose(item(box, "承运商"), "顺丰");
  await type(box, "运单号", `SF9${run}2`);
  await confirmWith(box, "登记");
  await stage(page, "在途");
  parcels.back = new URL(page.url()).searchParams.get("parcel") ?? "";
  await sign(page, "前台");
  box = await act(page, "清点");
  await box.getByText("缺少", { exact: true }).first().click();
  await box.getByPlaceholder("说明").fill("信封内没有这一件");
  await box.getByRole("button", { name: "其余全部无误" }).click();
  await confirmWith(box, "清点完成");
  await stage(page, "有差异");
  box = await act(page, "差异处理");
  await choose(box, "已找到");
  await box.getByPlaceholder("说明").fill("供应商次日补送");
  await confirmWith(box, "处理完成");
  await stage(page, "已完结");
  await page.goto(url(`${supplier.path}?tab=originals`));
  await page.getByText("没有原件在该供应商处").waitFor();
});

it("nothing went wrong on any page", () => {
  expect(browser.faults).toEqual([]);
});
