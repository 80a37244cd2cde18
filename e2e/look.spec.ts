/**
 * Every screen as each role sees it: inside the window in two sizes, in both themes without barriers, with a quiet console; one
 * role beside admin and no pictures, which nobody looks at, unless SOAK=1 asks for all.
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { goWithin, open, openBrowser, settled, SHOTS, url, WHOLE } from "./lib/browser.ts";
import { AXE, barriers, linksOn, overhangs } from "./lib/look.ts";
import { builtPanels, builtScreens, screensOn, walk, type Built } from "./lib/screens.ts";
import { dialog, signIn } from "./lib/staff.ts";
import { isTurn } from "./lib/turn.ts";

const browser = await openBrowser();
mkdirSync(SHOTS, { recursive: true });
const LARGE = { width: 1440, height: 900 };
const SMALL = { width: 1280, height: 720 };
const ROLES = ["manager", "expert", "product", "finance", "service", "content", "viewer"] as const;

const shoot = async (page: Page, name: string): Promise<void> => {
  if (WHOLE) await page.screenshot({ path: path.join(SHOTS, `${name}.png`) });
};

/** Two pages of one person: while one is drawn the other is asked for. */
async function signedIn(account: string, stays = false): Promise<[Page, Page]> {
  const pages: [Page, Page] = [await browser.page({ ...LARGE, stays }), await browser.page({ ...LARGE, stays })];
  await Promise.all(pages.map((page) => signIn(page, account)));
  return pages;
}

/** The screen in both sizes; the small one is a window made smaller. */
async function bothSizes(page: Page, name: string, shots = false): Promise<string[]> {
  const wrong = await overhangs(page, name);
  if (shots) await shoot(page, `${name}-${LARGE.width}`);
  await page.setViewportSize(SMALL);
  await settled(page);
  wrong.push(...(await overhangs(page, name)));
  if (shots) await shoot(page, `${name}-${SMALL.width}`);
  await page.setViewportSize(LARGE);
  return wrong;
}

/** Light, then dark; the page follows the system at once. */
async function bothThemes(page: Page, name: string): Promise<string[]> {
  const wrong = await barriers(page, name);
  await page.emulateMedia({ colorScheme: "dark" });
  wrong.push(...(await barriers(page, `${name} (dark)`, ["color-contrast"])));
  await page.emulateMedia({ colorScheme: "light" });
  return wrong;
}

/** A scope without rows offers the wider one. */
async function takeOffer(page: Page): Promise<void> {
  const offer = page.locator("main .vd-empty").getByRole("button", { name: /^查看/ });
  if (!(await offer.isVisible())) return;
  await offer.click();
  await settled(page);
}

/** Stages of a list that are opened beside its first; all of them with SOAK=1. */
const STAGES = WHOLE ? Infinity : 2;

/** The other tabs of the screen, in the small size; the stages of a list show one table, which axe has seen. Answers the links. */
async function tabs(page: Page, name: string, wrong: string[]): Promise<string[]> {
  const links: string[] = [];
  const bar = page.locator("main [role=tab]");
  const labels = await page.locator("main [role=tab]:not([aria-selected=true])").allTextContents();
  if (labels.length > 0) await page.setViewportSize(SMALL);
  let stages = 0;
  for (const label of labels) {
    const tab = bar.filter({ hasText: label }).first();
    if (!(await tab.isVisible())) continue;
    const isStage = (await tab.locator(".vd-tab-count").count()) > 0;
    if (isStage && ++stages > STAGES) continue;
    await tab.click();
    await settled(page);
    links.push(...(await linksOn(page)));
    wrong.push(...(await overhangs(page, `${name} ${label}`)));
    if (!isStage) wrong.push(...(await barriers(page, `${name} ${label}`)));
  }
  await page.setViewportSize(LARGE);
  return links;
}

const admin: Page[] = [];
const toRecords = new Map<string, string>();
/** Records of an area to which only pages of other areas lead. */
const unreached: Built[] = [];

async function lookAt(screens: readonly Built[]): Promise<Built[]> {
  const wrong: string[] = [];
  const look = async (page: Page, { name }: Built): Promise<string[]> => {
    await settled(page);
    await takeOffer(page);
    const links = await linksOn(page);
    wrong.push(...(await bothSizes(page, name, true)), ...(await bothThemes(page, name)));
    return [...links, ...(await tabs(page, name, wrong))];
  };
  const missed = await walk(admin, screens, look, { links: toRecords, go: goWithin });
  expect(wrong).toEqual([]);
  return missed;
}

