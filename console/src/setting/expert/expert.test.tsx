import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { pickSentence, type ExpertPick } from "#shared/expert-pick.tsx";
import { draw, stubServer } from "../../testing/server.tsx";
import "../../screens.ts";
import type { Expert } from "./expert-config.tsx";
import VeEvaluateList from "./ve-evaluate-list.tsx";
import WorkerAdd from "../worker/worker-add.tsx";

vi.setConfig({ testTimeout: 120_000 });

const expert = (more: Partial<Expert>): Expert => ({
  id: 1,
  worker_id: 11,
  nickname: "高桐",
  account: "jpkr_1",
  is_enabled: true,
  display_name: "高老师",
  team_id: 1,
  team_name: "日韩",
  country_ids: [],
  team_country_ids: [],
  accept_new: true,
  handle_urgent: true,
  max_open: 40,
  weight: 2,
  open_applicants: 12,
  off_today: null,
  order_count: 20,
  finished: 30,
  issue_rate: 86.7,
  expected_rate: 80,
  adjusted_diff: 6.7,
  rate_low: 70.3,
  rate_high: 94.7,
  review_hours: 3.5,
  own_hours: 12,
  on_time_rate: 95,
  reviews_ended: 31,
  supplement_mean: 0.4,
  evaluate_count: 5,
  score_mean: 4.6,
  good_rate: 80,
  bad_count: 1,
  trend: Array.from({ length: 12 }, (_, i) => ({ finished: i, issued: i })),
  version: 4,
  updated_at: "2026-11-20T06:05:00Z",
  ...more,
});
const SMALL = expert({
  id: 2,
  worker_id: 12,
  nickname: "罗依然",
  account: "jpkr_2",
  finished: 19,
  expected_rate: null,
  adjusted_diff: null,
  rate_low: null,
  rate_high: null,
  off_today: "休假",
  evaluate_count: 0,
});
const pick: ExpertPick = {
  id: 5,
  order_id: 9,
  order_no: "V261120000009",
  country_id: "JP",
  country_name: "日本",
  is_urgent: true,
  picked_id: 11,
  picked_name: "高桐",
  step: "load",
  duty_at: "2026-11-23T01:00:00.000Z",
  at: "2026-11-21T02:00:00.000Z",
  candidates: [
    { worker_id: 11, nickname: "高桐", open: 4, max_open: 40, weight: 2, load: 2, excluded: null },
    { worker_id: 12, nickname: "罗依然", open: 1, max_open: 40, weight: 1, load: 1, excluded: "休假" },
    { worker_id: 13, nickname: "唐书言", open: 40, max_open: 40, weight: 2, load: 20, excluded: "已满 40/40" },
  ],
};
const page = (list: object[]) => ({ list, total: list.length, total_capped: false, page: 1, page_size: 20, cursor: null });
const answers = {
  expert_query: page([expert({}), SMALL]),
  expert_stat_get: {
    experts: 2,
    free_today: 1,
    open_applicants: 24,
    over_limit: 0,
    fallbacks: [{ country_id: "JP", country_name: "日本", picks: 9, leader: 2, nobody: 1 }],
  },
  expert_pick_query: page([pick]),
  expert_update: { ok: true },
  country_get: [],
  team_pick: { list: [] },
  role_pick: { list: [] },
};
const drawList = () =>
  draw(
    <>
      <VeEvaluateList />
      <FeedbackHost />
    </>,
    [may.expert, may.order_process],
  );
const lineOf = async (name: string): Promise<HTMLElement> => (await screen.findByText(name)).closest("tr") as HTMLElement;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});
beforeEach(() => window.history.replaceState(null, "", "/setting/ve-evaluate/list"));

it("setting 15: figures with their sample; under 20 finished no adjusted number is shown", async () => {
  const stub = stubServer(answers);
  drawList();
  const line = await lineOf("高桐");
  expect(line.textContent).toContain("86.7% (30)");
  expect(line.textContent).toContain("+6.7 点70.3–94.7%");
  expect(within(line).getByRole("link", { name: "30" }).getAttribute("href")).toContain("expert_id=11&result_at=d-89%7Ed");
  expect(
    within(line)
      .getByRole("link", { name: /^12 ?\/40$/ })
      .getAttribute("href"),
  ).toContain("applicant_status=");
  for (const figure of ["86.7% (30)", "0.4"])
    expect(within(line).getByRole("link", { name: figure }).getAttribute("href")).toContain("expert_id=11&result_at=d-89%7Ed");
  expect(within(line).queryByRole("link", { name: "20" })).toBeNull();
  const small = await lineOf("罗依然");
  expect(small.textContent).toContain("样本不足");
  expect(small.textContent).toContain("休假");
  expect(await screen.findByText(/未派到专家 3 单/)).toBeTruthy();
  expect(Object.keys(stub.of("expert_query")[0]?.["result_at"] ?? {})).toEqual(["from", "to"]);
});

