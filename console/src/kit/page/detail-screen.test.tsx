import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { api, read } from "@visadesk/contract/kit/endpoint.ts";
import { choice, id, money, text, z } from "@visadesk/contract/kit/field.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import { BarChart, LineChart } from "../chart/charts.tsx";
import { Section, StepLine } from "./blocks.tsx";
import { DetailHead, DetailScreen } from "./detail-screen.tsx";
import { FeedbackHost } from "../app/feedback-host.tsx";
import { Masked } from "./masked.tsx";
import { PresenceLine } from "./presence.tsx";
import { session, type Account } from "../app/session.ts";
import { Timeline } from "./timeline.tsx";

const parcel = z.object({
  id: id(),
  parcel_no: text("运单号"),
  cost: money("费用"),
  state: choice("状态", { open: "在途", late: "超期" }),
});
const meta = { cost: { label: "费用", kind: "money" } } as const;
const parcelApi = api({
  parcel_get: read("快递", "staff", { id: id() }, parcel),
  parcel_log_query: read(
    "快递动态",
    "staff",
    { id: id(), before_id: z.optional(z.int()) },
    z.object({ list: z.array(z.unknown()), has_more: z.boolean() }),
  ),
});
const RECORD = { id: 7, parcel_no: "SF007", cost: 1250, state: "late" };

beforeEach(() => window.history.replaceState(null, "", "/parcel/7"));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  session.set({ account: null });
});

const page = (
  <DetailScreen
    endpoint={parcelApi.parcel_get}
    input={{ id: 7 }}
    head={(p) => <DetailHead title="快递" no={p.parcel_no} figures={[{ label: "费用", value: "¥12.50" }]} />}
    side={(p) => <p>旁边 {p.parcel_no}</p>}
    tabs={[
      { key: "a", label: "路线", render: () => <p>路线内容</p> },
      { key: "b", label: "费用明细", render: (p) => <p>费用 {p.cost}</p> },
    ]}
  >
    {(p) => (
      <Section title="概要">
        <p>状态 {p.state}</p>
      </Section>
    )}
  </DetailScreen>
);

it("draws head, body, side and tabs of one record; the chosen tab stands in the address and outlives a reload", async () => {
  const stub = stubServer({ parcel_get: RECORD });
  draw(page);
  expect(screen.getByLabelText("加载中").getAttribute("aria-busy")).toBe("true");
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("快递");
  expect(stub.of("parcel_get")).toEqual([{ id: 7 }]);
  expect(screen.getByText("旁边 SF007").closest("aside")).not.toBeNull();
  expect(screen.getByText("路线内容")).toBeTruthy();
  expect(screen.queryByText("费用 1250")).toBeNull();
  fireEvent.click(screen.getByRole("tab", { name: "费用明细" }));
  await screen.findByText("费用 1250");
  expect(window.location.search).toBe("?tab=b");
  cleanup();
  draw(page);
  expect(await screen.findByText("费用 1250")).toBeTruthy();
});

it("a record that cannot be had says why and 重试 asks again", async () => {
  let isDown = true;
  stubServer({ parcel_get: () => (isDown ? new Refused(500, { msg: "服务器错误" }) : RECORD) });
  draw(page);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("服务器错误");
  isDown = false;
  fireEvent.click(within(alert).getByRole("button", { name: "重试" }));
  expect(await screen.findByText("旁边 SF007")).toBeTruthy();
});

it("a record that is not there says so, without 重试, which could not help", async () => {
  stubServer({ parcel_get: new Refused(200, { ret: 5, msg: "快递不存在或无权查看", body: { code: "not_found" } }) });
  draw(page);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("快递不存在或无权查看");
  expect(within(alert).queryByRole("button", { name: "重试" })).toBeNull();
});

it("a step line marks where we are", () => {
  draw(
    <StepLine
      steps={[
        { label: "下单", state: "done" },
        { label: "审核", state: "now", note: "11-20" },
        { label: "出签", state: "wait" },
      ]}
    />,
  );
  const [done, now, wait] = within(screen.getByRole("list", { name: "进度" })).getAllByRole("listitem");
  expect([done, now, wait].map((li) => li?.getAttribute("aria-current"))).toEqual([null, "step", null]);
  expect(now?.textContent).toBe("审核11-20");
});

