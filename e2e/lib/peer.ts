/** What the stories of peers do on its pages. */
import { creditCodeFault } from "@visadesk/contract/kit/credit-code.ts";
import type { Locator, Page } from "playwright-core";
import { settled, url } from "./browser.ts";
import { photo } from "./papers.ts";
import { choose, confirmWith, dialog, item, press, type } from "./staff.ts";

/** A code that passes its check, of this run alone. */
export const creditCode = (run: string): string =>
  [..."0123456789ABCDEFGHJKLMNPQRTUWXY"].map((last) => `91440604MA${run}X${last}`).find((code) => creditCodeFault(code) === null) ?? "";
export const section = (page: Page, name: string): Locator => page.locator(`section[aria-label="${name}"]`);
export const head = (page: Page): Locator => page.locator(".vd-detail-head");
/** What the peer of this page owes on its credit, billed or not. */
export async function owedOn(page: Page): Promise<string> {
  const rows = page.getByRole("table", { name: "授信" }).getByRole("row", { name: /已用|已出账未还/ });
  await rows.first().waitFor();
  const sum = (await rows.allTextContents()).reduce((all, text) => all + Number(text.replace(/[^\d.]/g, "")), 0);
  return sum.toFixed(2);
}

/** Puts a picture with these words into the field. */
export async function attach(field: Locator, words: string): Promise<void> {
  await field.locator("input[type=file]").setInputFiles(await photo("scan", words));
  await field.getByRole("button", { name: "移除第1个文件" }).waitFor();
}

/** The first peer of this kind that pays beforehand: its short name, and the whole one of its page, which is open then. */
export async function prepaidPeer(page: Page, kind: "ticket" | "travel_agency"): Promise<{ short: string; name: string }> {
  await page.goto(url(`/peer/list?state=active&settle_mode=prepaid&business_kind=${kind}`));
  await settled(page);
  const link = page.locator("main tr[data-row] td:nth-child(3) a[href*='/peer/view/']").first();
  const short = await link.innerText();
  await link.click();
  await page.waitForURL(/\/peer\/view\/\d+/);
  await settled(page);
  return { short, name: await head(page).locator("h1").innerText() };
}

interface Two {
  by: () => Promise<Page>;
  other: () => Promise<Page>;
}
/** Other terms, asked for on the peer's page by one and passed by another; who asked cannot pass them. */
export async function changeTerms({ by, other }: Two, path: string, kind: string, fill: (box: Locator) => Promise<void>): Promise<void> {
  const page = await by();
  await page.goto(url(`${path}?tab=changes`));
  await page.getByRole("button", { name: "申请变更" }).click();
  await page.getByRole("menuitem", { name: kind }).click();
  const box = await dialog(page, new RegExp(`^申请变更${kind}`));
  await fill(box);
  await choose(item(box, "原因"), "业务增长");
  await type(box, "说明", "日韩团队每月约八十人");
  await confirmWith(box, "提交审核");
  const mine = page.getByRole("table", { name: "条件变更" }).getByRole("row").filter({ hasText: kind }).first();
  await mine.getByText("待审核").waitFor();
  if ((await mine.getByRole("button", { name: "通过", exact: true }).count()) > 0) throw new Error(`${kind}: its maker may pass it`);

  const checker = await other();
  await checker.goto(url(`/peer/list?tab=change&peer_id=${path.split("/").at(-1) ?? ""}`));
  await press(checker.getByRole("row").filter({ hasText: kind }).first(), "通过");
  await confirmWith(await dialog(checker, /^通过/), "通过");
  await page.reload();
  await mine.getByText("已通过").waitFor();
}
