/** Signing in and the frame around every screen. Numbers name the rules of the account area. */
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { goWithin, open, openBrowser, settled, url } from "./lib/browser.ts";
import { runNumber } from "./lib/clock.ts";
import { builtScreens, codesOn, mayEnter } from "./lib/screens.ts";
import { confirmWith, dialog, DEMO_PASSWORD, signIn, toast, tryLogin } from "./lib/staff.ts";
import { isTurn } from "./lib/turn.ts";

const browser = await openBrowser();
const ROLES = ["manager", "expert", "product", "finance", "service", "viewer"] as const;

const mainMenu = (page: Page): Locator => page.getByRole("navigation", { name: "主菜单" });

/** Names of the calls this page makes from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (r) => {
    const [, name] = r.url().split("/api/");
    if (name !== undefined) calls.push(name);
  });
  return calls;
}

describe("login", () => {
  it("says what is missing, refuses a wrong password, and lets the right one in", async () => {
    const page = await browser.page();
    await page.goto(url("/login"));
    await page.getByRole("button", { name: "登录", exact: true }).click();
    await toast(page, "请输入账号");
    await page.getByLabel("账号", { exact: true }).fill("viewer");
    await page.getByRole("button", { name: "登录", exact: true }).click();
    await toast(page, "请输入密码");
    await tryLogin(page, "viewer", "not the password");
    await page.getByRole("alert").filter({ hasText: "账号或密码错误" }).waitFor();
    await tryLogin(page, "viewer", DEMO_PASSWORD);
    await page.waitForURL(url("/home"));
    expect(await mainMenu(page).getByRole("listitem").count()).toBe(0);
  });

  it("11: leads to the page that was asked for, never to another site", async () => {
    const page = await browser.page();
    await page.goto(url("/order/list?tab=pre_review"));
    await page.waitForURL((now) => now.pathname === "/login" && now.searchParams.get("redirect") === "/order/list?tab=pre_review");
    await tryLogin(page, "manager", DEMO_PASSWORD);
    await page.waitForURL((now) => now.pathname === "/order/list" && now.searchParams.get("tab") === "pre_review");
    const other = await browser.page();
    await other.goto(url("/login?redirect=//evil.example"));
    await tryLogin(other, "viewer", DEMO_PASSWORD);
    await other.waitForURL(url("/home"));
    await other.goto(url("/login"));
    await other.waitForURL(url("/home"));
  });
});

describe("guard and menu", () => {
  it.each(ROLES)("11, 12: %s is led home from what the role does not allow, and sees just the menu of the rest", async (account) => {
    const page = await browser.page();
    await signIn(page, account);
    const calls = callsOf(page);
    const codes = await codesOn(page);
    await settled(page);
    const atHome = new Set(calls.splice(0));
    const allowed = builtScreens.filter((s) => mayEnter(s, codes));
    // Whoever may enter nothing tries every screen; each of the others those whose turn it is, other ones than the role before.
    const role = ROLES.indexOf(account);
    const tried = builtScreens.filter((s, i) => !allowed.includes(s) && (account === "viewer" || isTurn(i + role, ROLES.length)));
    for (const [i, screen] of tried.entries()) {
      // The first as an address that is typed in, the others as links within the console: the same guard, without its loading.
      const path = screen.path.replaceAll(/:\w+/g, "1");
      if (i === 0) await open(page, path);
      else await goWithin(page, path);
      await page.waitForURL(url("/home"));
      await page.locator("main h1").first().waitFor();
      expect(
        calls.splice(0).filter((c) => !atHome.has(c)),
        screen.name,
      ).toEqual([]);
      expect(await page.locator(".vd-toast").count(), screen.name).toBe(0);
    }
    if (account === "viewer") expect(allowed.map((s) => s.name)).toEqual(["home"]);
    if (account === "expert") expect(allowed.map((s) => s.title)).not.toContain("订单查看");
    await settled(page);
    const closed = mainMenu(page).getByRole("button", { expanded: false });
    for (let left = await closed.count(); left > 0; left--) {
      await closed.first().click();
      await expect.poll(() => closed.count()).toBe(left - 1);
    }
    const shown = await mainMenu(page).locator("a.vd-menu-row:not([href*='view=']) .vd-ellipsis").allTextContents();
    expect(shown.toSorted()).toEqual(
      allowed
        .filter((s) => s.in_menu)
        .map((s) => s.title)
        .toSorted(),
    );
  });

  it("an unknown address shows 页面不存在 with a way home", async () => {
    const page = await browser.page();
    await signIn(page, "viewer");
    await page.goto(url("/no/such/page"));
    await page.getByRole("heading", { name: "页面不存在" }).waitFor();
    await page.getByRole("link", { name: "返回首页" }).click();
    await page.waitForURL(url("/home"));
  });
});

describe("password", () => {
  it("9: the dialog judges, changes, and ends the other sessions but not this one", async () => {
    const page = await browser.page();
    const other = await browser.page();
    await signIn(page, "service_1");
    await signIn(other, "service_1");
    const settings = async (): Promise<Locator> => {
      await page.getByRole("button", { name: "账户设置" }).click();
      return dialog(page, "修改密码");
    };
    const change = async (passwd: string, again: string): Promise<void> => {
      await box.getByLabel("新密码", { exact: true }).fill(passwd);
      await box.getByLabel("确认密码", { exact: true }).fill(again);
    };
    let box = await settings();
    await box.getByRole("button", { name: "确定" }).click();
    await toast(page, "请检查标红字段");
    await box.getByLabel("新密码", { exact: true }).press("Enter");
    await toast(page, "请输入密码");
    await change("ab", "ab");
    await box.getByRole("button", { name: "确定" }).click();
    await box.getByText("密码不要太短").first().waitFor();
    await change("abc", "abd");
    await box.getByRole("button", { name: "确定" }).click();
    await box.getByText("你两次输入的密码不一致，请重新输入").waitFor();
    await change("abc", "abc");
    await confirmWith(box, "确定");
    await toast(page, "修改密码成功！");
    await other.goto(url("/home"));
    await other.waitForURL((now) => now.pathname === "/login");
    await page.reload();
    box = await settings();
    expect(await box.getByLabel("新密码", { exact: true }).inputValue()).toBe("");
    await change(DEMO_PASSWORD, DEMO_PASSWORD);
    await confirmWith(box, "确定");
  });
});

describe("versions", () => {
  it("14: three calls refused with 426 open one dialog", async () => {
    const page = await browser.page();
    await signIn(page, "manager");
    await page.route(/\/api\/(applicant_query|applicant_stat_get|saved_view_query)$/, (route) =>
      route.fulfill({ status: 426, json: { ret: -1, msg: "", body: null } }),
    );
    await page.goto(url("/order/list"));
    const box = page.getByRole("alertdialog", { name: "提示" });
    await box.getByText("存在新版本，点击确认后刷新").waitFor();
    expect(await page.getByRole("alertdialog").count()).toBe(1);
    await page.unrouteAll();
    await box.getByRole("button", { name: "确认" }).click();
    await page.getByRole("row").nth(1).or(page.getByText("范围内没有记录")).first().waitFor();
  });

  it("13: another build reloads the page twice at most, then asks; a broken answer lets the navigation go on", async () => {
    const page = await browser.page();
    await signIn(page, "manager");
    await page.route("**/build-config.json", (route) => route.fulfill({ status: 500, body: "<html>" }));
    await mainMenu(page).getByRole("button", { name: "订单管理" }).click();
    await mainMenu(page).getByRole("link", { name: "订单处理" }).click();
    await page.waitForURL((now) => now.pathname === "/order/list");
    let loads = 0;
    page.on("load", () => void (loads += 1));
    await page.unrouteAll();
    await page.route("**/build-config.json", (route) => route.fulfill({ json: { version: "1.0.2", time: "2099-01-01T00:00:00.000Z" } }));
    await page.getByRole("link", { name: "首页" }).click();
    await toast(page, "系统有新版本，正在自动更新...");
    await page.getByRole("alertdialog", { name: "提示" }).getByText("存在新版本，点击确认后刷新").waitFor();
    expect(loads).toBe(2);
  });
});

