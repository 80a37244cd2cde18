import { cleanup, configure, fireEvent, screen } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import ExhibitionEdit from "./exhibition-edit.tsx";

vi.setConfig({ testTimeout: 60_000 });
configure({ asyncUtilTimeout: 20_000 });
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

const AT = "2026-11-20T02:00:00.000Z";
const fair = {
  id: 7,
  name: "广州国际旅游展览会",
  city: "广州",
  venue: "广交会展馆B区",
  booth: "9.2-C066",
  start_on: "2026-11-19",
  end_on: "2026-11-22",
  owner_id: 1,
  owner_name: "王商务",
  staff_ids: [1],
  budget: 4_500_000,
  costs: [{ kind: "booth", amount: 2_400_000, file: null }],
  qrcode_id: null,
  gift_coupon_id: null,
  poster: null,
  target_leads: 80,
  invited_peer_ids: [3],
  review_note: "",
  cancel_reason: "",
  lead_new: 5,
  lead_peer: 1,
  applied: 2,
  won: 1,
  first_orders: 1,
  uncalled: 0,
  cost_total: 2_400_000,
  cost_per_peer: 2_400_000,
  exhibition_status: "running",
  version: 1,
  created_at: AT,
  updated_at: AT,
  staff: [{ worker_id: 1, name: "王商务", leads: 6, applied: 2, won: 1, first_orders: 1 }],
  invited: [{ peer_id: 3, peer_no: "TY000003", short_name: "岭南假期", is_here: true }],
  moves: [],
};
const common = {
  country_get: [],
  worker_pick: { list: [] },
  draft_get: { draft: null },
  peer_exhibition_get: fair,
  peer_exhibition_log_query: { list: [], has_more: false },
};

it("its page shows what it cost and what came of it, and who of the invited came", async () => {
  window.history.replaceState(null, "", "/peer/exhibition/edit/7");
  stubServer(common);
  draw(<ExhibitionEdit />, [may.peer_exhibition]);
  await screen.findByRole("button", { name: "打印签到表" });
  expect(screen.getByText("5/80")).toBeTruthy();
  expect(screen.getByText("已签到")).toBeTruthy();
  expect(screen.queryByText("90天毛利")).toBeNull();
});

it("the desk tells a number that is registered already while it is typed", async () => {
  window.history.replaceState(null, "", "/peer/exhibition/edit/7?mode=desk");
  stubServer({ ...common, exhibition_lead_check: { peer: null, lead: { id: 9, company: "佛山岭南假期", lead_status: "contacted" } } });
  draw(<ExhibitionEdit />, [may.peer_exhibition]);
  fireEvent.change(await screen.findByLabelText("手机"), { target: { value: "13800138000" } });
  expect((await screen.findByLabelText("查重")).textContent).toContain("该手机号已登记：佛山岭南假期（已联系）");
});
