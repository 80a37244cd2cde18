/**
 * A browser for a story. Errors on the page's console and failed scripts end the story.
 *
 *   const browser = await openBrowser();   const page = await browser.page();   await page.goto(url("/login"));
 */
import path from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium, type Browser, type BrowserContext, type Page, type Request } from "playwright-core";
import { afterAll, afterEach, inject, onTestFinished } from "vitest";
import { moveDate } from "../../console/src/testing/move-date.ts";
import { msAhead } from "../../server/src/testing/set-clock.ts";
import { storyAhead } from "./clock.ts";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Pictures of the screens, and of the pages as they were when a story broke. */
export const SHOTS = path.resolve(import.meta.dirname, "../../node_modules/.cache/visadesk/screens");
/** Stories that go over many screens take all of them, as `npm run soak` does, instead of a part. */
export const WHOLE = process.env["SOAK"] === "1";
/** How long a step may take on a busy machine. */
export const WAIT_MS = 30_000;

export interface PageOptions {
  width?: number;
  height?: number;
  colorScheme?: "light" | "dark";
  stays?: boolean;
  /** The machine's own time, where it is not that of the stories, and its zone. */
  at?: Date;
  timezoneId?: string;
}

export interface StoryBrowser {
  readonly browser: Browser;
  /**
   * A page of a person of its own: nothing is shared with other pages. It is closed after its test, for an open page goes
   * on asking and drawing; `stays` keeps it for the tests that follow.
   */
  page(options?: PageOptions): Promise<Page>;
  /** What went wrong on any page so far; a story asserts that it is empty. */
  readonly faults: string[];
}

/** Stories run in lanes beside each other, each lane on a server of its own: what one changes no other sees. */
const lane = (Number(process.env["VITEST_POOL_ID"]) - 1) % inject("baseUrls").length;
let base = inject("baseUrls")[lane] ?? "";
/** From now on the story is that of another server. */
export const standOn = (server: string): void => void (base = server);
/** Address of a path on the server under test. */
export const url = (href: string): string => `${base}${href}`;

const underWay = new WeakMap<Page, Set<Request>>();

function watchCalls(page: Page): void {
  const calls = new Set<Request>();
  underWay.set(page, calls);
  page.on("request", (r) => calls.add(r));
  page.on("requestfinished", (r) => calls.delete(r));
  page.on("requestfailed", (r) => calls.delete(r));
}

/** Opens an address; what the page before it had asked for is not waited for any more. */
export async function open(page: Page, href: string): Promise<void> {
  underWay.get(page)?.clear();
  await page.goto(url(href));
}

/** What a link to this path inside the console does: it stays loaded. */
export const goWithin = (page: Page, href: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({}, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, href);

const STILL_LOADING =
  "main .ant-skeleton, main [aria-busy=true], main .is-stale, .vd-page-skeleton, .ant-spin-spinning, :is(.ant-drawer, .ant-modal) .ant-skeleton";

/** Waits until the screen stands: a heading, nothing loading, no call under way. */
export async function settled(page: Page): Promise<void> {
  await page.locator("main h1").first().waitFor();
  for (let calm = 0, end = performance.now() + WAIT_MS; calm < 3;) {
    if (performance.now() > end)
      throw new Error(`${page.url()} does not come to rest: ${[...(underWay.get(page) ?? [])].map((r) => r.url()).join(", ")}`);
    await sleep(20);
    calm = underWay.get(page)?.size === 0 && (await page.locator(STILL_LOADING).count()) === 0 ? calm + 1 : 0;
  }
}

async function shootFailure(browser: Browser, name: string): Promise<void> {
  const pages = browser
    .contexts()
    .flatMap((c) => c.pages())
    .slice(-3);
  const file = (i: number): string => path.join(SHOTS, `failed-${name.replaceAll(/[^\p{L}\d]+/gu, "-").slice(0, 60)}-${i + 1}.png`);
  await Promise.all(pages.map((page, i) => page.screenshot({ path: file(i) }).catch(() => null)));
}

/** Call at the top of a story; it closes after the file. */
export async function openBrowser(): Promise<StoryBrowser> {
  const browser = await chromium.launch({ executablePath: inject("browserPath"), args: FLAGS });
  afterAll(() => browser.close());
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") await shootFailure(browser, task.name);
  });
  const faults: string[] = [];
  const watch = (context: BrowserContext): void => {
    context.on("weberror", (e) => faults.push(e.error().message));
    context.on("console", (m) => {
      if (m.type() === "error" || m.type() === "warning") faults.push(`${m.text()} (${m.location().url} on ${m.page()?.url() ?? ""})`);
    });
  };
  return {
    browser,
    faults,
    page: async ({ width = 1440, height = 900, colorScheme = "light", stays = false, at, timezoneId = "Asia/Shanghai" } = {}) => {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme,
        reducedMotion: "reduce",
        locale: "zh-CN",
        timezoneId,
      });
      // After the picture of a failure, which afterEach takes.
      if (!stays) onTestFinished(() => context.close());
      context.setDefaultTimeout(WAIT_MS);
      await context.addInitScript(moveDate, at ? msAhead(at.toISOString()) : storyAhead());
      watch(context);
      const page = await context.newPage();
      watchCalls(page);
      return page;
    },
  };
}
