import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { api, list } from "@visadesk/contract/kit/endpoint.ts";
import { anyOf, choice, id, money, text, z } from "@visadesk/contract/kit/field.ts";
import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import { FeedbackHost } from "../app/feedback-host.tsx";
import { ListScreen } from "./list-screen.tsx";
import { registerPicker } from "../app/picker-registry.ts";
import { clearPreferences } from "../app/preference.ts";
import { registerScreens } from "../screens.ts";
import { session, type Account } from "../app/session.ts";

const row = z.object({ id: id(), parcel_no: text("运单号"), state: choice("状态", { open: "在途", late: "超期" }), cost: money("费用") });
const parcelApi = api({
  parcel_query: list("快递列表", may.order_process, {
    filter: { keyword: z.optional(text("运单号", { min: 0 })), state: z.optional(anyOf(row.shape.state)) },
    row,
    sorts: ["parcel_no"],
  }),
});
const LATE = {
  id: 5,
  owner_id: 3,
  owner_name: "周宁",
  route: "order-list",
  endpoint: "parcel_query",
  name: "超期的",
  query: { filter: { state: ["late"] }, sort: "parcel_no", order: "asc" },
  columns: null,
  share: "none",
  share_ids: [],
  is_default: false,
  pinned: false,
  watch: null,
  sort: 0,
  version: 2,
};
const SHARED = { ...LATE, id: 6, owner_id: 9, owner_name: "李红", name: "大家的", query: { filter: { state: ["open"] } } };

