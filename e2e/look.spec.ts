/** Every screen as it is seen: pictures in two sizes, nothing wider than the window, nothing that keeps people out, a quiet console. */
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { openBrowser, SHOTS, url } from "./browser.ts";
import { builtScreens } from "./built.ts";
import { signIn } from "./staff.ts";

const browser = await openBrowser();
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const screens = builtScreens.filter((s) => !s.no_auth && !s.redirect);
const ids = { orderId: "", applicantId: "" };
mkdirSync(SHOTS, { recursive: true });

/** The screen is drawn and its calls are answered. */
async function settled(page: Page): Promise<void> {
  await page.locator("main h1, main h2").first().waitFor();
  await page.waitForFunction(() => document.querySelector("main .ant-skeleton, main [aria-busy=true], .vd-page-skeleton") === null);
  await page.waitForLoadState("networkidle");
}

const addressOf = (pattern: string): string =>
  pattern.replace(":orderId", ids.orderId).replace(":applicantId", ids.applicantId).replaceAll(/:\w+/g, "2");

/** How much wider than the window the page is; a table may scroll inside itself. */
const overhang = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

beforeAll(async () => {
  const page = await browser.page();
  await signIn(page, "admin");
  await page.goto(url("/order/list?scope=all&tab=pre_review"));
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  await page.waitForURL(/\/order\/applicant-detail\//);
  [ids.orderId = "", ids.applicantId = ""] = new URL(page.url()).pathname.split("/").slice(-2);
  await page.context().close();
});

it.each([{ width: 1440, height: 900 }, { width: 1280, height: 720 }])("every screen at $width × $height stays inside the window", async (size) => {
  const page = await browser.page(size);
  await page.goto(url("/login"));
  await page.getByRole("button", { name: "登录", exact: true }).waitFor();
  await page.screenshot({ path: path.join(SHOTS, `login-${size.width}.png`) });
  await signIn(page, "admin");
  const wide: string[] = [];
  for (const screen of screens) {
    await page.goto(url(addressOf(screen.path)));
    await settled(page);
    await page.screenshot({ path: path.join(SHOTS, `${screen.name}-${size.width}.png`) });
    if ((await overhang(page)) > 0) wide.push(screen.name);
  }
  expect(wide).toEqual([]);
}, 240_000);

interface Violation {
  id: string;
  impact: string | null;
  nodes: readonly { target: readonly string[]; failureSummary?: string }[];
}

/** What antd draws by itself and gives no hand to: the row that measures column widths, the ⋯ of tabs and what stands at their end. */
const OF_ANTD = /aria-hidden-focus: \.ant-table-measure-row|aria-required-children: .*\.ant-tabs-nav/;

/** Serious and critical findings of axe, in words. */
async function barriers(page: Page): Promise<string[]> {
  const found: readonly Violation[] = await page.evaluate("axe.run(document, { resultTypes: ['violations'] }).then((r) => r.violations)");
  return found.filter((v) => v.impact === "serious" || v.impact === "critical")
    .flatMap((v) => v.nodes.slice(0, 3).map((n) => `${new URL(page.url()).pathname} ${v.id}: ${n.target.join(" ")} ${n.failureSummary?.split("\n")[1]?.trim() ?? ""}`)).filter((line) => !OF_ANTD.test(line));
}

it.each(["light", "dark"] as const)("24: login, home, a list, a detail page, a form and a dialog have no barrier, %s", async (colorScheme) => {
  const page = await browser.page({ colorScheme });
  await page.addInitScript({ path: AXE });
  const all: string[] = [];
  await page.goto(url("/login"));
  await page.getByRole("button", { name: "登录", exact: true }).waitFor();
  all.push(...(await barriers(page)));
  await signIn(page, "admin");
  for (const address of ["/home", "/order/list?scope=all", `/order/applicant-detail/${ids.orderId}/${ids.applicantId}`, "/setting/role/add"]) {
    await page.goto(url(address));
    await settled(page);
    await page.screenshot({ path: path.join(SHOTS, `${address.split(/[/?]/).slice(1, 3).join("-")}-${colorScheme}.png`) });
    all.push(...(await barriers(page)));
  }
  await page.getByRole("button", { name: "账户设置" }).click();
  await page.getByRole("dialog", { name: "修改密码" }).waitFor();
  all.push(...(await barriers(page)));
  expect(all).toEqual([]);
}, 120_000);

it("the console of every page stayed empty", () => {
  expect(browser.faults).toEqual([]);
});
