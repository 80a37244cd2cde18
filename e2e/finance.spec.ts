/**
 * A day of the finance desk by the people who do it: money that a bank shows is booked by another person than who registered it, an
 * order is paid from it, its mission is paid, somebody gets his visa, a supplier is settled with after an argument and paid, an
 * invoice is issued, a month is closed. After every step the books balance.
 */
import { time } from "@visadesk/contract/kit/format.ts";
import type { Page } from "playwright-core";
import { afterEach, expect, it } from "vitest";
import { openBrowser, settled, url } from "./lib/browser.ts";
import { now, runNumber } from "./lib/clock.ts";
import { enterOrder } from "./lib/entry.ts";
import {
  askInvoice,
  cents,
  closeMonth,
  drawerOf,
  footOf,
  handIn,
  hire,
  importStatement,
  issueInvoice,
  oldestOpen,
  pressRow,
  registerRemittance,
  rowOf,
} from "./lib/finance.ts";
import { passportLines } from "./lib/papers.ts";
import { attach, head, prepaidPeer } from "./lib/peer.ts";
import { argue, billAnew, importTheirs, linesOf } from "./lib/settle.ts";
import { choose, confirmWith, day, dialog, item, press, signIn, staffOf, toast, type, typeDate } from "./lib/staff.ts";

const browser = await openBrowser();
const run = runNumber(6);
const CHECKER = `fcheck_${run}`;
const CASHIER = `fcash_${run}`;
const pages = new Map<string, Page>();
const as = staffOf(browser, pages);
/** Whoever looks at the books has a page that no step goes away from. */
let reader: Page | null = null;
/** What this month has debited so far, and whether the step adds to it. */
const month = { debited: 0, grows: false };
/** Said by a step that books something. */
const books = (): void => void (month.grows = true);
afterEach(async () => {
  if (reader === null) {
    reader = await browser.page({ stays: true });
    await signIn(reader, "finance");
  }
  const before = month.debited;
  month.debited = await footOf(reader);
  if (month.grows) expect(month.debited).toBeGreaterThan(before);
  month.grows = false;
});

/** An amount of this run alone. */
const AMOUNT = `26,${run.slice(1, 4)}.${run.slice(4)}`;
/** What the supplier asks for more, in cents. */
const MORE = 5_000;
const peer = { short: "", name: "" };
const remittance = { no: "" };
const order = { path: "", no: "" };
const fee = { no: "" };
const settle = { path: "", no: "" };
const BANK = "/finance/corporate-remittance/list";
const FEES = "/finance/manual-embassy-payment/list";

it("finance 25: a checker and a cashier are taken on", async () => {
  const admin = await as("admin");
  pages.set(CHECKER, await hire(admin, browser, CHECKER, `复核${run}`));
  pages.set(CASHIER, await hire(admin, browser, CASHIER, `出纳${run}`));
});

it("finance 25: the accountant registers what a peer says it sent, and cannot book it", async () => {
  const admin = await as("admin");
  Object.assign(peer, await prepaidPeer(admin, "travel_agency"));

  const page = await as("finance");
  const amount = AMOUNT.replace(",", "");
  await registerRemittance(page, { peer: peer.short, payer: peer.name, account: `62148300${run}21`, amount });
  await rowOf(page, AMOUNT).waitFor();
  remittance.no = /HK\d+/.exec(await rowOf(page, AMOUNT).innerText())?.[0] ?? "";
  await pressRow(page, AMOUNT, "查看");
  await drawerOf(page, remittance.no).getByText("流水候选").first().waitFor();
  expect(
    await drawerOf(page, remittance.no)
      .getByRole("button", { name: /确认到账|提交复核/ })
      .count(),
  ).toBe(0);
});

it("finance 25: the bank's file is imported, and its line is suggested with 110 points", async () => {
  const page = await as("finance");
  await importStatement(page, "基本户", {
    name: `基本户流水${run}.csv`,
    lines: [
      "交易时间,收入,支出,流水号,对方户名,对方账号,摘要",
      `${day(0)} 08:31:05,${AMOUNT.replace(",", "")},,C${run}01,${peer.name},,充值 ${remittance.no}`,
      `${day(0)} 08:40:12,,15.00,C${run}02,,,账户管理费`,
    ],
  });
  const told = async (): Promise<string> => {
    await page.goto(url(BANK));
    await settled(page);
    return rowOf(page, remittance.no).innerText();
  };
  await expect.poll(told).toMatch(/建议匹配 110/);
});

it("finance 25: another person matches and books it; the gift of a charge coupon waits for activities", async () => {
  books();
  const page = await as(CHECKER);
  await page.goto(url(BANK));
  await pressRow(page, remittance.no, "确认到账");
  const drawer = drawerOf(page, remittance.no);
  await drawer.getByText(`已选 ¥${AMOUNT}，差额 ¥0.00`).waitFor();
  await drawer.getByRole("button", { name: "确认到账", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "确认到账" }).click();
  await toast(page, "已到账入账");
  await page.goto(url(`${BANK}?tab=booked`));
  await rowOf(page, remittance.no).getByText("已到账").waitFor();
});

it("finance 25: an order of the peer is paid from its balance", async () => {
  books();
  const page = await as("manager");
  const lines = passportLines("CHENG", "RUOXI", `EF${run}1`, "1991-03-14", "F");
  const people = [{ name: "程若溪", lines, identity: "在职人员", place: "杭州" }];
  const product = { search: "法国申根", product: /法国申根旅游签证/ };
  Object.assign(order, await enterOrder(page, { ...product, mobile: `138${run}51`, people, peer: peer.short }));
  await press(head(page), "登记收款");
  const box = await dialog(page, /^登记收款/);
  await box.getByText("已平").waitFor();
  await confirmWith(box, "登记收款");
  await head(page).getByText("已支付").waitFor();
});

