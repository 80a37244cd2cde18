import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import { PeerTopUps } from "./peer-top-ups.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const peer = { id: 5, short_name: "环球行" };
const row = {
  id: 9,
  peer_id: 5,
  peer_name: "环球行",
  purpose: "repay",
  amount: 88_000,
  method: "bank",
  trade_no: "HQ2026112000017",
  paid_at: "2026-11-20T01:00:00.000Z",
  proof_files: ["private/5a/peertopup00001.jpg"],
  note: "",
  created_by_name: "吴静怡",
  created_at: "2026-11-20T02:00:00.000Z",
};
const page = (list: readonly unknown[]) => ({ list, total: list.length, total_capped: false, page: 1, page_size: 50, cursor: null });

it("money that came in stands with its way and number, and is registered for this peer", async () => {
  const stub = stubServer({ peer_top_up_query: page([row]), peer_top_up_add: row });
  draw(<PeerTopUps peer={peer} />, [may.peer, may.corporate_remittance]);
  const line = within(await screen.findByRole("row", { name: /HQ2026112000017/ }));
  expect(["还款", "¥880.00", "对公转账"].map((t) => line.getByText(t).textContent)).toHaveLength(3);
  expect(stub.of("peer_top_up_query")).toEqual([{ peer_id: [5], page_size: 50 }]);
  expect(screen.getByRole("button", { name: "登记汇款" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "登记充值" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText("登记充值 环球行")).toBeTruthy();
  fireEvent.click(await dialog.findByRole("button", { name: "登记入账" }));
  expect(await dialog.findByText("请上传凭证")).toBeTruthy();
  expect(stub.of("peer_top_up_add")).toEqual([]);
});

it("who may not register remittances is not asked about them", async () => {
  const stub = stubServer({});
  draw(<PeerTopUps peer={peer} />, [may.peer]);
  await waitFor(() => expect(document.body.textContent).toBe(""));
  expect(stub.of("peer_top_up_query")).toEqual([]);
});
