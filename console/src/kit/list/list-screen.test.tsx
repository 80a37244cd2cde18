import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { Fragment } from "react";
import { expect, it, vi } from "vitest";
import { columns, open, page, parcelApi } from "../../testing/parcels.tsx";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import { ListActs, ListBulk, ListEmpty, ListPeek, ListScope, ListScreen, ListTabs } from "./list-screen.tsx";
import { partsOf } from "./list-parts.tsx";
import type { ListTab, ScopeSwitch, Selection } from "./list-types.ts";

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
  open({ children: <ListBulk acts={[{ label: "批量签收", run: (s) => void seen.push(s) }]} /> });
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

it("rows an act could not be done to stay selected; done to all, none does", async () => {
  let left: number[] = [2];
  open({ children: <ListBulk acts={[{ label: "批量签收", run: () => Promise.resolve(left), ids_only: true }]} /> });
  await screen.findByText("SF001");
  const boxes = screen.getAllByRole<HTMLInputElement>("checkbox");
  fireEvent.click(boxes[1] as HTMLElement);
  fireEvent.click(boxes[2] as HTMLElement);
  const bar = await screen.findByRole("region", { name: "批量操作" });
  expect(bar.textContent).toContain("已选 2 条");
  fireEvent.click(within(bar).getByRole("button", { name: "批量签收" }));
  await waitFor(() => expect(screen.getByRole("region", { name: "批量操作" }).textContent).toContain("已选 1 条"));
  expect(screen.getAllByRole<HTMLInputElement>("checkbox").map((b) => b.checked)).toEqual([false, false, true]);
  left = [];
  fireEvent.click(await screen.findByRole("button", { name: /批量签收/ }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "批量操作" })).toBeNull());
});

it("选择全部 is not offered where no act could take more than the picked ones", async () => {
  open({ children: <ListBulk acts={[{ label: "换车", run: () => {}, ids_only: true }]} /> });
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

it("a chip is one line, however long its word, and tells the whole of it on hover", async () => {
  const long = "长".repeat(120);
  window.history.replaceState(null, "", `/parcel/list?keyword=${encodeURIComponent(long)}`);
  open();
  const chips = await screen.findByRole("region", { name: "生效的筛选" });
  const word = within(chips).getByText(long);
  expect([word.title, word.className]).toEqual([long, "vd-ellipsis"]);
});

it("an empty list names the stage and the scope that hide rows too, and each can be lifted", async () => {
  window.history.replaceState(null, "", "/parcel/list?tab=late&state=closed&keyword=mine");
  const tabs: ListTab<typeof parcelApi.parcel_query>[] = [
    { key: "all", label: "包裹", filter: {} },
    { key: "late", label: "超期", filter: { state: ["late"] } },
  ];
  const options = [
    { value: "mine", label: "我的" },
    { value: "all", label: "全部" },
  ];
  const stub = open(
    {
      children: (
        <>
          <ListTabs tabs={tabs} />
          <ListScope name="keyword" options={options} />
        </>
      ),
    },
    { parcel_query: page({ list: [], total: 0 }) },
  );
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
  open({
    children: (
      <>
        <ListPeek of={(r: { parcel_no: string }) => <p>速览 {r.parcel_no}</p>} />
        <ListBulk acts={[{ label: "批量签收", run: () => {} }]} />
      </>
    ),
  });
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

it("keys: e and n press what stands there; Space shows any row, the first one where none is marked", async () => {
  const pressed: string[] = [];
  open({
    children: (
      <ListActs>
        <button onClick={() => pressed.push("add")}>新增包裹</button>
      </ListActs>
    ),
    row: (r) => <button onClick={() => pressed.push(`edit ${r.parcel_no}`)}>编辑</button>,
  });
  await screen.findByText("SF001");
  fireEvent.keyDown(document.body, { key: " " });
  await waitFor(() => expect(document.querySelector(".vd-fields")?.textContent).toContain("SF001"));
  for (const key of ["j", "e", "n"]) fireEvent.keyDown(document.body, { key });
  await waitFor(() => expect(pressed).toEqual(["edit SF002", "add"]));
});

it("P2 the data scope switch is absent without its code; with it the chosen scope is sent", async () => {
  const scope: ScopeSwitch = {
    name: "keyword",
    may: may.chat_record_all,
    options: [
      { value: "own", label: "只看自己" },
      { value: "all", label: "全部数据" },
    ],
  };
  open({ children: <ListScope {...scope} /> });
  await screen.findByText("SF001");
  expect(screen.queryByText("全部数据")).toBeNull();
  cleanup();
  const stub = stubServer({ parcel_query: page() });
  draw(
    <ListScreen endpoint={parcelApi.parcel_query} title="快递" columns={columns}>
      <ListScope {...scope} />
    </ListScreen>,
    [may.chat_record_all],
  );
  fireEvent.click(await screen.findByText("全部数据"));
  await waitFor(() => expect(stub.of("parcel_query").at(-1)).toMatchObject({ keyword: "all" }));
});

it("whoever prefers short times sets it once for himself", async () => {
  open({}, { preference_query: { list: [{ key: "time_form", value: { value: "short" } }] } });
  await screen.findByText("11-20 14:05");
});

it("a list takes its parts alone, each once: whatever else stands among them is an error, never left out in silence", () => {
  const acts = <ListActs>新增</ListActs>;
  expect(Object.keys(partsOf([acts, null, false, <Fragment key="f">{[<ListEmpty key="e">没有</ListEmpty>]}</Fragment>]))).toEqual([
    "acts",
    "empty",
  ]);
  for (const wrong of [<p key="p">新增</p>, "新增", [acts, acts]]) expect(() => partsOf(wrong)).toThrow("a list screen takes its parts");
});