const LOG = [
  {
    id: 9,
    label: "改费用",
    at: "2026-11-20T06:05:00Z",
    actor_name: "周宁",
    on_behalf: true,
    reason: "按合同",
    changes: [
      { field: "cost", label: "费用", before: 100, after: 1250 },
      { field: "snapshot_id", label: "snapshot_id", before: 41, after: 42 },
    ],
    files: ["private/a.pdf"],
    customer_visible: true,
  },
  { id: 8, label: "超期", at: "2026-11-19T06:05:00Z", actor_name: "", actor_kind: "system", from_label: "在途", to_label: "超期" },
];

it("a timeline says who did what when, values by their kind, and older rows continue behind the last one", async () => {
  const stub = stubServer({
    parcel_log_query: (b: Record<string, unknown>) =>
      b["before_id"] ? { list: [{ ...LOG[1], id: 2, label: "下单" }], has_more: false } : { list: LOG, has_more: true },
  });
  draw(<Timeline endpoint={parcelApi.parcel_log_query} input={{ id: 7 }} meta={(f) => (f === "cost" ? { ...meta.cost } : undefined)} />);
  const first = (await screen.findByText("改费用")).closest("li") as HTMLElement;
  expect(first.textContent).toContain("周宁（代客户） · 2026-11-20 14:05:00");
  expect(first.textContent).not.toContain("snapshot_id");
  expect(within(first).getByText("对客可见")).toBeTruthy();
  expect(first.querySelector("del")?.textContent).toBe("¥1.00");
  expect(first.textContent).toContain("¥12.50");
  expect(within(first).getByRole("button", { name: "打开文件1" })).toBeTruthy();
  const second = screen.getAllByRole("listitem").find((li) => li.textContent.includes("在途 → 超期"));
  expect(second?.textContent).toContain("系统");
  fireEvent.click(screen.getByRole("button", { name: "更早的动态" }));
  await screen.findByText("下单");
  expect(stub.of("parcel_log_query")).toEqual([{ id: 7 }, { id: 7, before_id: 8 }]);
  expect(screen.queryByText("更早的动态")).toBeNull();
});

it("an amount that was logged in words stays as it was logged", async () => {
  const changes = [{ field: "cost", label: "费用", before: "¥10.00", after: "¥11.00" }];
  stubServer({ parcel_log_query: { list: [{ ...LOG[0], changes }], has_more: false } });
  draw(<Timeline endpoint={parcelApi.parcel_log_query} input={{ id: 7 }} meta={() => ({ ...meta.cost })} />);
  expect((await screen.findByText("¥11.00")).closest("li")?.textContent).toBe("费用 ¥10.00 → ¥11.00");
});

it("an empty timeline says so", async () => {
  stubServer({ parcel_log_query: { list: [], has_more: false } });
  draw(<Timeline endpoint={parcelApi.parcel_log_query} input={{ id: 7 }} />);
  expect(await screen.findByText("还没有动态")).toBeTruthy();
});

it("C8 a masked value is asked for one by one, hides again after a minute, and belongs to the value it was asked for", async () => {
  const reveal = vi.fn<(why: string) => Promise<string | null>>().mockResolvedValue("13812348000");
  const shown = draw(<Masked value="138****8000" record="person 7" reveal={reveal} />, [may.personal_reveal]);
  // Why: asked once for the record, then good for a quarter of an hour.
  fireEvent.click(screen.getByRole("button", { name: "查看完整内容" }));
  fireEvent.change(await screen.findByLabelText("其他原因"), { target: { value: "客户来电" } });
  expect(reveal).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "查看" }));
  fireEvent.click(await screen.findByRole("button", { name: "隐藏" }));
  expect(reveal.mock.calls).toEqual([["客户来电"]]);
  reveal.mockClear();
  vi.useFakeTimers();
  const look = async (): Promise<void> => {
    fireEvent.click(screen.getByRole("button", { name: "查看完整内容" }));
    await act(async () => {
      await vi.advanceTimersByTimeAsync(0);
    });
  };
  await look();
  expect(screen.getByText("13812348000")).toBeTruthy();
  await act(async () => {
    await vi.advanceTimersByTimeAsync(60_000);
  });
  expect(screen.queryByText("13812348000")).toBeNull();
  await look();
  fireEvent.click(screen.getByRole("button", { name: "隐藏" }));
  expect(screen.queryByText("13812348000")).toBeNull();
  expect(reveal.mock.calls).toEqual([["客户来电"], ["客户来电"]]);
  vi.setSystemTime(Date.now() + 15 * 60_000);
  await look();
  expect(screen.getByRole("region", { name: "查看原因" })).toBeTruthy();
  expect(reveal).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
  shown.unmount();
});

