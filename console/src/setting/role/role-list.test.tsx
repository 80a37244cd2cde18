import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { session } from "#kit/app/session.ts";
import { draw, exported, stubServer } from "../../testing/server.tsx";
import "../../screens.ts";
import { homeBlocks } from "./menu-preview.tsx";
import RoleList from "./role-list.tsx";

vi.setConfig({ testTimeout: 120_000 });
const page = (list: object[]) => ({ list, total: list.length, total_capped: false, page: 1, page_size: 20, cursor: null });
const role = {
  id: 6,
  name: "结算员",
  note: "结算与退款",
  module_group: [may.order_view, may.order_refund_start, may.refund_review, may.refund_final],
  data_scope: "team",
  is_builtin: false,
  worker_count: 0,
  screen_count: 2,
  button_count: 2,
  sensitive_count: 3,
  unused_count: 1,
  pending_id: 9,
  removed_codes: [may.order_remind],
  removed_at: "2026-11-19T06:05:00Z",
  version: 4,
  updated_at: "2026-11-20T06:05:00Z",
};
const granted = { role_name: "结算员", module_group: role.module_group, data_scope: "team" };
const change = {
  id: 9,
  kind: "role",
  target_id: 6,
  target_name: "结算员",
  old: granted,
  new: { ...granted, module_group: [...role.module_group, may.withdraw], data_scope: "all" },
  added_sensitive: [may.withdraw],
  gainers: [{ id: 3, nickname: "孙悦" }],
  reason: "月底集中处理提现",
  reject_text: null,
  maker_id: 2,
  maker_name: "陈立群",
  checker_name: null,
  is_sole: false,
  grant_status: "pending",
  expires_at: "2026-11-27T06:05:00Z",
  decided_at: null,
  created_at: "2026-11-20T06:05:00Z",
  version: 1,
  moves: [
    { move: "approve", ok: true, missing: null },
    { move: "reject", ok: true, missing: null },
    { move: "withdraw", ok: false, missing: "只有提交人可以撤回" },
  ],
};
const impact = { added: [], removed: [], workers: [{ id: 3, nickname: "孙悦" }], held_codes: [], held_scope: false, is_sole: false };

const mine = [may.role, may.worker, may.order_remind, ...role.module_group];
function open(search: string, answers: Parameters<typeof stubServer>[0] = {}) {
  window.history.replaceState(null, "", `/setting/role/list${search}`);
  const stub = stubServer({
    role_query: page([role]),
    role_pick: { list: [], is_sole: false },
    grant_change_query: page([change]),
    role_impact_get: impact,
    ...answers,
  });
  draw(
    <>
      <RoleList />
      <FeedbackHost />
    </>,
    mine,
  );
  return stub;
}
beforeEach(() => session.set({ login: { id: 1, account: "admin", token: "t" } }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  session.set({ login: null });
});
const act = async (label: string): Promise<void> => {
  fireEvent.click(await screen.findByRole("button", { name: "结算员的更多操作" }));
  fireEvent.click(await screen.findByText(label));
};

it("a row tells its risks, sleeping rights and what waits; a lone administrator is told so", async () => {
  open("", { role_pick: { list: [], is_sole: true } });
  const row = (await screen.findByText("结算员")).closest("tr");
  for (const words of ["2·2", "3 项", "1 组", "1 项", "待复核", "本团队"]) expect(row?.textContent).toContain(words);
  await screen.findByText(/^只有一名角色管理员，敏感授权没有复核人/);
  expect(await screen.findByRole("button", { name: "导出权限矩阵" })).toBeTruthy();
});

it("Beyond 2: sleeping rights leave with one click after the people affected were seen", async () => {
  const stub = open("", {
    role_unused_query: {
      list: [{ code: may.order_refund_start, used_on: "2026-07-01", since: "2026-01-01" }],
      workers: [{ id: 3, nickname: "孙悦" }],
    },
    role_update: { ...role, pending_id: null },
  });
  await act("收回沉睡权限");
  await screen.findByText("最近 2026-07-01");
  fireEvent.click(screen.getByRole("button", { name: "收回所选 1 项" }));
  const dialog = (await screen.findByText("收回 1 项沉睡权限？")).closest("dialog") as HTMLElement;
  expect(dialog.textContent).toContain("移除 1发起退款");
  expect(dialog.textContent).toContain("1 人受影响孙悦");
  fireEvent.click(within(dialog).getByText("收回"));
  await screen.findByText("已收回，7天内可在角色列表撤销");
  expect(stub.of("role_update")[0]).toMatchObject({
    id: 6,
    version: 4,
    module_group: [may.order_view, may.refund_review, may.refund_final],
  });
});

