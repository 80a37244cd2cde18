import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { api, write } from "@visadesk/contract/kit/endpoint.ts";
import { choice, date, id, mobile, money, personName, text, version, z } from "@visadesk/contract/kit/field.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { FeedbackHost } from "../app/feedback-host.tsx";
import { Item } from "../page/item.tsx";

const testApi = api({
  test_save: write(
    "保存测试",
    may.order_process,
    {
      id: id(),
      version: version(),
      name: personName("姓名"),
      phone: z.optional(z.nullable(mobile())),
      amount: money("金额", { min: 1 }),
      reason: text("原因", { min: 5, max: 20 }),
      kind: z.optional(choice("类型", { a: "甲", b: "乙" })),
      on: z.optional(z.nullable(date("日期"))),
    },
    z.object({ ok: z.boolean() }),
    { key: true },
  ),
});

beforeEach(() => {
  vi.useRealTimers();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const type = (label: string | RegExp, value: string): boolean => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const ok = (): void => void fireEvent.click(screen.getByRole("button", { name: /确定$/ }));

function open(initial: Record<string, unknown> = {}, server: Parameters<typeof stubServer>[0] = { test_save: { ok: true } }) {
  const stub = stubServer(server);
  const onDone = vi.fn();
  const onClose = vi.fn();
  draw(
    <>
      <FormDialog endpoint={testApi.test_save} initial={{ id: 3, version: 7, ...initial }} onDone={onDone} onClose={onClose} />
      <FeedbackHost />
    </>,
  );
  return { stub, onDone, onClose };
}

it("F2: a refused check by code says 请检查标红字段, marks every wrong field and focuses the first", async () => {
  const { stub } = open();
  ok();
  await screen.findByText("请检查标红字段");
  await screen.findByText("请输入姓名");
  expect(screen.getByText("请输入金额")).toBeTruthy();
  expect(screen.getByText("请输入原因")).toBeTruthy();
  expect(screen.queryByText("请输入手机号")).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText("姓名"));
  expect(stub.asked).toEqual([]);
});

it("F2: a native submit says the first wrong field's message", async () => {
  open();
  type("姓名", "abc");
  fireEvent.submit(document.querySelector("form") as HTMLFormElement);
  await waitFor(() => expect(screen.getAllByText("请输入中文").length).toBe(2));
  expect(document.activeElement).toBe(screen.getByLabelText("姓名"));
});

it("F3: full-width digits are narrowed, money goes as cents, emptied optional fields are not sent, C7: one key", async () => {
  const { stub, onDone, onClose } = open();
  type("姓名", " 张三 ");
  type("手机号", "１３８１２３４１２３４");
  type("金额", "¥1,234.56");
  expect(screen.getByLabelText<HTMLInputElement>("金额").value).toBe("1234.56");
  type("原因", "客户要求改期");
  ok();
  await waitFor(() => expect(onDone).toHaveBeenCalledWith({ ok: true }));
  const [body] = stub.of("test_save");
  expect(body).toEqual({
    id: 3,
    version: 7,
    name: "张三",
    phone: "13812341234",
    amount: 123456,
    reason: "客户要求改期",
    idempotency_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(onClose).toHaveBeenCalled();
});

it("F2: server issues land on their fields; the same key is sent again", async () => {
  let tries = 0;
  const { stub, onDone } = open(
    { name: "张三", amount: 100, reason: "客户要求改期" },
    {
      test_save: () =>
        tries++ === 0
          ? new Refused(200, {
              ret: 17,
              msg: "填写内容有误",
              body: { code: "bad_input", issues: [{ path: "reason", message: "原因须写明日期" }] },
            })
          : { ok: true },
    },
  );
  ok();
  await screen.findByText("原因须写明日期");
  expect(screen.getAllByText("填写内容有误").length).toBeGreaterThan(0);
  await waitFor(() => expect(document.querySelector(".ant-modal-footer .ant-btn-loading")).toBeNull());
  type("原因", "改到 11 月 20 日");
  ok();
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  const keys = stub.of("test_save").map((b) => b["idempotency_key"]);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

it("C8: a masked value stands as text, is never sent back, and 修改 asks for it anew", async () => {
  const { stub, onDone } = open({ name: "张*", phone: "138****8000", amount: 100, reason: "客户要求改期" });
  expect(screen.queryByLabelText("手机号")).toBeNull();
  expect(screen.getByText("138****8000")).toBeTruthy();
  fireEvent.click(screen.getAllByRole("button", { name: "修改" })[0] as HTMLElement);
  type("姓名", "李四");
  ok();
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(stub.of("test_save")[0]).toMatchObject({ name: "李四" });
  expect(stub.of("test_save")[0]).not.toHaveProperty("phone");
});

it("409: what one side changed merges, what both changed is asked in three columns", async () => {
  let tries = 0;
  const stub = stubServer({
    test_save: () =>
      tries++ === 0
        ? new Refused(409, {
            msg: "记录已被他人修改",
            body: { current: { id: 3, version: 8, name: "王五", amount: 200, reason: "他人写的原因" } },
          })
        : { ok: true },
  });
  const onDone = vi.fn();
  draw(
    <FormDialog
      endpoint={testApi.test_save}
      initial={{ id: 3, version: 7, name: "张三", amount: 100, reason: "原来写的原因" }}
      onDone={onDone}
      onClose={() => {}}
    />,
  );
  type("原因", "我自己写的原因");
  ok();
  await screen.findByText("我的");
  expect(screen.getByText("原来写的原因")).toBeTruthy();
  expect(screen.getByText("他人写的原因")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "姓名用现在的" })).toBeNull();
  const save = screen.getByRole("button", { name: "按所选保存" });
  expect(save.hasAttribute("disabled")).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "原因用我的" }));
  fireEvent.click(save);
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(stub.of("test_save")[1]).toMatchObject({ version: 8, name: "王五", amount: 200, reason: "我自己写的原因" });
});

it("a field the endpoint does not take is a mistake", () => {
  expect(() =>
    draw(
      <FormDialog endpoint={testApi.test_save} onClose={() => {}}>
        <Item name="nothing" />
      </FormDialog>,
    ),
  ).toThrow("test_save takes no field nothing");
  vi.mocked(console.error).mockClear();
});
