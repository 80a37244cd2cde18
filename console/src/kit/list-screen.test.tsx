import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { api, list } from "@visadesk/contract/kit/endpoint.ts";
import { anyOf, choice, date, id, int, money, range, text, time, z } from "@visadesk/contract/kit/field.ts";
import { flow, stateLabels } from "@visadesk/contract/kit/flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { draw, Refused, stubServer } from "../testing/server.tsx";
import { FeedbackHost } from "./feedback-host.tsx";
import { resolveColumns } from "./list-columns.tsx";
import { link, ListScreen } from "./list-screen.tsx";
import { clearPreferences } from "./preference.ts";
import type { ListScreenProps, Selection } from "./list-types.ts";

// antd draws slowly where several tests share two cores.
vi.setConfig({ testTimeout: 20_000 });

const parcelFlow = flow("parcel", {
  states: {
    open: { label: "在途", tone: "blue", start: true },
    late: { label: "超期", tone: "red" },
    closed: { label: "已签收", tone: "green" },
  },
  moves: { close: { label: "签收", from: ["open", "late"], to: "closed", may: may.order_process } },
});
const row = z.object({
  id: id(),
  parcel_no: text("运单号"),
  state: choice("状态", stateLabels(parcelFlow)),
  cost: money("费用"),
  weight: int("重量"),
  created_at: time("下单时间"),
  due_on: date("截止日"),
});
const parcelApi = api({
  parcel_query: list("快递列表", may.order_process, {
    filter: {
      keyword: z.optional(text("运单号", { min: 0 })),
      state: z.optional(anyOf(row.shape.state)),
      created_at: z.optional(range("下单时间")),
      due_on: z.optional(range("截止日")),
    },
    row,
    sorts: ["created_at"],
    exports: ["parcel_no", "state", "cost"],
  }),
});
type Props = ListScreenProps<typeof parcelApi.parcel_query>;

const rows = [
  { id: 1, parcel_no: "SF001", state: "open", cost: 123456, weight: 20, created_at: "2026-11-20T06:05:00Z", due_on: "2026-11-22" },
  { id: 2, parcel_no: "SF002", state: "late", cost: 100, weight: 5, created_at: "2026-11-19T06:05:00Z", due_on: "0000-00-00" },
];
const page = (more: object = {}) => ({ list: rows, total: 57, total_capped: false, page: 1, page_size: 20, cursor: "c1", ...more });

beforeEach(() => window.history.replaceState(null, "", "/parcel/list"));
afterEach(() => {
  cleanup();
  clearPreferences();
  vi.unstubAllGlobals();
});

const columns: Props["columns"] = [
  link("parcel_no", (r) => `/parcel/${r.id}`),
  "state",
  "cost",
  "created_at",
  "due_on",
  { title: "重", exports: ["weight"], render: (r) => `${r.weight} 克` },
];

function open(more: Partial<Props> = {}, answers: Parameters<typeof stubServer>[0] = {}) {
  const stub = stubServer({ parcel_query: (b: Record<string, unknown>) => page(b["count"] === false ? { total: null } : {}), ...answers });
  draw(
    <ListScreen
      endpoint={parcelApi.parcel_query}
      title="快递"
      keyword={{ name: "keyword", placeholder: "运单号" }}
      filters={["state", "created_at"]}
      columns={columns}
      {...more}
    />,
  );
  return stub;
}

it("draws labels and cells from the contract, states with their tone, money to the right", async () => {
  const stub = open();
  const first = (await screen.findByText("SF001")).closest("tr") as HTMLElement;
  const heads = screen.getAllByRole("columnheader").map((th) => th.textContent);
  expect(heads).toEqual(["运单号", "状态", "费用", "下单时间", "截止日", "重"]);
  expect(first.textContent).toContain("¥1,234.56");
  expect(within(first).getByText("2026-11-20").querySelector("span")?.textContent).toBe("14:05:00");
  expect(first.textContent).toContain("20 克");
  expect(within(first).getByText("在途").className).toContain("vd-tone-blue");
  expect(within(first).getByText("¥1,234.56").closest("td")?.style.textAlign).toBe("end");
  expect(screen.getByText("SF002").closest("tr")?.textContent).toContain("—");
  expect(screen.getByRole("link", { name: "SF001" }).getAttribute("href")).toBe("/parcel/1");
  expect(stub.of("parcel_query")).toEqual([{ page: 1, page_size: 20 }]);
  expect(screen.getByTitle("符合筛选的条数").textContent).toBe("57");
});

