/** What a member of staff does in the browser: sign in, fill fields by their labels, pick options, press buttons. */
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Locator, Page } from "playwright-core";
import { url, WAIT_MS, type StoryBrowser } from "./browser.ts";
import { now } from "./clock.ts";

export const DEMO_PASSWORD = "visadesk";

/** The date in Shanghai so many days from now. */
export const day = (days: number): string => shanghaiDate(new Date(now().getTime() + days * 86_400_000));

/** So many days of the week on, weekends left out; holidays are none of it. */
export function workday(days: number): string {
  let ahead = 0;
  for (let left = days; left > 0;) if (![0, 6].includes(new Date(day(++ahead)).getUTCDay())) left--;
  return day(ahead);
}

/** Types account and password into the login page and presses 登录; says nothing about what happens then. */
export async function tryLogin(page: Page, account: string, passwd: string): Promise<void> {
  await page.getByLabel("账号", { exact: true }).fill(account);
  await page.getByLabel("密码", { exact: true }).fill(passwd);
  await page.getByRole("button", { name: "登录", exact: true }).click();
}

/** Signs in and waits for the home page. */
export async function signIn(page: Page, account: string, passwd = DEMO_PASSWORD): Promise<void> {
  await page.goto(url("/login"));
  await tryLogin(page, account, passwd);
  await page.waitForURL(url("/home"));
  await page.getByRole("button", { name: "退出登录" }).waitFor();
}

/** Answers the page of a member of staff, signed in when first asked for; `pages` are of those who are signed in already. */
export function staffOf(browser: StoryBrowser, pages = new Map<string, Page>()): (account: string) => Promise<Page> {
  return async (account) => {
    const page = pages.get(account) ?? (await browser.page({ stays: true }));
    if (!pages.has(account)) await signIn(page, account);
    pages.set(account, page);
    return page;
  };
}

/** The form item with exactly this label. */
export const item = (scope: Locator, label: string): Locator =>
  scope
    .locator(".ant-form-item")
    .filter({ has: scope.page().locator("label").getByText(label, { exact: true }) })
    .last();

/** Types into the field of this label. */
export const type = (scope: Locator, label: string, text: string): Promise<void> =>
  item(scope, label).locator("input, textarea").first().fill(text);

/** Types a date (or a time) and takes it over with Enter. */
export async function typeDate(scope: Locator, label: string, date: string): Promise<void> {
  const input = item(scope, label).locator("input").first();
  await input.click();
  await input.fill(date);
  await input.press("Enter");
}

/** Opens the select inside and takes the option with exactly this text; `search` narrows a long list. */
export async function choose(select: Locator, option: string, search?: string): Promise<void> {
  const box = select.getByRole("combobox").first();
  await box.click();
  if (search !== undefined) await box.fill(search);
  // The list that belongs to this box: another one may still be closing.
  const list = await box.getAttribute("aria-controls");
  const page = select.page();
  const dropdown = page.locator(".ant-select-dropdown").filter({ has: page.locator(`[id="${list}"]`) });
  await dropdown.locator(".ant-select-item-option").filter({ hasText: option }).first().click();
}

/** Finds a place in the address library by a part of its name and takes the first that is offered. */
export async function choosePlace(scope: Locator, search: string, place: string): Promise<void> {
  const box = scope.getByRole("combobox").first();
  await box.click();
  await box.fill(search);
  await scope.page().locator(".ant-cascader-menu-item:visible").filter({ hasText: place }).first().click();
}

/** The dialog with this title, once it stands. */
export async function dialog(page: Page, title: string | RegExp): Promise<Locator> {
  const found = page.getByRole("dialog", { name: title });
  await found.waitFor();
  return found;
}

/** Presses the button and waits until the dialog is gone. */
export async function confirmWith(box: Locator, button: string): Promise<void> {
  await box.getByRole("button", { name: button, exact: true }).click();
  await box.waitFor({ state: "hidden" });
}

/** Waits for a toast with this text. */
export const toast = (page: Page, text: string | RegExp): Promise<void> =>
  page.locator(".vd-toast").filter({ hasText: text }).first().waitFor();

/** A menu that is open shows its items within this time. */
const LOOK_MS = 1_000;

/**
 * Presses a move; one that the bar has no room for lies under ⋯. What comes in meanwhile draws the bar anew, and a move that
 * was not there yet stands in it then: it is looked for again until it is found.
 */
export async function press(scope: Locator, move: string): Promise<void> {
  const page = scope.page();
  const button = scope.getByRole("button", { name: move, exact: true });
  const more = scope.getByRole("button", { name: "更多操作" });
  const entry = page.getByRole("menuitem", { name: move, exact: true });
  for (const end = performance.now() + WAIT_MS; performance.now() < end;) {
    await button.or(more).first().waitFor();
    if (await button.isVisible()) return button.click();
    await more.click();
    const found = await entry.waitFor({ timeout: LOOK_MS }).then(
      () => true,
      () => false,
    );
    if (found) return entry.click();
    await page.keyboard.press("Escape");
  }
  throw new Error(`${page.url()} has no move ${move}`);
}
