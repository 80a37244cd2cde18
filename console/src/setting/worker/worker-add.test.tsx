import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { md5 } from "#kit/app/hash.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import "../../screens.ts";
import WorkerAdd from "./worker-add.tsx";

beforeEach(() => window.history.replaceState(null, "", "/setting/worker/add"));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(once_passwd: string | null) {
  const stub = stubServer({
    oss_account_add: { id: 30, once_passwd, waits: false },
    role_pick: { list: [], is_sole: false },
    team_pick: { list: [] },
  });
  vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  draw(
    <>
      <WorkerAdd />
      <FeedbackHost />
    </>,
    [may.worker],
  );
  return stub;
}
const type = (label: string, value: string): boolean => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = (): void => void fireEvent.click(screen.getByRole("button", { name: "新增" }));

it("asks for account and nickname, sends no password by default and shows the generated one", async () => {
  const stub = open("k3fp-92mx");
  save();
  await screen.findByText("请输入账号");
  expect(screen.getByText("请输入昵称")).toBeTruthy();
  type("账号", "ab");
  type("昵称", "小林");
  save();
  await waitFor(() => expect(screen.getAllByText("账号为6-20位字母、数字或下划线").length).toBeGreaterThan(0));
  expect(stub.of("oss_account_add")).toEqual([]);
  type("账号", "xiaolin_1");
  save();
  await screen.findByText("k3fp-92mx");
  expect(screen.getByText("xiaolin_1").tagName).toBe("B");
  expect(stub.of("oss_account_add")).toEqual([
    { account: "xiaolin_1", nickname: "小林", idempotency_key: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  ]);
});

it("a typed password leaves the page as its MD5 only, a short one not at all", async () => {
  const stub = open(null);
  type("账号", "xiaolin_1");
  type("昵称", "小林");
  fireEvent.click(screen.getByRole("radio", { name: "自己输入" }));
  type("初始密码", "12");
  save();
  await screen.findByText("密码不要太短");
  expect(stub.of("oss_account_add")).toEqual([]);
  type("初始密码", "zhang-san-li-si");
  save();
  await waitFor(() => expect(stub.of("oss_account_add")).toHaveLength(1));
  expect(stub.of("oss_account_add")[0]).toMatchObject({ passwd: md5("zhang-san-li-si") });
});

it("设为签证专家 needs a role that may process orders; while the role waits it says when to set him up", async () => {
  const roles = [
    { id: 4, name: "财务", data_scope: "all", module_group: [may.withdraw] },
    { id: 5, name: "办证", data_scope: "own", module_group: [may.order_process, may.personal_reveal] },
  ];
  const stub = stubServer({
    oss_account_add: { id: 30, once_passwd: "k3fp-92mx", waits: true },
    role_pick: { list: roles, is_sole: false },
    team_pick: { list: [] },
  });
  draw(
    <>
      <WorkerAdd />
      <FeedbackHost />
    </>,
    [may.worker, may.expert],
  );
  const tick = (): HTMLInputElement => screen.getByRole("checkbox", { name: "设为签证专家" });
  const choose = async (role: string): Promise<void> => {
    fireEvent.mouseDown(screen.getByLabelText("角色"));
    fireEvent.click(await screen.findByTitle(role));
  };
  expect(tick().disabled).toBe(true);
  expect(screen.getByText("请先选择有“订单处理”权限的角色")).toBeTruthy();
  await choose("财务");
  await screen.findByText("角色“财务”没有“订单处理”权限，不能设为签证专家");
  expect(tick().disabled).toBe(true);
  await choose("办证");
  await screen.findByText(/角色须复核，生效后再到编辑员工中填写/);
  fireEvent.click(tick());
  type("账号", "xiaolin_1");
  type("昵称", "小林");
  type("授权原因", "新来的签证专家");
  save();
  fireEvent.click(await screen.findByRole("button", { name: "已交给本人" }));
  const said = await screen.findByRole("alertdialog", { name: "还没有设为签证专家" });
  expect(said.textContent).toContain("“xiaolin_1”的角色待复核，生效后请在编辑员工的“签证专家”一栏设置");
  expect(screen.queryByText("k3fp-92mx")).toBeNull();
  expect(stub.of("oss_account_add")).toHaveLength(1);
});

it("a sensitive role says beside the form what it gives, asks for the reason and is told to wait", async () => {
  window.history.replaceState(null, "", "/setting/worker/add");
  const finance = { id: 4, name: "财务", data_scope: "all", module_group: [may.withdraw, may.payout_register] };
  const stub = stubServer({
    oss_account_add: { id: 30, once_passwd: null, waits: true },
    role_pick: { list: [finance], is_sole: false },
    team_pick: { list: [] },
  });
  vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  draw(
    <>
      <WorkerAdd />
      <FeedbackHost />
    </>,
    [may.worker],
  );
  expect(screen.getByRole("complementary", { name: "权限说明" }).textContent).toContain("没有角色的员工登录后只看到首页");
  expect(screen.queryByLabelText("授权原因")).toBeNull();
  fireEvent.mouseDown(screen.getByLabelText("角色"));
  fireEvent.click(await screen.findByTitle("财务"));
  const aside = screen.getByRole("complementary", { name: "权限说明" });
  await waitFor(() => expect(aside.textContent).toContain("1 个页面，1 个按钮，数据范围全部"));
  for (const words of ["敏感 2", "出纳付款登记", "组合风险 1", "提现管理 + 出纳付款登记"]) expect(aside.textContent).toContain(words);
  type("账号", "xiaolin_1");
  type("昵称", "小林");
  save();
  await screen.findByText("请输入授权原因");
  expect(stub.of("oss_account_add")).toEqual([]);
  type("授权原因", "接替离职的出纳");
  save();
  await screen.findByText("员工已新增，角色待另一位角色管理员复核，复核前只能看首页");
  expect(stub.of("oss_account_add")[0]).toMatchObject({ role_id: 4, reason: "接替离职的出纳" });
});

it("a grant that nobody can confirm now says so before it is saved", async () => {
  window.history.replaceState(null, "", "/setting/worker/add");
  const finance = { id: 4, name: "财务", data_scope: "all", module_group: [may.withdraw] };
  stubServer({ role_pick: { list: [finance], is_sole: false, no_checker: true }, team_pick: { list: [] } });
  draw(<WorkerAdd />, [may.worker]);
  fireEvent.mouseDown(screen.getByLabelText("角色"));
  fireEvent.click(await screen.findByTitle("财务"));
  await screen.findByText(/现在没有其他角色管理员可以复核，而7天内有过，所以也不能单人生效。.*待复核：提现管理/);
});
