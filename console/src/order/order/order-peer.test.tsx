/** The order's page beside its peer. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { beforeEach, expect, it } from "vitest";
import "../../screens.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import { order } from "./order-fixtures.ts";
import { OrderPage } from "./order-page.tsx";
import type { Order } from "./order-overview.tsx";

beforeEach(() => window.history.replaceState(null, "", "/order/detail/7"));

const WORK_ORDER = {
  id: 4,
  work_order_no: "GD261118000004",
  title: "催送签进度",
  work_order_status: "processing",
  due_at: "2026-11-21T02:00:00Z",
} as const;
const OF_PEER: Partial<Order> = { customer_kind: "peer", peer_id: 9, peer_name: "沪上同业", level_id: "V3", work_orders: [WORK_ORDER] };
const FORM = {
  config_id: 2,
  code: "URGENCY",
  name: "催办",
  category: "urge",
  need_order: true,
  fields: [],
};

function open(record: Partial<Order>, codes: readonly number[]) {
  const stub = stubServer({
    order_get: order(record),
    order_diff_query: { list: [] },
    presence_ping: { others: [] },
    order_log_query: { list: [], has_more: false },
    peer_pick: {
      list: [{ id: 9, peer_no: "TY000009", short_name: "沪上同业", business_kind: "travel_agency", level_id: "V3", peer_status: "active" }],
    },
    work_order_form_get: { list: [FORM] },
    work_order_order_pick: { list: [{ id: 7, order_no: "V261118000007", sku_name: "日本单次", people: [] }] },
  });
  draw(<OrderPage orderId={7} admin={false} />, codes);
  return stub;
}

it("says whose it is with its level, opened by those who may see peers", async () => {
  open({ ...OF_PEER, work_orders: [] }, [may.order_process, may.peer]);
  const link = await screen.findByRole("link", { name: "沪上同业" });
  expect(link.getAttribute("href")).toBe("/peer/view/9");
  expect(screen.getByText("V3")).toBeTruthy();
});

it("shows what the peer wanted of it to whoever sees the order; 代提工单 opens with peer and order filled in", async () => {
  const stub = open(OF_PEER, [may.order_process, may.peer_work_order]);
  const link = await screen.findByRole("link", { name: "催送签进度" });
  expect(link.getAttribute("href")).toContain("work_order=GD261118000004");
  fireEvent.click(screen.getByRole("button", { name: "代提工单" }));
  const dialog = await screen.findByRole("dialog");
  await waitFor(() => expect(stub.of("work_order_form_get")).toEqual([{ peer_id: 9 }]));
  fireEvent.mouseDown(within(dialog).getByLabelText("配置"));
  fireEvent.click(await screen.findByText("催办 · 催办"));
  await waitFor(() => expect(stub.of("work_order_order_pick")).toContainEqual({ peer_id: 9, keyword: "V261118000007" }));
  expect(await within(dialog).findByText("V261118000007")).toBeTruthy();
});

it("a reader without work orders reads their titles; a direct customer's order has none", async () => {
  open(OF_PEER, [may.order_process]);
  expect(await screen.findByText("催送签进度")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "代提工单" })).toBeNull();
});
