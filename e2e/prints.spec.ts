/**
 * Every print as it lies on paper: no markup, nothing that was put into words by no one, and the day of Shanghai on it, also
 * before eight in the morning there and on a machine that lives in another zone. A print that nobody reaches here is missed.
 */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { HEADERS } from "@visadesk/contract/kit/envelope.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { signedHeaders } from "../server/src/testing/client.ts";
import { open, openBrowser, settled } from "./lib/browser.ts";
import { now } from "./lib/clock.ts";
import { dialog, signIn } from "./lib/staff.ts";
import { RAW } from "./lib/words.ts";

const browser = await openBrowser();
const root = path.resolve(import.meta.dirname, "../console/src");
const declared = globSync("**/*.tsx", { cwd: root })
  .flatMap((file) => [...readFileSync(path.join(root, file), "utf8").matchAll(/<PrintSheet name="([^"]+)"/g)])
  .map(([, name = ""]) => name);

/** Half past seven tomorrow in Shanghai: still today by UTC, and in New York. */
const EARLY = new Date(`${shanghaiDate(now())}T23:30:00Z`);
const DAY_PRINTED = /打印日期\s*[：:]\s*(\S+)/;

/** Instead of the print window: the words of the sheet, one text to a line, and the window is closed again. */
const keepPrints = (): void => {
  const kept: { name: string; words: string }[] = [];
  Object.assign(globalThis, { kept });
  window.print = () => {
    for (const sheet of document.querySelectorAll<HTMLElement>("body > [data-print]")) {
      const walker = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT);
      const words: string[] = [];
      while (walker.nextNode()) words.push(walker.currentNode.textContent ?? "");
      kept.push({ name: sheet.dataset["print"] ?? "", words: words.join("\n") });
    }
    window.dispatchEvent(new Event("afterprint"));
  };
};
interface Kept {
  name: string;
  words: string;
}
const keptOn = (page: Page): Promise<Kept[]> => page.evaluate(() => (globalThis as unknown as { kept: Kept[] }).kept);

/** The server's clock is that of the stories: calls of a page that lives at another time are signed anew by it. */
const signAnew = (page: Page): Promise<unknown> =>
  page.route("**/api/**", (route) => {
    const headers = route.request().headers();
    return route.continue({ headers: { ...headers, ...signedHeaders(now(), headers[HEADERS.token] ?? null) } });
  });

/** Presses the button and waits for the sheet. */
async function print(page: Page, button: string): Promise<Kept[]> {
  const before = (await keptOn(page)).length;
  await page.getByRole("button", { name: button, exact: true }).first().click();
  await expect.poll(async () => (await keptOn(page)).length, { message: button }).toBeGreaterThan(before);
  return (await keptOn(page)).slice(before);
}

const firstRow = async (page: Page, list: string): Promise<void> => {
  await open(page, list);
  await settled(page);
  await page.locator("main .vd-list tbody tr a").first().click();
  await settled(page);
};

/** Somebody looks at the first applicant of the list: whom nobody looked at, nobody can print. */
async function lookAtFirst(page: Page): Promise<void> {
  await settled(page);
  await page.locator("main .vd-list tbody tr a[href*=applicant-detail]").first().click();
  await settled(page);
  await page.getByRole("button", { name: "查看完整内容" }).first().click();
  const shown = page.waitForResponse(/_reveal$/);
  await page.getByRole("region", { name: "查看原因" }).getByRole("button").first().click();
  await shown;
}

