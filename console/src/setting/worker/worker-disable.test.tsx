import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { workerDisableApi } from "@visadesk/contract/setting/worker-disable.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { answerOf } from "../../testing/answers.ts";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import "../../screens.ts";
import { WorkerDisable } from "./worker-disable.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const receiver = (worker_id: number, nickname: string, load: number, is_team = true) => ({
  worker_id,
  nickname,
  team_name: "日韩",
  load,
  is_team,
});
const rows = [
  {
    kind: "order_expert",
    label: "在办申请人·专家",
    short: "在办",
    unit: "人",
    count: 12,
    link: { route: "order-list", query: { expert_id: "9", is_open: "1" } },
    note: "同一订单的人一起交接",
    receivers: [receiver(10, "罗依然", 3), receiver(11, "唐书言", 8)],
    default_id: 10,
    spread: [
      { worker_id: 10, nickname: "罗依然", count: 8 },
      { worker_id: 11, nickname: "唐书言", count: 4 },
    ],
  },
  {
    kind: "region",
    label: "区域",
    short: "区域",
    unit: "个",
    count: 1,
    link: null,
    note: "生效中的区域止于昨天",
    receivers: [receiver(12, "叶舟", 0, false)],
    default_id: null,
    spread: [],
  },
];
const preview = {
  id: 9,
  account: "jpkr_1",
  nickname: "高桐",
  role_name: "签证专家",
  team_name: "日韩",
  status: 1,
  version: 4,
  rows,
  sole_codes: [{ code: 100302, label: "订单处理", is_sensitive: false, is_admin_left: true }],
  refusal: null,
  hash: "h1",
};

function open(answers: Parameters<typeof stubServer>[0] = {}, look = false) {
  const stub = stubServer({ worker_disable_preview: preview, ...answers });
  draw(
    <>
      <WorkerDisable id={9} look={look} onClose={() => undefined} />
      <FeedbackHost />
    </>,
    [may.worker, may.order_process],
  );
  return stub;
}
async function choose(label: string, option: string | RegExp): Promise<void> {
  const box = screen.getByRole("combobox", { name: label });
  fireEvent.mouseDown(box);
  fireEvent.click(await screen.findByText(option));
  await waitFor(() => expect(box.closest(".ant-select")?.textContent).toMatch(option));
}
const press = (name: string): void => void fireEvent.click(screen.getByRole("button", { name }));

it("setting 13: every kind needs a receiver and a reason; the question repeats the counts, the receipt says what went where", async () => {
  const stub = open({
    worker_disable: answerOf(workerDisableApi.worker_disable, {
      rows: [
        { ...rows[0], to: [{ worker_id: 10, nickname: "罗依然", count: 12, link: { route: "order-list", query: { expert_id: "10" } } }] },
        { ...rows[1], to: [{ worker_id: 12, nickname: "叶舟", count: 1, link: null }] },
      ],
    }),
  });
  expect((await screen.findByRole("link", { name: "12 人" })).getAttribute("href")).toContain("expert_id=9&is_open=1");
  press("停用");
  await screen.findByText("还有 1 项未安排接手人");
  await choose("区域的接手人", "叶舟");
  press("停用");
  await screen.findByText("请填写原因，至少2个字");
  fireEvent.change(screen.getByLabelText("原因"), { target: { value: "离职" } });
  press("停用");
  const asked = await screen.findByRole("alertdialog", { name: "停用“高桐”？" });
  expect(asked.textContent).toContain("在办申请人·专家 12 人 → 罗依然");
  expect(asked.textContent).toContain("区域 1 个 → 叶舟");
  expect(stub.of("worker_disable")).toEqual([]);
  fireEvent.click(within(asked).getByRole("button", { name: "停用并交接" }));
  await screen.findByRole("table", { name: "交接结果" });
  expect(stub.of("worker_disable")).toEqual([
    {
      id: 9,
      version: 4,
      reason: "离职",
      hash: "h1",
      receivers: [
        { kind: "order_expert", worker_ids: [10] },
        { kind: "region", worker_ids: [12] },
      ],
      idempotency_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  ]);
  expect(screen.getByRole("link", { name: "12 人" }).getAttribute("href")).toContain("expert_id=10");
  expect(screen.queryByRole("button", { name: "停用" })).toBeNull();
});

it("spreads over the team, and asks for the preview again when something changed", async () => {
  const stub = open({ worker_disable: new Refused(200, { ret: 3, msg: "在手数据已变化，请重新预览", body: { code: "count_changed" } }) });
  await screen.findByText("在办申请人·专家");
  await choose("在办申请人·专家的接手人", "按负载分摊给同团队 2 人");
  await screen.findByText("罗依然 8 人、唐书言 4 人");
  await choose("区域的接手人", "叶舟");
  fireEvent.change(screen.getByLabelText("原因"), { target: { value: "调岗" } });
  press("停用");
  fireEvent.click(await screen.findByRole("button", { name: "停用并交接" }));
  await screen.findByText("在手数据已变化，请重新预览");
  expect(stub.of("worker_disable")[0]).toMatchObject({ receivers: [{ kind: "order_expert", worker_ids: [10, 11] }, { kind: "region" }] });
  await waitFor(() => expect(stub.of("worker_disable_preview").length).toBeGreaterThan(1));
});

it("如果他明天不在 shows who could take what and what nobody else may do, and changes nothing", async () => {
  open({}, true);
  const table = await screen.findByRole("table", { name: "在手工作" });
  expect(table.textContent).toContain("罗依然（在手 3）、唐书言（在手 8）");
  expect(table.textContent).toContain("同团队没有人");
  expect(screen.getByRole("region", { name: "没有他人持有的权限" }).textContent).toContain("除系统管理员外，只有他能做");
  expect(screen.queryByRole("combobox")).toBeNull();
  expect(screen.queryByRole("button", { name: "停用" })).toBeNull();
});

it("says why he cannot be disabled and offers nothing", async () => {
  open({ worker_disable_preview: { ...preview, refusal: "这是最后一名系统管理员，不能停用" } });
  await screen.findByText("这是最后一名系统管理员，不能停用");
  expect(screen.queryByRole("button", { name: "停用" })).toBeNull();
  expect(screen.queryByLabelText("原因")).toBeNull();
});
