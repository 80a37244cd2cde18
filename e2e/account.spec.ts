/** Signing in and the frame around every screen. Numbers name the rules of the account area. */
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openBrowser, url } from "./browser.ts";
import { builtScreens, type Built } from "./built.ts";
import { confirmWith, dialog, DEMO_PASSWORD, signIn, toast, tryLogin } from "./staff.ts";

const browser = await openBrowser();

/** Who of six demo roles may enter a list; the pages below it follow. */
const MAY: Readonly<Record<string, readonly string[]>> = {
  home: ["manager", "expert", "product", "finance", "service", "viewer"],
  "workbench-list": ["manager", "expert", "product", "finance", "service"],
  "admin-order-list": ["manager", "finance", "service"],
  "order-list": ["manager", "expert"],
  "product-list": ["product"],
  "worker-list": [],
  "role-list": [],
};
const ROLES = ["manager", "expert", "product", "finance", "service", "viewer"] as const;
const SIX = builtScreens.filter((s) => !s.no_auth && !s.redirect);
const enters = (account: string, screen: Built): boolean => MAY[screen.list]?.includes(account) ?? false;

const bannerMenu = (page: Page) => page.getByRole("navigation", { name: "主菜单" });

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
    expect(await bannerMenu(page).getByRole("menuitem").count()).toBe(0);
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
  it("every built list is named in the table of who may enter", () => {
    expect(SIX.map((s) => s.list).filter((list) => !(list in MAY))).toEqual([]);
  });

  it.each(ROLES)("11, 12: %s enters what the role allows, is led home from the rest, and sees just that menu", async (account) => {
    const page = await browser.page();
    await signIn(page, account);
    for (const screen of SIX) {
      const called: string[] = [];
      const note = (r: { url: () => string }): void => void (r.url().includes("/api/") && called.push(r.url().split("/api/")[1] ?? ""));
      page.on("request", note);
      await page.goto(url(screen.sample));
      if (enters(account, screen)) {
        await page.locator("main#content").locator("h1, .vd-list, .vd-list-fault, [role=alert]").first().waitFor();
        expect(new URL(page.url()).pathname, screen.name).toBe(screen.sample);
      } else {
        await page.waitForURL(url("/home"));
        expect(called.filter((c) => screen.calls.includes(c)), screen.name).toEqual([]);
        expect(await page.locator(".vd-toast").count(), screen.name).toBe(0);
      }
      page.off("request", note);
    }
    for (const group of await bannerMenu(page).locator(".ant-menu-submenu:not(.ant-menu-submenu-open) > [role=menuitem]").all()) await group.click();
    const shown = await bannerMenu(page).locator(".vd-menu-label:not([href*='view=']) .vd-menu-text").allTextContents();
    const wanted = SIX.filter((s) => s.in_menu && enters(account, s)).map((s) => s.title);
    expect(shown.toSorted()).toEqual(wanted.toSorted());
  }, 180_000);

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
    await signIn(page, "content");
    await signIn(other, "content");
    const open = async (): Promise<Awaited<ReturnType<typeof dialog>>> => {
      await page.getByRole("button", { name: "账户设置" }).click();
      return dialog(page, "修改密码");
    };
    const change = async (passwd: string, again: string): Promise<void> => {
      await box.getByLabel("新密码", { exact: true }).fill(passwd);
      await box.getByLabel("确认密码", { exact: true }).fill(again);
    };
    let box = await open();
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
    box = await open();
    expect(await box.getByLabel("新密码", { exact: true }).inputValue()).toBe("");
    await change(DEMO_PASSWORD, DEMO_PASSWORD);
    await confirmWith(box, "确定");
  });
});

describe("versions", () => {
  it("14: three calls refused with 426 open one dialog", async () => {
    const page = await browser.page();
    await signIn(page, "manager");
    await page.route(/\/api\/(applicant_query|applicant_stat_get|saved_view_query)$/, (route) => route.fulfill({ status: 426, json: { ret: -1, msg: "", body: null } }));
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
    await page.getByRole("link", { name: "订单处理" }).or(page.getByRole("menuitem", { name: "订单管理" })).first().click();
    await page.getByRole("link", { name: "订单处理" }).click();
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
    const context: BrowserContext = page.context();
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
    const name = `王姓${String(Date.now()).slice(-6)}`;
    await page.goto(url("/order/admin-order-list?tab=pending_mail"));
    await page.getByPlaceholder("订单号、渠道号、姓名、护照、手机").fill("王");
    await page.getByRole("button", { name: "保存视图" }).click();
    const box = await dialog(page, "保存视图");
    await box.getByLabel("视图名称").fill(name);
    await confirmWith(box, "保存");
    await page.getByRole("button", { name: `视图${name}的操作` }).click();
    await page.getByRole("menuitem", { name: "置顶到菜单" }).click();
    await bannerMenu(page).getByText("我的视图").click();
    const link = bannerMenu(page).getByRole("link", { name: new RegExp(name) });
    await link.locator(".vd-menu-count").waitFor();
    await link.click();
    const total = page.locator(".vd-list .vd-count").first();
    await expect.poll(async () => (await link.locator(".vd-menu-count").textContent()) === (await total.textContent())).toBe(true);
  });

  it("23: local storage holds the four keys and nothing else", async () => {
    const page = await browser.page();
    await signIn(page, "manager");
    await page.goto(url("/order/list?panel=entry"));
    await page.getByRole("dialog", { name: "代客下单" }).waitFor();
    await page.getByRole("button", { name: "取消" }).click();
    await page.getByRole("button", { name: "折叠菜单" }).click();
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual(["vd_addr_lib", "vd_addr_url", "vd_login", "vd_menu_collapsed"]);
  });
});

it("nothing went wrong but what was provoked", () => {
  // A tab that was not opened by a script may not close itself; the browser says so and the list is shown instead.
  expect(browser.faults.filter((f) => !/status of (401|426|500)|Scripts may close only/.test(f))).toEqual([]);
});