/** How each print is reached. */
const WAYS: Readonly<Record<string, (page: Page) => Promise<Kept[]>>> = {
  "sku-papers": async (page) => {
    await firstRow(page, "/product/list");
    await page.getByRole("tab", { name: "资料", exact: true }).click();
    const all: Kept[] = [];
    for (const identity of await page.getByLabel("适用身份").locator("label").all()) {
      await identity.click();
      all.push(...(await print(page, "打印资料清单")));
    }
    return all;
  },
  "application-form": async (page) => {
    await firstRow(page, "/base-data/application/list");
    return print(page, "打印空表");
  },
  batch: async (page) => {
    await open(page, "/order/list?panel=batch");
    const box = await dialog(page, "送签批次");
    await box.getByText("全部", { exact: true }).click();
    return print(page, "打印交接单");
  },
  "visit-notice": async (page) => {
    await open(page, "/order/list?tab=visit&scope=all");
    await settled(page);
    await page.locator("main .vd-list tbody tr a[href*=applicant-detail]").first().click();
    await settled(page);
    await page.getByRole("tab", { name: "预约与赴馆" }).click();
    await page.getByRole("link", { name: "打印赴馆通知单" }).first().click();
    await settled(page);
    await page.getByText("携带资料清单").first().waitFor();
    return print(page, "打印");
  },
  "supplier-parcel": async (page) => {
    await open(page, "/supplier/logistics/list?tab=done");
    await page.getByRole("link", { name: /^WL/ }).first().click();
    return print(page, "打印交接单");
  },
  "peer-exhibition": async (page) => {
    await open(page, "/peer/exhibition/list");
    await page.getByRole("link", { name: "成都国际旅游展" }).click();
    return print(page, "打印签到表");
  },
  "peer-statement": async (page) => {
    await open(page, "/finance/balance/list?tab=account&sort=principal");
    await page.getByRole("button", { name: "对账单" }).first().click();
    return print(page, "打印对账单");
  },
  settlement: async (page) => {
    await open(page, "/finance/supplier-settle/list?tab=cycle");
    await page.getByRole("link", { name: /^JS/ }).first().click();
    return print(page, "打印结算单");
  },
  "peer-settlement": async (page) => {
    await firstRow(page, "/finance/peer-settle/list?tab=paid");
    return print(page, "打印账单");
  },
  handover: async (page) => {
    await open(page, "/workbench/workbench-list?panel=handover");
    const box = await dialog(page, "休假交接");
    await box.getByRole("row").filter({ hasText: "交接中" }).getByRole("link").first().click();
    return print(page, "打印交接清单");
  },
  invoice: async (page) => {
    await open(page, "/finance/invoice/list?tab=pending");
    await page.getByRole("link", { name: /^FP/ }).first().click();
    return print(page, "打印开票单");
  },
  "bank-reconcile": async (page) => {
    await open(page, "/finance/corporate-remittance/list?tab=reconcile");
    return print(page, "打印调节表");
  },
  "log-subject": async (page) => {
    const asked = page.waitForResponse(/\/applicant_query$/);
    await open(page, "/order/list?scope=all");
    const { body } = (await (await asked).json()) as { body: { list: { applicant_no: string }[] } };
    await lookAtFirst(page);
    await open(page, "/home?panel=operation-log");
    const box = await dialog(page, "操作日志");
    await box.getByRole("tab", { name: "谁看过此人" }).click();
    await box.getByLabel("申请人").fill(body.list[0]?.applicant_no ?? "");
    await box.getByRole("button", { name: "查询" }).click();
    return print(page, "打印");
  },
};

it("every print is reached", () => {
  expect(declared.length).toBeGreaterThan(3);
  expect(Object.keys(WAYS).toSorted()).toEqual(declared.toSorted());
});

it("each print is clean, and of Shanghai's day", async () => {
  const page = await browser.page({ at: EARLY, timezoneId: "America/New_York" });
  await signAnew(page);
  await page.addInitScript(keepPrints);
  await signIn(page, "admin");
  const wrong: string[] = [];
  const days: string[] = [];
  for (const [name, reach] of Object.entries(WAYS)) {
    for (const kept of await reach(page)) {
      const raw = kept.words.split("\n").find((line) => RAW.test(line));
      if (kept.name !== name || kept.words.length < 40) wrong.push(`${name}: ${kept.name} of ${kept.words.length} letters`);
      if (raw !== undefined) wrong.push(`${name}: ${raw}`);
      days.push(...(DAY_PRINTED.exec(kept.words)?.slice(1) ?? []));
    }
  }
  expect(wrong).toEqual([]);
  expect(days.length).toBeGreaterThan(1);
  expect([...new Set(days)], EARLY.toISOString()).toEqual([shanghaiDate(EARLY)]);
});