it("finance 25: its mission's fee is asked for, and passed by another person", async () => {
  const page = await as("finance");
  await page.goto(url(FEES));
  await page.getByRole("button", { name: "新建缴费" }).click();
  const find = await dialog(page, "新建缴费");
  await find.getByLabel("申请人编号").fill(`${order.no}-01`);
  await find.getByRole("button", { name: "下一步" }).click();
  await confirmWith(await dialog(page, /^新建缴费：/), "建单");
  await page.goto(url(`${FEES}?keyword=${order.no}`));
  fee.no = /SG\d+/.exec(await rowOf(page, order.no).innerText())?.[0] ?? "";
  const checker = await as(CHECKER);
  await checker.goto(url(`${FEES}?keyword=${order.no}`));
  await pressRow(checker, fee.no, "复核放行");
  await rowOf(checker, fee.no).getByText("待支付").waitFor();
});

it("finance 25: the cashier pays it by card, at the rate of the day, with its receipt", async () => {
  books();
  const page = await as(CASHIER);
  await page.goto(url(`${FEES}?keyword=${order.no}`));
  await pressRow(page, fee.no, "登记支付");
  const box = await dialog(page, "登记支付");
  await type(box, "官方回执号", `FR${run}`);
  await choose(item(box, "付款卡"), "招行公司信用卡", "招行公司信用卡");
  await typeDate(box, "支付时间", time(now()).slice(0, 16));
  await attach(item(box, "回执"), `官方回执 ${run}`);
  await confirmWith(box, "登记支付");
  await rowOf(page, fee.no).getByText("已支付").waitFor();
  const words = await rowOf(page, fee.no).innerText();
  expect(words).toMatch(/7\.8123/);
  expect(words).toContain("703.11");
  expect(words).toContain(`FR${run}`);
});

it("finance 25: somebody is handed in and gets his visa; cost and revenue are booked", async () => {
  books();
  await handIn(await as("admin"), run);
});

it("finance 25: a supplier's draft is taken back, and what it let go is billed anew: a settlement with its lines", async () => {
  Object.assign(settle, await billAnew(await as("finance")));
});

it("finance 25: sent, the other side's file asks for more for one: argued about, and judged half and half", async () => {
  const page = await as("finance");
  await page.goto(url(settle.path));
  await press(head(page), "发送核对");
  await head(page).getByText("待确认").waitFor();
  const lines = await linesOf(page, settle.path);
  const no = lines.find((l) => l.applicant_no !== null)?.applicant_no ?? "";
  const ours = lines.filter((l) => l.applicant_no === no).reduce((n, l) => n + l.subtotal, 0);
  await importTheirs(page, lines, { applicant_no: no, more: MORE });
  await argue(page, no, ours + MORE);
});

it("finance 25: another person confirms it: half of what they asked for more is booked", async () => {
  books();
  const page = await as(CHECKER);
  await page.goto(url(settle.path));
  await press(head(page), "确认");
  const box = await dialog(page, "确认");
  await type(box, "对方确认人", "对方财务王敏");
  await confirmWith(box, "确认");
  await page.getByText("已确认，明细已锁定").waitFor();
  expect(cents(await head(page).getByText("调整", { exact: true }).locator("..").innerText())).toBe(MORE / 2);
});

it("finance 25: with their invoice registered a third person approves it, and who approved cannot pay", async () => {
  const page = await as("finance");
  await page.goto(url(settle.path));
  await page.getByRole("button", { name: "登记对方发票" }).click();
  const paper = await dialog(page, /^登记对方发票/);
  await type(paper, "对方发票", `26312000${run}`);
  await confirmWith(paper, "确定");
  const third = await as("admin");
  await third.goto(url(settle.path));
  await press(head(third), "审批付款");
  await confirmWith(await dialog(third, "审批付款"), "审批付款");
  await head(third).getByText("待付款").waitFor();
  await third.goto(url(`/finance/withdraw/list?tab=payout&keyword=${settle.no}`));
  await settled(third);
  await rowOf(third, settle.no).getByRole("button", { name: "更多操作" }).click();
  await third.getByText("您审核过来源单据，不能登记付款").first().waitFor();
});

it("finance 25: the cashier pays it at the desk, with the bank's number and its receipt", async () => {
  books();
  const page = await as(CASHIER);
  await page.goto(url(`/finance/withdraw/list?tab=payout&keyword=${settle.no}`));
  await pressRow(page, settle.no, "登记付款");
  const box = await dialog(page, /^登记付款/);
  await type(box, "银行流水号", `BK${run}77`);
  await attach(item(box, "回单"), `付款回单 ${run}`);
  await confirmWith(box, "登记付款");
  await page.goto(url(settle.path));
  await head(page).getByText("已付款").waitFor();
});

it("finance 25: an invoice of the order is asked for by one, passed by another and issued", async () => {
  const page = await as("finance");
  const title = `${peer.name}开票${run}`;
  await askInvoice(page, { peer: peer.short, order: order.no, title, run });
  const checker = await as(CHECKER);
  await checker.goto(url("/finance/invoice/list?tab=pending"));
  await pressRow(checker, title, "通过");
  await toast(checker, "通过：已完成");
  await issueInvoice(page, title, `26317000000000${run}`);
});

it("finance 25: the oldest open month is held by one and closed by another, who says why what is left may wait", async () => {
  const [holder, closer] = [await as("finance"), await as(CHECKER)];
  await closeMonth(holder, closer, await oldestOpen(holder));
});

it("nothing went wrong on any page", () => {
  expect(browser.faults).toEqual([]);
});
