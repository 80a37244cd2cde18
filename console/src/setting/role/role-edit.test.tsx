import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { session } from "#kit/app/session.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import "../../screens.ts";
import RoleEdit from "./role-edit.tsx";

vi.setConfig({ testTimeout: 120_000 });
const role = {
  id: 6,
  name: "客服",
  note: "",
  module_group: [may.order_view, may.order_remind] as number[],
  data_scope: "team",
  is_builtin: false,
  worker_count: 2,
  screen_count: 2,
  button_count: 0,
  sensitive_count: 0,
  unused_count: 0,
  pending_id: null as number | null,
  removed_codes: [],
  removed_at: null,
  version: 4,
  updated_at: "2026-11-20T06:05:00Z",
};
const mine = [may.role, may.order_view, may.order_remind, may.order_settle_price, may.order_evaluate, may.order_evaluate_judge];
const account = {
  id: 1,
  account: "admin",
  nickname: "管理员",
  role: { id: 1, name: "系统", module_group: mine },
  data_scope: "team" as const,
  team: null,
  role_version: 1,
  must_change: false,
  is_weak: false,
  totp_on: false,
  login_at: null,
  mobile: null,
  email: null,
  status: 1 as const,
  version: 1,
};

beforeEach(() => {
  window.history.replaceState(null, "", "/setting/role/edit/6");
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  session.set({ account: null });
});

function open(more: Partial<typeof role> = {}, held: number[] = []) {
  const stub = stubServer({
    role_get: { ...role, ...more },
    draft_get: { draft: null },
    draft_save: { saved_at: "2026-11-20T06:05:00Z" },
    draft_remove: { ok: true },
    presence_touch: { list: [] },
    presence_query: { list: [] },
    presence_update: { list: [] },
    role_impact_get: {
      added: [],
      removed: [],
      workers: [
        { id: 3, nickname: "孙悦" },
        { id: 4, nickname: "丁夏" },
      ],
      held_codes: held,
      held_scope: false,
      is_sole: false,
    },
    role_pick: { list: [], is_sole: false },
    role_update: { ...role, version: 5, pending_id: held.length > 0 ? 9 : null },
  });
  session.set({ account });
  draw(
    <>
      <RoleEdit />
      <FeedbackHost />
    </>,
    mine,
  );
  return stub;
}
// By label, not by role: computing the names of a hundred boxes takes seconds.
const labels = (): HTMLLabelElement[] => [...document.querySelectorAll<HTMLLabelElement>("li > .ant-checkbox-wrapper")];
const box = (name: string): Promise<HTMLInputElement> =>
  waitFor(() => {
    const found = labels()
      .find((l) => l.textContent.startsWith(`${name} `))
      ?.querySelector("input");
    if (!found) throw new Error(`no permission is called ${name}`);
    return found;
  });
const saveButton = (): HTMLElement => screen.getByText("保存", { selector: ".vd-save-bar button span" });

it("ticks the screen with its button, greys what I lack, and saves only after the difference was seen", async () => {
  const stub = open();
  fireEvent.click(await box("评价申诉与隐藏"));
  expect((await box("订单评价")).checked).toBe(true);
  expect((await box("发起退款")).disabled).toBe(true);
  fireEvent.click(await box("订单提醒"));
  expect(screen.getByText("已选 3")).toBeTruthy();
  fireEvent.click(saveButton());
  const dialog = (await screen.findByText("保存修改？")).closest("dialog") as HTMLElement;
  expect(dialog.textContent).toContain("新增 2订单评价 100304评价申诉与隐藏 100304101");
  expect(dialog.textContent).toContain("移除 1订单提醒 100303");
  expect(dialog.textContent).toContain("2 人受影响孙悦、丁夏");
  expect(stub.of("role_update")).toEqual([]);
  fireEvent.click(within(dialog).getByText("保存"));
  await waitFor(() => expect(stub.of("role_update")).toHaveLength(1));
  expect(stub.of("role_update")[0]).toMatchObject({
    id: 6,
    version: 4,
    module_group: [may.order_view, may.order_evaluate, may.order_evaluate_judge],
  });
});

it("a role without a name is told what it lacks", async () => {
  const stub = open();
  fireEvent.change(await screen.findByLabelText("名称"), { target: { value: "" } });
  fireEvent.click(saveButton());
  expect(await screen.findByText("请输入角色名称")).toBeTruthy();
  expect(stub.of("role_update")).toEqual([]);
});

it("going back from the difference sends nothing", async () => {
  const stub = open();
  fireEvent.click(await box("订单提醒"));
  fireEvent.click(saveButton());
  fireEvent.click(within((await screen.findByText("保存修改？")).closest("dialog") as HTMLElement).getByText("取消"));
  await waitFor(() => expect(screen.queryByText("保存修改？")).toBeNull());
  expect(stub.of("role_update")).toEqual([]);
});

it("a role with codes I lack, and the built-in one, can only be looked at", async () => {
  open({ module_group: [may.order_view, may.refund_review] });
  await screen.findByText("该角色含有您没有的权限，请由权限更高的管理员修改。");
  expect((await box("订单查看")).disabled).toBe(true);
  expect(document.querySelector(".vd-save-bar")).toBeNull();
});

it("finds permissions by their number and offers only scopes as wide as mine", async () => {
  open();
  fireEvent.change(await screen.findByLabelText("查找权限"), { target: { value: "100304101" } });
  expect(labels().map((l) => l.textContent)).toEqual(["订单评价 100304", "评价申诉与隐藏 100304101"]);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: /^全部/ }).disabled).toBe(true);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: /^本人/ }).disabled).toBe(false);
});

it("a sensitive code asks for its reason and says that it waits for somebody else", async () => {
  const stub = open({}, [may.order_settle_price]);
  fireEvent.click(await box("修改结算价"));
  await screen.findByText("须由另一位角色管理员复核后生效：修改结算价");
  fireEvent.click(saveButton());
  await screen.findByText("请输入授权原因");
  expect(screen.queryByText("保存修改？")).toBeNull();
  fireEvent.change(screen.getByLabelText("授权原因"), { target: { value: "四个字啊" } });
  fireEvent.click(saveButton());
  await screen.findByText("授权原因为5至200个字");
  fireEvent.change(screen.getByLabelText("授权原因"), { target: { value: "结算员休假，由客服代改" } });
  fireEvent.click(saveButton());
  const dialog = (await screen.findByText("保存修改？")).closest("dialog") as HTMLElement;
  expect(dialog.textContent).toContain("待复核修改结算价。另一位角色管理员复核后才生效，7天内未复核自动过期；其余改动立即生效。");
  fireEvent.click(within(dialog).getByText("保存"));
  await screen.findByText("角色“客服”已保存，敏感授权待另一位角色管理员复核");
  expect(stub.of("role_update")[0]).toMatchObject({ reason: "结算员休假，由客服代改" });
});

it("Beyond 1: a new risky pair stands beside the tree before anything is saved", async () => {
  open({ module_group: [may.order_view, may.order_remind, may.supplier_product] });
  session.set({ account, codes: new Set([...mine, may.supplier_product, may.price_adjustment]) });
  expect(screen.queryByRole("region", { name: "组合风险" })).toBeNull();
  fireEvent.click(await box("调价审核"));
  const risk = await screen.findByText("产品匹配 + 调价审核");
  expect(risk.textContent).toBe("产品匹配 + 调价审核新增");
});