it("what was taken away comes back within the week", async () => {
  const stub = open("", { role_update: { ...role, pending_id: null } });
  await act("撤销收回（1 项）");
  const dialog = (await screen.findByText("撤销收回，恢复 1 项权限？")).closest("dialog") as HTMLElement;
  expect(dialog.textContent).toContain("新增 1订单提醒");
  fireEvent.click(within(dialog).getByText("恢复"));
  await waitFor(() => expect(stub.of("role_update")).toHaveLength(1));
  expect(stub.of("role_update")[0]?.["module_group"]).toContain(may.order_remind);
});

it("setting 5: a checker sees what changes for whom, and passes or rejects it", async () => {
  const stub = open("?tab=review", { grant_change_approve: { ...change, grant_status: "approved", moves: [] } });
  fireEvent.click(await screen.findByRole("button", { name: "复核" }));
  const drawer = await screen.findByRole("dialog");
  for (const words of ["月底集中处理提现", "陈立群", "提现管理", "本团队 → 全部", "1 人将获得这些权限孙悦", "发起退款 + 退款复核"])
    expect(drawer.textContent).toContain(words);
  expect(within(drawer).queryByRole("button", { name: "撤回" })).toBeNull();
  expect(stub.of("grant_change_query")).toContainEqual(expect.objectContaining({ grant_status: ["pending"] }));
  fireEvent.click(within(drawer).getByRole("button", { name: "通过" }));
  await waitFor(() => expect(stub.of("grant_change_approve")).toHaveLength(1));
  expect(stub.of("grant_change_approve")[0]).toMatchObject({ id: 9, version: 1 });
});

it("the maker may only withdraw; what stands in the way of a yes is said", async () => {
  session.set({ login: { id: 2, account: "manager", token: "t" } });
  open("?tab=review", {
    grant_change_query: page([{ ...change, moves: change.moves.map((m) => ({ ...m, ok: m.move === "withdraw", missing: null })) }]),
  });
  fireEvent.click(await screen.findByRole("button", { name: "查看" }));
  const drawer = await screen.findByRole("dialog");
  expect(within(drawer).getByRole("button", { name: "撤回" })).toBeTruthy();
  expect(within(drawer).queryByRole("button", { name: "通过" })).toBeNull();
});

it("谁能做 answers roles and people of a code", async () => {
  const stub = open(`?tab=who&code=${may.refund_final}`, {
    role_who_query: {
      roles: [{ id: 6, name: "结算员", data_scope: "team", is_builtin: false, worker_count: 1 }],
      workers: [{ id: 3, nickname: "孙悦", account: "service", role_name: "结算员", data_scope: "team", team_name: "客服" }],
    },
  });
  const person = (await screen.findByText("孙悦")).closest("tr");
  expect(person?.textContent).toBe("孙悦service结算员本团队客服");
  expect(stub.of("role_who_query")).toEqual([{ code: may.refund_final }]);
});

it("对比 begins with the row's role and asks for the others", async () => {
  const short = (id: number, name: string) => ({ id, name, data_scope: "team", module_group: [] });
  const stub = open("", {
    role_pick: { list: [short(6, "结算员"), short(8, "客服")], is_sole: false },
    role_compare_get: {
      roles: [6, 8].map((id) => ({ id, name: id === 6 ? "结算员" : "客服", data_scope: "team", worker_count: 1 })),
      rows: [{ code: may.refund_final, held: [true, false] }],
    },
  });
  await act("对比");
  await screen.findByText(/^请再选择要对比的角色/);
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "对比的角色" }));
  fireEvent.click(await screen.findByTitle("客服"));
  expect(await screen.findByRole("columnheader", { name: /客服/ })).toBeTruthy();
  expect(stub.of("role_compare_get")).toEqual([{ ids: [6, 8] }]);
});

it("the matrix is exported of the roles that the filter shows", async () => {
  const task = exported(1);
  const stub = open(`?keyword=结算&code=${may.refund_final}`, { export_add: task, export_get: task });
  fireEvent.click(await screen.findByRole("button", { name: "导出权限矩阵" }));
  fireEvent.click(await screen.findByText("导出 CSV"));
  await screen.findByText(/下载 1 条/);
  expect(stub.of("export_add")[0]).toMatchObject({ endpoint: "role_matrix_query", filter: { keyword: "结算", code: may.refund_final } });
});

it("the home blocks follow the codes", () => {
  expect(homeBlocks([])).toEqual(["消息"]);
  expect(homeBlocks([may.order_view])).toEqual(["今日数据", "近30天订单", "7天内到期", "最近处理", "消息"]);
  expect(homeBlocks([may.order_process, may.workbench])[0]).toBe("待办队列");
});
