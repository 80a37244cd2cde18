/** What a browser without anything in its cache asks for, counted by the browser itself and not by the graph of imports. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { open, openBrowser, settled } from "./lib/browser.ts";
import { signIn } from "./lib/staff.ts";

const browser = await openBrowser();
const KB = 1000;
/** Parts are fetched 1.5 s after the page is quiet, one after another. */
const IDLE_MS = 4000;

it("订单查看 stands after a handful of scripts, and what comes while nobody acts holds nothing heavy", async () => {
  const page = await browser.page();
  await signIn(page, "manager");
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.setCacheDisabled", { cacheDisabled: true });
  const scripts = new Map<string, string>();
  const bytes: number[] = [];
  cdp.on("Network.responseReceived", (e) => e.type === "Script" && scripts.set(e.requestId, e.response.url));
  cdp.on("Network.loadingFinished", (e) => scripts.has(e.requestId) && bytes.push(e.encodedDataLength));
  const total = (): number => bytes.reduce((sum, n) => sum + n, 0);

  await open(page, "/order/admin-order-list");
  await page.getByRole("table").locator("tbody tr").nth(3).waitFor();
  const [files, first] = [bytes.length, total()];
  expect(files).toBeGreaterThan(3);
  expect(files).toBeLessThanOrEqual(25);
  expect(first).toBeLessThanOrEqual(380 * KB);

  await settled(page);
  for (let seen = -1; seen < bytes.length;) {
    seen = bytes.length;
    await sleep(IDLE_MS);
  }
  expect([...scripts.values()].filter((url) => /rich-text-editor|chart/.test(url))).toEqual([]);
  expect(total()).toBeLessThanOrEqual(480 * KB);
  expect(total()).toBeGreaterThan(first);
  expect(browser.faults).toEqual([]);
});
