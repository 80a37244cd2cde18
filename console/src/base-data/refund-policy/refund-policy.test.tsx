import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { refundStages, type RefundRow } from "@visadesk/contract/base-data/refund.rules.ts";
import { may } from "@visadesk/contract/permissions.ts";
import "../../screens.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import RefundPhone from "./refund-phone.tsx";
import RefundPolicyList from "./refund-policy-list.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

const RATES = [100, 80, 50, 0, 0, 0, 100];
const grid: RefundRow[] = refundStages.map((stage, i) => ({
  stage,
  service_rate: RATES[i] ?? 0,
  embassy: i < 3 ? "refund" : "none",
  centre: i < 3 ? "refund" : "none",
  within_hours: 0,
  text: `说明${i + 1}`,
}));
const policy = {
  id: 3,
  name: "标准退款政策",
  forms: ["sticker"],
  sort: 0,
  remark: "",
  version: 1,
  updated_at: "2026-11-20T02:00:00.000Z",
  status: 1,
  in_force: {
    version_id: 31,
    version_no: 1,
    effective_from: "2026-01-01T00:00:00.000Z",
    rates: grid.map(({ stage, service_rate }) => ({ stage, service_rate })),
  },
  next: null,
  draft_no: null,
  used_count: 12,
};
const version = {
  id: 31,
  policy_id: 3,
  version_no: 1,
  state: "published",
  effective_from: "2026-01-01T00:00:00.000Z",
  clause: "未提交资料全额退款。",
  grid,
  version: 1,
  created_by_name: null,
  created_at: "2026-01-01T00:00:00.000Z",
  published_by_name: null,
  published_at: null,
  is_in_force: true,
};
const page = { list: [policy], total: 1, total_capped: false, page: 1, page_size: 20, cursor: null };

it("the list shows what each stage gives back; its row opens the rules as they are in force", async () => {
  stubServer({ refund_policy_query: page, refund_policy_get: { ...policy, versions: [version] } });
  window.history.replaceState(null, "", "/?policy=3");
  draw(<RefundPolicyList />, [may.refund_policy]);
  expect((await screen.findAllByTitle(/：服务费退\d+%$/)).map((e) => e.title.split("退").at(-1))).toEqual(RATES.map((r) => `${r}%`));
  const drawer = await screen.findByRole("dialog");
  expect(within(drawer).getByText("未提交资料全额退款。")).toBeTruthy();
  expect(within(drawer).getByRole("row", { name: /预审通过·未送签 50% 未缴官方则退/ })).toBeTruthy();
  // Who may not read orders tries no order.
  expect(screen.queryByRole("button", { name: "电话试算" })).toBeNull();
});

it("a new version starts from the one in force; only filled stages are sent, and what is missing is said", async () => {
  const draft = { ...version, id: 32, version_no: 2, state: "draft", effective_from: null, is_in_force: false };
  let versions: object[] = [version];
  const server = stubServer({
    refund_policy_query: page,
    refund_policy_get: () => ({ ...policy, versions }),
    refund_policy_version_save: (body: Record<string, unknown>) => {
      const saved = { ...draft, clause: body["clause"], grid: body["grid"] };
      versions = [saved, version];
      return saved;
    },
  });
  window.history.replaceState(null, "", "/?policy=3");
  draw(<RefundPolicyList />, [may.refund_policy]);
  fireEvent.click(await screen.findByRole("button", { name: "起草新版本" }));
  const rate = await screen.findByLabelText("预审通过·未送签 服务费退款比例");
  fireEvent.change(rate, { target: { value: "" } });
  fireEvent.blur(rate);
  await screen.findByText("有改动未保存");
  fireEvent.click(screen.getByRole("button", { name: "保存草稿" }));
  await waitFor(() => expect(server.of("refund_policy_version_save")).toHaveLength(1));
  const [sent] = server.of("refund_policy_version_save");
  expect(sent).toMatchObject({ policy_id: 3, clause: version.clause });
  expect(sent?.["grid"]).toEqual(grid.filter((r) => r.stage !== "reviewed"));
  await screen.findByText("还不能发布：第3阶段未填写");
  expect(screen.getByRole("button", { name: "发布" }).hasAttribute("disabled")).toBe(true);
});

it("base-data 6: an order number alone gives stage, sum and the clause to read out", async () => {
  const server = stubServer({
    refund_policy_order_trial: {
      order_id: 7,
      order_no: "V260901000001",
      policy_name: "标准退款政策",
      version_no: 2,
      clause: "预审通过未送签退服务费50%。",
      hours_since_payment: 30,
      people: [
        {
          applicant_id: 71,
          seq: 1,
          applicant_no: "V260901000001-1",
          status_label: "等待送签",
          blocked: null,
          is_official_paid: true,
          result: {
            stage: "reviewed",
            text: "预审通过，服务费退50%",
            lines: [
              { kind: "service", paid: 41_300, rate: 50, amount: 20_650 },
              { kind: "embassy", paid: 71_500, rate: 0, amount: 0 },
            ],
            total: 20_650,
          },
        },
      ],
      total: 20_650,
      other_paid: 2_000,
    },
  });
  draw(<RefundPhone />, [may.order_view]);
  fireEvent.change(screen.getByLabelText("订单号"), { target: { value: " V260901000001 " } });
  fireEvent.click(screen.getByRole("button", { name: "试算" }));
  await screen.findByText(/预审通过，服务费退50%。目前处于「预审通过·未送签」，服务费退50%即 ¥206.50，签证费不退，合计可退 ¥206.50。/);
  expect(screen.getByText("预审通过未送签退服务费50%。")).toBeTruthy();
  expect(server.of("refund_policy_order_trial")).toEqual([{ order_no: "V260901000001", liability: "customer" }]);
});
