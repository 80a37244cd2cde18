import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { clearPreferences } from "#kit/app/preference.ts";
import { session } from "#kit/app/session.ts";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import GroupList from "./group-list.tsx";
import LevelPage from "./level-page.tsx";

afterEach(() => {
  cleanup();
  clearPreferences();
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});
const AT = "2026-11-20T02:00:00.000Z";
const page = (list: readonly unknown[], total = list.length) => ({
  list,
  total,
  total_capped: false,
  page: 1,
  page_size: 20,
  cursor: null,
});
type Answers = Parameters<typeof stubServer>[0];
function open(screenOf: "level" | "group", search: string, answers: Answers) {
  window.history.replaceState(null, "", `/peer/${screenOf === "level" ? "level" : "group/list"}${search}`);
  const stub = stubServer({ worker_pick: { list: [] }, ...answers });
  draw(
    <>
      {screenOf === "level" ? <LevelPage /> : <GroupList />}
      <FeedbackHost />
    </>,
    [may.peer_level, may.peer_group, may.peer],
  );
  return stub;
}

const level = {
  code: "V3",
  name: "金牌",
  gmv_min: 20_000_000,
  orders_min: 150,
  topup_min: null,
  match: "any",
  fallback: { kind: "percent", rate: 9_750 },
  credit_cap: 5_000_000,
  cap_by: null,
  cap_by_name: null,
  cap_given: null,
  sla_percent: 75,
  free_urgent: 2,
  status: 1,
  peer_count: 12,
  gmv_90: 88_000_000,
  version: 3,
  updated_at: AT,
};
const mover = {
  peer_id: 5,
  peer_no: "TY000005",
  peer_name: "环球行",
  from_level: "V3",
  to_level: "V2",
  gmv: 3_000_000,
  orders: 12,
  topup: 0,
};
const line = {
  ...mover,
  id: 4,
  run_id: 1,
  quarter: "2026-Q4",
  is_earned: false,
  asked_text: "GMV ≥ ¥200,000.00 或 单量 ≥ 150",
  bd_owner_name: "叶舟",
  bd_note: "",
  decision: "pending",
  keep_reason: "",
  decided_by_name: null,
  decided_at: null,
  applied_at: null,
  version: 1,
};

const editing = async (answers: Answers) => {
  const stub = open("level", "", { peer_level_query: { list: [level] }, peer_level_update: level, ...answers });
  fireEvent.click(await screen.findByRole("button", { name: "编辑" }));
  return stub;
};

it("other thresholds are stored once somebody saw and confirmed who moves, however slow that is", async () => {
  let answer: (said: object) => void = () => undefined;
  const stub = await editing({ peer_level_preview: () => new Promise((resolve) => (answer = resolve)) });
  fireEvent.change(await screen.findByLabelText(/^90天单量门槛/), { target: { value: "200" } });
  fireEvent.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(stub.of("peer_level_preview")).toEqual([{ code: "V3", orders_min: 200 }]));
  fireEvent.click(screen.getByRole("button", { name: "保存" }));
  expect([stub.of("peer_level_preview").length, stub.of("peer_level_update").length]).toEqual([1, 0]);
  answer({ up: [], down: [mover], up_count: 0, down_count: 1 });
  const asked = within(await screen.findByRole("alertdialog"));
  expect(asked.getByText("0 家将升级，1 家季度复核时将降级")).toBeTruthy();
  expect(asked.getByText("V3 → V2")).toBeTruthy();
  expect(stub.of("peer_level_update")).toEqual([]);
  fireEvent.click(asked.getByRole("button", { name: "确认保存" }));
  await waitFor(() => expect(stub.of("peer_level_update")[0]).toMatchObject({ code: "V3", version: 3, orders_min: 200 }));
});

it("what moves nobody is stored as it is", async () => {
  const stub = await editing({});
  fireEvent.change(await screen.findByLabelText(/^名称/), { target: { value: "黄金" } });
  fireEvent.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(stub.of("peer_level_update")[0]).toMatchObject({ code: "V3", name: "黄金" }));
});

