/** Somebody leaves: his work goes to his team, he is out at once, nothing stays with him, and the log tells it. */
import { expect, it } from "vitest";
import { openBrowser, url } from "./lib/browser.ts";
import { choose, dialog, signIn } from "./lib/staff.ts";

const browser = await openBrowser();
const LEAVER = { account: "ukus_3", name: "彭嘉禾" };

it("setting 25: an expert is disabled with hand-over: his next click leads to sign-in, his people are with the receivers", async () => {
  const his = await browser.page();
  await signIn(his, LEAVER.account);
  await his.goto(url("/order/order-list"));
  await his.getByRole("heading", { name: "订单处理" }).waitFor();

  const page = await browser.page();
  await signIn(page, "admin");
  await page.goto(url(`/setting/worker/list?keyword=${encodeURIComponent(LEAVER.name)}`));
  const more = page.getByRole("button", { name: `${LEAVER.name}的更多操作` });
  await more.click();
  await page.getByRole("menuitem", { name: "如果他明天不在" }).click();
  const look = await dialog(page, "如果他明天不在");
  const people =
    (await look
      .getByRole("row", { name: /在办申请人·专家/ })
      .getByRole("link")
      .textContent()) ?? "";
  expect(people).toMatch(/^[1-9]\d* 人$/);
  await look.getByRole("button", { name: "关闭", exact: true }).last().click();

  await more.click();
  await page.getByRole("menuitem", { name: "停用", exact: true }).click();
  const wizard = await dialog(page, "停用员工");
  await choose(wizard.getByRole("row", { name: /在办申请人·专家/ }), "曹文博");
  await wizard.getByLabel("原因").fill("离职");
  await wizard.getByRole("button", { name: "停用", exact: true }).click();
  const sure = page.getByRole("alertdialog", { name: `停用“${LEAVER.name}”？` });
  expect(await sure.textContent()).toContain(`在办申请人·专家 ${people} → `);
  await sure.getByRole("button", { name: "停用并交接" }).click();
  const receipt = page.getByRole("table", { name: "交接结果" });
  await receipt.waitFor();
  const moved = await receipt
    .getByRole("row", { name: /在办申请人·专家/ })
    .getByRole("link")
    .allTextContents();
  expect(moved.map((m) => Number.parseInt(m, 10)).reduce((a, b) => a + b, 0)).toBe(Number.parseInt(people, 10));

  await his.getByRole("link", { name: "工作台" }).first().click();
  await his.waitForURL(/\/login/);

  await receipt.getByRole("link").first().click();
  await page.getByRole("heading", { name: "订单处理" }).waitFor();
  await page.getByLabel("生效的筛选").getByText("未完结").waitFor();

  await page.goto(url("/setting/worker/list?tab=to_hand_over"));
  await page.getByText("“待交接”栏内没有记录").waitFor();
  await page.goto(url("/setting/worker/list?panel=operation-log"));
  const log = await dialog(page, "操作日志");
  await log
    .getByRole("row", { name: /停用员工/ })
    .first()
    .waitFor();
  await log.getByRole("button", { name: "校验" }).click();
  await log.getByText(/链完整，已核对/).waitFor();
  expect(browser.faults.filter((f) => !f.includes("401"))).toEqual([]);
});
