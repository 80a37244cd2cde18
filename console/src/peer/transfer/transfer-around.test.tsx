/** What stands around a transfer: the list it was ordered from, the history it leaves with a peer. */
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import { listOf, row } from "../peer/peer-fixtures.ts";
import PeerList from "../peer/peer-list.tsx";
import { PeerOwners } from "../peer/peer-owners.tsx";
import { detail, transfer, trial } from "./transfer-fixtures.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

it("ordered from the list of peers, nothing stays picked and the list shows who has them once it ran", async () => {
  let asked = 0;
  const name = (): string => (asked > 1 ? "接手的人" : "原来的人");
  stubServer({
    country_get: [],
    worker_pick: { list: [] },
    peer_stat_get: {},
    peer_query: () => listOf([{ ...row, bd_owner_id: 7, bd_owner_name: name() }]),
    peer_transfer_pick: { list: [{ id: 8, name: "高桐", team_name: null, is_enabled: true, peers: 1, closed: 0 }] },
    peer_transfer_preview: trial,
    peer_transfer_add: { ...transfer, transfer_status: "draft", version: 1, expected_count: 1 },
    peer_transfer_schedule: { ok: true },
    peer_transfer_get: () => {
      asked += 1;
      return { ...detail, is_moving: asked < 2 };
    },
  });
  draw(<PeerList />, [may.peer, may.peer_transfer]);
  const line = within(await screen.findByRole("row", { name: /TY001007/ }));
  expect(line.getByText("原来的人")).toBeTruthy();
  fireEvent.click(line.getByRole("checkbox"));
  fireEvent.click(within(await screen.findByRole("region", { name: "批量操作" })).getByRole("button", { name: /转\s*移/ }));
  const drawer = within(await screen.findByRole("dialog"));
  fireEvent.mouseDown(await drawer.findByRole("combobox", { name: "到" }));
  fireEvent.click(await screen.findByText("高桐"));
  await drawer.findByText("86 → 87 / 100");
  fireEvent.mouseDown(drawer.getByRole("combobox", { name: "原因" }));
  fireEvent.click(await screen.findByText("产能均衡"));
  fireEvent.click(drawer.getByRole("button", { name: "确认转移" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "批量操作" })).toBeNull());
  expect(await screen.findByText("接手的人")).toBeTruthy();
});

it("the history of owners names the undoing and the time of each change of one day", async () => {
  const change = {
    role: "bd",
    worker_id: 7,
    from_date: "2026-11-20",
    to_date: null,
    commission_from: "2026-11-20",
    transfer_id: 3,
    transfer_no: "ZY261120000003",
    created_by_name: "陈立群",
  };
  const list = [
    { ...change, id: 2, worker_name: "方晓", by: "undo", created_at: "2026-11-20T02:05:00.000Z" },
    { ...change, id: 1, worker_name: "高桐", to_date: "2026-11-20", by: "transfer", created_at: "2026-11-20T02:00:00.000Z" },
  ];
  stubServer({ peer_owner_query: { list } });
  draw(<PeerOwners peerId={7} />, [may.peer]);
  const back = await screen.findByRole("row", { name: /方晓/ });
  expect(back.textContent).toMatch(/撤销转移.*陈立群/);
  expect(back.textContent).toContain("10:05");
  expect(screen.getByRole("row", { name: /高桐/ }).textContent).toContain("10:00");
});
