import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { QUEUES } from "@visadesk/contract/workbench/queues.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { filterQuery } from "#kit/filter/list-href.ts";
import { denied } from "#kit/app/denied.ts";
import { clearPreferences } from "#kit/app/preference.ts";
import { session, type Account } from "#kit/app/session.ts";
import { draw, stubServer } from "../testing/server.tsx";
import "../screens.ts";
import Home, { greeting } from "./home.tsx";
import { changeWords, figureHref, taskHref, tileHref, type Figure, type Task } from "./task-words.ts";
import WorkbenchList from "./workbench-list.tsx";

const NOW = Date.parse("2026-11-20T06:00:00Z");
const unmarked = { is_new: false, snooze_until: null, snooze_reason: null, transfer_reason: null };
const task: Task = {
  queue: "result",
  queue_label: "待录结果",
  noun: "applicant",
  source_id: 5,
  order_id: 9,
  applicant_id: 5,
  title: "待录结果 · 日本单次旅游签证",
  ref_no: "V261120000009",
  customer: "张*",
  node: "使馆审核中",
  entered_at: "2026-11-10T06:00:00Z",
  due_at: "2026-11-19T06:00:00Z",
  level: "critical",
  initiator_name: null,
  handler_name: "林晓雯",
  ...unmarked,
  opens: { route: "applicant-detail", params: { orderId: "9", applicantId: "5" } },
};
const tile = (key: string, label: string, count: number, more: object = {}) => ({
  key,
  label,
  count,
  new_count: 0,
  oldest_at: count ? "2026-11-10T06:00:00Z" : null,
  overdue: 0,
  opens: null,
  ...more,
});
const figure: Figure = {
  key: "orders",
  label: "下单数",
  definition: "本期新建的订单数",
  kind: "count",
  value: 12,
  before: 10,
  route: "admin-order-list",
  query: { created_at: { from: "2026-11-18T16:00:00.000Z", to: "2026-11-20T06:00:00.000Z" } },
};
const empty = { queues: [], figures: [], curve: [], due_days: [], recent: [] };
const codes = [may.workbench, may.order_view, may.order_process];

beforeEach(() => {
  vi.spyOn(Date, "now").mockReturnValue(NOW);
  window.history.replaceState(null, "", "/workbench/workbench-list");
});
afterEach(() => {
  cleanup();
  clearPreferences();
  vi.unstubAllGlobals();
  session.set({ account: null, message: null });
});

it("a tile narrows the list by its queue and back; queues without a task fold away", async () => {
  const stub = stubServer({
    task_query: { list: [task], total: 1, total_capped: false, page: 1, page_size: 20 },
    task_stat_get: { queues: [tile("result", "待录结果", 13, { overdue: 2, new_count: 3 }), tile("training", "待辅导", 0)] },
  });
  draw(<WorkbenchList />, codes);
  const picked = await screen.findByRole("button", { name: /^待录结果/ });
  expect(picked.textContent).toBe("待录结果逾期 213新增 3最早 10天");
  expect(screen.queryByRole("button", { name: /^待辅导/ })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "其他 1 类" }));
  expect(screen.getByRole("button", { name: /^待辅导/ })).toBeTruthy();
  fireEvent.click(picked);
  await waitFor(() => expect(stub.of("task_query").at(-1)).toEqual({ page: 1, page_size: 20, scope: "mine", queue: ["result"] }));
  expect(window.location.search).toBe("?queue=result");
  const row = (await screen.findByText("张*")).closest("tr") as HTMLElement;
  for (const words of ["紧急", "待录结果", "日本单次旅游签证", "使馆审核中", "10天", "已超期24小时"])
    expect(row.textContent).toContain(words);
  expect(row.textContent).not.toContain("林晓雯");
  expect(within(row).getByRole("link", { name: "去处理" }).getAttribute("href")).toBe("/order/applicant-detail/9/5");
  fireEvent.click(picked);
  await waitFor(() => expect(window.location.search).toBe(""));
});

it("a task that hangs on no order is called by its record, with who started it; its number leads nowhere else", async () => {
  const review: Task = {
    ...task,
    queue: "supplier_review",
    queue_label: "供应商待审",
    noun: "supplier",
    order_id: null,
    applicant_id: null,
    title: "供应商待审 · 华捷送签",
    ref_no: "GY1001",
    customer: null,
    node: "待审核",
    due_at: null,
    level: "normal",
    initiator_name: "周启明",
    handler_name: null,
    opens: { route: "worker-list", params: {}, query: { keyword: "GY1001" } },
  };
  stubServer({
    task_query: { list: [review, task], total: 2, total_capped: false, page: 1, page_size: 20 },
    task_stat_get: { queues: [tile("supplier_review", "供应商待审", 1)] },
  });
  draw(<WorkbenchList />, [...codes, may.worker]);
  const row = (await screen.findByText("GY1001")).closest("tr") as HTMLElement;
  for (const words of ["供应商待审", "华捷送签", "待审核", "周启明"]) expect(row.textContent).toContain(words);
  expect(row.textContent).not.toContain("未填写姓名");
  expect(screen.getByRole("columnheader", { name: "发起人" })).toBeTruthy();
  expect(within(row).getByRole("link", { name: "华捷送签" }).getAttribute("href")).toBe("/setting/worker/list?keyword=GY1001");
  expect(within(row).queryByRole("link", { name: "GY1001" })).toBeNull();
});

