/** What the hand does to a form: one field changed, two people at once, Enter, a double click, a way out, a dead line. */
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { api, write } from "@visadesk/contract/kit/endpoint.ts";
import { date, email, id, int, mobile, money, personName, text, version, z } from "@visadesk/contract/kit/field.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { ReactElement } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import { clearFeedback } from "../app/feedback.ts";
import { FeedbackHost } from "../app/feedback-host.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { FormDrawer } from "./form-drawer.tsx";

const handApi = api({
  hand_update: write(
    "修改",
    may.order_process,
    {
      id: id(),
      version: version(),
      name: z.optional(personName("姓名")),
      mobile: z.optional(z.nullable(mobile())),
      email: z.optional(z.nullable(email())),
      amount: z.optional(money("金额")),
      days: z.optional(int("天数", 0, 90)),
      on: z.optional(z.nullable(date("日期"))),
      note: z.optional(text("备注", { min: 0, max: 50 })),
      reason: z.optional(text("原因", { min: 2, max: 50 })),
    },
    z.object({ ok: z.boolean() }),
  ),
  hand_price_update: write(
    "改价",
    may.order_process,
    { id: id(), version: version(), amount: money("金额"), reason: text("原因", { min: 2, max: 50 }) },
    z.object({ ok: z.boolean() }),
  ),
  hand_issue: write(
    "出签",
    may.order_process,
    { id: id(), version: version(), no: text("签证号", { min: 2 }) },
    z.object({ ok: z.boolean() }),
  ),
});
const STORED = {
  id: 3,
  version: 7,
  name: "张三",
  mobile: "138****8000",
  email: null,
  amount: 100,
  days: 5,
  on: "2026-12-01",
  note: "原来的备注",
};

