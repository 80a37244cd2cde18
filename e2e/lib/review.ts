/** The desk where one applicant's papers are reviewed, as a reader of the page finds its parts. */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { photo } from "./papers.ts";
import { choose, confirmWith, day, dialog, item, toast } from "./staff.ts";

const papers = (page: Page): Locator => page.getByRole("region", { name: "资料审核" });
/** The bar with the legal next steps. */
export const foot = (page: Page): Locator => page.locator(".ord-foot");
/** Visit, submission, result, parcels and timeline beside the papers. */
export const progress = (page: Page): Locator => page.getByRole("region", { name: "办理进度" });
/** Waits until the head of the record names this state. */
export const state = (page: Page, label: string): Promise<void> =>
  page.locator(".vd-detail-head").getByText(label, { exact: true }).first().waitFor();

/** Goes to a kind of papers and names those that must be there. */
export async function mustHave(page: Page, kind: string): Promise<string[]> {
  await papers(page)
    .getByRole("tab", { name: new RegExp(`^${kind}`) })
    .click();
  const list = papers(page).getByRole("navigation", { name: "资料" });
  await list.getByRole("button").first().waitFor();
  const names = await list
    .getByRole("button")
    .evaluateAll((all) => all.filter((o) => !o.querySelector("small")).map((o) => o.querySelector("span")?.textContent ?? ""));
  expect(names.length, kind).toBeGreaterThan(0);
  return names;
}

export async function openPaper(page: Page, name: string): Promise<Locator> {
  await papers(page).getByRole("navigation", { name: "资料" }).getByRole("button", { name }).first().click();
  const card = papers(page).getByRole("region", { name, exact: true });
  await card.waitFor();
  return card;
}

export async function handIn(page: Page, name: string, words: string): Promise<void> {
  const card = await openPaper(page, name);
  const made = card.locator(".ord-date input");
  if (await made.isVisible()) {
    await made.fill(day(-1));
    await made.press("Enter");
  }
  await card.getByLabel(`上传${name}`).setInputFiles(await (name.includes("照片") ? photo(name, words, 413, 531) : photo(name, words)));
  await toast(page, `${name}：已上传`);
  await card.getByText("待审核", { exact: true }).waitFor();
}

export async function passAll(page: Page): Promise<void> {
  for (const kind of ["电子", "照片", "申请表"]) {
    for (const name of await mustHave(page, kind)) {
      const card = await openPaper(page, name);
      if (
        (await card.getByText("合格", { exact: true }).first().isVisible()) &&
        !(await card.getByRole("button", { name: "合格" }).first().isVisible())
      )
        continue;
      await card.getByRole("button", { name: "合格", exact: true }).click();
      await toast(page, `${name}：合格`);
    }
  }
}

/** Takes back to our shelf what supplier or embassy still hold, by the list of who holds each original. */
export async function takeOriginals(page: Page): Promise<void> {
  const all = progress(page).getByRole("list", { name: "原件在谁手里" }).locator("> li");
  const away = all.filter({ hasText: /供应商|使馆/ });
  await all.first().waitFor();
  for (let left = await away.count(); left > 0; left--) {
    await away.first().getByRole("button", { name: "交接" }).click();
    const move = await dialog(page, /^原件交接/);
    await choose(item(move, "现持有"), "我方");
    await confirmWith(move, "交接");
    await expect.poll(() => away.count()).toBe(left - 1);
  }
}