describe("tabs and ways back", () => {
  it("25: logging out in one tab logs out the other", async () => {
    const page = await browser.page();
    await signIn(page, "manager");
    const context = page.context();
    const second = await context.newPage();
    await second.goto(url("/order/list"));
    await second.getByRole("button", { name: "退出登录" }).waitFor();
    await page.getByRole("button", { name: "退出登录" }).click();
    await page.waitForURL(url("/login"));
    await second.waitForURL((now) => now.pathname === "/login");
    expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).not.toContain("vd_login");
  });

  it("18: the back control returns to the list as it was; a tab of its own goes to the list", async () => {
    const page = await browser.page();
    await signIn(page, "manager");
    await page.goto(url("/order/list?scope=all&tab=embassy&page=2"));
    await page.getByRole("row").nth(3).getByRole("link").first().click();
    await page.waitForURL(/\/order\/applicant-detail\//);
    const detail = page.url();
    await page.getByRole("button", { name: "返回订单处理" }).click();
    await page.waitForURL((now) => now.pathname === "/order/list" && now.search === "?scope=all&tab=embassy&page=2");
    const second = await page.context().newPage();
    await second.goto(detail);
    await second.getByRole("button", { name: "返回订单处理" }).click();
    await second.waitForURL((now) => now.pathname === "/order/list");
  });

  it("25: a saved view is pinned and its count in the menu is the list's total", async () => {
    const page = await browser.page();
    await signIn(page, "manager");
    const name = `王姓${runNumber(6)}`;
    await page.goto(url("/order/admin-order-list?tab=pending_mail"));
    await page.getByPlaceholder("订单号、姓名、手机或护照").fill("王");
    await page.getByRole("button", { name: "保存视图" }).click();
    const box = await dialog(page, "保存视图");
    await box.getByLabel("视图名称").fill(name);
    await confirmWith(box, "保存");
    await page.getByRole("button", { name: `视图${name}的操作` }).click();
    await page.getByRole("menuitem", { name: "置顶到菜单" }).click();
    await mainMenu(page).getByText("我的视图").click();
    const link = mainMenu(page).getByRole("link", { name: new RegExp(name) });
    await link.locator(".vd-dim").waitFor();
    await link.click();
    const total = page.locator(".vd-list .vd-count").first();
    await expect.poll(async () => (await link.locator(".vd-dim").textContent()) === (await total.textContent())).toBe(true);
  });

  it("23: local storage holds the four keys and nothing else", async () => {
    const page = await browser.page();
    await signIn(page, "manager");
    await page.goto(url("/order/list?panel=entry"));
    await page.getByRole("dialog", { name: "代客下单" }).waitFor();
    await page.getByRole("button", { name: "取消" }).click();
    await page.getByRole("button", { name: "折叠菜单" }).click();
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).toSorted()))
      .toEqual(["vd_addr_lib", "vd_addr_url", "vd_login", "vd_menu_collapsed"]);
  });
});