it("asks for the total only when the filter changes", async () => {
  const stub = open();
  await screen.findByText("SF001");
  fireEvent.click(screen.getByTitle("2"));
  await waitFor(() => expect(stub.of("parcel_query")).toHaveLength(2));
  fireEvent.click(screen.getByRole("columnheader", { name: "下单时间" }));
  await waitFor(() => expect(stub.of("parcel_query")).toHaveLength(3));
  expect(stub.of("parcel_query")[1]).toEqual({ page: 2, page_size: 20, count: false });
  expect(stub.of("parcel_query")[2]).toEqual({ page: 1, page_size: 20, sort: "created_at", order: "desc", count: false });
  expect(screen.getByTitle("符合筛选的条数").textContent).toBe("57");
  fireEvent.change(screen.getByLabelText("运单号"), { target: { value: "SF" } });
  await waitFor(() => expect(stub.of("parcel_query")).toHaveLength(4));
  expect(stub.of("parcel_query")[3]).toEqual({ keyword: "SF", page: 1, page_size: 20, sort: "created_at", order: "desc" });
  expect(window.location.search).toBe("?keyword=SF&sort=created_at&order=desc");
});

it("reads filters from the address: relative dates become instants or days, chips say them, 清空 clears", async () => {
  vi.setSystemTime(new Date("2026-11-20T03:00:00Z"));
  window.history.replaceState(null, "", "/parcel/list?state=open,late&created_at=d~d&due_on=d-6~d");
  const stub = open();
  await screen.findByText("SF001");
  expect(stub.of("parcel_query")[0]).toEqual({
    state: ["open", "late"],
    created_at: { from: "2026-11-19T16:00:00.000Z", to: "2026-11-20T16:00:00.000Z" },
    due_on: { from: "2026-11-14", to: "2026-11-20" },
    page: 1,
    page_size: 20,
  });
  const chips = screen.getByLabelText("生效的筛选");
  expect(chips.textContent).toContain("在途、超期");
  expect(chips.textContent).toContain("今天");
  fireEvent.click(within(chips).getByRole("button", { name: "清空" }));
  await waitFor(() => expect(stub.of("parcel_query").at(-1)).toEqual({ page: 1, page_size: 20 }));
  vi.useRealTimers();
});

it("选择全部 sends the filter and the count that was seen, never ids", async () => {
  window.history.replaceState(null, "", "/parcel/list?state=late");
  const seen: Selection[] = [];
  open({ bulk: [{ label: "批量签收", run: (s) => void seen.push(s) }] });
  await screen.findByText("SF001");
  const boxes = screen.getAllByRole("checkbox");
  fireEvent.click(boxes[1] as HTMLElement);
  const bar = await screen.findByRole("region", { name: "批量操作" });
  expect(bar.textContent).toContain("已选 1 条");
  fireEvent.click(within(bar).getByRole("button", { name: "批量签收" }));
  await waitFor(() => expect(seen).toEqual([{ ids: [1], count: 1 }]));
  await waitFor(() => expect(screen.queryByRole("region", { name: "批量操作" })).toBeNull());
  fireEvent.click(screen.getAllByRole("checkbox")[1] as HTMLElement);
  fireEvent.click(await screen.findByRole("button", { name: "选择全部 57 条" }));
  fireEvent.click(screen.getByRole("button", { name: "批量签收" }));
  await waitFor(() => expect(seen[1]).toEqual({ filter: { state: ["late"] }, expected_count: 57, count: 57 }));
});

