/** A role of one's own: made, given to a new colleague, and narrowed while he is at work. */
import { expect, it } from "vitest";
import { openBrowser, url } from "./lib/browser.ts";
import { runNumber } from "./lib/clock.ts";
import { enterOrder, registerPayment } from "./lib/entry.ts";
import { passportLines } from "./lib/papers.ts";
import { choose, confirmWith, dialog, item, signIn, toast, tryLogin, type } from "./lib/staff.ts";

const browser = await openBrowser();
const run = runNumber(6);
const role = `值班客服${run}`;
const account = `duty_${run}`;
const worker = { passwd: "" };
const admin = await browser.page({ stays: true });
const colleague = await browser.page({ stays: true });
const menu = colleague.getByRole("navigation", { name: "主菜单" });

/** Screens in the group of the side menu that is open. */
const menuRows = (): Promise<string[]> => menu.locator("a.vd-menu-row .vd-ellipsis").allTextContents();

it("admin makes a role with chosen codes and a data scope, and sees its menu before it is saved", async () => {
  await signIn(admin, "admin");
  await admin.goto(url("/setting/role/list"));
  await admin
    .getByRole("button", { name: "新增角色" })
    .or(admin.getByRole("link", { name: "新增角色" }))
    .first()
    .click();
  await admin.waitForURL(url("/setting/role/add"));
  const page = admin.locator("main#content");
  await type(page, "名称", role);
  await item(page, "数据范围").getByRole("radio", { name: /^全部/ }).check();
  for (const code of ["100301", "100302"]) await page.getByRole("checkbox", { name: new RegExp(`${code}(?!\\d)`) }).check();
  const preview = page.locator(".vd-aside-box");
  await preview.getByText("订单查看").waitFor();
  await preview.getByText("订单处理").waitFor();
  await admin.getByRole("button", { name: "保存", exact: true }).click();
  await admin.getByRole("alertdialog", { name: "保存新角色？" }).getByRole("button", { name: "保存" }).click();
  await admin.waitForURL(url("/setting/role/list"));
});

it("admin takes on a colleague with this role and hands over the one-time password", async () => {
  await admin.goto(url("/setting/worker/add"));
  const page = admin.locator("main#content");
  await type(page, "账号", account);
  await type(page, "昵称", `值班${run}`);
  await choose(item(page, "角色"), role, role);
  await admin.getByRole("button", { name: "新增", exact: true }).click();
  const once = await dialog(admin, "一次性密码");
  worker.passwd = (await once.locator("code").textContent()) ?? "";
  expect(worker.passwd).not.toBe("");
  await confirmWith(once, "已交给本人");
  await admin.waitForURL(url("/setting/worker/list"));
});

it("25: the first login asks for a password of his own and shows nothing before", async () => {
  await colleague.goto(url("/login"));
  await tryLogin(colleague, account, worker.passwd);
  const box = await dialog(colleague, "修改密码");
  await box.getByText("首次登录或密码已被重置，请先修改密码").waitFor();
  expect(await box.getByRole("button", { name: "关闭" }).count()).toBe(0);
  await box.getByLabel("新密码", { exact: true }).fill(`own-${run}`);
  await box.getByLabel("确认密码", { exact: true }).fill(`own-${run}`);
  await confirmWith(box, "确定");
  await toast(colleague, "修改密码成功！");
  await menu.getByText("订单管理").click();
  await expect.poll(menuRows).toEqual(["订单查看", "订单处理"]);
  await colleague.goto(url("/order/list?scope=all"));
  await colleague.getByRole("row").nth(1).waitFor();
  expect(await colleague.getByRole("button", { name: "代客下单" }).count()).toBe(0);
});

it("25: admin moves him to the team 日韩 and makes him an expert: the next paid order for Japan lands on him, and says why", async () => {
  await admin.goto(url(`/setting/worker/list?keyword=${account}`));
  await admin.getByRole("row").filter({ hasText: account }).getByRole("link").first().click();
  await admin.waitForURL(/\/setting\/worker\/edit\/\d+/);
  const form = admin.locator("main#content");
  await choose(item(form, "团队"), "日韩");
  await form.getByRole("button", { name: "设为签证专家" }).click();
  const expert = await dialog(admin, `设为签证专家：值班${run}`);
  await type(expert, "对客称呼", "值老师");
  await type(expert, "权重", "5");
  await confirmWith(expert, "保存");
  await form.getByText("权重 5").waitFor();
  await admin.getByRole("button", { name: "保存", exact: true }).click();
  await admin.waitForURL(/\/setting\/worker\/list/);
  // He and one to compare him with are on duty, so that the day of the week and the hour do not decide; midnight may come between.
  await admin.goto(url("/setting/worker/list?tab=duty"));
  for (const name of [`值班${run}`, "唐书言"]) {
    const days = admin.getByRole("button", { name: new RegExp(`^${name} `), disabled: false });
    await days.first().dragTo(days.nth(1));
    const duty = await dialog(admin, `登记值班：${name}`);
    await duty.getByText("加班值班", { exact: true }).click();
    await confirmWith(duty, "保存");
  }

  const manager = await browser.page();
  await signIn(manager, "manager");
  const person = { name: "顾念", lines: passportLines("GU", "NIAN", `EN${run}0`, "1992-05-06", "F"), identity: "在职人员", place: "上海" };
  await enterOrder(manager, { mobile: `138${run}08`, search: "日本单次", product: /日本单次/, people: [person] });
  await registerPayment(manager, `43000${run}`);
  await manager.locator(".vd-detail-side").getByText(`值班${run}`).first().waitFor();
  await manager.getByRole("button", { name: "为什么派给他" }).click();
  const why = await dialog(manager, "派单说明");
  await why.getByText(new RegExp(`派给 值班${run}：负载最低（在办 0 ÷ 权重 5 = 0.00）`)).waitFor();
  expect(await why.getByRole("table", { name: "候选专家" }).getByRole("row").filter({ hasText: "负载较高" }).count()).toBeGreaterThan(0);

  await colleague.goto(url("/order/list?scope=mine"));
  await colleague.getByRole("row").filter({ hasText: "顾" }).first().waitFor();
});

it("admin takes a code away: the menu follows and the screen leads home without a word", async () => {
  await admin.goto(url(`/setting/role/list?keyword=${encodeURIComponent(role)}`));
  await admin.getByRole("row").filter({ hasText: role }).getByRole("link").first().click();
  await admin.waitForURL(/\/setting\/role\/edit\/\d+/);
  await admin.getByRole("checkbox", { name: /100302(?!\d)/ }).uncheck();
  await admin.getByRole("button", { name: "保存", exact: true }).click();
  const review = admin.getByRole("alertdialog", { name: "保存修改？" });
  await review.getByText("订单处理").waitFor();
  await review.getByText(`值班${run}`).waitFor();
  await review.getByRole("button", { name: "保存" }).click();
  await admin.waitForURL(url("/setting/role/list"));
  await colleague.getByRole("tab", { name: /待预审/ }).click();
  await colleague.waitForURL(url("/home"));
  await expect.poll(menuRows).toEqual(["订单查看"]);
  await colleague.goto(url("/order/list"));
  await colleague.waitForURL(url("/home"));
});

it("nothing went wrong but the refusal itself", () => {
  expect(browser.faults.filter((f) => !/status of 403/.test(f))).toEqual([]);
});
