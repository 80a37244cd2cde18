/** Money back, from its trial to the bank: after a second and a third person and the red invoice the cashier sends it the way it came. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openBrowser, settled, url } from "./lib/browser.ts";
import { runNumber } from "./lib/clock.ts";
import { enterOrder, registerPayment } from "./lib/entry.ts";
import { askInvoice, hire, issueInvoice, pressRow, rowOf } from "./lib/finance.ts";
import { passportLines } from "./lib/papers.ts";
import { attach, head, prepaidPeer } from "./lib/peer.ts";
import { choose, confirmWith, dialog, item, press, staffOf, toast, type } from "./lib/staff.ts";

const browser = await openBrowser();
const run = runNumber(6);
const SECOND = `rsecond_${run}`;
const pages = new Map<string, Page>();
const as = staffOf(browser, pages);
const peer = { short: "", name: "" };
const order = { path: "", no: "" };
const refund = { no: "", path: "" };
const PEOPLE = ["RUOXI", "JIANGUO"].map((given, i) => ({
  name: ["程若溪", "程建国"][i] ?? "",
  lines: passportLines("CHENG", given, `ER${run}${i}`, "1991-03-14", "F"),
  identity: "在职人员",
  place: "杭州",
}));
const PRODUCT = { search: "法国申根", product: /法国申根旅游签证/ };

/** Asks for money of so many of the order's people, with a reason; answers the number of the refund. */
async function start(page: Page, path: string, count: number): Promise<string> {
  await page.goto(url(`${path}?tab=refund`));
  await page.getByRole("button", { name: "发起退款" }).click();
  const box = await dialog(page, /^发起退款/);
  for (let i = 1; i <= count; i++) await choose(item(box, "申请人"), `${i}. `);
  await choose(item(box, "原因"), "行程取消或变更");
  await type(box, "说明", "客户行程取消，不再出行");
  await box.getByText(/^\s*退 ¥[1-9]/).waitFor();
  await confirmWith(box, "提交审核");
  const row = page.getByRole("table", { name: "退款" }).getByRole("row").filter({ hasText: "待审核" }).first();
  return /TK\d+/.exec(await row.innerText())?.[0] ?? "";
}
/** The review of one refund, from its list. */
async function review(page: Page, no: string): Promise<void> {
  await page.goto(url(`/order/order-refund-review-list?keyword=${no}`));
  await rowOf(page, no).getByRole("link", { name: no }).click();
  await page.waitForURL(/order-refund-review-detail/);
  await settled(page);
}
async function pass(page: Page, no: string): Promise<void> {
  await review(page, no);
  await press(head(page), "初审通过");
  await confirmWith(await dialog(page, /^初审通过/), "通过");
}

it("order 7: a second reviewer is taken on, and a peer's order of two people is paid", async () => {
  const admin = await as("admin");
  pages.set(SECOND, await hire(admin, browser, SECOND, `初审${run}`, "订单主管"));
  Object.assign(peer, await prepaidPeer(admin, "ticket"));
  const page = await as("manager");
  Object.assign(order, await enterOrder(page, { ...PRODUCT, mobile: `138${run}61`, people: PEOPLE, peer: peer.short }));
  await registerPayment(page, `43000${run}`);
});

it("order 7: its invoice is asked for, passed and issued", async () => {
  const page = await as("finance");
  const title = `${peer.name}退款${run}`;
  await askInvoice(page, { peer: peer.short, order: order.no, title, run });
  const admin = await as("admin");
  await admin.goto(url("/finance/invoice/list?tab=pending"));
  await pressRow(admin, title, "通过");
  await toast(admin, "通过：已完成");
  await issueInvoice(page, title, `26318000000000${run}`);
});

it("order 7: the refund is tried and started by one, who cannot pass it himself", async () => {
  const page = await as("manager");
  refund.no = await start(page, order.path, 2);
  await review(page, refund.no);
  refund.path = new URL(page.url()).pathname;
  expect(await page.getByRole("button", { name: "初审通过" }).count()).toBe(0);
  await head(page).getByText("本人发起").waitFor();
});

it("order 7: a second person passes it, a third looks at it again, and it waits for the red invoice", async () => {
  const second = await as(SECOND);
  await pass(second, refund.no);
  await head(second).getByText("待复核").waitFor();
  expect(await second.getByRole("button", { name: "复核通过" }).count()).toBe(0);
  const third = await as("admin");
  await review(third, refund.no);
  await press(head(third), "复核通过");
  await third.getByRole("alertdialog").getByRole("button", { name: "复核通过" }).click();
  await head(third).getByText("等待红冲").first().waitFor();
});

it("order 7: with the red invoice issued the cashier sends it back, with the bank's number", async () => {
  const page = await as("finance");
  const title = `${peer.name}退款${run}`;
  // Of what is ours and of what was laid out for the mission.
  for (const part of [1, 2]) {
    await page.goto(url("/finance/invoice/list?tab=pending"));
    await pressRow(page, title, "通过");
    await toast(page, "通过：已完成");
    await issueInvoice(page, title, `2631900000000${part}${run}`);
  }
  await page.goto(url(`/finance/withdraw/list?tab=payout&keyword=${refund.no}`));
  await pressRow(page, refund.no, "登记付款");
  const box = await dialog(page, /^登记付款/);
  await type(box, "退款交易号", `BK${run}88`);
  await attach(item(box, "回单"), `退款回单 ${run}`);
  await confirmWith(box, "登记付款");
  const admin = await as("admin");
  await admin.goto(url(refund.path));
  await head(admin).getByText("退款成功").first().waitFor();
  await admin.goto(url(`${order.path}`));
  await settled(admin);
  expect(await head(admin).innerText()).not.toMatch(/已退\s*¥0\.00/);
});

it("nothing went wrong on any page", () => {
  expect(browser.faults).toEqual([]);
});