it("a tile leads to the list that takes its queue, for others to the workbench", () => {
  const t = { ...tile("result", "待录结果", 3), opens: { route: "order-list", params: {}, query: { queue: "result", scope: "all" } } };
  expect(tileHref(t, new Set([may.order_process]))).toBe("/order/list?queue=result&scope=all");
  expect(tileHref(t, new Set([may.workbench]))).toBe("/workbench/workbench-list?queue=result");
  expect(tileHref({ ...t, opens: null }, new Set(codes))).toBe("/workbench/workbench-list?queue=result");
});

it("says whether nothing waits or the filter hides it", async () => {
  window.history.replaceState(null, "", "/workbench/workbench-list?due=overdue");
  stubServer({ task_query: { list: [], total: 0, total_capped: false, page: 1, page_size: 20 }, task_stat_get: { queues: [] } });
  draw(<WorkbenchList />, codes);
  await screen.findByText("没有符合筛选的待办");
  fireEvent.click(screen.getByRole("button", { name: "清空筛选" }));
  await screen.findByText("暂无待办，今天还没有新的任务。");
});

it("home without any code greets, says why there is no page, and draws no empty block", async () => {
  const stub = stubServer({ home_query: empty });
  session.set({
    message: {
      banner: null,
      unread_count: 0,
      urgent: [],
      list: [],
      today: { date: "2026-11-20", is_work_day: true, holiday: null, next_work_day: "2026-11-23" },
    },
  });
  draw(<Home />);
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("下午好，匿名");
  expect(screen.getByText("11月20日，工作日，下一个工作日 11月23日")).toBeTruthy();
  await waitFor(() => expect(stub.of("home_query")).toHaveLength(1));
  expect(await screen.findByText("您的角色没有可进入的页面，需要时请联系系统管理员在角色管理中开通。")).toBeTruthy();
  expect(screen.getAllByRole("heading", { level: 2 }).map((h) => h.textContent)).toEqual(["快捷入口"]);
});

it("a role without orders finds its own pages at home, and keeps those it picks", async () => {
  const stub = stubServer({
    home_query: empty,
    preference_query: { list: [{ key: "home_pins", value: { value: ["order-list", "embassy-and-cousulate-list"] } }] },
  });
  denied.set({ title: "商品管理" });
  draw(<Home />, [may.workbench, may.embassy]);
  expect(await screen.findByText("无权查看“商品管理”，已转到首页。需要时请联系系统管理员开通。")).toBeTruthy();
  const block = (await screen.findByRole("heading", { level: 2, name: "快捷入口" })).closest("section") as HTMLElement;
  // A page whose code is lost hides.
  await waitFor(() =>
    expect(
      within(block)
        .getAllByRole("link")
        .map((l) => l.getAttribute("href")),
    ).toEqual(["/base-data/embassy-and-cousulate/list"]),
  );
  fireEvent.click(within(block).getByRole("button", { name: "编辑" }));
  fireEvent.mouseDown(within(block).getByRole("combobox"));
  fireEvent.click(await screen.findByTitle("工作台"));
  await waitFor(() =>
    expect(stub.of("preference_update")[0]).toEqual({
      key: "home_pins",
      value: { value: ["embassy-and-cousulate-list", "workbench-list"] },
    }),
  );
  denied.set({ title: null });
});

it("home asks for another period and compares with the one before", async () => {
  const stub = stubServer({
    home_query: { ...empty, queues: [tile("result", "待录结果", 13)], figures: [figure] },
    home_figure_query: { figures: [{ ...figure, value: 5, before: 0 }] },
  });
  draw(<Home />, codes);
  expect((await screen.findByRole("link", { name: /^下单数/ })).textContent).toBe("下单数12较昨天同期 +20.0%");
  expect(screen.getByRole("link", { name: /^待录结果/ }).getAttribute("href")).toBe("/workbench/workbench-list?queue=result");
  fireEvent.click(screen.getByText("本周"));
  await waitFor(() => expect(screen.getByRole("link", { name: /^下单数/ }).textContent).toBe("下单数5较上周同期 —"));
  expect(stub.of("home_figure_query")).toEqual([{ period: "week" }]);
});

