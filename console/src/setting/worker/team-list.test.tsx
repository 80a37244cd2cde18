import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { session } from "#kit/app/session.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import "../../screens.ts";
import TeamList from "./team-list.tsx";
import { branchIds, treeOf, type Team } from "./team-tree.ts";

const team = (more: Partial<Team>): Team => ({
  id: 1,
  name: "日韩",
  parent_id: null,
  leader_id: 3,
  leader_name: "林晓雯",
  country_ids: [],
  members: [
    { id: 3, nickname: "林晓雯", account: "expert", status: 1 },
    { id: 4, nickname: "高桐", account: "jpkr_1", status: 0 },
  ],
  open_applicants: 12,
  overdue: 2,
  free_today: 3,
  status: 1,
  is_mine: true,
  version: 5,
  updated_at: "2026-11-20T06:05:00Z",
  ...more,
});
const TEAMS = [
  team({}),
  team({ id: 2, name: "韩国组", parent_id: 1, leader_id: null, leader_name: null, members: [], open_applicants: 0, overdue: 0 }),
  team({ id: 9, name: "商务", is_mine: false, open_applicants: null, overdue: null }),
];

beforeEach(() => {
  window.history.replaceState(null, "", "/setting/worker/team-list");
  session.set({ login: { id: 3, account: "expert" } as never });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(answers: Parameters<typeof stubServer>[0] = {}) {
  const stub = stubServer({
    team_query: { list: TEAMS },
    team_pick: { list: TEAMS.map((t) => ({ id: t.id, name: t.name, parent_id: t.parent_id })) },
    country_get: [],
    worker_pick: {
      list: [
        { id: 3, nickname: "林晓雯", account: "expert", team_name: "日韩", status: 1, on_duty: true },
        { id: 7, nickname: "宋若谷", account: "schengen_1", team_name: "申根", status: 1, on_duty: true },
        { id: 8, nickname: "韩清", account: "schengen_2", team_name: null, status: 0, on_duty: false },
      ],
    },
    ...answers,
  });
  draw(
    <>
      <TeamList />
      <FeedbackHost />
    </>,
    [may.worker],
  );
  return stub;
}

it("draws the tree; a team without leader names the one above; teams of others have no acts", async () => {
  open();
  const row = async (name: string): Promise<HTMLElement> => (await screen.findByText(name)).closest("tr") as HTMLElement;
  for (const words of ["1 人，另 1 人已停用", "林晓雯、高桐（已停用）", "12 人", "2 人"])
    expect((await row("日韩")).textContent).toContain(words);
  expect((await row("韩国组")).textContent).toContain("林晓雯（日韩）");
  expect((await row("日韩")).getAttribute("aria-level")).toBe("1");
  expect((await row("韩国组")).getAttribute("aria-level")).toBe("2");
  expect(within(await row("商务")).queryByRole("button", { name: "编辑" })).toBeNull();
});

it("editing sends members by transfer with the version seen; disabled people are not offered, I am not movable", async () => {
  const stub = open({ team_update: { ok: true } });
  fireEvent.click(within((await screen.findByText("日韩")).closest("tr") as HTMLElement).getByRole("button", { name: "编辑" }));
  const drawer = await screen.findByRole("dialog");
  const item = async (text: string): Promise<HTMLElement> => (await within(drawer).findByText(text)).closest("li") as HTMLElement;
  expect((await item("林晓雯")).className).toContain("disabled");
  expect((await item("宋若谷")).textContent).toContain("申根");
  expect(within(drawer).queryByText("韩清")).toBeNull();
  fireEvent.click(await item("宋若谷"));
  const [toRight] = within(drawer)
    .getAllByRole("button")
    .filter((b) => b.closest(".ant-transfer-operation, .ant-transfer-actions"));
  fireEvent.click(toRight as HTMLElement);
  fireEvent.click(within(drawer).getByRole("button", { name: "保存" }));
  await waitFor(() => expect(stub.of("team_update")[0]).toEqual({ id: 1, version: 5, member_ids: expect.any(Array) }));
  expect(new Set(Object.values(stub.of("team_update")[0]?.["member_ids"] ?? {}))).toEqual(new Set([3, 4, 7]));
});

it("a disabled leader stays in sight, other disabled people are not offered as leader", async () => {
  open({
    team_query: { list: [team({ leader_id: 8, leader_name: "韩清" })] },
  });
  fireEvent.click(within((await screen.findByText("日韩")).closest("tr") as HTMLElement).getByRole("button", { name: "编辑" }));
  const drawer = await screen.findByRole("dialog");
  await within(drawer).findByText("韩清（已停用）");
  // The transfer list below names the same people.
  const option = (name: string): Promise<HTMLElement> =>
    waitFor(() => {
      const found = screen.getAllByTitle(name).find((e) => e.className.includes("ant-select-item-option"));
      if (!found) throw new Error(`${name} is not offered`);
      return found;
    });
  fireEvent.mouseDown(within(drawer).getByLabelText("组长"));
  fireEvent.click(await option("宋若谷"));
  await waitFor(() => expect(within(drawer).queryByText("韩清（已停用）")).toBeNull());
  fireEvent.mouseDown(within(drawer).getByLabelText("组长"));
  await option("林晓雯");
  expect(screen.queryByText("韩清（已停用）")).toBeNull();
});

it("a new team without a name stays in the drawer and says so", async () => {
  const stub = open({ team_add: { id: 5 } });
  fireEvent.click(await screen.findByRole("button", { name: "新增团队" }));
  const drawer = await screen.findByRole("dialog");
  fireEvent.click(within(drawer).getByRole("button", { name: "保存" }));
  await within(drawer).findByText("请输入团队名称");
  expect(stub.of("team_add")).toEqual([]);
});

it("no team yet: says what to do", async () => {
  open({ team_query: { list: [] } });
  await screen.findByText("还没有团队，先新增一个");
});

it("a team whose parent is not shown stands at the top; a branch holds itself", () => {
  expect(treeOf(TEAMS.slice(1)).map((t) => t.name)).toEqual(["韩国组", "商务"]);
  expect([...branchIds(TEAMS, 1)]).toEqual([1, 2]);
});
