/** What the stories of finance do on a settlement of a supplier. */
import type { Page } from "playwright-core";
import { settled, url } from "./browser.ts";
import { head } from "./peer.ts";
import { confirmWith, dialog, item, press, toast, type } from "./staff.ts";

const PARTIES = "/finance/supplier-settle/list?settle_cycle=per_order";
/** A supplier billed order by order has a draft taken back, and what it let go billed anew; answers the page of that one. */
export async function billAnew(page: Page): Promise<{ path: string; no: string }> {
  await page.goto(url(PARTIES));
  await settled(page);
  await page.locator("main tr[data-row]").first().getByRole("button", { name: "周期列表" }).click();
  await page.waitForURL(/\/supplier-settle\/cycle\/list\/\d+/);
  const draft = page.locator("main tr[data-row]").filter({ hasText: "待核对" }).first();
  const old = await draft.getByRole("link").first().innerText();
  await press(draft, "作废");
  const why = await dialog(page, "作废");
  await type(why, "原因", "对方改了账单日，重新出账");
  await confirmWith(why, "作废");
  await page.locator("main tr[data-row]").filter({ hasText: old }).getByText("作废", { exact: true }).waitFor();

  await page.goto(url(`${PARTIES}&has_unbilled=1`));
  await settled(page);
  await page
    .getByRole("button", { name: /的更多操作$/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "立即出账" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "确定" }).click();
  const told = page
    .locator(".vd-toast")
    .filter({ hasText: /已出账 JS\d+/ })
    .first();
  const no = (await told.innerText()).match(/JS\d+/g)?.at(-1) ?? "";
  await page.goto(url(`/finance/supplier-settle/list?tab=cycle&keyword=${no}`));
  await settled(page);
  const path = (await page.getByRole("link", { name: no }).first().getAttribute("href")) ?? "";
  return { path, no };
}

export interface Line {
  id: number;
  applicant_no: string | null;
  subtotal: number;
}
/** Every line of the settlement of this page, page by page as its table shows them. */
export async function linesOf(page: Page, path: string): Promise<Line[]> {
  const lines = new Map<number, Line>();
  const asked = async (act: () => Promise<unknown>): Promise<number> => {
    const answer = page.waitForResponse(/\/supplier_settle_line_query$/);
    await act();
    const { body } = (await (await answer).json()) as { body: { list: Line[]; total: number } };
    for (const l of body.list) lines.set(l.id, l);
    return body.total;
  };
  // What the page before still asks for is not read.
  await page.goto("about:blank");
  const total = await asked(() => page.goto(url(path)));
  while (lines.size < total) await asked(() => page.locator("main .ant-pagination-next").first().click());
  return [...lines.values()];
}

/** The other side's file: what we have of everybody, of one so much more. */
export async function importTheirs(page: Page, lines: readonly Line[], of: { applicant_no: string; more: number }): Promise<void> {
  const theirs = new Map([[of.applicant_no, of.more]]);
  for (const l of lines) if (l.applicant_no !== null) theirs.set(l.applicant_no, (theirs.get(l.applicant_no) ?? 0) + l.subtotal);
  await page.getByRole("button", { name: "导入对方账单" }).click();
  const box = await dialog(page, /^导入对方账单/);
  const sheet = [...theirs].map(([no, amount]) => `${no}\t${(amount / 100).toFixed(2)}`);
  await item(box, "对方账单")
    .locator("textarea")
    .fill(["编号\t金额", ...sheet].join("\n"));
  await box.getByText(`读出 ${theirs.size} 行`).waitFor();
  await box.getByRole("button", { name: "预检" }).click();
  await box.getByText(`一致 ${theirs.size - 1}，差异 1，对方无 0，我方无 0，重复 0`).waitFor();
  await confirmWith(box, "导入");
}
/** The line of this person is argued about, and both meet half way. */
export async function argue(page: Page, applicantNo: string, offered: number): Promise<void> {
  await page.getByRole("tab", { name: "差异" }).click();
  const line = page.getByRole("table", { name: "差异" }).getByRole("row").filter({ hasText: applicantNo });
  await line.getByRole("checkbox").check();
  await page.getByRole("button", { name: "登记异议" }).click();
  const claim = await dialog(page, /^登记异议/);
  await type(claim, "对方主张", (offered / 100).toFixed(2));
  await type(claim, "异议内容", "对方称该单有加急，应加收 50 元");
  await confirmWith(claim, "确定");
  await head(page).getByText("有异议").waitFor();
  await line.getByText("异议中").waitFor();
  if (!(await line.getByRole("checkbox").isChecked())) await line.getByRole("checkbox").check();
  await page.getByRole("button", { name: "判定" }).click();
  await page.getByRole("menuitem", { name: "各半" }).click();
  await toast(page, "已判定：各半");
  await page.getByRole("tab", { name: "异议" }).click();
  await page.getByText("没有未解决异议").waitFor();
}
