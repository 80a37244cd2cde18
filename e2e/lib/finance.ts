/** What the stories of finance do on its pages, each act by the person whose page it is. */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { settled, url, type StoryBrowser } from "./browser.ts";
import { pdf } from "./papers.ts";
import { attach, creditCode } from "./peer.ts";
import { foot, state } from "./review.ts";
import { choose, confirmWith, day, dialog, item, press, toast, tryLogin, type, typeDate } from "./staff.ts";

export const cents = (text: string): number =>
  Math.round(Number(/-?[\d,]+(?:\.\d+)?/.exec(text.replaceAll(/[¥\s]/g, ""))?.[0].replaceAll(",", "")) * 100);
export const rowOf = (page: Page, words: string): Locator => page.locator("main tr[data-row]").filter({ hasText: words }).first();
/** A move of the row that carries these words. */
export const pressRow = (page: Page, words: string, move: string): Promise<void> => press(rowOf(page, words), move);
export const drawerOf = (page: Page, words: string): Locator => page.getByRole("dialog").filter({ hasText: words });

/** What the foot of this month's trial balance says was debited; it has to be nil at both ends, and even in between. */
export async function footOf(page: Page): Promise<number> {
  await page.goto(url("/finance/balance/list?tab=trial"));
  await settled(page);
  const words = (await page.locator("section[aria-label=科目余额] p").filter({ hasText: "合计" }).innerText()).replaceAll(/\s/g, "");
  const of = (side: string): number => cents(words.split(side)[1] ?? "");
  expect([of("期初"), of("期末")], words).toEqual([0, 0]);
  expect(of("借方"), words).toBe(of("贷方"));
  expect(words).toMatch(/[^不]平衡$/);
  return of("借方");
}

/** Somebody takes on a colleague, of finance where no role is named, who signs in for the first time; answers his page. */
export async function hire(admin: Page, browser: StoryBrowser, account: string, nickname: string, role = "财务"): Promise<Page> {
  await admin.goto(url("/setting/worker/add"));
  const form = admin.locator("main#content");
  await type(form, "账号", account);
  await type(form, "昵称", nickname);
  await choose(item(form, "角色"), role, role);
  // Rights over money are given with a reason.
  await type(form, "授权原因", "新同事到岗，主管已批准");
  await admin.getByRole("button", { name: "新增", exact: true }).click();
  const once = await dialog(admin, "一次性密码");
  const given = (await once.locator("code").textContent()) ?? "";
  await confirmWith(once, "已交给本人");
  await admin.waitForURL(url("/setting/worker/list"));
  const page = await browser.page({ stays: true });
  await page.goto(url("/login"));
  await tryLogin(page, account, given);
  const box = await dialog(page, "修改密码");
  const passwd = `own-${account}`;
  await box.getByLabel("新密码", { exact: true }).fill(passwd);
  await box.getByLabel("确认密码", { exact: true }).fill(passwd);
  await confirmWith(box, "确定");
  await toast(page, "修改密码成功！");
  return page;
}

export interface Sent {
  peer: string;
  payer: string;
  account: string;
  amount: string;
}
/** Registers money that a peer says it sent to 基本户; its list is open then. */
export async function registerRemittance(page: Page, { peer, payer, account, amount }: Sent): Promise<void> {
  await page.goto(url("/finance/corporate-remittance/list"));
  await page.getByRole("button", { name: "登记汇款" }).click();
  const box = await dialog(page, "登记汇款");
  await choose(item(box, "同行"), peer, peer);
  await type(box, "金额", amount);
  await type(box, "付款户名", payer);
  await type(box, "付款账号", account);
  await choose(item(box, "收款账户"), "基本户", "基本户");
  await attach(item(box, "回单"), `网银回单 ${account}`);
  await confirmWith(box, "提交审核");
}

/** Imports the bank's file for the account named so, and waits until its lines stand. */
export async function importStatement(page: Page, account: string, file: { name: string; lines: readonly string[] }): Promise<void> {
  await page.goto(url("/finance/corporate-remittance/list?tab=line"));
  await page.getByRole("button", { name: "导入流水" }).click();
  const box = await dialog(page, "导入流水");
  await choose(box.locator(".ant-select").first(), account, account);
  const buffer = Buffer.from(file.lines.join("\n"), "utf8");
  await box.getByLabel("选择流水文件").setInputFiles({ name: file.name, mimeType: "text/csv", buffer });
  await box.getByRole("button", { name: "试导入" }).click();
  await box.getByText(`新增 ${file.lines.length - 1} 条，重复 0 条，错误 0 行`).waitFor();
  await confirmWith(box, "导入");
  await page.getByRole("button", { name: "导入记录" }).click();
  const past = await dialog(page, "导入记录");
  await past.getByRole("row").filter({ hasText: file.name }).getByText("已导入", { exact: true }).waitFor();
}

