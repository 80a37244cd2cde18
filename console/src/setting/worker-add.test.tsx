import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "#kit/feedback-host.tsx";
import { md5 } from "#kit/hash.ts";
import { draw, stubServer } from "../testing/server.tsx";
import "../screens.ts";
import WorkerAdd from "./worker-add.tsx";

vi.setConfig({ testTimeout: 20_000 });
beforeEach(() => window.history.replaceState(null, "", "/setting/worker/add"));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(once_passwd: string | null) {
  const stub = stubServer({ oss_account_add: { id: 30, once_passwd }, role_pick: { list: [] }, team_pick: { list: [] } });
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