it.each([...new Set(builtScreens.map((s) => s.area))])(
  "admin: every screen of /%s and each of its tabs, in both sizes and both themes",
  async (area) => {
    if (admin.length === 0) {
      admin.push(...(await signedIn("admin", true)));
      for (const page of admin) {
        await page.addInitScript({ path: AXE });
        await page.reload();
      }
    }
    unreached.push(...(await lookAt(builtScreens.filter((s) => s.area === area))));
  },
);

/** Its link stands with people whose visit is booked, in a stage that the walk does not open. */
async function linkOfNotice(page: Page): Promise<void> {
  await goWithin(page, "/order/list?tab=visit&scope=all");
  await settled(page);
  await page.locator("main .vd-list tbody tr a[href*=applicant-detail]").first().click();
  await settled(page);
  await page.getByRole("tab", { name: "预约与赴馆" }).click();
  const href = await page.getByRole("link", { name: "打印赴馆通知单" }).first().getAttribute("href");
  toRecords.set("applicant-interview-print", href ?? "");
}

it("admin: a link leads to each record", async () => {
  if (admin[0]) await linkOfNotice(admin[0]);
  expect(await lookAt(unreached)).toEqual([]);
  await Promise.all(admin.map((page) => page.context().close()));
});

it("admin: every panel", async () => {
  const page = await browser.page(LARGE);
  await page.addInitScript({ path: AXE });
  await signIn(page, "admin");
  expect([...builtPanels.keys()]).toEqual(expect.arrayContaining(["messages", "operation-log"]));
  const wrong: string[] = [];
  for (const [name, title] of builtPanels) {
    await open(page, `/home?panel=${name}`);
    await dialog(page, title);
    await settled(page);
    wrong.push(...(await bothSizes(page, `panel-${name}`, true)), ...(await bothThemes(page, `panel ${name}`)));
  }
  expect(wrong).toEqual([]);
});

it(
  "24: login, password dialog, saved view, lock screen and order entry have no barrier in either theme",
  { timeout: 240_000 },
  async () => {
    const page = await browser.page(LARGE);
    await page.addInitScript({ path: AXE });
    const wrong: string[] = [];
    const judge = async (name: string): Promise<void> => {
      await shoot(page, name);
      wrong.push(...(await bothThemes(page, name)));
    };
    await page.goto(url("/login"));
    await page.getByRole("button", { name: "登录", exact: true }).waitFor();
    await judge("login");
    await signIn(page, "manager");
    await page.getByRole("button", { name: "账户设置" }).click();
    await dialog(page, "修改密码");
    await judge("password-dialog");
    await page.keyboard.press("Escape");
    await open(page, "/order/list?scope=all&country_id=1");
    await settled(page);
    await page.getByRole("button", { name: "保存视图" }).click();
    await dialog(page, "保存视图");
    await judge("view-dialog");
    await open(page, "/order/list?panel=entry");
    await dialog(page, "代客下单");
    await settled(page);
    await judge("order-entry");
    await page.keyboard.press("Escape");
    await open(page, "/home");
    await settled(page);
    await page.keyboard.press("Control+k");
    await dialog(page, "搜索与命令");
    await judge("palette");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Alt+l");
    await dialog(page, "屏幕已锁定");
    await judge("lock-screen");
    expect(wrong).toEqual([]);
  },
);

/** A third of the screens is drawn for one role beside admin; what each may see and do is the contract's, and compared there. */
const ENOUGH_ROLES = WHOLE ? ROLES.length : 1;
const timesSeen = new Map<string, number>();

it.each(ROLES)("%s: some screens of the role that no other showed, or all of its own with SOAK=1, in both sizes", async (role) => {
  const pages = await signedIn(role);
  const wrong: string[] = [];
  const look = async (page: Page, { name }: Built): Promise<string[]> => {
    timesSeen.set(name, (timesSeen.get(name) ?? 0) + 1);
    await settled(page);
    await takeOffer(page);
    wrong.push(...(await bothSizes(page, name)));
    return linksOn(page);
  };
  const isEnough = (s: Built): boolean =>
    s.name !== "home" && ((timesSeen.get(s.name) ?? 0) >= ENOUGH_ROLES || !isTurn(builtScreens.indexOf(s), 3));
  await walk(pages, await screensOn(pages[0]), look, { skip: isEnough, go: goWithin });
  expect(timesSeen.get("home")).toBe(ROLES.indexOf(role) + 1);
  expect(wrong).toEqual([]);
});

it("the console of every page stayed empty", () => {
  expect(browser.faults).toEqual([]);
});
