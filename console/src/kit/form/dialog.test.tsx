import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Input } from "antd";
import { afterEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "../app/feedback-host.tsx";
import { draw } from "../../testing/server.tsx";
import { Dialog } from "./dialog.tsx";

afterEach(cleanup);
const dialog = (): Promise<HTMLElement> => screen.findByRole("dialog");

it("one to read has no buttons below and is closed at its corner", async () => {
  const onClose = vi.fn();
  draw(
    <Dialog title="派单说明" onClose={onClose}>
      <p>没有派单记录</p>
    </Dialog>,
  );
  const box = within(await dialog());
  expect(box.getByText("派单说明")).toBeTruthy();
  expect(box.queryByRole("button", { name: "取消" })).toBeNull();
  fireEvent.click(box.getByRole("button", { name: "关闭" }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

it("one to decide does its act once while it is under way", async () => {
  let end = (): void => {};
  const onOk = vi.fn(() => new Promise<void>((done) => (end = done)));
  draw(
    <Dialog title="粘贴" okText="填入" typed={false} onOk={onOk} onClose={() => {}}>
      <Input aria-label="内容" />
    </Dialog>,
  );
  const box = within(await dialog());
  const ok = box.getByRole("button", { name: "填入" });
  fireEvent.click(ok);
  await waitFor(() => expect(ok.className).toContain("loading"));
  fireEvent.click(ok);
  expect(onOk).toHaveBeenCalledTimes(1);
  end();
  await waitFor(() => expect(ok.className).not.toContain("loading"));
});

it("what is lacking greys its act; own buttons stand in place of both, and one that stays has no cross", async () => {
  const shown = draw(
    <Dialog title="导入" okText="导入" okDisabled typed={false} onOk={() => {}} onClose={() => {}}>
      选择文件
    </Dialog>,
  );
  expect(within(await dialog()).getByRole<HTMLButtonElement>("button", { name: "导入" }).disabled).toBe(true);
  shown.unmount();
  draw(
    <Dialog title="一次性密码" foot={<button type="button">已交给本人</button>} stays onClose={() => {}}>
      24小时内有效
    </Dialog>,
  );
  expect(
    within(await dialog())
      .getAllByRole("button")
      .map((b) => b.textContent),
  ).toEqual(["已交给本人"]);
});

it("one that stands on an answer shows nothing to fill in and greys its act until that is read; a fault is asked anew", async () => {
  const refetch = vi.fn();
  const of = (answer: { data: unknown; error: unknown }) => (
    <Dialog title="清点" okText="清点完成" reads={{ ...answer, refetch }} typed={false} onOk={() => {}} onClose={() => {}}>
      <button type="button">其余全部无误</button>
    </Dialog>
  );
  const shown = draw(of({ data: undefined, error: null }));
  const box = within(await dialog());
  const act = (): boolean => box.getByRole<HTMLButtonElement>("button", { name: "清点完成" }).disabled;
  expect(box.queryByText("其余全部无误")).toBeNull();
  expect(act()).toBe(true);
  shown.unmount();
  const failed = draw(of({ data: undefined, error: new Error("x") }));
  fireEvent.click(within(await dialog()).getByRole("button", { name: /重\s?试/ }));
  expect(refetch).toHaveBeenCalledTimes(1);
  failed.unmount();
  draw(of({ data: {}, error: null }));
  const ready = within(await dialog());
  expect(ready.getByText("其余全部无误")).toBeTruthy();
  expect(ready.getByRole<HTMLButtonElement>("button", { name: "清点完成" }).disabled).toBe(false);
});

it("one that something was typed in asks at every way out, and closes by its own act without a word", async () => {
  const onClose = vi.fn();
  draw(
    <>
      <Dialog title="清点" okText="清点完成" typed onOk={onClose} onClose={onClose}>
        <Input aria-label="说明" />
      </Dialog>
      <FeedbackHost />
    </>,
  );
  const box = await dialog();
  const ways = [
    () => fireEvent.click(within(box).getByRole("button", { name: /取\s?消/ })),
    () => fireEvent.click(within(box).getByRole("button", { name: "关闭" })),
    () => fireEvent.keyDown(within(box).getByLabelText("说明"), { key: "Escape", keyCode: 27 }),
  ];
  for (const out of ways) {
    out();
    const asked = await screen.findByText("放弃修改？");
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(within(asked.closest("dialog") as HTMLElement).getByText("取消"));
    await waitFor(() => expect(screen.queryByText("放弃修改？")).toBeNull());
  }
  fireEvent.click(within(box).getByRole("button", { name: "清点完成" }));
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(screen.queryByText("放弃修改？")).toBeNull();
});

it("begins in its first field, and leaves whoever types already where he is", async () => {
  const opened = async (meanwhile: () => void): Promise<void> => {
    const shown = draw(
      <Dialog title="新增子账号" typed={false} onOk={() => {}} onClose={() => {}}>
        <Input aria-label="账号" />
        <Input aria-label="姓名" />
      </Dialog>,
    );
    const moving = await waitFor(() => document.querySelector(".ant-zoom-appear-active") ?? expect.fail("not opening yet"));
    meanwhile();
    fireEvent.animationEnd(moving);
    await waitFor(() => expect(document.querySelector(".ant-zoom-appear")).toBeNull());
    at.push(document.activeElement?.getAttribute("aria-label"));
    shown.unmount();
  };
  const at: unknown[] = [];
  await opened(() => {});
  await opened(() => screen.getByLabelText("姓名").focus());
  expect(at).toEqual(["账号", "姓名"]);
});
