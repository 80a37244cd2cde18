import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { may } from "@visadesk/contract/permissions.ts";
import { Refused, draw, stubServer } from "../../testing/server.tsx";
import { ActButton } from "./act-button.tsx";
import { call } from "../app/api.ts";
import { clearFeedback } from "../app/feedback.ts";
import { FeedbackHost } from "../app/feedback-host.tsx";
import { session } from "../app/session.ts";

afterEach(() => {
  act(clearFeedback);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("P1 a button without its code is not there, and comes and goes with the loaded account", () => {
  draw(
    <>
      <ActButton may={may.order_rollback} onClick={() => {}}>
        回退
      </ActButton>
      <ActButton may={[may.worker, may.role]} onClick={() => {}}>
        员工
      </ActButton>
      <ActButton onClick={() => {}}>刷新</ActButton>
    </>,
    [may.worker],
  );
  expect(screen.getAllByRole("button").map((b) => b.textContent)).toEqual(["刷新"]);
  act(() => session.set({ codes: new Set([may.order_rollback, may.worker, may.role]) }));
  expect(screen.getAllByRole("button").map((b) => b.textContent)).toEqual(["回退", "员工", "刷新"]);
  act(() => session.set({ codes: new Set() }));
  expect(screen.getAllByRole("button").map((b) => b.textContent)).toEqual(["刷新"]);
});

it("P1 a call refused by the server says which permission is missing, whatever the screen shows", async () => {
  stubServer({ session_end: new Refused(403, { msg: "没有权限：下线" }) });
  draw(
    <>
      <ActButton onClick={() => call("session_end", { id: 1 })}>下线</ActButton>
      <FeedbackHost />
    </>,
  );
  fireEvent.click(screen.getByRole("button"));
  expect(await screen.findByText("没有权限：下线")).toBeTruthy();
});

it("account 21 pressed twice, at 1 s and at 2.9 s: one request; a refused check frees the button at once", async () => {
  vi.useFakeTimers();
  const stub = stubServer({ session_lock: { ok: true } });
  let ready = false;
  draw(<ActButton onClick={() => (ready ? call("session_lock", {}) : false)}>保存</ActButton>);
  const press = async (ms: number): Promise<void> => {
    await act(async () => {
      await vi.advanceTimersByTimeAsync(ms);
    });
    fireEvent.click(screen.getByRole("button"));
    await act(async () => {
      await vi.advanceTimersByTimeAsync(0);
    });
  };
  await press(0);
  expect(stub.asked).toHaveLength(0);
  ready = true;
  await press(0);
  await press(0);
  await press(1000);
  await press(1900);
  expect(stub.asked).toHaveLength(1);
  await press(100);
  expect(stub.asked).toHaveLength(2);
});

it("account 21 the button turns only when the answer takes longer than 200 ms", async () => {
  const done = Promise.withResolvers<void>();
  draw(<ActButton onClick={() => done.promise}>保存</ActButton>);
  fireEvent.click(screen.getByRole("button"));
  expect(document.querySelector(".ant-btn-loading")).toBeNull();
  await waitFor(() => expect(document.querySelector(".ant-btn-loading")).not.toBeNull());
  await act(async () => done.resolve());
  await waitFor(() => expect(document.querySelector(".ant-btn-loading")).toBeNull());
});
