import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { peerAccountApi } from "@visadesk/contract/peer/peer/peer-account.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { ReactElement } from "react";
import { afterEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { answerOf } from "../../testing/answers.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import { told } from "./account-acts.tsx";
import PeerEdit from "./peer-edit.tsx";
import { detail, listOf, login, row } from "./peer-fixtures.ts";
import PeerList from "./peer-list.tsx";
import PeerView from "./peer-view.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

const empty = { days: 30, orders: 0, applicants: 0, gmv: 0, refunded: 0, refund_rate: null, supplement_rounds: null, countries: [] };
const common = {
  country_get: [],
  worker_pick: { list: [] },
  draft_get: { draft: null },
  peer_overview_get: { spans: [empty, { ...empty, days: 90 }] },
  peer_stat_get: {
    all: 1,
    active: 0,
    frozen: 1,
    silent: 1,
    lost: 0,
    unowned: 1,
    balance: 123_000,
    credit_used: 0,
    overdue: 0,
    gmv_30: 900_000,
  },
};
const ALL = [may.peer, may.peer_review, may.peer_api_key];

it("the list says terms, debts and liveliness of each; its tiles are filters, its foot adds up", async () => {
  stubServer({ ...common, peer_query: listOf([row]) });
  draw(<PeerList />, [may.peer]);
  const line = within(await screen.findByRole("row", { name: /TY001007/ }));
  for (const text of ["已冻结", "未分配", "含赠送 ¥30.00", "超额", "33 天", "−25.0%", "12.5%", "沉默"])
    expect(line.getByText(text), text).toBeTruthy();
  const heads = screen.getAllByRole("columnheader").map((h) => h.textContent);
  expect([heads.includes("逾期"), heads.includes("逾期额")]).toEqual([true, false]);
  expect(line.getByRole("link", { name: "2" }).getAttribute("href")).toBe("/peer/view/7?tab=work_orders");
  expect((await screen.findByRole("link", { name: "沉默 1" })).getAttribute("href")).toBe(
    "/peer/list?activity=silent&state=active%2Cfrozen",
  );
  expect(screen.getByText("¥1,230.00", { selector: "b" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: /流失/ })).toBeNull();
});

it("the page says what stops it and what is missing for its moves; keys are for who may have them", async () => {
  stubServer({ ...common, peer_get: detail });
  window.history.replaceState(null, "", "/peer/view/7");
  draw(<PeerView />, [may.peer, may.peer_review]);
  expect(await screen.findByText("停下单：账单应于 2026-10-18 还款，已逾期 33 天")).toBeTruthy();
  expect(screen.getByText("待审：临时额度 BG261120000009")).toBeTruthy();
  expect(screen.getByText("近两周 3 单，平时每周 9 单")).toBeTruthy();
  expect(screen.getByRole("button", { name: /停用/ }).hasAttribute("disabled")).toBe(true);
  expect(screen.queryByRole("tab", { name: "接口" })).toBeNull();
});

it("peer 23: a link is shown once where it was not sent, and the owner account offers no 停用", async () => {
  const accounts = answerOf(peerAccountApi.peer_account_query, {
    list: [login],
    total: 1,
    total_capped: false,
    page: 1,
    page_size: 100,
    cursor: null,
  });
  const server = stubServer({
    ...common,
    peer_get: detail,
    peer_account_query: accounts,
    peer_account_add: {
      id: 22,
      delivery: "unsent",
      token_link: "https://peer.example.com/passwd?token=abc",
      no_site: false,
      until: "2026-11-20T02:30:00.000Z",
    },
  });
  window.history.replaceState(null, "", "/peer/view/7?tab=accounts");
  draw(<PeerView />, ALL);
  fireEvent.click(await screen.findByRole("button", { name: "lanhai_owner的更多操作" }));
  expect(await screen.findByText("重置密码")).toBeTruthy();
  expect(screen.queryByRole("menuitem", { name: "停用" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "新增子账号" }));
  fireEvent.change(await screen.findByLabelText("账号"), { target: { value: "operator_1" } });
  fireEvent.change(screen.getByLabelText("姓名"), { target: { value: "赵操作" } });
  fireEvent.change(screen.getByLabelText("手机"), { target: { value: "13700001111" } });
  fireEvent.click(screen.getByRole("button", { name: "新增" }));
  expect(await screen.findByText("https://peer.example.com/passwd?token=abc")).toBeTruthy();
  expect(server.of("peer_account_add")[0]).toMatchObject({ peer_id: 7, account: "operator_1", role: "operator", order_limit: null });
  fireEvent.click(screen.getByRole("button", { name: "已交给本人" }));
  await waitFor(() => expect(screen.queryByText("https://peer.example.com/passwd?token=abc")).toBeNull());
});

it("without an address of the peers' site the login says so, and shows no link", () => {
  const opened: ReactElement[] = [];
  told((dialog) => void opened.push(dialog(() => {})), {
    id: 22,
    delivery: "unsent",
    token_link: null,
    no_site: true,
    until: "2026-11-20T02:30:00.000Z",
  });
  draw(<div>{opened[0]}</div>);
  expect(screen.getByText(/同行站地址未设置/)).toBeTruthy();
  expect(screen.queryByText("已交给本人")).toBeNull();
});

it("only what was changed is sent; company data is shown and not typed", async () => {
  const server = stubServer({ ...common, peer_get: detail, peer_update: row });
  window.history.replaceState(null, "", "/peer/edit/7");
  draw(<PeerEdit />, [may.peer]);
  fireEvent.change(await screen.findByLabelText("简称"), { target: { value: "蓝海旅行" } });
  expect(screen.queryByRole("textbox", { name: "企业名称" })).toBeNull();
  expect(screen.getByRole("link", { name: "申请变更" }).getAttribute("href")).toBe("/peer/view/7?tab=changes");
  fireEvent.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(server.of("peer_update")).toHaveLength(1));
  expect(server.of("peer_update")[0]).toEqual({ id: 7, version: 4, short_name: "蓝海旅行" });
});
