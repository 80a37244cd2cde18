/** 录入汇率: what stands for the day is seen, and its version goes with what it is changed to. */
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import { RateDrawer } from "./rate-drawer.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const known = {
  id: 4,
  currency: "EUR",
  day: "2026-11-20",
  rate: "7.8123",
  source: "中国银行折算价",
  is_used: false,
  created_by_name: "吴静怡",
  created_at: "2026-11-20T01:00:00.000Z",
  updated_at: "2026-11-20T01:00:00.000Z",
  version: 3,
};

it("a rate that stands is changed knowingly: it is shown, and its version goes along", async () => {
  const page = { list: [known], total: 1, total_capped: false, page: 1, page_size: 100, cursor: null };
  const stub = stubServer({ fx_rate_query: page, fx_rate_add: { ...known, rate: "7.82", version: 4 } });
  draw(<RateDrawer onClose={() => {}} />, [may.embassy_payment]);
  fireEvent.click(await screen.findByRole("button", { name: "录入汇率" }));
  const box =
    (await screen.findByText("一个外币单位折合的人民币，最多六位小数。已用于缴费的汇率不能修改。")).closest<HTMLElement>("[role=dialog]") ??
    document.body;
  fireEvent.mouseDown(within(box).getByRole("combobox"));
  fireEvent.click(await screen.findByText(/欧元/));
  await within(box).findByText(/^已有 7\.8123，保存后改为 新汇率$/);
  const rate = within(box).getByLabelText("汇率");
  fireEvent.change(rate, { target: { value: "7.82" } });
  await within(box).findByText("已有 7.8123，保存后改为 7.82");
  fireEvent.click(within(box).getByRole("button", { name: "确定" }));
  await waitFor(() => expect(stub.of("fx_rate_add")).toHaveLength(1));
  expect(stub.of("fx_rate_add")[0]).toMatchObject({ currency: "EUR", rate: "7.82", version: 3 });
});
