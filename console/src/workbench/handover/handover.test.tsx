import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { session } from "#kit/app/session.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import "../../screens.ts";
import WorkbenchList from "../workbench-list.tsx";
import { HandoverBrief } from "./handover-brief.tsx";
import { HandoverList } from "./handover-list.tsx";
import type { Handover, HandoverDetail } from "./handover-words.tsx";

const codes = [may.workbench, may.order_process];
const active: Handover = {
  id: 7,
  from_staff_id: 3,
  from_name: "高桐",
  to_staff_id: 4,
  to_name: "罗依然",
  start_at: "2026-11-19T01:00:00Z",
  end_at: "2026-11-24T10:00:00Z",
  note: "日本单次优先",
  handover_status: "active",
  confirmed_at: "2026-11-18T02:00:00Z",
  started_at: "2026-11-19T01:00:00Z",
  ended_at: null,
  reason: "",
  read_at: null,
  is_away: false,
  is_cover: true,
  created_by_name: "高桐",
  moves: [{ move: "end", ok: true, missing: null }],
  version: 3,
  created_at: "2026-11-18T01:00:00Z",
  updated_at: "2026-11-19T01:00:00Z",
};
const planned: Handover = {
  ...active,
  id: 8,
  from_name: "唐书言",
  handover_status: "planned",
  confirmed_at: null,
  started_at: null,
  moves: [
    { move: "confirm", ok: true, missing: null },
    { move: "cancel", ok: true, missing: null },
  ],
};
const page = (list: readonly object[]) => ({ list, total: list.length, total_capped: false, page: 1, page_size: 20, cursor: null });
const detail: HandoverDetail = {
  ...active,
  lines: [
    {
      order_id: 9,
      order_no: "V261120000009",
      customer: "张*",
      product_name: "日本单次旅游签证",
      risk: "late",
      state: "等待预审×2",
      due_at: "2026-11-19T06:00:00Z",
      promised_date: "2026-11-30",
      next: "待预审",
      last_contact_at: null,
      last_contact: "",
      notes: ["客户下午才接电话"],
    },
  ],
  changes: null,
};

beforeEach(() => void vi.spyOn(Date, "now").mockReturnValue(Date.parse("2026-11-20T06:00:00Z")));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  session.set({ account: null, message: null });
});

it("the workbench says whom I cover until when and who asks me to, and whose each task is", async () => {
  stubServer({
    task_query: {
      list: [
        {
          queue: "result",
          queue_label: "待录结果",
          noun: "applicant",
          source_id: 5,
          order_id: 9,
          applicant_id: 5,
          title: "待录结果 · 日本单次旅游签证",
          ref_no: "V261120000009",
          customer: "张*",
          node: "使馆审核中",
          entered_at: "2026-11-10T06:00:00Z",
          due_at: null,
          level: "normal",
          initiator_name: null,
          is_new: false,
          snooze_until: null,
          snooze_reason: null,
          transfer_reason: null,
          handler_name: "高桐",
          opens: { route: "applicant-detail", params: { orderId: "9", applicantId: "5" } },
        },
      ],
      total: 1,
      total_capped: false,
      page: 1,
      page_size: 20,
    },
    task_stat_get: { queues: [] },
    handover_query: page([active, planned]),
  });
  draw(<WorkbenchList />, codes);
  expect((await screen.findByRole("status", { name: "代办" })).textContent).toBe("代 高桐 处理至 2026-11-24 18:00交接清单（未阅读）");
  expect(screen.getByRole("status", { name: "待确认" }).textContent).toContain(
    "唐书言 2026-11-19 09:00 至 2026-11-24 18:00 休假，请您接手",
  );
  expect(await screen.findByRole("columnheader", { name: "处理人" })).toBeTruthy();
});

it("mine stand in one list with who, when and in which state; what waits for my word is confirmed there", async () => {
  const stub = stubServer({ handover_query: page([active, planned]), handover_confirm: { ok: true } });
  draw(
    <>
      <HandoverList />
      <FeedbackHost />
    </>,
    codes,
  );
  const row = (await screen.findByRole("link", { name: "唐书言" })).closest("tr") as HTMLElement;
  for (const words of ["罗依然", "待开始", "待确认", "对方尚未确认"]) expect(row.textContent).toContain(words);
  fireEvent.click(within(row).getByRole("button", { name: "确认接手" }));
  const asked = await screen.findByRole("alertdialog");
  expect(asked.textContent).toContain("接手唐书言的工作？");
  fireEvent.click(within(asked).getByRole("button", { name: "确认接手" }));
  await waitFor(() => expect(stub.of("handover_confirm")).toEqual([{ id: 8, version: 3 }]));
});

it("the brief is read line by line, ticked and printed", async () => {
  const stub = stubServer({ handover_get: detail, handover_read: { ok: true } });
  const print = vi.fn();
  vi.stubGlobal("print", print);
  draw(<HandoverBrief id={7} />, codes);
  const row = (await screen.findByRole("link", { name: "V261120000009" })).closest("tr") as HTMLElement;
  for (const words of ["已超期", "等待预审×2", "下一步：待预审", "承诺 2026-11-30", "客户下午才接电话"])
    expect(row.textContent).toContain(words);
  fireEvent.click(screen.getByRole("button", { name: "已阅读" }));
  await waitFor(() => expect(stub.of("handover_read")).toEqual([{ id: 7, version: 3 }]));
  fireEvent.click(screen.getByRole("button", { name: "打印交接清单" }));
  await waitFor(() => expect(document.querySelector("[data-print=handover]")?.textContent).toContain("客户下午才接电话"));
  await waitFor(() => expect(print).toHaveBeenCalled());
});