it("选择全部 is not offered where no act could take more than the picked ones", async () => {
  open({ bulk: [{ label: "换车", run: () => {}, ids_only: true }] });
  await screen.findByText("SF001");
  fireEvent.click(screen.getAllByRole("checkbox")[1] as HTMLElement);
  const bar = await screen.findByRole("region", { name: "批量操作" });
  expect(within(bar).getByRole("button", { name: "换车" })).toBeTruthy();
  expect(within(bar).queryByRole("button", { name: /选择全部/ })).toBeNull();
});

it("says which filters hide rows, and offers to clear them", async () => {
  window.history.replaceState(null, "", "/parcel/list?state=closed");
  open({}, { parcel_query: page({ list: [], total: 0 }) });
  await screen.findByText("没有符合筛选的记录：状态 已签收");
  fireEvent.click(screen.getByRole("button", { name: "清空筛选" }));
  await waitFor(() => expect(window.location.search).toBe(""));
});

it("an empty list names the stage and the scope that hide rows too, and each can be lifted", async () => {
  window.history.replaceState(null, "", "/parcel/list?tab=late&state=closed&keyword=mine");
  const tabs: Props["tabs"] = [
    { key: "all", label: "包裹", filter: {} },
    { key: "late", label: "超期", filter: { state: ["late"] } },
  ];
  const options = [
    { value: "mine", label: "我的" },
    { value: "all", label: "全部" },
  ];
  const stub = open({ tabs, scopeSwitch: { name: "keyword", options } }, { parcel_query: page({ list: [], total: 0 }) });
  await screen.findByText("“超期”栏、“我的”范围内没有符合筛选的记录：状态 已签收");
  fireEvent.click(screen.getByRole("button", { name: "清空筛选" }));
  await screen.findByText("“超期”栏、“我的”范围内没有记录");
  fireEvent.click(screen.getByRole("button", { name: "查看包裹" }));
  await screen.findByText("“我的”范围内没有记录");
  fireEvent.click(screen.getByRole("button", { name: "查看全部" }));
  await waitFor(() => expect(stub.of("parcel_query").at(-1)).toMatchObject({ keyword: "all" }));
});

it("an error says what happened, the request id, and 重试", async () => {
  let down = true;
  open({}, { parcel_query: () => (down ? new Refused(503, { msg: "数据库暂不可用" }) : page()) });
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("数据库暂不可用");
  expect(alert.textContent).toMatch(/请求号 ?[0-9a-f-]{36}/);
  down = false;
  fireEvent.click(within(alert).getByRole("button", { name: "重试" }));
  await screen.findByText("SF001");
});

it("keys: j k walk, x selects, Space peeks, / goes to the search box; letters inside inputs do nothing", async () => {
  open({ peek: (r) => <p>速览 {r.parcel_no}</p>, bulk: [{ label: "批量签收", run: () => {} }] });
  await screen.findByText("SF001");
  fireEvent.keyDown(document.body, { key: "j" });
  fireEvent.keyDown(document.body, { key: "j" });
  await waitFor(() => expect(document.querySelector(".vd-row-at")?.textContent).toContain("SF002"));
  fireEvent.keyDown(document.body, { key: "x" });
  expect((await screen.findByRole("region", { name: "批量操作" })).textContent).toContain("已选 1 条");
  fireEvent.keyDown(document.body, { key: " " });
  await screen.findByText("速览 SF002");
  const box = screen.getByLabelText("运单号");
  fireEvent.keyDown(document.body, { key: "/" });
  expect(document.activeElement).toBe(box);
  fireEvent.keyDown(box, { key: "k" });
  expect(document.querySelector(".vd-row-at")?.textContent).toContain("SF002");
});

it("P2 the data scope switch is absent without its code; with it the chosen scope is sent", async () => {
  const scopeSwitch: NonNullable<Props["scopeSwitch"]> = {
    name: "keyword",
    may: may.chat_record_all,
    options: [
      { value: "own", label: "只看自己" },
      { value: "all", label: "全部数据" },
    ],
  };
  open({ scopeSwitch });
  await screen.findByText("SF001");
  expect(screen.queryByText("全部数据")).toBeNull();
  cleanup();
  const stub = stubServer({ parcel_query: page() });
  draw(<ListScreen endpoint={parcelApi.parcel_query} title="快递" columns={columns} scopeSwitch={scopeSwitch} />, [may.chat_record_all]);
  fireEvent.click(await screen.findByText("全部数据"));
  await waitFor(() => expect(stub.of("parcel_query").at(-1)).toMatchObject({ keyword: "all" }));
});

