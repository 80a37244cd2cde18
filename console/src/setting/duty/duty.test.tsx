import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { draw, stubServer } from "../../testing/server.tsx";
import "../../screens.ts";
import { cellsOf, halvesOf, pickedOf, standing, type Board, type Member } from "./duty-model.ts";
import MyDuty from "./duty-board.tsx";
import WorkerList from "../worker/worker-list.tsx";

vi.setConfig({ testTimeout: 120_000 });

const DAY = 86_400_000;
const day = (n: number): string => shanghaiDate(new Date(Date.now() + n * DAY));
const member = (more: Partial<Member>): Member => ({
  worker_id: 11,
  nickname: "高桐",
  account: "jpkr_1",
  team_id: 1,
  team_name: "日韩",
  is_expert: true,
  duties: [],
  ...more,
});
const LEAVE = {
  id: 1,
  worker_id: 12,
  kind: "leave" as const,
  from_date: day(2),
  to_date: day(3),
  half: "all" as const,
  reason: "年假",
  version: 1,
};
const board: Board = {
  days: Array.from({ length: 14 }, (_, i) => ({ date: day(i), is_working: i !== 1, name: i === 1 ? "国庆节" : null, is_estimated: false })),
  list: [member({}), member({ worker_id: 12, nickname: "罗依然", account: "jpkr_2", duties: [LEAVE] })],
  capacity: [{ team_id: 1, team_name: "日韩", counts: [2, 0, 0, 1, ...Array.from({ length: 10 }, () => 2)] }],
};
const drawBoard = (filter = "") => {
  window.history.replaceState(null, "", `/setting/worker/list?tab=duty${filter}`);
  draw(
    <>
      <WorkerList />
      <FeedbackHost />
    </>,
    [may.worker],
  );
};
const cell = (name: string, n: number): HTMLElement => screen.getByRole("button", { name: new RegExp(`^${name} ${day(n)} `) });
const drag = (from: HTMLElement, to: HTMLElement): void => {
  fireEvent.pointerDown(from, { button: 0 });
  fireEvent.pointerEnter(to);
  fireEvent.pointerUp(window);
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
beforeEach(() => localStorage.clear());

it("dragging over days of one member opens the form and saves one cell", async () => {
  const stub = stubServer({
    duty_query: board,
    duty_save: { results: [{ worker_id: 11, ok: true, code: null, msg: "" }] },
    team_pick: { list: [] },
  });
  drawBoard();
  await screen.findByRole("table", { name: "值班表" });
  expect(cell("罗依然", 2).textContent).toBe("休");
  expect(screen.getByText("国庆节").closest("th")?.className).toContain("is-off");
  drag(cell("高桐", 4), cell("高桐", 6));
  const dialog = (await screen.findByText("登记值班：高桐")).closest<HTMLElement>("[role=dialog]") as HTMLElement;
  fireEvent.click(within(dialog).getByText("培训"));
  fireEvent.change(within(dialog).getByLabelText("原因"), { target: { value: "领区新规" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(stub.of("duty_save")[0]).toEqual({
      cells: [{ worker_id: 11, kind: "training", from_date: day(4), to_date: day(6), half: "all", reason: "领区新规", replace: true }],
    }),
  );
});

it("what stands there is named before it is replaced or cleared; several members are saved at once", async () => {
  const results = [
    { worker_id: 11, ok: true, code: null, msg: "" },
    { worker_id: 12, ok: false, code: "guard_failed", msg: "罗依然已停用，不能排班" },
  ];
  const stub = stubServer({ duty_query: board, duty_save: { results }, team_pick: { list: [] } });
  drawBoard();
  await screen.findByRole("table", { name: "值班表" });
  drag(cell("高桐", 2), cell("罗依然", 2));
  const dialog = (await screen.findByText("登记值班：高桐、罗依然")).closest<HTMLElement>("[role=dialog]") as HTMLElement;
  expect(within(dialog).getByText("这些天已有登记，保存后以新的为准")).toBeTruthy();
  expect(dialog.textContent).toContain(`罗依然 休假 ${day(2)} 至 ${day(3)}：年假`);
  fireEvent.click(within(dialog).getByText("上午"));
  fireEvent.click(within(dialog).getByRole("button", { name: "清除这些天" }));
  await waitFor(() =>
    expect(stub.of("duty_save")[0]).toEqual({
      cells: [11, 12].map((worker_id) => ({ worker_id, kind: null, from_date: day(2), to_date: day(2), half: "am" })),
    }),
  );
  expect(await screen.findByText(/1 人未保存：罗依然已停用，不能排班/)).toBeTruthy();
});

it("a working day on which nobody can take orders is red, a holiday without anybody is not", async () => {
  stubServer({ duty_query: board, team_pick: { list: [] } });
  drawBoard();
  const foot = (await screen.findByText("当日可接单人数")).closest("tr") as HTMLElement;
  const cells = within(foot).getAllByRole("cell");
  expect(cells.map((c) => c.textContent).slice(0, 4)).toEqual(["2", "—", "0", "1"]);
  expect(cells.map((c) => c.className.includes("is-none")).slice(0, 4)).toEqual([false, false, true, false]);
});

it("my own days: no 加班值班, and only my row is asked for", async () => {
  const stub = stubServer({ duty_query: { ...board, list: [member({})], capacity: [] } });
  const { session } = await import("#kit/app/session.ts");
  session.set({ login: { token: "t", id: 11, account: "jpkr_1" } });
  draw(<MyDuty />, []);
  await screen.findByRole("table", { name: "值班表" });
  expect(stub.of("duty_query")[0]).toMatchObject({ mine: true });
  fireEvent.keyDown(cell("高桐", 5), { key: "Enter" });
  const dialog = (await screen.findByText("登记我的休假、外勤、培训")).closest<HTMLElement>("[role=dialog]") as HTMLElement;
  expect(within(dialog).queryByText("加班值班")).toBeNull();
  expect(within(dialog).getByText("休假")).toBeTruthy();
});

describe("the model of the board", () => {
  const form = { kind: "leave" as const, from_date: day(2), to_date: day(2), half: "pm" as const, reason: " 看牙 " };
  it("reads halves, picks a rectangle whichever way it is dragged, and finds what stands there", () => {
    const half = member({ duties: [{ ...LEAVE, from_date: day(2), to_date: day(2), half: "am" }] });
    expect(halvesOf(half, day(2)).map((d) => d?.kind)).toEqual(["leave", undefined]);
    expect(pickedOf(board, { row: 1, column: 3, toRow: 0, toColumn: 1 })).toMatchObject({
      from_date: day(1),
      to_date: day(3),
      members: [{ worker_id: 11 }, { worker_id: 12 }],
    });
    expect(standing([half], form)).toEqual([]);
    expect(standing([half], { ...form, half: "am" })).toHaveLength(1);
    expect(standing([half], { ...form, from_date: day(1) })).toHaveLength(1);
  });
  it("sends whole days for more than one day, and no reason when clearing", () => {
    expect(cellsOf([member({})], form)).toEqual([
      { worker_id: 11, kind: "leave", from_date: day(2), to_date: day(2), half: "pm", reason: "看牙", replace: true },
    ]);
    expect(cellsOf([member({})], { ...form, to_date: day(3), kind: null })).toEqual([
      { worker_id: 11, kind: null, from_date: day(2), to_date: day(3), half: "all" },
    ]);
  });
});

it("going back to the staff keeps the filter of the list", async () => {
  const list = { list: [], total: 0, total_capped: false, page: 1, page_size: 20, cursor: null };
  const stub = stubServer({ duty_query: board, team_pick: { list: [] }, role_pick: { list: [], is_sole: false }, worker_query: list });
  drawBoard("&role_id=3");
  await screen.findByRole("table", { name: "值班表" });
  fireEvent.click(screen.getByRole("tab", { name: "员工" }));
  await waitFor(() => expect(stub.of("worker_query")).toContainEqual(expect.objectContaining({ role_id: [3] })));
  expect(window.location.search).toBe("?role_id=3");
});