it("thresholds that do not rise are said once, at their field", async () => {
  const message = "门槛须随等级递增：V3 的单量应低于 V4 的 400 单";
  const issues = [{ path: "orders_min", message }];
  const stub = await editing({ peer_level_preview: new Refused(200, { ret: 1, msg: message, body: { code: "guard_failed", issues } }) });
  const orders = await screen.findByLabelText(/^90天单量门槛/);
  fireEvent.change(orders, { target: { value: "400" } });
  fireEvent.click(screen.getByRole("button", { name: "保存" }));
  const said = await screen.findByText(message);
  expect(said.closest(".ant-form-item")?.contains(orders)).toBe(true);
  expect(screen.getAllByText(message)).toHaveLength(1);
  expect(stub.of("peer_level_update")).toEqual([]);
});

it("the count of a level opens the peers it counts, closed ones are none of them", async () => {
  open("level", "", { peer_level_query: { list: [level] } });
  expect((await screen.findByRole("link", { name: "12" })).getAttribute("href")).toBe("/peer/list?level_id=V3&state=active%2Cfrozen");
});

it("a cap that somebody else set is confirmed as it was seen", async () => {
  const raised = { ...level, cap_by: 99, cap_by_name: "叶舟", cap_given: 3_000_000 };
  const stub = open("level", "", { peer_level_query: { list: [raised] }, peer_level_cap_confirm: level });
  expect(await screen.findByText("待他人复核")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "复核上限" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/叶舟把授信上限由 ¥30,000.00 调整为 ¥50,000.00/)).toBeTruthy();
  fireEvent.click(dialog.getByRole("button", { name: "确认无误" }));
  await waitFor(() => expect(stub.of("peer_level_cap_confirm")[0]).toMatchObject({ code: "V3", version: 3, credit_cap: 5_000_000 }));
});

