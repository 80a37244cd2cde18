import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { expect, it } from "vitest";
import { draw, stubServer } from "../../testing/server.tsx";
import { OrderCompanions } from "./order-companions.tsx";

const people = [
  { id: 71, seq: 1, name_cn: "张*", relation: "self", is_minor: false },
  { id: 72, seq: 2, name_cn: "李*", relation: "spouse", is_minor: false },
] as const;
const grid = (acceptance: object | null) => ({
  people,
  rows: [
    {
      rule: "address",
      is_hidden: false,
      order_value: null,
      cells: [
        { applicant_id: 71, value: "***", group: 1 },
        { applicant_id: 72, value: "***", group: 2 },
      ],
    },
  ],
  conflicts: [
    { rule: "address", applicant_id: null, applicant_ids: [71, 72], text: "申请人1、申请人2的居住地不一致", seen: "m4rk", acceptance },
  ],
});

it("同行人: people stand side by side, a conflict is accepted with a reason and then says who did so", async () => {
  let by: object | null = null;
  const stub = stubServer({
    order_consistency_get: () => grid(by),
    order_consistency_accept: () => {
      by = { reason: "夫妻两地工作，已核对", accepted_by: "小林", created_at: "2026-11-20T02:00:00Z" };
      return { ok: true };
    },
  });
  draw(<OrderCompanions orderId={7} applicantId={71} acts />, [may.order_process]);
  const table = await screen.findByRole("table", { name: "同行人对照" });
  expect(within(table).getByText("甲")).toBeTruthy();
  expect(within(table).getByText("乙")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "接受" }));
  const dialog = await screen.findByRole("dialog");
  fireEvent.change(within(dialog).getByLabelText("原因"), { target: { value: "夫妻两地工作，已核对" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "接受" }));
  await waitFor(() =>
    expect(stub.of("order_consistency_accept")).toEqual([
      expect.objectContaining({ order_id: 7, rule: "address", applicant_id: null, seen: "m4rk", reason: "夫妻两地工作，已核对" }),
    ]),
  );
  await screen.findByText("已接受");
  expect(screen.getByText(/夫妻两地工作，已核对（小林/)).toBeTruthy();
});

it("同行人: who may not see papers is told so and nothing else; who only looks accepts nothing", async () => {
  stubServer({
    order_consistency_get: {
      people: people.map((p) => ({ ...p, is_minor: null })),
      rows: [{ rule: "hotel", is_hidden: true, order_value: null, cells: [] }],
      conflicts: [],
    },
  });
  draw(<OrderCompanions orderId={7} acts />, [may.order_view]);
  await screen.findByText("您没有查看申请人资料的权限，不显示同行人对照");
  expect(screen.queryByRole("table")).toBeNull();
});