it("C8 without the code, for a plain value, and after a refusal nothing more is shown", async () => {
  const reveal = vi.fn<(why: string) => Promise<string | null>>().mockRejectedValue(new Error("no"));
  draw(<Masked value="138****8000" record="person 8" reveal={reveal} />, []);
  expect(screen.queryByRole("button")).toBeNull();
  cleanup();
  draw(<Masked value="13812348000" record="person 8" reveal={reveal} />, [may.personal_reveal]);
  expect(screen.queryByRole("button", { name: "查看完整内容" })).toBeNull();
  cleanup();
  draw(<Masked value="138****8000" record="person 8" reveal={reveal} />, [may.personal_reveal]);
  fireEvent.click(screen.getByRole("button", { name: "查看完整内容" }));
  fireEvent.click(await screen.findByRole("button", { name: "核对资料" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "查看完整内容" }).hasAttribute("disabled")).toBe(false));
  expect(reveal).toHaveBeenCalledWith("核对资料");
  expect(screen.getByText("138****8000")).toBeTruthy();
});

it("who else is on a record: name, what he does, for how long; never myself", async () => {
  session.set({ account: { id: 3 } as Account });
  const stub = stubServer({
    presence_ping: {
      others: [
        { worker_id: 3, nickname: "我", mode: "edit", at: "2026-11-20T06:05:00Z", since_minutes: 9 },
        { worker_id: 4, nickname: "张三", mode: "edit", at: "2026-11-20T06:05:00Z", since_minutes: 2 },
        { worker_id: 5, nickname: "李红", mode: "view", at: "2026-11-20T06:05:00Z", since_minutes: 0 },
      ],
    },
  });
  draw(<PresenceLine noun="order" id={7} mode="view" />);
  expect((await screen.findByRole("status")).textContent).toBe("张三 正在编辑（2分钟）李红 正在查看（1分钟）");
  expect(stub.of("presence_ping")).toEqual([{ noun: "order", id: 7, mode: "view" }]);
});

it("bars: width by the greatest, figures in 万 with the exact value on hover, negative ones empty, rows behind them linked", () => {
  draw(
    <BarChart
      label="各国订单"
      points={[
        { label: "法国", value: 200_000, href: "/order/list?country=1" },
        { label: "日本", value: 50_000 },
        { label: "退回", value: -3 },
      ]}
    />,
  );
  const bars = within(screen.getByRole("list", { name: "各国订单" })).getAllByRole("listitem");
  expect(bars.map((b) => b.querySelector("i")?.style.width)).toEqual(["100%", "25%", "0%"]);
  expect(bars.map((b) => b.querySelector("b")?.textContent)).toEqual(["20.00万", "50000", "-3"]);
  expect(bars[0]?.title).toBe("法国：200000");
  expect(
    within(bars[0] as HTMLElement)
      .getByRole("link")
      .getAttribute("href"),
  ).toBe("/order/list?country=1");
});

it("lines: one per series over the same labels, each with its last figure; one point and no point are drawn too", () => {
  const series = [
    {
      name: "今年",
      points: [
        { label: "9月", value: 0 },
        { label: "10月", value: 100 },
      ],
    },
    {
      name: "去年",
      points: [
        { label: "9月", value: 50 },
        { label: "10月", value: 25 },
      ],
    },
  ];
  draw(<LineChart label="月订单" series={series} />);
  const chart = screen.getByRole("img", { name: "月订单" });
  const lines = [...chart.querySelectorAll("polyline")].map((l) => l.getAttribute("points"));
  expect(lines).toEqual(["8,140 592,16", "8,78 592,109"]);
  expect(chart.querySelector("circle title")?.textContent).toBe("9月 今年：0");
  expect(screen.getByText("今年").textContent).toBe("今年 100");
  cleanup();
  draw(
    <>
      <LineChart label="一点" series={[{ name: "甲", points: [{ label: "1月", value: 5 }] }]} />
      <LineChart label="无" series={[]} />
      <FeedbackHost />
    </>,
  );
  expect(document.body.innerHTML).not.toContain("NaN");
});