let views: object[];
beforeAll(() => {
  registerPicker("team", {
    load: () =>
      Promise.resolve([
        { value: 1, label: "华东组" },
        { value: 2, label: "华南组" },
      ]),
  });
});
beforeEach(() => {
  registerScreens({ "order-list": listRoutes["order-list"] });
  views = [LATE, SHARED];
  window.history.replaceState(null, "", "/order/list");
  session.set({ account: { id: 3 } as Account });
});
afterEach(() => {
  cleanup();
  clearPreferences();
  session.set({ account: null });
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(answers: Parameters<typeof stubServer>[0] = {}) {
  const stub = stubServer({
    parcel_query: {
      list: [{ id: 1, parcel_no: "SF001", state: "late", cost: 1 }],
      total: 1,
      total_capped: false,
      page: 1,
      page_size: 20,
      cursor: null,
    },
    saved_view_query: () => ({ list: views }),
    saved_view_add: (body: object) => {
      views = [...views, { ...LATE, ...body, id: 7, version: 1 }];
      return views.at(-1);
    },
    saved_view_update: (body: object) => {
      views = views.map((v) => ("id" in v && "id" in body && v.id === body.id ? { ...v, ...body } : v));
      return views[0];
    },
    saved_view_remove: (body: object) => {
      views = views.filter((v) => "id" in v && "id" in body && v.id !== body.id);
      return { ok: true };
    },
    ...answers,
  });
  draw(
    <>
      <ListScreen
        endpoint={parcelApi.parcel_query}
        title="快递"
        keyword={{ name: "keyword", placeholder: "运单号" }}
        filters={["state"]}
        columns={["parcel_no", "state", "cost"]}
      />
      <FeedbackHost />
    </>,
    [may.worker],
  );
  return stub;
}
const bar = () => screen.findByRole("group", { name: "我的视图" });
const act = async (name: string): Promise<void> => {
  fireEvent.click(screen.getByRole("button", { name: "视图超期的的操作" }));
  fireEvent.click(await screen.findByRole("menuitem", { name }));
};

it("a view sets filters and sort; a change marks it ●, 更新视图 keeps the change and clears the mark", async () => {
  const stub = open();
  fireEvent.click(within(await bar()).getByRole("button", { name: "超期的" }));
  await waitFor(() => expect(stub.of("parcel_query").at(-1)).toMatchObject({ state: ["late"], sort: "parcel_no", order: "asc" }));
  expect(window.location.search).toBe("?state=late&sort=parcel_no&order=asc&view=5");
  expect(screen.queryByLabelText("已改动")).toBeNull();
  expect(screen.queryByText("更新视图")).toBeNull();
  fireEvent.change(screen.getByRole("textbox", { name: "运单号" }), { target: { value: "SF" } });
  fireEvent.keyDown(screen.getByRole("textbox", { name: "运单号" }), { key: "Enter" });
  expect(await screen.findByLabelText("已改动")).toBeTruthy();
  fireEvent.click(screen.getByText("更新视图"));
  await waitFor(() =>
    expect(stub.of("saved_view_update")).toEqual([
      { id: 5, version: 2, query: { filter: { keyword: "SF", state: ["late"] }, sort: "parcel_no", order: "asc" } },
    ]),
  );
  await waitFor(() => expect(screen.queryByLabelText("已改动")).toBeNull());
});

it("a link that carries nothing but view= opens the list as the view has it", async () => {
  window.history.replaceState(null, "", "/order/list?view=5");
  const stub = open();
  await waitFor(() => expect(window.location.search).toBe("?state=late&sort=parcel_no&order=asc&view=5"));
  expect((await screen.findByRole("button", { name: "超期的" })).getAttribute("aria-pressed")).toBe("true");
  await waitFor(() => expect(stub.of("parcel_query").at(-1)).toMatchObject({ state: ["late"] }));
});

it("a link to the view that is shown already opens it anew; filters taken away by hand stay away", async () => {
  const shown = "?state=late&sort=parcel_no&order=asc&view=5";
  window.history.replaceState({ __TSR_index: 1 }, "", "/order/list?view=5");
  open();
  await waitFor(() => expect(window.location.search).toBe(shown));
  window.history.replaceState({ __TSR_index: 1 }, "", "/order/list?view=5");
  fireEvent.popState(window);
  await waitFor(() => expect(screen.getByLabelText("已改动")).toBeTruthy());
  expect(window.location.search).toBe("?view=5");
  window.history.pushState({ __TSR_index: 2 }, "", "/order/list?view=5");
  fireEvent.popState(window);
  await waitFor(() => expect(window.location.search).toBe(shown));
});

it("a list opened plain starts with my default view, and 默认 leads back to the plain list for good", async () => {
  views = [{ ...LATE, is_default: true }];
  open();
  await waitFor(() => expect(window.location.search).toContain("view=5"));
  fireEvent.click(screen.getByRole("button", { name: "默认" }));
  await waitFor(() => expect(window.location.search).toBe(""));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(window.location.search).toBe("");
});

it("保存视图 keeps name, filters, sharing with picked teams and the count that speaks up", async () => {
  window.history.replaceState(null, "", "/order/list?state=late");
  const stub = open();
  await screen.findByText("SF001");
  fireEvent.click(screen.getByText("保存视图"));
  const dialog = await screen.findByRole("dialog");
  const ok = within(dialog).getByRole("button", { name: "保存" });
  expect(ok.hasAttribute("disabled")).toBe(true);
  fireEvent.change(within(dialog).getByLabelText("视图名称"), { target: { value: " 晚了的 " } });
  fireEvent.mouseDown(within(dialog).getByLabelText("分享给"));
  fireEvent.click(await screen.findByTitle("团队"));
  fireEvent.mouseDown(await within(dialog).findByLabelText("分享的团队"));
  fireEvent.click(await screen.findByTitle("华南组"));
  fireEvent.click(within(dialog).getByLabelText("超过"));
  fireEvent.change(within(dialog).getByLabelText("提醒条数"), { target: { value: "30" } });
  fireEvent.click(ok);
  await waitFor(() =>
    expect(stub.of("saved_view_add")).toEqual([
      {
        route: "order-list",
        endpoint: "parcel_query",
        name: "晚了的",
        query: { filter: { state: ["late"] } },
        share: "team",
        share_ids: [2],
        watch: 30,
      },
    ]),
  );
  expect(await screen.findByText("视图已保存")).toBeTruthy();
  await waitFor(() => expect(window.location.search).toBe("?state=late&view=7"));
});

it("a view that holds somebody's number says that it was taken out", async () => {
  window.history.replaceState(null, "", "/order/list?keyword=13800138000");
  open();
  await screen.findByText("SF001");
  fireEvent.click(screen.getByText("保存视图"));
  fireEvent.change(await screen.findByLabelText("视图名称"), { target: { value: "一位客人" } });
  fireEvent.click(screen.getByRole("button", { name: "保存" }));
  expect(await screen.findByText("视图已保存，其中按证件号、手机号等号码的筛选没有存入")).toBeTruthy();
});

it("a list beside something else keeps no views", async () => {
  window.history.replaceState(null, "", "/somewhere/else");
  const stub = open();
  await screen.findByText("SF001");
  expect(screen.queryByText("保存视图")).toBeNull();
  expect(stub.of("saved_view_query")).toEqual([]);
});

it("a refused name keeps the dialog and what was typed", async () => {
  window.history.replaceState(null, "", "/order/list?state=late");
  open({ saved_view_add: new Refused(200, { ret: 5, msg: "已有同名视图，请换一个名称" }) });
  await screen.findByText("SF001");
  fireEvent.click(screen.getByText("保存视图"));
  fireEvent.change(await screen.findByLabelText("视图名称"), { target: { value: "超期的" } });
  fireEvent.click(screen.getByRole("button", { name: "保存" }));
  expect(await screen.findByText("已有同名视图，请换一个名称")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("视图名称").value).toBe("超期的");
});

it("the owner pins and removes after a question; a shared view of somebody else has no acts", async () => {
  window.history.replaceState(null, "", "/order/list?view=6");
  const stub = open();
  expect((await screen.findByTitle("大家的（李红分享）")).getAttribute("aria-pressed")).toBe("true");
  expect(screen.queryByRole("button", { name: "视图大家的的操作" })).toBeNull();
  fireEvent.click(screen.getByTitle("超期的"));
  await screen.findByRole("button", { name: "视图超期的的操作" });
  await act("置顶到菜单");
  await waitFor(() => expect(stub.of("saved_view_update")).toEqual([{ id: 5, version: 2, pinned: true }]));
  await act("删除视图");
  fireEvent.click(await screen.findByRole("button", { name: "取消" }));
  expect(stub.of("saved_view_remove")).toEqual([]);
  await act("删除视图");
  fireEvent.click(await screen.findByRole("button", { name: "删除" }));
  await waitFor(() => expect(stub.of("saved_view_remove")).toEqual([{ id: 5 }]));
  await waitFor(() => expect(window.location.search).not.toContain("view="));
});

it("columns hidden and moved are kept under the list's route and drawn so the next time", async () => {
  const stub = open({
    preference_query: {
      list: [
        {
          key: "table:/order/list",
          value: { columns: [{ key: "parcel_no" }, { key: "cost", width: 200 }, { key: "state", hidden: true }] },
        },
      ],
    },
  });
  await screen.findByText("SF001");
  await waitFor(() => expect(screen.getAllByRole("columnheader").map((h) => h.textContent)).toEqual(["运单号", "费用"]));
  fireEvent.click(screen.getByRole("button", { name: "列设置" }));
  fireEvent.click(await screen.findByRole("checkbox", { name: "状态" }));
  fireEvent.click(screen.getByRole("button", { name: "状态上移" }));
  expect(screen.getByRole("checkbox", { name: "运单号" }).hasAttribute("disabled")).toBe(true);
  expect(screen.getAllByRole("columnheader").map((h) => h.textContent)).toEqual(["运单号", "状态", "费用"]);
  const columns = [{ key: "parcel_no" }, { key: "state", hidden: false }, { key: "cost", width: 200 }];
  await waitFor(() => expect(stub.of("preference_update")).toEqual([{ key: "table:/order/list", value: { columns } }]));
});
