/** The main job by hand: an order for two people from its entry to its end, each step by the person whose work it is. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openBrowser, url } from "./lib/browser.ts";
import { runNumber } from "./lib/clock.ts";
import { enterOrder, registerPayment } from "./lib/entry.ts";
import { passportLines, pdf, photo } from "./lib/papers.ts";
import { foot, handIn, mustHave, openPaper, passAll, progress, state, takeOriginals } from "./lib/review.ts";
import { choose, confirmWith, day, dialog, item, press, staffOf, toast, type, typeDate } from "./lib/staff.ts";

const browser = await openBrowser();
const as = staffOf(browser);

const run = runNumber(7);

const PEOPLE = [
  { name: "程若溪", lines: passportLines("CHENG", "RUOXI", `EJ${run}`, "2002-03-14", "F"), identity: "在校学生", place: "杭州" },
  { name: "程建国", lines: passportLines("CHENG", "JIANGUO", `EK${run}`, "1960-11-02", "M"), identity: "退休人员", place: "南京" },
] as const;
const order = { path: "", no: "" };

it("manager enters an order for two people on a real product", async () => {
  const product = { search: "韩国五年多次", product: /韩国五年多次旅游签证/ };
  Object.assign(order, await enterOrder(await as("manager"), { ...product, mobile: `139${run}8`, people: PEOPLE }));
});

it("manager registers the payment with its trade number and proof, and names the people in charge", async () => {
  const page = await as("manager");
  await registerPayment(page, `42000${run}`);
  for (const [role, name] of [
    ["签证专家", "林晓雯"],
    ["客服", "孙悦"],
  ] as const) {
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

it.each(PEOPLE)("expert hands in the papers of $name until the review begins", async (person) => {
  const page = await desk(person);
  for (const kind of ["电子", "照片"]) {
    for (const name of await mustHave(page, kind)) await handIn(page, name, `${name} ${person.name} ${run}`);
  }
  const [form = ""] = await mustHave(page, "申请表");
  const card = await openPaper(page, form);
  // What the passport and the order answer by themselves is left to them.
  const open = card.locator(".ord-question").filter({ hasNotText: "不填则带出" });
  for (const input of await open.locator("input[type=text]:not([role=combobox])").all()) {
    if ((await input.inputValue()) === "") await input.fill("LOTTE HOTEL SEOUL");
  }
  for (const [label, answer] of [
    ["婚姻状况", "未婚"],
    ["是否去过韩国", "否"],
    ["是否曾被拒签", "否"],
  ] as const) {
    await choose(card.locator(".ord-question").filter({ hasText: label }), answer);
  }
  await card.getByRole("button", { name: "代客提交" }).click();
  await toast(page, "申请表已提交");
  await state(page, "等待预审");
});

it("a step out of turn is refused with its sentence, on the page and in the list", async () => {
  const page = await desk(PEOPLE[1]);
  await foot(page)
    .getByText(/还有 \d+ 项未审核/)
    .waitFor();
  expect(await foot(page).getByRole("button", { name: "预审通过" }).isDisabled()).toBe(true);
  await page.goto(url(`/order/list?scope=mine&keyword=${order.no}`));
  await page.getByRole("row").filter({ hasText: order.no }).nth(1).getByRole("checkbox").check();
  await page.getByRole("region", { name: "批量操作" }).getByRole("button", { name: "预审通过", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "预审通过" }).click();
  const refused = page.getByRole("alertdialog", { name: "预审通过结果" });
  await refused.getByText(/还有 \d+ 项未审核/).waitFor();
  await refused.getByRole("button", { name: "知道了" }).click();
  await refused.waitFor({ state: "hidden" });
});

it("expert rejects one item with a reason, the customer's new file comes, the review is passed", async () => {
  const page = await desk(PEOPLE[0]);
  const [first = ""] = await mustHave(page, "电子");
  let card = await openPaper(page, first);
  await card.getByRole("button", { name: "不合格" }).click();
  await card.getByRole("button", { name: "不清晰/反光" }).click();
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

it.each(PEOPLE)("the parcel with the originals of $name is registered, signed for and checked", async (person) => {
  const page = await desk(person);
  await page.getByRole("button", { name: "登记客户寄来" }).click();
  const parcel = await dialog(page, "登记快递：客户寄来");
  await choose(item(parcel, "承运商"), "顺丰");
  await type(parcel, "运单号", `SF1${PEOPLE.indexOf(person)}${run}`);
  await confirmWith(parcel, "登记");
  await press(progress(page).getByRole("list", { name: "快递" }).getByRole("listitem"), "签收");
  const sign = await dialog(page, "签收");
  await type(sign, "签收人", "前台");
  await confirmWith(sign, "签收");
  await press(progress(page).getByRole("list", { name: "快递" }).getByRole("listitem"), "核对");
  await confirmWith(await dialog(page, "核对清单"), "核对");
  await progress(page).getByText("已核对").waitFor();
  await press(foot(page), "原件核对无误");
  const counted = await dialog(page, "原件核对无误");
  await type(counted, "架位", "A-03");
  await confirmWith(counted, "原件核对无误");
  await state(page, "等待送签");
});

it("expert packs both into a batch and registers the submission", async () => {
  const page = await as("expert");
  await page.goto(url(`/order/list?scope=mine&keyword=${order.no}&tab=submission`));
  const rows = page.getByRole("row").filter({ hasText: order.no });
  await rows.nth(1).waitFor();
  for (const row of await rows.all()) await row.getByRole("checkbox").check();
  await page.getByRole("region", { name: "批量操作" }).getByRole("button", { name: "建送签批次" }).click();
  await confirmWith(await dialog(page, "建送签批次 2 人"), "建批次");
  const batch = page.getByRole("region", { name: /^批次SQ/ });
  await press(batch, "登记送签");
  const submit = await dialog(page, /^登记送签 SQ/);
  for (const [i, input] of (await submit.getByLabel(/受理号$/).all()).entries()) await input.fill(`KR${run}${i}`);
  await confirmWith(submit, "登记送签");
  await batch.getByText("已送签").first().waitFor();
});

it("one visa is issued with its file, the other is refused with its letter", async () => {
  let page = await desk(PEOPLE[0]);
  await state(page, "使馆审核中");
  await press(foot(page), "出签");
  const issue = await dialog(page, "出签");
  await type(issue, "签证号", `V${run}`);
  await typeDate(issue, "签发日", day(0));
  await typeDate(issue, "生效日", day(0));
  await typeDate(issue, "失效日", day(1800));
  await type(issue, "停留天数", "30");
  await choose(item(issue, "入境次数"), "多次");
  await item(issue, "签证文件")
    .locator("input[type=file]")
    .setInputFiles([await photo("visa", "VISA KOREA C-3-91"), pdf("visa", "VISA KOREA")]);
  await item(issue, "签证文件").getByRole("button", { name: "移除第2个文件" }).waitFor();
  await confirmWith(issue, "出签");
  await state(page, "出签成功");

  page = await desk(PEOPLE[1]);
  await state(page, "使馆审核中");
  await press(foot(page), "拒签");
  const refuse = await dialog(page, "拒签");
  await choose(item(refuse, "拒签类别"), "资金证明不足");
  await item(refuse, "拒签信")
    .locator("input[type=file]")
    .setInputFiles(await photo("letter", "拒签通知"));
  await item(refuse, "拒签信").getByRole("button", { name: "移除第1个文件" }).waitFor();
  await confirmWith(refuse, "拒签");
  await state(page, "拒签");
});

it.each(PEOPLE)("originals and result of $name go back", async (person) => {
  const page = await desk(person);
  await progress(page).getByRole("tab", { name: "快递" }).click();
  await takeOriginals(page);
  await foot(page).getByRole("button", { name: "寄回结果与原件" }).click();
  const send = await dialog(page, "寄回结果与原件");
  await send.getByText("快递寄回", { exact: true }).click();
  await choose(item(send, "承运商"), "顺丰");
  await type(send, "运单号", `SF2${PEOPLE.indexOf(person)}${run}`);
  await confirmWith(send, "确认寄回");
  await foot(page).getByRole("button", { name: "寄回结果与原件" }).waitFor({ state: "hidden" });
});

it("manager confirms the receipt, service calls for the evaluation, the order is done", async () => {
  const manager = await as("manager");
  await manager.goto(url(order.path));
  await state(manager, "已发货");
  await press(manager.locator(".vd-detail-head"), "确认收到");
  await state(manager, "待评价");
  const service = await as("service");
  await service.goto(url(`/order/admin-order-list?keyword=${order.no}`));
  await service.getByRole("row").filter({ hasText: order.no }).getByRole("link").first().click();
  // The list that is being left has a tab 待评价.
  await service.getByRole("tab", { name: "评价", exact: true }).click();
  await service.getByRole("button", { name: "登记回访评价" }).click();
  const evaluation = await dialog(service, "登记回访评价");
  await type(evaluation, "内容", "一位出签一位拒签，解释得很清楚");
  await confirmWith(evaluation, "保存");
  await state(service, "已完成");
  await service.getByText("一位出签一位拒签，解释得很清楚").waitFor();
});

it("manager takes somebody else's step back with a reason", async () => {
  const page = await as("manager");
  await page.goto(url("/order/list?scope=all&tab=submission"));
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  await page.waitForURL(/\/order\/applicant-detail\//);
  await page.goto(page.url().replace("/order/applicant-detail/", "/order/admin-applicant-detail/"));
  await press(foot(page), "回退状态");
  const back = await dialog(page, "回退状态");
  await choose(item(back, "回退到"), "等待预审");
  await back.locator("output li").first().waitFor();
  await choose(item(back, "回退原因"), "操作失误");
  await type(back, "说明", "预审时看错了在职证明的日期");
  await confirmWith(back, "回退状态");
  await state(page, "等待预审");
  await progress(page).getByText("预审时看错了在职证明的日期").first().waitFor();
});

it("a link to a screen outside of the role leads home without a word", async () => {
  const page = await as("viewer");
  await page.goto(url(order.path));
  await page.waitForURL(url("/home"));
  expect(await page.locator(".vd-toast").count()).toBe(0);
});

it("nothing went wrong on any page", () => {
  expect(browser.faults).toEqual([]);
});