it("of many queues two rows of tiles stand open; the rest tells how much of it is late", async () => {
  const queues = Object.keys(QUEUES).slice(0, 14);
  stubServer({
    task_query: { list: [task], total: 1, total_capped: false, page: 1, page_size: 20 },
    task_stat_get: { queues: queues.map((key, i) => tile(key, key, 3, { overdue: i })) },
  });
  draw(<WorkbenchList />, codes);
  const rest = await screen.findByRole("button", { name: /^其他 5 类\s*逾期 55$/ });
  expect(screen.getAllByRole("button", { pressed: false })).toHaveLength(9);
  fireEvent.click(rest);
  expect(screen.getAllByRole("button", { pressed: false })).toHaveLength(14);
});

it("a leader sees who has how much in hand, and a figure opens its tasks", async () => {
  const stub = stubServer({
    task_query: { list: [task], total: 1, total_capped: false, page: 1, page_size: 20 },
    task_stat_get: { queues: [tile("result", "待录结果", 13)] },
    task_load_query: {
      queues: [{ key: "result", label: "待录结果" }],
      members: [
        {
          worker_id: null,
          nickname: null,
          team_name: null,
          on_duty: false,
          count: 1,
          overdue: 0,
          cells: { result: { count: 1, overdue: 0 } },
        },
        {
          worker_id: 7,
          nickname: "林晓雯",
          team_name: "日韩",
          on_duty: false,
          count: 5,
          overdue: 2,
          cells: { result: { count: 5, overdue: 2 } },
        },
        { worker_id: 8, nickname: "高桐", team_name: "日韩", on_duty: true, count: 0, overdue: 0, cells: {} },
      ],
    },
  });
  window.history.replaceState(null, "", "/workbench/workbench-list?scope=team&load=1");
  session.set({ account: { id: 3, data_scope: "team" } as Account });
  draw(<WorkbenchList />, codes);
  const table = await screen.findByRole("table", { name: "负荷表" });
  expect(
    within(table)
      .getAllByRole("row")
      .map((r) => r.textContent),
  ).toEqual(["成员合计待录结果", "未指定有权限的人都能办11", "林晓雯今日不在班日韩5逾期 25逾期 2", "高桐日韩——"]);
  fireEvent.click(within(table).getByRole("button", { name: "林晓雯 待录结果 逾期 2" }));
  await waitFor(() =>
    expect(stub.of("task_query").at(-1)).toEqual({
      page: 1,
      page_size: 20,
      scope: "team",
      queue: ["result"],
      due: "overdue",
      handler_id: [7],
    }),
  );
  expect(window.location.search).not.toContain("load");
  fireEvent.click(screen.getByText("负荷表"));
  fireEvent.click(await screen.findByRole("button", { name: "未指定 合计 1" }));
  await waitFor(() => expect(stub.of("task_query").at(-1)).toEqual({ page: 1, page_size: 20, scope: "team", is_unassigned: true }));
});

it("figures lead to the rows they count, ranges as inclusive Shanghai days", () => {
  expect(figureHref(figure, new Set(codes))).toBe("/order/admin-order-list?created_at=2026-11-19%7E2026-11-20");
  expect(figureHref(figure, new Set())).toBeUndefined();
  expect(
    filterQuery({
      result_at: { from: "2026-11-18T16:00:00Z", to: "2026-11-19T16:00:00Z" },
      applicant_status: ["issued", "refused"],
      due: "overdue",
      is_urgent: true,
    }),
  ).toEqual({ result_at: "2026-11-19~2026-11-19", applicant_status: "issued,refused", due: "overdue", is_urgent: "1" });
});

it("changes: percent for counts, points for rates, — without a base", () => {
  expect(changeWords({ ...figure, kind: "rate", value: 0.9, before: 0.875 })).toEqual({ words: "+2.5点", up: true });
  expect(changeWords({ ...figure, value: 8, before: 10 })).toEqual({ words: "-20.0%", up: false });
  expect(changeWords({ ...figure, before: 0 }).words).toBe("—");
  expect(changeWords({ ...figure, before: null }).words).toBe("—");
});

it("a task opens the page its reader may enter; the greeting follows Shanghai's hour", () => {
  expect(taskHref(task, new Set([may.order_process]))).toBe("/order/applicant-detail/9/5");
  expect(taskHref(task, new Set())).toBeUndefined();
  expect([
    greeting(new Date("2026-11-20T03:59:00Z")),
    greeting(new Date("2026-11-20T04:00:00Z")),
    greeting(new Date("2026-11-20T10:00:00Z")),
    greeting(new Date("2026-11-20T17:30:00Z")),
    greeting(new Date("2026-11-20T21:00:00Z")),
  ]).toEqual(["上午好", "下午好", "晚上好", "夜深了", "上午好"]);
});
