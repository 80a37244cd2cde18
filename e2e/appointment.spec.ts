/** A booking clerk's morning: dates pasted, one of them three weeks later; who waits is told, orders and product show it. */
import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { openBrowser, settled, url } from "./lib/browser.ts";
import { dialog, signIn } from "./lib/staff.ts";

const browser = await openBrowser();

interface Row {
  place: string;
  type: string;
  date: string;
  waiting: number;
}
const text = async (cell: Locator): Promise<string> => ((await cell.textContent()) ?? "").trim();

/** Rows of the list as they stand: place, kind of visa, date, how many wait. */
async function rowsOf(page: Page): Promise<Row[]> {
  const found: Row[] = [];
  for (const row of await page.getByRole("table", { name: "最近可约日期" }).locator("tbody tr").all()) {
    const cells = row.locator("td");
    found.push({
      place: await text(cells.nth(0).getByRole("link")),
      type: await text(cells.nth(1)),
      date: (await text(cells.nth(2))).slice(0, 10),
      waiting: Number(await text(cells.nth(8))),
    });
  }
  return found;
}
const later = (date: string, days: number): string => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
const pasteInto = (box: Locator, table: string): Promise<void> =>
  box.evaluate((element, value) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", value);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, table);

it("base-data 25: pasted dates, one 20 days later; two who wait are told; their orders and the product show it", async () => {
  const clerk = await browser.page();
  await signIn(clerk, "product");
  await clerk.goto(url("/base-data/appointment/list?tab=fresh"));
  await settled(clerk);
  const rows = await rowsOf(clerk);
  const moved = rows.find((r) => r.waiting >= 2);
  const same = rows.find((r) => r !== moved);
  if (!moved || !same) throw new Error(`nobody waits for any of ${JSON.stringify(rows)}`);

  // A product whose people go there, and when they could travel until now.
  await clerk
    .getByRole("row", { name: new RegExp(`${moved.place}.*${moved.type}`, "s") })
    .locator("td")
    .nth(9)
    .getByRole("link")
    .click();
  await clerk.getByRole("table", { name: "关联商品" }).getByRole("link").first().click();
  const travel = async (): Promise<string> => /最早可出行 (\d{4}-\d{2}-\d{2})/.exec(await text(clerk.locator("main")))?.[1] ?? "";
  await expect.poll(travel, { timeout: 30_000 }).toMatch(/^\d/);
  const before = await travel();
  const product = clerk.url();

  await clerk.goto(url("/base-data/appointment/list"));
  await settled(clerk);
  await clerk.getByRole("button", { name: "批量录入" }).click();
  const sheet = await dialog(clerk, "批量录入最近可约日期");
  const area = sheet.getByLabel("粘贴表格");
  const line = (r: Row, date: string): string => `${r.place}\t${r.type}\t${date}`;
  await area.waitFor();
  // A closed day is refused at its cell; the next day is tried until one is open.
  let after = later(moved.date, 20);
  const names = dialog(clerk, /^等待预约：/);
  for (let tries = 0; tries < 12; tries++, after = later(after, 1)) {
    await pasteInto(area, tries === 0 ? `${line(moved, after)}\n${line(same, same.date)}` : line(moved, after));
    await sheet.getByRole("button", { name: /^保存 \d+ 行$/ }).click();
    const said = sheet.getByText(/^改动\d+条，核对\d+条，新增0条/);
    await said.waitFor();
    if (tries === 0) expect(await text(said)).toContain("核对1条");
    if ((await sheet.getByText("待保存").count()) + (await sheet.getByText("未保存").count()) === 0) break;
  }

  const list = await names;
  await list.getByText(moved.date).waitFor();
  const people = list.getByRole("table", { name: "等待预约的申请人" }).locator("tbody tr");
  const orders = [
    await text(people.nth(0).locator("td").nth(2).locator("span.vd-num")),
    await text(people.nth(1).locator("td").nth(2).locator("span.vd-num")),
  ];
  for (const i of [0, 1]) await people.nth(i).getByRole("checkbox").check();
  await list.getByRole("button", { name: "通知 2 人" }).click();
  await clerk.getByText("已提醒2人").waitFor();

  const manager = await browser.page();
  await signIn(manager, "manager");
  for (const order_no of orders) {
    await manager.goto(url(`/order/list?scope=all&keyword=${order_no}`));
    await manager.getByRole("link", { name: order_no }).first().click();
    const told = manager.getByLabel("待处理提醒");
    await told.getByText("预约变动").first().waitFor();
    expect(await text(told)).toContain(`由${moved.date}改为${after}`);
  }

  await clerk.goto(product);
  await expect.poll(travel, { timeout: 30_000 }).toMatch(/^\d/);
  expect((await travel()) > before).toBe(true);
  expect(browser.faults).toEqual([]);
});
