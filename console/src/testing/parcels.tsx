/** A list of parcels, drawn by the list screen, for its tests. */
import { api, list } from "@visadesk/contract/kit/endpoint.ts";
import { anyOf, choice, date, id, int, money, range, text, time, z } from "@visadesk/contract/kit/field.ts";
import { flow, stateLabels } from "@visadesk/contract/kit/flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { link, ListScreen } from "#kit/list/list-screen.tsx";
import type { ListScreenProps } from "#kit/list/list-types.ts";
import { clearPreferences } from "#kit/app/preference.ts";
import { draw, stubServer } from "./server.tsx";

// antd draws slowly where several tests share two cores.
vi.setConfig({ testTimeout: 20_000 });

const parcelFlow = flow("parcel", {
  states: {
    open: { label: "在途", tone: "blue", start: true },
    late: { label: "超期", tone: "red" },
    closed: { label: "已签收", tone: "green" },
  },
  moves: { close: { label: "签收", from: ["open", "late"], to: "closed", may: may.order_process } },
});
const row = z.object({
  id: id(),
  parcel_no: text("运单号"),
  state: choice("状态", stateLabels(parcelFlow)),
  cost: money("费用"),
  weight: int("重量"),
  created_at: time("下单时间"),
  due_on: date("截止日"),
});
export const parcelApi = api({
  parcel_query: list("快递列表", may.order_process, {
    filter: {
      keyword: z.optional(text("运单号", { min: 0 })),
      state: z.optional(anyOf(row.shape.state)),
      created_at: z.optional(range("下单时间")),
      due_on: z.optional(range("截止日")),
      cost_below: z.optional(money("费用低于")),
      weight_from: z.optional(int("重量不低于", 1, 90)),
    },
    row,
    sorts: ["created_at"],
    exports: ["parcel_no", "state", "cost"],
  }),
});
export type Props = ListScreenProps<typeof parcelApi.parcel_query>;

const rows = [
  { id: 1, parcel_no: "SF001", state: "open", cost: 123456, weight: 20, created_at: "2026-11-20T06:05:00Z", due_on: "2026-11-22" },
  { id: 2, parcel_no: "SF002", state: "late", cost: 100, weight: 5, created_at: "2026-11-19T06:05:00Z", due_on: "0000-00-00" },
];
export const page = (more: object = {}) => ({ list: rows, total: 57, total_capped: false, page: 1, page_size: 20, cursor: "c1", ...more });

beforeEach(() => window.history.replaceState(null, "", "/parcel/list"));
afterEach(() => {
  cleanup();
  clearPreferences();
  vi.unstubAllGlobals();
});

export const columns: Props["columns"] = [
  link("parcel_no", (r) => `/parcel/${r.id}`),
  "state",
  "cost",
  "created_at",
  "due_on",
  { title: "重", exports: ["weight"], render: (r) => `${r.weight} 克` },
];

export function open(more: Partial<Props> = {}, answers: Parameters<typeof stubServer>[0] = {}) {
  const stub = stubServer({ parcel_query: (b: Record<string, unknown>) => page(b["count"] === false ? { total: null } : {}), ...answers });
  draw(
    <ListScreen
      endpoint={parcelApi.parcel_query}
      title="快递"
      keyword={{ name: "keyword", placeholder: "运单号" }}
      filters={["state", "created_at"]}
      columns={columns}
      {...more}
    />,
  );
  return stub;
}
