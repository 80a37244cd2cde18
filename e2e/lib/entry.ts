/** Entering an order and its payment, as the desk does it for a customer. */
import type { Page } from "playwright-core";
import { url } from "./browser.ts";
import { photo } from "./papers.ts";
import { choose, choosePlace, confirmWith, day, dialog, item, press, toast, type, typeDate } from "./staff.ts";

export interface Entry {
  mobile: string;
  /** Typed into the product search, and the product taken from what it finds. */
  search: string;
  product: RegExp;
  /** Short name of the peer that orders. */
  peer?: string;
  people: readonly { name: string; lines: string; identity: string; place: string }[];
}

/** Enters the order from the list of 订单处理; answers its page and number. */
export async function enterOrder(page: Page, entry: Entry): Promise<{ path: string; no: string }> {
  await page.goto(url("/order/list"));
  await page.getByRole("button", { name: "代客下单" }).click();
  const drawer = await dialog(page, "代客下单");
  await type(drawer, "联系人", entry.people[0]?.name ?? "");
  await type(drawer, "联系手机", entry.mobile);
  if (entry.peer !== undefined) {
    await item(drawer, "客户类型").getByText("同行", { exact: true }).click();
    await choose(item(drawer, "同行"), entry.peer, entry.peer);
  }
  await drawer.getByLabel("搜索商品").fill(entry.search);
  await drawer.getByRole("button", { name: entry.product }).first().click();
  for (const [i, person] of entry.people.entries()) {
    if (i > 0) await drawer.getByRole("button", { name: "添加申请人" }).click();
    const row = drawer.locator(".vd-item-row").nth(i);
    await row.getByRole("button", { name: `粘贴第${i + 1}位的机读码` }).click();
    const lines = await dialog(page, "粘贴机读码");
    await lines.getByLabel("机读码").fill(person.lines);
    await confirmWith(lines, "填入");
    await type(row, "姓名", person.name);
    await choose(item(row, "身份"), person.identity);
    await choosePlace(item(row, "户籍"), person.place, person.place);
  }
  await typeDate(drawer, "出行日期", day(60));
  await typeDate(drawer, "回国日期", day(67));
  await item(drawer, "回寄方式").getByText("快递", { exact: true }).click();
  await drawer.getByRole("button", { name: "收件人同联系人" }).click();
  await choosePlace(item(drawer, "收件地址"), "西湖", "西湖");
  await item(drawer, "收件地址").getByLabel("详细地址").fill("文三路 100 号 2 幢 501 室");
  await drawer.getByRole("button", { name: /^下单 ¥/ }).click();
  await toast(page, "已下单");
  await page.waitForURL(/\/order\/detail\/\d+/);
  const head = page.locator(".vd-detail-head");
  return {
    path: new URL(page.url()).pathname,
    no:
      (await head
        .getByText(/^V\d{12}$/)
        .first()
        .textContent()) ?? "",
  };
}

/** Registers the payment of the order whose page is open. */
export async function registerPayment(page: Page, trade: string): Promise<void> {
  await press(page.locator(".vd-detail-head"), "登记收款");
  const pay = await dialog(page, "登记收款");
  await type(pay, "交易号", trade);
  await item(pay, "凭证")
    .locator("input[type=file]")
    .setInputFiles(await photo("收款", `微信支付 ${trade}`));
  await item(pay, "凭证").getByRole("button", { name: "移除第1个文件" }).waitFor();
  await confirmWith(pay, "登记收款");
  await page.locator(".vd-detail-head").getByText("已支付").waitFor();
}
