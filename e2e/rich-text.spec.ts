/** Rich text in a real browser: written by an editor, pasted from anywhere, and read as if the worst had been stored. */
import type { Page, Route } from "playwright-core";
import { expect, it } from "vitest";
import { payloads } from "../server/src/testing/rich/rich-vectors.ts";
import { openBrowser, settled, url } from "./lib/browser.ts";
import { runNumber } from "./lib/clock.ts";
import { dialog, item, staffOf, toast } from "./lib/staff.ts";

const browser = await openBrowser();
const as = staffOf(browser);
const run = runNumber(6);
const PAPER = "在读证明";
/** In the place of the pictures that the payloads name. */
const PIXEL = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const dialogs: string[] = [];
const watched = new WeakSet<Page>();

/** The page of a member of staff; whatever a script of the text could open is told. */
async function reader(account: string): Promise<Page> {
  const page = await as(account);
  if (watched.has(page)) return page;
  watched.add(page);
  page.on("dialog", (d) => {
    dialogs.push(d.message());
    void d.dismiss();
  });
  await page.context().route("**/storage/public/00/**", (route) => route.fulfill({ contentType: "image/png", body: PIXEL }));
  return page;
}
const harmless = (): void => expect([...dialogs, ...browser.faults]).toEqual([]);

/** Answers of an endpoint with something else in them, as if the table held it. */
async function answers(page: Page, endpoint: string, change: (body: Record<string, unknown>) => void): Promise<void> {
  await page.route(`**/api/${endpoint}`, async (route: Route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { body: Record<string, unknown> };
    change(json.body);
    await route.fulfill({ response, json });
  });
}

it("a paper's requirement is shaped in its editor; what is pasted comes in without what could harm", async () => {
  const page = await reader("product");
  await page.goto(url(`/base-data/elec/list?keyword=${encodeURIComponent(PAPER)}`));
  await page.getByRole("link", { name: PAPER, exact: true }).click();
  const box = item(page.locator("main#content"), "客户看到的要求").getByRole("textbox");
  await box.press("Control+a");
  await page.keyboard.type(`学校盖章${run}`);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "项目列表", exact: true }).click();
  await page.keyboard.type("写明年级");
  await page.keyboard.press("Enter");
  await box.evaluate((el) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData(
      "text/html",
      `<p class="MsoNormal" onclick="alert(1)"><b>准假时间</b><script>alert(2)</script><img src=x onerror=alert(3)><a href="javascript:alert(4)">联系电话</a></p>`,
    );
    el.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  const preview = page.getByRole("region", { name: "客户看到的样子" });
  await preview.getByRole("listitem").filter({ hasText: "准假时间联系电话" }).waitFor();
  await page.getByRole("button", { name: "保存", exact: true }).click();
  const box2 = await dialog(page, `“${PAPER}”的要求有改动`);
  await box2.getByRole("button", { name: "保存", exact: true }).click();
  await toast(page, `“${PAPER}”已保存`);
  await page.getByRole("link", { name: PAPER, exact: true }).click();
  const kept = item(page.locator("main#content"), "客户看到的要求").getByRole("textbox");
  await kept.getByText(`学校盖章${run}`).waitFor();
  expect(await kept.locator("li").allTextContents()).toEqual(["写明年级", "准假时间联系电话"]);
  expect(await kept.locator("strong").allTextContents()).toEqual(["准假时间"]);
  expect(await kept.locator("a, img, script, [onclick]").count()).toBe(0);
  harmless();
});

it("a thousand payloads, read raw on a product's papers, run nothing", async () => {
  const page = await reader("product");
  await answers(page, "sku_get", (body) => {
    const [first] = body["documents"] as Record<string, unknown>[];
    body["documents"] = payloads.map(({ html }, id) => ({ ...first, id, name: `资料${id}`, requirement: `<p>要求</p>${html}` }));
  });
  await page.goto(url("/product/list"));
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  await page.getByRole("tab", { name: "资料", exact: true }).click();
  await page.getByText(`资料${payloads.length - 1}`, { exact: true }).waitFor();
  await expect.poll(() => page.locator("main .vd-rich:not(.is-plain)").count()).toBe(payloads.length);
  const held = await page
    .locator("main .vd-rich")
    .evaluateAll((all) => [...new Set(all.flatMap((box) => [...box.querySelectorAll("*")].map((e) => e.localName)))].toSorted());
  const words = [
    "a",
    "blockquote",
    "br",
    "em",
    "h3",
    "h4",
    "img",
    "li",
    "ol",
    "p",
    "s",
    "strong",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "u",
    "ul",
  ];
  expect(held.filter((name) => !words.includes(name))).toEqual([]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  harmless();
});

it("nor on the applicant's desk, in a refund policy, in the editor and its preview", async () => {
  const worst = payloads.filter(
    (p) => p.name.endsWith("as it is") && !/plaintext|textarea|<!|<title|<xmp|noscript|noembed|listing|template/.test(p.html),
  );
  const html = `<p>要求</p>${worst.map((p) => `<p>${p.html}</p>`).join("")}<p>完</p>`;
  const page = await reader("product");
  await answers(page, "elec_get", (body) => Object.assign(body, { requirement: html }));
  await page.goto(url(`/base-data/elec/list?keyword=${encodeURIComponent(PAPER)}`));
  await page.getByRole("link", { name: PAPER, exact: true }).click();
  await page.getByRole("region", { name: "客户看到的样子" }).getByText("要求", { exact: true }).waitFor();
  await item(page.locator("main#content"), "客户看到的要求").getByRole("textbox").getByText("要求", { exact: true }).waitFor();
  await page.unrouteAll({ behavior: "ignoreErrors" });

  await answers(page, "refund_policy_get", (body) => {
    for (const v of body["versions"] as Record<string, unknown>[]) v["clause"] = html;
  });
  await page.goto(url("/base-data/refund-policy/list"));
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  await page.getByRole("region", { name: "条款" }).getByText("要求", { exact: true }).waitFor();
  await page.unrouteAll({ behavior: "ignoreErrors" });

  const desk = await reader("admin");
  await answers(desk, "applicant_get", (body) => {
    for (const m of body["materials"] as Record<string, unknown>[]) m["requirement"] = html;
  });
  await desk.goto(url("/order/list?scope=all"));
  await settled(desk);
  await desk.getByRole("row").nth(1).getByRole("link").first().click();
  await desk.waitForURL(/applicant-detail/);
  await desk.locator(".ord-rule").getByText("要求", { exact: true }).first().waitFor();
  await desk.unrouteAll({ behavior: "ignoreErrors" });
  harmless();
});