it("all of a filter are lowered at once, as many as were seen; who keeps its level is named", async () => {
  const stub = open("level", "?tab=run", {
    peer_level_run_query: page([line], 31),
    peer_level_run_decide: { done: 30, left: [{ name: "环球行", msg: "等级已变化、已锁级或同行已停用，保留原级" }] },
  });
  expect(await screen.findByText("门槛 GMV ≥ ¥200,000.00 或 单量 ≥ 150")).toBeTruthy();
  expect(screen.queryByText("已达门槛")).toBeNull();
  fireEvent.click(screen.getAllByRole("checkbox").at(-1) ?? document.body);
  fireEvent.click(await screen.findByRole("button", { name: /选择全部 31 条/ }));
  fireEvent.click(screen.getByRole("button", { name: "降级" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(await dialog.findByRole("button", { name: "降级" }));
  await waitFor(() => expect(stub.of("peer_level_run_decide")).toHaveLength(1));
  expect(stub.of("peer_level_run_decide")[0]).toMatchObject({ filter: { decision: ["pending"] }, expected_count: 31, decision: "apply" });
  expect(stub.of("peer_level_run_decide")[0]).not.toHaveProperty("ids");
  expect(await screen.findByText("环球行：等级已变化、已锁级或同行已停用，保留原级")).toBeTruthy();
});

it("a line whose figures meet what its level asks for is marked", async () => {
  open("level", "?tab=run", { peer_level_run_query: page([{ ...line, is_earned: true }]) });
  expect(await screen.findByText("已达门槛")).toBeTruthy();
});

it("keeping asks for a reason", async () => {
  const stub = open("level", "?tab=run", { peer_level_run_query: page([line]), peer_level_run_decide: { done: 1, left: [] } });
  await screen.findByText("环球行");
  fireEvent.click(screen.getAllByRole("checkbox").at(-1) ?? document.body);
  fireEvent.click(screen.getByRole("button", { name: "保留" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(await dialog.findByRole("button", { name: "保留" }));
  expect(await dialog.findByText("请输入保留原因")).toBeTruthy();
  expect(stub.of("peer_level_run_decide")).toHaveLength(0);
});

const group = {
  id: 9,
  kind: "audience",
  name: "沉默待唤回",
  visible_mode: null,
  sku_ids: [],
  cs_team_id: null,
  chat_group: "",
  chat_qr: null,
  mode: "fixed",
  rule: null,
  note: "",
  status: 1,
  cs_team_name: null,
  rule_text: "固定名单",
  member_count: 1,
  price_count: 0,
  use_count: 2,
  version: 1,
  updated_at: AT,
};
const member = { id: 5, peer_no: "TY000005", short_name: "环球行", level_id: "V3" };

it("pasted numbers answer one by one, and who is meant stands below", async () => {
  const stub = open("group", "", {
    peer_group_query: page([group]),
    peer_group_get: { ...group, members: [member], uses: [] },
    peer_group_preview: {
      rule_text: "固定名单",
      total: 1,
      list: [member],
      rows: [
        { code: "TY000005", ok: true, msg: "" },
        { code: "TY999999", ok: false, msg: "同行不存在或无权查看" },
      ],
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "编辑" }));
  fireEvent.change(await screen.findByLabelText(/^成员/), { target: { value: "TY000005\nTY999999" } });
  const wrong = await screen.findByRole("table", { name: "有误的行" });
  expect(within(wrong).getByText("同行不存在或无权查看")).toBeTruthy();
  await waitFor(() => expect(stub.of("peer_group_preview").at(-1)).toEqual({ kind: "audience", member_codes: ["TY000005", "TY999999"] }));
  expect(
    within(screen.getByRole("table", { name: "成员" }))
      .getByRole("link", { name: "环球行" })
      .getAttribute("href"),
  ).toBe("/peer/view/5");
});

it("a group that is named somewhere is not removed, and its row says so before anything is asked", async () => {
  const stub = open("group", "", { peer_group_query: page([group]) });
  fireEvent.click(await screen.findByRole("button", { name: "沉默待唤回的更多操作" }));
  const item = (await screen.findAllByRole("menuitem")).at(-1);
  expect([item?.textContent, item?.getAttribute("aria-disabled")]).toEqual(["删除正被 2 处使用", "true"]);
  fireEvent.click(item ?? document.body);
  expect(screen.queryByText("删除分组「沉默待唤回」？")).toBeNull();
  expect(stub.of("peer_group_remove")).toEqual([]);
});

it("a group that came to be named meanwhile is not removed, and it is said where", async () => {
  const stub = open("group", "", {
    peer_group_query: page([{ ...group, use_count: 0 }]),
    peer_group_remove: new Refused(200, { ret: 12, msg: "分组正被 2 处使用：同行 1、工单配置 1" }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "沉默待唤回的更多操作" }));
  fireEvent.click(await screen.findByText("删除"));
  fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "删除" }));
  await waitFor(() => expect(stub.of("peer_group_remove")[0]).toEqual({ id: 9, version: 1 }));
  expect(await screen.findByText("分组正被 2 处使用：同行 1、工单配置 1")).toBeTruthy();
});

const blankGroup = { ...page([]) };
it("what was filled in of a new group outlives a reload; leaving it says that it is kept", async () => {
  // Nobody signed in keeps no draft.
  session.set({ login: { token: "t", id: 3, account: "business_1" } });
  const stub = open("group", "", {
    peer_group_query: blankGroup,
    draft_get: { draft: { content: { name: "华东重点" }, base_version: null, saved_at: AT } },
    draft_save: { saved_at: AT },
  });
  fireEvent.click((await screen.findAllByRole("button", { name: "新增分组" }))[0] as HTMLElement);
  await screen.findByText(/的草稿/);
  expect(stub.of("draft_get")).toEqual([{ key: "peer-group/new" }]);
  fireEvent.click(screen.getByRole("button", { name: /恢\s*复/ }));
  expect(await screen.findByDisplayValue("华东重点")).toBeTruthy();
  fireEvent.change(screen.getByDisplayValue("华东重点"), { target: { value: "华东重点二" } });
  fireEvent.click(document.querySelector(".ant-drawer-close") as HTMLElement);
  expect(await screen.findByText("填写的内容留作草稿，再打开时可以恢复。")).toBeTruthy();
  fireEvent.click(within(document.querySelector("dialog") as HTMLElement).getByText("离开"));
  await waitFor(() => expect(stub.of("draft_save").at(-1)).toMatchObject({ key: "peer-group/new", content: { name: "华东重点二" } }));
  session.set({ login: null });
});

it("a name that is taken is said at its field alone", async () => {
  open("group", "", {
    peer_group_query: blankGroup,
    draft_get: { draft: null },
    draft_save: { saved_at: AT },
    peer_group_add: new Refused(200, {
      ret: 2,
      msg: "分组名称已存在",
      body: { code: "bad_input", issues: [{ path: "name", message: "分组名称已存在" }] },
    }),
  });
  fireEvent.click((await screen.findAllByRole("button", { name: "新增分组" }))[0] as HTMLElement);
  const drawer = within(await screen.findByRole("dialog"));
  fireEvent.change(await drawer.findByLabelText("名称"), { target: { value: "华东" } });
  fireEvent.click(screen.getByRole("button", { name: /保\s*存/ }));
  expect(await screen.findAllByText("分组名称已存在")).toHaveLength(1);
});
