/** The acts of a screen that open something, found by their words: on its page, in its tabs, in its first row and behind ⋯. */
import type { Locator, Page } from "playwright-core";
import { settled } from "./browser.ts";
import { linksOn } from "./look.ts";

export interface Act {
  /** Address of the screen, with its query. */
  href: string;
  /** Tab to open before; null: the one that is open. */
  tab: string | null;
  word: string;
  /** The row it stands in, which may move when it is changed; null: in none. */
  row: string | null;
  /** Behind ⋯ of the page's head or of the first row. */
  menu: boolean;
}

const MORE = "更多操作";
const tabsOf = (page: Page): Locator => page.locator("main [role=tab]");
const wordsOf = async (all: Locator, words: RegExp): Promise<string[]> => {
  const found = await all.allTextContents();
  return [...new Set(found.map((w) => w.trim()).filter((w) => words.test(w)))];
};
const rowOf = (button: Locator): Promise<string | null> =>
  button.evaluate((b) => b.closest("tr[data-row]")?.getAttribute("data-row") ?? null);
const buttonOf = (page: Page, word: string, row: string | null): Locator =>
  page
    .locator(row === null ? "main" : `main tr[data-row="${row}"]`)
    .getByRole("button", { name: word, exact: word !== MORE, disabled: false })
    .first();

/** Acts of the page as it stands now. */
async function here(page: Page, tab: string | null, words: RegExp): Promise<Act[]> {
  const href = page.url();
  const acts: Act[] = [];
  for (const word of await wordsOf(page.locator("main button:not([role=tab]):visible:enabled"), words)) {
    const row = await rowOf(buttonOf(page, word, null));
    acts.push({ href, tab, word, row, menu: false });
  }
  const more = buttonOf(page, MORE, null);
  if (!(await more.isVisible())) return acts;
  const row = await rowOf(more);
  await more.click();
  const items = await wordsOf(page.locator("[role=menuitem]:not([aria-disabled=true])"), words);
  await page.keyboard.press("Escape");
  return [...acts, ...items.map((word) => ({ href, tab, word, row, menu: true }))];
}

/** All acts with these words on the screen and in each of its tabs, and the links that stand there. */
export async function actsOn(page: Page, words: RegExp): Promise<{ acts: Act[]; links: string[] }> {
  await settled(page);
  const acts = await here(page, null, words);
  const links = await linksOn(page);
  for (const label of await page.locator("main [role=tab]:not([aria-selected=true])").allTextContents()) {
    const tab = tabsOf(page).filter({ hasText: label }).first();
    if (!(await tab.isVisible())) continue;
    await tab.click();
    await settled(page);
    links.push(...(await linksOn(page)));
    const found = await here(page, label, words);
    acts.push(...found.filter((a) => !acts.some((b) => b.word === a.word && b.menu === a.menu)));
  }
  return { acts, links };
}

/** Goes to the screen of the act and presses it. */
export async function pressAct(page: Page, act: Act): Promise<void> {
  await page.goto(act.href);
  await settled(page);
  if (act.tab !== null) {
    await tabsOf(page).filter({ hasText: act.tab }).first().click();
    await settled(page);
  }
  if (!act.menu) return buttonOf(page, act.word, act.row).click();
  await buttonOf(page, MORE, act.row).click();
  await page.getByRole("menuitem", { name: act.word, exact: true }).click();
}