it("stops the taking of orders after asking; the configuration sends what was changed", async () => {
  const stub = stubServer(answers);
  drawList();
  const line = await lineOf("高桐");
  fireEvent.click(within(line).getByRole("button", { name: "高桐的更多操作" }));
  fireEvent.click(await screen.findByText("停止接单"));
  const asked = await screen.findByRole("alertdialog", { name: "停止“高桐”接单？" });
  fireEvent.click(within(asked).getByRole("button", { name: "停止接单" }));
  await waitFor(() => expect(stub.of("expert_update")).toEqual([{ worker_id: 11, version: 4, accept_new: false }]));
  fireEvent.click(within(line).getByRole("button", { name: "配置" }));
  const drawer = (await screen.findByText("配置签证专家：高桐")).closest<HTMLElement>("[role=dialog]") as HTMLElement;
  fireEvent.change(within(drawer).getByLabelText("权重"), { target: { value: "6" } });
  fireEvent.click(within(drawer).getByRole("button", { name: "保存" }));
  expect(await within(drawer).findByText("权重不能大于5")).toBeTruthy();
  fireEvent.change(within(drawer).getByLabelText("权重"), { target: { value: "3" } });
  fireEvent.click(within(drawer).getByRole("button", { name: "保存" }));
  await waitFor(() => expect(stub.of("expert_update")[1]).toEqual({ worker_id: 11, version: 4, weight: 3 }));
});

it("the record of picks opens to the candidates and why each was passed over", async () => {
  const stub = stubServer(answers);
  drawList();
  fireEvent.click(await screen.findByText(/未派到专家 3 单/));
  const drawer = (await screen.findByText("V261120000009")).closest<HTMLElement>("[role=dialog]") as HTMLElement;
  expect(stub.of("expert_pick_query")[0]).toMatchObject({ step: ["leader", "nobody"] });
  fireEvent.click(within(drawer).getByRole("button", { name: "V261120000009 的候选与原因" }));
  expect(await within(drawer).findByText("派给 高桐：负载最低（在办 4 ÷ 权重 2 = 2.00）")).toBeTruthy();
  expect(within(drawer).getByText(/按 11-23 09:00 的值班判断/)).toBeTruthy();
  for (const words of ["派给他", "休假", "已满 40/40"]) expect(within(drawer).getByText(words)).toBeTruthy();
});

it("says each way an order can go", () => {
  const said = (more: Partial<ExpertPick>): string => pickSentence({ ...pick, ...more });
  expect(said({ step: "relaxed" })).toBe("没有空闲的加急专家，放宽加急后派给 高桐：负载最低（在办 4 ÷ 权重 2 = 2.00）");
  expect(said({ step: "leader", picked_name: "林晓雯" })).toBe("没有空闲的签证专家，转给负责该国家团队的组长 林晓雯");
  expect(said({ step: "nobody", picked_id: null, picked_name: null })).toContain("未派出");
  const equal = pick.candidates.map((c) => ({ ...c, load: 2, excluded: null }));
  expect(said({ candidates: equal })).toContain("最久没有派到");
});

it("a new expert is picked from those who may process orders, with who rests today", async () => {
  const stub = stubServer({
    ...answers,
    worker_pick: { list: [{ id: 14, nickname: "叶舟", account: "jpkr_4", team_name: "日韩", status: 1, on_duty: false }] },
  });
  drawList();
  fireEvent.click(await screen.findByRole("button", { name: "新增专家" }));
  const drawer = await screen.findByRole("dialog");
  fireEvent.mouseDown(within(drawer).getByLabelText("员工"));
  await screen.findByText("今日休息 · 日韩");
  expect(stub.of("worker_pick")).toEqual([{ codes: [may.order_process] }]);
});

it("a new worker can be made an expert right after", async () => {
  window.history.replaceState(null, "", "/setting/worker/add");
  const role = { id: 3, name: "专家", data_scope: "own", module_group: [may.order_process] };
  const stub = stubServer({
    ...answers,
    role_pick: { list: [role], is_sole: false },
    oss_account_add: { id: 30, once_passwd: null, waits: false },
    expert_get: { expert: null },
  });
  draw(
    <>
      <WorkerAdd />
      <FeedbackHost />
    </>,
    [may.worker, may.expert],
  );
  fireEvent.change(await screen.findByLabelText("账号"), { target: { value: "newexpert" } });
  fireEvent.change(screen.getByLabelText("昵称"), { target: { value: "新人" } });
  fireEvent.mouseDown(screen.getByLabelText("角色"));
  fireEvent.click(await screen.findByTitle("专家"));
  const tick: HTMLInputElement = screen.getByRole("checkbox", { name: "设为签证专家" });
  await waitFor(() => expect(tick.disabled).toBe(false));
  fireEvent.click(tick);
  fireEvent.click(screen.getByRole("button", { name: "新增" }));
  const drawer = (await screen.findByLabelText("对客称呼")).closest<HTMLElement>("[role=dialog]") as HTMLElement;
  expect(within(drawer).getByText("设为签证专家：newexpert")).toBeTruthy();
  fireEvent.change(within(drawer).getByLabelText("对客称呼"), { target: { value: "新老师" } });
  fireEvent.click(within(drawer).getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(stub.of("expert_update")[0]).toMatchObject({ worker_id: 30, version: 0, display_name: "新老师", max_open: 40 }),
  );
});