describe("keys", () => {
  it("25: ⌘K finds a screen by its name and goes there", async () => {
    const page = await browser.page();
    await signIn(page, "manager");
    await page.keyboard.press("Control+k");
    const palette = await dialog(page, "搜索与命令");
    await palette.getByRole("combobox").fill("订单处理");
    await palette
      .getByRole("option", { name: /订单处理/ })
      .first()
      .waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL((now) => now.pathname === "/order/list");
  });

  it("25: the locked screen refuses a wrong password and gives back what was open", async () => {
    const page = await browser.page();
    await signIn(page, "service_2");
    await page.goto(url("/order/admin-order-list?keyword=王"));
    await settled(page);
    await page.keyboard.press("Alt+l");
    const cover = await dialog(page, "屏幕已锁定");
    await cover.getByLabel("密码").fill("not the password");
    await cover.getByRole("button", { name: "解锁" }).click();
    await cover.getByRole("alert").filter({ hasText: "密码错误" }).waitFor();
    await page.reload();
    await cover.getByLabel("密码").fill(DEMO_PASSWORD);
    await cover.getByRole("button", { name: "解锁" }).click();
    await cover.waitFor({ state: "hidden" });
    expect(new URL(page.url()).searchParams.get("keyword")).toBe("王");
    await settled(page);
  });
});

it("nothing went wrong but what was provoked", () => {
  // A tab that was not opened by a script may not close itself; the browser says so and the list is shown instead.
  expect(browser.faults.filter((f) => !/status of (401|426|500)|Scripts may close only/.test(f))).toEqual([]);
});
