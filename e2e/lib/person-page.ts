/** The page of one person of an order, by his number. */
import type { Page } from "playwright-core";
import { url } from "./browser.ts";

/** Opens the order from 订单查看 and goes to him; alone in his order he has no others to choose from. */
export async function openPerson(page: Page, applicantNo: string): Promise<void> {
  const order = applicantNo.slice(0, 13);
  await page.goto(url(`/order/list?scope=all&keyword=${order}`));
  await page.getByRole("row").filter({ hasText: order }).first().getByRole("link").first().click();
  await page.waitForURL(/\/order\/applicant-detail\//);
  await page.getByText(applicantNo.slice(0, 13)).first().waitFor();
  const place = `${Number(applicantNo.slice(-2))}.`;
  const others = page.getByRole("navigation", { name: "同单申请人" });
  if (!(await others.isVisible())) return page.getByText(applicantNo).first().waitFor();
  await others.getByText(place).click();
  await page.locator(".ord-people [aria-current=page]").filter({ hasText: place }).waitFor();
}