it("exports exactly the filter and columns on screen", async () => {
  window.history.replaceState(null, "", "/parcel/list?state=late");
  const task = { id: 8, status: "done", progress: 57, progress_total: 57, row_count: 57, error: null };
  const stub = open({}, { export_add: task, export_get: task, export_link_get: { url: "/storage/x", filename: "x.csv" } });
  await screen.findByText("SF001");
  fireEvent.click(screen.getByRole("button", { name: "导出" }));
  fireEvent.click(await screen.findByText("导出 CSV"));
  await screen.findByText(/下载 57 条/);
  expect(stub.of("export_add")[0]).toEqual({
    endpoint: "parcel_query",
    filter: { state: ["late"] },
    format: "csv",
    columns: ["parcel_no", "state", "cost", "created_at", "due_on", "weight"],
    expected_count: 57,
    idempotency_key: expect.any(String),
  });
});

it("a sheet begins with what names the row, says each cell's fields once and goes by the order on screen", async () => {
  window.history.replaceState(null, "", "/parcel/list?sort=created_at&order=asc");
  const two: Props["columns"] = [
    { key: "parcel", title: "快递", exports: ["parcel_no", "state"], render: (r) => r.parcel_no },
    "weight",
    "state",
  ];
  const stub = open({ columns: ["parcel_no", ...two.slice(1)] }, { export_add: new Refused(200, { ret: 5, msg: "稍后再试" }) });
  await screen.findByText("SF001");
  fireEvent.click(screen.getByRole("button", { name: "导出" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "导出 CSV" }));
  await waitFor(() =>
    expect(stub.of("export_add")[0]).toMatchObject({
      columns: ["parcel_no", "weight", "state"],
      filter: { sort: "created_at", order: "asc" },
    }),
  );
  expect(resolveColumns(parcelApi.parcel_query, two as unknown as Parameters<typeof resolveColumns>[1]).map((c) => c.exports)).toEqual([
    ["parcel_no", "state"],
    ["weight"],
    ["state"],
  ]);
});

it("a column drawn by hand has to say what its sheet holds", () => {
  expect(() => resolveColumns(parcelApi.parcel_query, [{ key: "who", title: "谁", render: () => null }])).toThrow(
    "parcel_query: column who does not say what its sheet holds",
  );
});

it("whoever prefers short times sets it once for himself", async () => {
  open({}, { preference_query: { list: [{ key: "time_form", value: { value: "short" } }] } });
  await screen.findByText("11-20 14:05");
});

it("an export of rows that have changed says so, counts anew and passes at the next click", async () => {
  let total = 57;
  const task = { id: 8, status: "done", progress: 58, progress_total: 58, row_count: 58, error: null };
  const refusal = { ret: 3, msg: "数据已变化（57→58），请确认后重试", body: { code: "count_changed", total: 58 } };
  const stub = stubServer({
    parcel_query: (b: Record<string, unknown>) => page({ total: b["count"] === false ? null : total }),
    export_add: (b: Record<string, unknown>) => (b["expected_count"] === total ? task : new Refused(200, refusal)),
    export_get: task,
  });
  draw(
    <>
      <ListScreen endpoint={parcelApi.parcel_query} title="快递" columns={columns} />
      <FeedbackHost />
    </>,
  );
  await screen.findByText("SF001");
  const ask = async (): Promise<void> => {
    fireEvent.click(screen.getByRole("button", { name: "导出" }));
    fireEvent.click(await screen.findByText("导出 CSV"));
  };
  total = 58;
  await ask();
  await screen.findByText(refusal.msg);
  await waitFor(() => expect(screen.getByTitle("符合筛选的条数").textContent).toBe("58"));
  await ask();
  await screen.findByText(/下载 58 条/);
  expect(stub.of("export_add").map((b) => b["expected_count"])).toEqual([57, 58]);
});