/** Somebody who waits for it is handed in and gets his visa. */
export async function handIn(page: Page, run: string): Promise<void> {
  await page.goto(url("/order/list?scope=all&tab=submission"));
  await settled(page);
  await page.locator("main tr[data-row]").filter({ hasText: "日本" }).first().getByRole("link").first().click();
  await page.waitForURL(/\/order\/applicant-detail\//);
  await settled(page);
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
}

/** An invoice of what a peer paid for an order, made out to a new title. */
export async function askInvoice(page: Page, of: { peer: string; order: string; title: string; run: string }): Promise<void> {
  await page.goto(url("/finance/invoice/list"));
  await page.getByRole("button", { name: "申请发票" }).click();
  const box = await dialog(page, "申请发票");
  await choose(item(box, "同行"), of.peer, of.peer);
  await box.getByRole("button", { name: "新增抬头" }).click();
  const title = await dialog(page, "新增抬头");
  await type(title, "抬头", of.title);
  await type(title, "税号", creditCode(of.run));
  await confirmWith(title, "保存");
  await choose(item(box, "抬头"), of.title);
  await box.getByRole("row").filter({ hasText: of.order }).getByRole("checkbox").check();
  await box.getByText(/数电普票.*价税合计/).waitFor();
  await confirmWith(box, "提交申请");
  await rowOf(page, of.title).waitFor();
}
export async function issueInvoice(page: Page, title: string, no: string): Promise<void> {
  await page.goto(url("/finance/invoice/list?tab=to_issue"));
  await pressRow(page, title, "开始开票");
  await page.getByRole("alertdialog").getByRole("button", { name: "开始开票" }).click();
  await rowOf(page, title).waitFor({ state: "detached" });
  await page.goto(url("/finance/invoice/list?tab=issuing"));
  await pressRow(page, title, "登记开票");
  const done = await dialog(page, "登记开票");
  await type(done, "发票号码", no);
  await typeDate(done, "开票日", day(0));
  const files = item(done, "发票文件");
  await files.locator("input[type=file]").setInputFiles(pdf("invoice", `INVOICE ${no}`));
  await files.getByRole("button", { name: "移除第1个文件" }).waitFor();
  await confirmWith(done, "登记开票");
  await page.goto(url("/finance/invoice/list?tab=issued"));
  await rowOf(page, no).waitFor();
}

const MONTHS = "/finance/balance/list?tab=period";
/** The oldest month that is open: none before it is left to close. */
export async function oldestOpen(page: Page): Promise<string> {
  await page.goto(url(`${MONTHS}&period_status=open&sort=month&order=asc`));
  await settled(page);
  const words = await page.locator("main tr[data-row]").first().innerText();
  return /20\d\d-\d\d/.exec(words)?.[0] ?? "";
}
/** One holds the month, another closes it, with a word about everything that is left; what it was closed with is even. */
export async function closeMonth(holder: Page, closer: Page, month: string): Promise<void> {
  await holder.goto(url(`${MONTHS}&month=${month}`));
  await pressRow(holder, month, "暂停");
  await holder.getByRole("alertdialog").getByRole("button", { name: "暂停" }).click();
  await rowOf(holder, month).getByText("暂停", { exact: true }).waitFor();
  await closer.goto(url(`${MONTHS}&month=${month}`));
  await pressRow(closer, month, "结账");
  const box = await dialog(closer, `结账：${month}`);
  await box.getByRole("table", { name: "结账检查" }).waitFor();
  for (const why of await box.getByPlaceholder("为何可以先结账，至少5个字").all()) await why.fill("已逐项核对，转下月继续处理");
  await confirmWith(box, "结账");
  await rowOf(closer, month).getByText("已结账").waitFor();
  await pressRow(closer, month, "查看");
  await drawerOf(closer, month).getByText("平衡", { exact: true }).waitFor();
}