afterEach(() => {
  act(() => clearFeedback());
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const type = (label: string, value: string): boolean => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: RegExp): void => void fireEvent.click(screen.getByRole("button", { name }));
const form = (): HTMLFormElement => document.querySelector("form") as HTMLFormElement;

function shown(screenOf: (close: () => void) => ReactElement, answers: Parameters<typeof stubServer>[0]) {
  const stub = stubServer(answers);
  const close = vi.fn();
  draw(
    <>
      {screenOf(close)}
      <FeedbackHost />
    </>,
  );
  return { stub, close };
}
const dialog = (answers: Parameters<typeof stubServer>[0] = { hand_update: { ok: true } }) =>
  shown((close) => <FormDialog endpoint={handApi.hand_update} initial={STORED} onClose={close} />, answers);
const drawer = (answers: Parameters<typeof stubServer>[0] = { hand_update: { ok: true } }) =>
  shown((close) => <FormDrawer endpoint={handApi.hand_update} initial={STORED} onClose={close} />, answers);

it.each([
  ["姓名", "李四", { name: "李四" }],
  ["邮箱", "a@b.cn", { email: "a@b.cn" }],
  ["金额", "12.3", { amount: 1230 }],
  ["天数", "7", { days: 7 }],
  ["备注", "", { note: "" }],
])("an update sends the field that was changed and nothing else: %s", async (label, value, body) => {
  const { stub, close } = dialog();
  type(label, value);
  press(/确定$/);
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(stub.of("hand_update")).toEqual([{ id: 3, version: 7, ...body }]);
});

it("a field that may not be blank is refused when it is cleared, at the field", async () => {
  const { stub } = dialog();
  type("姓名", "");
  press(/确定$/);
  await waitFor(() => expect(document.querySelector(".ant-form-item-explain-error")?.textContent).toContain("姓名"));
  expect(stub.asked).toEqual([]);
  expect(screen.queryByText("没有改动")).toBeNull();
});

it("a text field is one stop of Tab", () => {
  dialog();
  const field = screen.getByLabelText("姓名").closest(".ant-form-item");
  expect(field?.querySelectorAll("button, input")).toHaveLength(1);
});

it("an unchanged update sends nothing, says so and closes", async () => {
  const { stub, close } = dialog();
  press(/确定$/);
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(stub.asked).toEqual([]);
  expect(screen.getByText("没有改动")).toBeTruthy();
});

it("what is not changed needs no reason; one typed without a change goes nowhere and stays in sight", async () => {
  const open = () =>
    shown((done) => <FormDialog endpoint={handApi.hand_price_update} initial={{ id: 3, version: 7, amount: 100 }} onClose={done} />, {});
  const untouched = open();
  press(/确定$/);
  await waitFor(() => expect(untouched.close).toHaveBeenCalled());
  expect(screen.getByText("没有改动")).toBeTruthy();
  act(() => clearFeedback());
  cleanup();
  const reasoned = open();
  type("原因", "价格有误");
  press(/确定$/);
  await screen.findByText("没有改动");
  expect(reasoned.stub.asked).toEqual([]);
  expect(reasoned.close).not.toHaveBeenCalled();
  type("金额", "2");
  type("原因", "");
  press(/确定$/);
  await waitFor(() => expect(document.querySelector(".ant-form-item-explain-error")?.textContent).toContain("原因"));
});

const stale = (current: object): Parameters<typeof stubServer>[0] => {
  let tries = 0;
  return { hand_update: () => (tries++ === 0 ? new Refused(409, { msg: "记录已被他人修改", body: { current } }) : { ok: true }) };
};

it("409: a colleague's e-mail in a field that I never touched stays his", async () => {
  const { stub, close } = dialog(stale({ ...STORED, version: 8, email: "c***@x.cn", mobile: "139****9000" }));
  type("备注", "我的备注");
  press(/确定$/);
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(stub.of("hand_update")).toEqual([
    { id: 3, version: 7, note: "我的备注" },
    { id: 3, version: 8, note: "我的备注" },
  ]);
});

it("409 that does not tell what is stored now never goes out again by itself", async () => {
  const { stub, close } = dialog(stale({ version: 8 }));
  type("备注", "我的备注");
  press(/确定$/);
  await waitFor(() => expect(screen.getAllByText(/请重新打开后再改/).length).toBeGreaterThan(0));
  expect(stub.of("hand_update")).toHaveLength(1);
  expect(close).not.toHaveBeenCalled();
  expect(screen.getByLabelText<HTMLTextAreaElement>("备注").value).toBe("我的备注");
});

it("409 of an act asks to look and press again; the second press goes out with the present version", async () => {
  let tries = 0;
  const { stub, close } = shown((done) => <FormDialog endpoint={handApi.hand_issue} initial={{ id: 3, version: 7 }} onClose={done} />, {
    hand_issue: () => (tries++ === 0 ? new Refused(409, { msg: "记录已被他人修改", body: { current: { version: 9 } } }) : { ok: true }),
  });
  type("签证号", "V123");
  press(/确定$/);
  await waitFor(() => expect(screen.getAllByText(/请核对现在的内容后再次提交/).length).toBeGreaterThan(0));
  expect(stub.asked).toHaveLength(1);
  await waitFor(() => expect(document.querySelector(".ant-modal-footer .ant-btn-loading")).toBeNull());
  press(/确定$/);
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(stub.of("hand_issue").map((b) => b["version"])).toEqual([7, 9]);
});

it.each(["姓名", "天数", "日期", "金额"])("Enter in %s submits nothing", (label) => {
  dialog();
  type("备注", "我的备注");
  const box = screen.getByLabelText(label);
  box.focus();
  // True: nobody kept the browser from its own submission.
  expect(fireEvent.keyDown(box, { key: "Enter" })).toBe(false);
});

it("Ctrl Enter submits an edit, never an act that needs its button", async () => {
  const { stub, close } = dialog();
  type("备注", "我的备注");
  fireEvent.keyDown(screen.getByLabelText("备注"), { key: "Enter", ctrlKey: true });
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(stub.of("hand_update")).toHaveLength(1);
  cleanup();
  const issue = shown((done) => <FormDialog endpoint={handApi.hand_issue} initial={{ id: 3, version: 7 }} danger onClose={done} />, {
    hand_issue: { ok: true },
  });
  type("签证号", "V123");
  fireEvent.keyDown(screen.getByLabelText("签证号"), { key: "Enter", ctrlKey: true });
  await new Promise((done) => setTimeout(done, 50));
  expect(issue.stub.asked).toEqual([]);
});

it("a double click is one request", async () => {
  const { stub, close } = dialog();
  type("备注", "我的备注");
  press(/确定$/);
  press(/确定$/);
  fireEvent.submit(form());
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(stub.of("hand_update")).toHaveLength(1);
});

it("a red sentence leaves as soon as its field is right, the server's too", async () => {
  const body = { code: "bad_input", issues: [{ path: "note", message: "备注里不能写电话" }] };
  dialog({ hand_update: new Refused(200, { ret: 17, msg: "填写内容有误", body }) });
  type("姓名", "abc");
  press(/确定$/);
  await screen.findByText("请输入中文");
  type("姓名", "王五");
  await waitFor(() => expect(screen.queryByText("请输入中文")).toBeNull());
  press(/确定$/);
  await screen.findByText("备注里不能写电话");
  expect(document.querySelector(".vd-refusal")).toBeNull();
  await waitFor(() => expect(document.querySelector(".ant-modal-footer .ant-btn-loading")).toBeNull());
  type("备注", "改过了");
  await waitFor(() => expect(screen.queryByText("备注里不能写电话")).toBeNull());
});

it("a refusal of the whole leaves as soon as something else stands there", async () => {
  dialog({ hand_update: new Refused(200, { ret: 2, msg: "状态已变化，请刷新后再试", body: { code: "state_changed" } }) });
  type("备注", "改一次");
  press(/确定$/);
  const refusal = () => document.querySelector(".vd-refusal")?.textContent;
  await waitFor(() => expect([refusal(), document.querySelector(".ant-btn-loading")]).toEqual(["状态已变化，请刷新后再试", null]));
  type("备注", "改两次");
  await waitFor(() => expect(refusal()).toBeUndefined());
});

it.each([
  ["dialog", dialog],
  ["drawer", drawer],
] as const)("× and Escape of a changed %s ask, of an untouched one close", async (_, openOne) => {
  const { close } = openOne();
  const leave = (): void => void fireEvent.click(document.querySelector(".ant-modal-close, .ant-drawer-close") as HTMLElement);
  const escape = (): void =>
    void fireEvent.keyDown(document.querySelector(".ant-modal, .ant-drawer") as HTMLElement, { key: "Escape", keyCode: 27 });
  type("备注", "我的备注");
  for (const way of [leave, escape]) {
    way();
    await screen.findByText("放弃修改？");
    expect(close).not.toHaveBeenCalled();
    fireEvent.click(within(document.querySelector("dialog") as HTMLElement).getByText("取消"));
    await waitFor(() => expect(screen.queryByText("放弃修改？")).toBeNull());
  }
  type("备注", STORED.note);
  escape();
  await waitFor(() => expect(close).toHaveBeenCalled());
});

it("a stored value that would not pass today does not hinder the change of another field", async () => {
  const { stub, close } = shown(
    (done) => <FormDialog endpoint={handApi.hand_update} initial={{ ...STORED, name: "Zhang", days: 400 }} onClose={done} />,
    { hand_update: { ok: true } },
  );
  type("备注", "我的备注");
  press(/确定$/);
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(stub.of("hand_update")).toEqual([{ id: 3, version: 7, note: "我的备注" }]);
});

it("12.345 is refused with a sentence, not cut", async () => {
  const { stub } = dialog();
  type("金额", "12.345");
  press(/确定$/);
  await screen.findByText("金额最多两位小数");
  expect(screen.getByLabelText<HTMLInputElement>("金额").value).toBe("12.345");
  expect(stub.asked).toEqual([]);
});

it("without a line the save says what happened and keeps what was typed", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const fails = (): never => {
    throw new TypeError("Failed to fetch");
  };
  dialog({ hand_update: fails });
  type("备注", "我的备注");
  press(/确定$/);
  expect((await screen.findAllByText(/网络已断开，没有保存；填写的内容还在/)).length).toBeGreaterThan(0);
  expect(screen.getByLabelText<HTMLTextAreaElement>("备注").value).toBe("我的备注");
});
