import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import { candidate, other } from "../supplier/supplier-fixtures.ts";
import { CandidateRanking } from "./candidate-ranking.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const answer = {
  stays: null,
  planned_date: "2026-09-29",
  candidates: [candidate, other],
  kept: [{ ...candidate, is_usable: true, used: 3, reason: null, next_free: null }],
  assigned: {
    supplier_id: 7,
    supplier_name: "沪上签证",
    planned_date: "2026-09-29",
    cny_amount: 103_000,
    assigned_at: "2026-09-20T02:00:00.000Z",
    assigned_by_name: "林晓彤",
  },
};

it("each candidate that was not taken says why; re-routing names match and day by order's own act", async () => {
  const server = stubServer({
    supplier_candidate_query: answer,
    applicant_supplier_set: { results: [{ id: 31, ok: true, msg: "" }], done: 1 },
  });
  draw(<CandidateRanking applicantId={31} />, [may.order_process]);
  const now = within(await screen.findByRole("table", { name: "2026-09-29 的排名" }));
  const full = within(now.getByRole("row", { name: /沪上签证/ }));
  expect(full.getByText("9月29日名额已满（5/5）")).toBeTruthy();
  expect(full.getByText("现派")).toBeTruthy();
  expect(full.getByRole("button", { name: "改派到 10-08" })).toBeTruthy();
  expect(within(screen.getByRole("table", { name: "分派时的排名" })).getByText("可用")).toBeTruthy();
  fireEvent.click(within(now.getByRole("row", { name: /京华签证/ })).getByRole("button", { name: "改派" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.change(await dialog.findByLabelText(/原因/), { target: { value: "原供应商名额已满" } });
  fireEvent.click(dialog.getByRole("button", { name: "改派" }));
  await waitFor(() => expect(server.of("applicant_supplier_set")).toHaveLength(1));
  expect(server.of("applicant_supplier_set")[0]).toMatchObject({
    ids: [31],
    supplier_id: 8,
    planned_date: "2026-09-29",
    reason: "原供应商名额已满",
  });
});

it("whoever is handed in keeps his supplier: the page says why and offers nothing", async () => {
  stubServer({ supplier_candidate_query: { ...answer, stays: "已送签，不能改派供应商" } });
  draw(<CandidateRanking applicantId={31} />, [may.order_process]);
  expect(await screen.findByText("已送签，不能改派供应商")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /改派/ })).toBeNull();
});

it("costs stand there for those who are told them, acts for those who may", async () => {
  const { amount: _a, ...one } = candidate;
  const { amount: _b, ...two } = other;
  stubServer({ supplier_candidate_query: { ...answer, candidates: [one, two], kept: [], assigned: null } });
  draw(<CandidateRanking applicantId={31} />, [may.order_view]);
  const now = within(await screen.findByRole("table", { name: "2026-09-29 的排名" }));
  expect(now.queryByText("结算价")).toBeNull();
  expect(now.queryByRole("button")).toBeNull();
  expect(screen.getByText("还没有分派")).toBeTruthy();
});
