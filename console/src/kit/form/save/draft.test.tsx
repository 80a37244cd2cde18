import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { api, write } from "@visadesk/contract/kit/endpoint.ts";
import { id, text, version, z } from "@visadesk/contract/kit/field.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { draw, stubServer } from "../../../testing/server.tsx";
import { FormScreen } from "../form-screen.tsx";
import { announceReload } from "../../app/reload.ts";
import { session } from "../../app/session.ts";

const noteApi = api({
  note_update: write(
    "编辑备注",
    "staff",
    { id: id(), version: version(), title: text("标题", { max: 20 }), content: text("内容", { max: 200 }) },
    z.object({ ok: z.boolean() }),
    { key: true },
  ),
});
const RECORD = { id: 3, version: 7, title: "旧标题", content: "旧内容" };
const SAVED = { saved_at: "2026-11-20T03:04:00.000Z" };
let visible = "visible";

beforeEach(() => {
  visible = "visible";
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visible as DocumentVisibilityState);
  session.set({ login: { token: "t", id: 3, account: "expert" } });
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  session.set({ login: null });
  vi.unstubAllGlobals();
});

function open(draft: object | null = null, record: object = RECORD) {
  const stub = stubServer({ draft_get: { draft }, draft_save: SAVED, draft_remove: { ok: true }, note_update: { ok: true } });
  const onDone = vi.fn<(answer: unknown) => void>();
  draw(<FormScreen endpoint={noteApi.note_update} title="备注" initial={record} draft="note/3" onDone={onDone} />);
  return { stub, onDone };
}
const type = (label: string, value: string): boolean => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const wait = (ms: number): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });

it("F5: the draft is saved 2 s after the last key, only what changed, with the version it began from", async () => {
  const { stub } = open();
  await waitFor(() => expect(stub.of("draft_get")).toEqual([{ key: "note/3" }]));
  vi.useFakeTimers();
  type("标题", "新");
  await wait(1500);
  type("标题", "新标题");
  await wait(1999);
  expect(stub.of("draft_save")).toEqual([]);
  await wait(1);
  expect(stub.of("draft_save")).toEqual([{ key: "note/3", content: { title: "新标题" }, base_version: 7 }]);
  expect(screen.getByText(/草稿已存 11:04/)).toBeTruthy();
  await wait(60_000);
  expect(stub.of("draft_save")).toHaveLength(1);
});

it("F5: the draft is saved at once when the tab hides, before an automatic reload, and when the form is left", async () => {
  const { stub } = open();
  await waitFor(() => expect(stub.of("draft_get")).toHaveLength(1));
  vi.useFakeTimers();
  type("标题", "一");
  visible = "hidden";
  document.dispatchEvent(new Event("visibilitychange"));
  expect(stub.of("draft_save").map((d) => d["content"])).toEqual([{ title: "一" }]);
  type("标题", "二");
  announceReload();
  expect(stub.of("draft_save").at(-1)?.["content"]).toEqual({ title: "二" });
  type("标题", "三");
  cleanup();
  expect(stub.of("draft_save").at(-1)?.["content"]).toEqual({ title: "三" });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(stub.of("draft_save")).toHaveLength(3);
});

it("F5: a form that goes with its session sends nothing for nobody", async () => {
  const { stub } = open();
  await waitFor(() => expect(stub.of("draft_get")).toHaveLength(1));
  type("标题", "一");
  act(() => session.set({ login: null }));
  cleanup();
  expect(stub.of("draft_save")).toEqual([]);
});

it("F5: values typed and taken back leave no draft behind", async () => {
  const { stub } = open();
  await waitFor(() => expect(stub.of("draft_get")).toHaveLength(1));
  vi.useFakeTimers();
  type("标题", "新");
  await wait(2000);
  type("标题", "旧标题");
  await wait(2000);
  expect(screen.getByText(/没有改动/)).toBeTruthy();
  expect(stub.of("draft_save")).toHaveLength(1);
  expect(stub.of("draft_remove")).toEqual([{ key: "note/3" }]);
});

it("F5: reopening offers the draft by its time; taken it fills the form, saving removes it", async () => {
  const { stub, onDone } = open({ content: { title: "草稿里的" }, base_version: 7, saved_at: "2026-11-20T03:04:05.000Z" });
  expect((await screen.findByText(/恢复 2026-11-20 11:04:05 的草稿/)).tagName).toBe("OUTPUT");
  expect(screen.getByLabelText<HTMLInputElement>("标题").value).toBe("旧标题");
  fireEvent.click(screen.getByRole("button", { name: "恢复" }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("标题").value).toBe("草稿里的"));
  expect(screen.queryByText(/的草稿/)).toBeNull();
  expect(screen.queryByText("当时")).toBeNull();
  expect(screen.getByText(/将修改：标题/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: /保存$/ }));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(stub.of("note_update")[0]).toMatchObject({ id: 3, version: 7, title: "草稿里的", content: "旧内容" });
  expect(stub.of("draft_remove")).toEqual([{ key: "note/3" }]);
});

it("F5: a draft of an older version shows the difference field by field before it is taken", async () => {
  open(
    { content: { title: "我的标题", content: "新内容" }, base_version: 6, saved_at: "2026-11-20T03:04:05.000Z" },
    { ...RECORD, title: "他人的标题", content: "新内容" },
  );
  fireEvent.click(await screen.findByRole("button", { name: "恢复" }));
  expect((await screen.findAllByText("他人的标题")).length).toBe(1);
  expect(screen.queryByRole("button", { name: "内容用我的" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "标题用现在的" }));
  fireEvent.click(screen.getByRole("button", { name: "按所选保存" }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("标题").value).toBe("他人的标题"));
});

it("不要 drops the draft for good", async () => {
  const { stub } = open({ content: { title: "草稿里的" }, base_version: 7, saved_at: "2026-11-20T03:04:05.000Z" });
  fireEvent.click(await screen.findByRole("button", { name: "不要" }));
  await waitFor(() => expect(stub.of("draft_remove")).toEqual([{ key: "note/3" }]));
  expect(screen.queryByText(/的草稿/)).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>("标题").value).toBe("旧标题");
});
