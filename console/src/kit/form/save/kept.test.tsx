import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Drawer, Input } from "antd";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { draw } from "../../../testing/server.tsx";
import { clearFeedback } from "../../app/feedback.ts";
import { FeedbackHost } from "../../app/feedback-host.tsx";
import { useKept } from "./kept.tsx";

afterEach(() => {
  clearFeedback();
  cleanup();
});

function Sheet({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const kept = useKept(() => text !== "", onClose, { content: "还没有保存的行不会保留。" });
  return (
    <Drawer open title="批量录入" onClose={kept.close}>
      {kept.guard}
      <Input aria-label="内容" value={text} onChange={(e) => setText(e.target.value)} />
    </Drawer>
  );
}
const leave = (): void => void fireEvent.click(document.querySelector(".ant-drawer-close") as HTMLElement);
const type = (value: string): void => void fireEvent.change(screen.getByLabelText("内容"), { target: { value } });
const answer = (word: string): void => void fireEvent.click(within(document.querySelector("dialog") as HTMLElement).getByText(word));

it("what is filled in by hand is asked about once, in its own words, and closes when it is given up or empty", async () => {
  const onClose = vi.fn();
  draw(
    <>
      <Sheet onClose={onClose} />
      <FeedbackHost />
    </>,
  );
  type("东京 10月28日");
  leave();
  leave();
  expect((await screen.findAllByText("还没有保存的行不会保留。")).length).toBe(1);
  answer("取消");
  await waitFor(() => expect(document.querySelector("dialog")).toBeNull());
  expect(onClose).not.toHaveBeenCalled();
  leave();
  await screen.findByText("放弃修改？");
  answer("放弃");
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  type("");
  leave();
  expect(onClose).toHaveBeenCalledTimes(2);
});

it("a closed tab is asked about by the browser while something stands in it", () => {
  draw(<Sheet onClose={() => {}} />);
  const closing = (): boolean => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(closing()).toBe(false);
  type("东京");
  expect(closing()).toBe(true);
});
