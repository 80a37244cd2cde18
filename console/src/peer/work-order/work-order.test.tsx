import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { workOrderConfigApi } from "@visadesk/contract/peer/work-order/work-order-config.ts";
import { afterEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { store as feedback } from "#kit/app/feedback.ts";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { clearPreferences } from "#kit/app/preference.ts";
import { answerOf } from "../../testing/answers.ts";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import { configFacts } from "./work-order-config-facts.tsx";
import { config, detail, workOrder } from "./work-order-fixtures.ts";
import WorkOrderList from "./work-order-list.tsx";
import { minuteWords } from "./work-order-words.tsx";

const COUNTS = {
  all: 9,
  todo: 3,
  pending: 1,
  processing: 2,
  waiting_peer: 1,
  resolved: 0,
  closed: 5,
  late_reply: 1,
  late: 0,
  soon: 2,
  mine: 3,
  team: 4,
};
const page = <R,>(...list: R[]) => ({ list, total: list.length, total_capped: false, page: 1, page_size: 20, cursor: null });
type Answers = Parameters<typeof stubServer>[0];
const row = (c = config()) =>
  answerOf({ ...workOrderConfigApi.work_order_config_query, output: workOrderConfigApi.work_order_config_query.row }, c);

function open(search: string, answers: Answers = {}, codes: readonly number[] = []) {
  window.history.replaceState(null, "", `/peer/work-order/list${search}`);
  const stub = stubServer({
    work_order_query: page(workOrder()),
    work_order_stat_get: COUNTS,
    work_order_get: detail(),
    work_order_log_query: { list: [], has_more: false },
    work_order_config_query: page(row()),
    ...answers,
  });
  draw(<WorkOrderList />, [may.peer_work_order, ...codes]);
  return stub;
}
afterEach(() => {
  cleanup();
  clearPreferences();
  vi.unstubAllGlobals();
});

it("says working minutes as people do", () => {
  expect([0, 45, 60, 125, 480, 1_030].map(minuteWords)).toEqual(["0分钟", "45分钟", "1小时", "2小时5分钟", "1天", "2天1小时"]);
});

it("templates of a configuration stand in lines of their own", () => {
  const templates = [
    { title: "已收到", text: "今天内给您回复。" },
    { title: "补材料", text: "请补材料" },
  ];
  expect(new Map(configFacts(config({ templates }))).get("回复模板")).toBe("已收到：今天内给您回复。\n补材料：请补材料");
});

it("opens on what is mine and open; a figure of the head narrows the rows to what it counts", async () => {
  const stub = open("");
  await screen.findByText("GD261120000007");
  expect(stub.of("work_order_query")[0]).toMatchObject({ view: "mine", work_order_status: ["pending", "processing", "waiting_peer"] });
  expect(screen.getByText("重开 1")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "首响已超时 1" }));
  await waitFor(() => expect(stub.of("work_order_query").at(-1)).toMatchObject({ overdue: "reply" }));
});

it("a first reply that came too late says so, in the list and on its page", async () => {
  const late = { first_reply_at: "2026-11-20T02:00:01.000Z", reply_left: null };
  open("?work_order=GD261120000007", { work_order_query: page(workOrder(late)), work_order_get: detail(late) });
  expect((await screen.findByRole("row", { name: /GD261120000007/ })).textContent).toContain("首响迟");
  expect((await screen.findByText("首响（30分钟）")).parentElement?.textContent).toContain("首响迟");
  cleanup();
  const timely = { first_reply_at: "2026-11-20T02:00:00.000Z", reply_left: null };
  open("", { work_order_query: page(workOrder(timely)) });
  expect((await screen.findByRole("row", { name: /GD261120000007/ })).textContent).toContain("已回复");
});

it("what waits for its first reply past the limit has the tile's word, what was answered late another", async () => {
  open("", { work_order_query: page(workOrder({ first_reply_at: null, due_reply_at: "2026-11-19T02:00:00.000Z", reply_left: -45 })) });
  const line = await screen.findByRole("row", { name: /GD261120000007/ });
  expect(line.textContent).toContain("已超45分钟");
  expect(line.textContent).not.toContain("首响迟");
});

it("the tab counts what it shows when it is opened, also what waits for the peer", async () => {
  const stub = open("", {
    work_order_stat_get: { pending: 3, processing: 4, waiting_peer: 5, closed: 9, todo: 7, late_reply: 1, late: 0, soon: 0 },
  });
  await waitFor(() => expect(screen.getByRole("tab", { name: /^工单/ }).textContent).toBe("工单12"));
  expect(stub.of("work_order_stat_get")).toContainEqual({ view: "mine" });
});

it("the drawer shows the thread, sends an answer by a template and a note among us, and makes the urge", async () => {
  const stub = open("?work_order=GD261120000007", {
    work_order_reply: workOrder({ version: 5 }),
    work_order_link: workOrder({ version: 6 }),
  });
  const thread = await screen.findByRole("list", { name: "往来" });
  expect(within(thread).getByText("送签方说还在审").closest("li")?.className).toContain("is-internal");
  expect(screen.getByText("¥123.00")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("回复同行"), { target: { value: "已联系送签方" } });
  fireEvent.click(screen.getByRole("button", { name: "发送" }));
  await waitFor(() => expect(stub.of("work_order_reply")[0]).toMatchObject({ id: 7, version: 4, text: "已联系送签方" }));
  fireEvent.click(screen.getByRole("button", { name: "发起催办" }));
  await waitFor(() => expect(feedback.get().asked?.title).toBe("对订单 V261120000011 发起催办？"));
  expect(stub.of("work_order_link")).toEqual([]);
  feedback.get().asked?.answer(true);
  await waitFor(() => expect(stub.of("work_order_link")[0]).toEqual({ id: 7, version: 4 }));
  await waitFor(() => expect(feedback.get().toasts.map((t) => t.text)).toContain("已发起催办"));
});

it("nobody is urged about an order that is over", async () => {
  const { order, ...more } = detail();
  open("?work_order=GD261120000007", { work_order_get: { ...more, order: order && { ...order, order_status: "completed" } } });
  expect(await screen.findByText("订单已完成，不用再催办，办完后按「已解释」结束")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "发起催办" })).toBeNull();
});

it("of a work order that one may not read there are no acts", async () => {
  open("?work_order=GD261120000007", {
    work_order_get: new Refused(200, { ret: 5, msg: "工单不存在或无权查看" }),
    work_order_query: page(),
  });
  const drawer = await screen.findByRole("dialog");
  await within(drawer).findByText("工单不存在或无权查看");
  expect(within(drawer).queryByRole("button", { name: "受理" })).toBeNull();
});

it("a refund is chosen among those of its order; who may start one is led to the order's refunds, who may read none is told", async () => {
  const record = { id: 31, no: "TK2611200031", state: "待审核", amount: 45_600, at: "2026-11-20T01:30:00.000Z" };
  const stub = open(
    "?work_order=GD261120000007",
    { work_order_get: detail({ link: "refund" }), work_order_link_query: { list: [record] }, work_order_link: workOrder({ version: 5 }) },
    [may.order_view, may.order_refund_start],
  );
  const table = await screen.findByRole("table", { name: "可关联的退款" });
  expect(within(table).getByRole("row", { name: /TK2611200031/ }).textContent).toContain("待审核¥456.00");
  expect(within(table).getByRole("link", { name: "TK2611200031" }).getAttribute("href")).toContain("?tab=refund");
  expect(screen.getByRole("link", { name: "到订单发起退款" }).getAttribute("href")).toContain("?tab=refund");
  fireEvent.click(within(table).getByRole("button", { name: "关联 TK2611200031" }));
  await waitFor(() => expect(stub.of("work_order_link")[0]).toEqual({ id: 7, version: 4, linked_id: 31 }));
  cleanup();
  open("?work_order=GD261120000007", { work_order_get: detail({ link: "invoice" }) });
  expect(await screen.findByText(/没有查看此类记录的权限/)).toBeTruthy();
  expect(screen.queryByRole("link", { name: "申请发票" })).toBeNull();
  cleanup();
  open("?work_order=GD261120000007", { work_order_get: detail({ link: "invoice" }), work_order_link_query: { list: [] } }, [may.invoice]);
  expect(await screen.findByText("该订单还没有开票记录")).toBeTruthy();
  expect(screen.getByRole("link", { name: "申请发票" }).getAttribute("href")).toContain("?add_peer=3");
});

it("what is linked keeps state and amount, and is opened by whoever may; while open it is put right after a question", async () => {
  const [one, two] = [31, 32].map((id) => ({
    id,
    no: `FP26112000${id}`,
    state: "待对方确认",
    amount: -45_600,
    at: "2026-11-20T01:30:00.000Z",
  }));
  const linked = { link: "invoice" as const, linked_noun: "invoice", linked_id: 31, linked_no: "FP2611200031", linked: one ?? null };
  const answers = {
    work_order_get: detail(linked),
    work_order_link_query: { list: [one, two] },
    work_order_link: workOrder({ version: 5 }),
  };
  const stub = open("?work_order=GD261120000007", answers, [may.invoice]);
  const number = await screen.findByRole("link", { name: "FP2611200031" });
  expect(number.getAttribute("href")).toBe("/finance/invoice/detail/31");
  expect(number.parentElement?.textContent).toContain("待对方确认");
  expect(number.parentElement?.textContent).toContain("456.00");
  fireEvent.click(screen.getByRole("button", { name: "更换" }));
  fireEvent.click(await screen.findByRole("button", { name: "关联 FP2611200032" }));
  expect(screen.queryByRole("button", { name: "关联 FP2611200031" })).toBeNull();
  await waitFor(() => expect(feedback.get().asked?.title).toBe("把关联的 FP2611200031 换成 FP2611200032？"));
  feedback.get().asked?.answer(true);
  await waitFor(() => expect(stub.of("work_order_link")).toEqual([{ id: 7, version: 4, linked_id: 32 }]));
  fireEvent.click(screen.getByRole("button", { name: "取消关联" }));
  await waitFor(() => expect(feedback.get().asked?.title).toBe("取消关联 FP2611200031？"));
  feedback.get().asked?.answer(true);
  await waitFor(() => expect(stub.of("work_order_link").at(-1)).toEqual({ id: 7, version: 4, linked_id: null }));
  cleanup();
  // Who may not read invoices sees the number, and puts nothing right.
  open("?work_order=GD261120000007", { work_order_get: detail({ ...linked, linked: null }) });
  expect((await screen.findByText("FP2611200031")).closest("a")).toBeNull();
  expect(screen.queryByRole("button", { name: "取消关联" })).toBeNull();
  cleanup();
  open("?work_order=GD261120000007", { work_order_get: detail({ ...linked, work_order_status: "resolved" }) }, [may.invoice]);
  await screen.findByRole("link", { name: "FP2611200031" });
  expect(screen.queryByRole("button", { name: "更换" })).toBeNull();
});

it("what a row may not do says why before it is pressed", async () => {
  const moves = [{ move: "withdraw", ok: false, missing: "只有提交人可以撤回" }];
  open("", { work_order_query: page(workOrder({ moves })) });
  const line = await screen.findByRole("row", { name: /GD261120000007/ });
  fireEvent.click(within(line).getByRole("button", { name: "更多操作" }));
  const item = await screen.findByRole("menuitem", { name: /撤回/ });
  expect(item.textContent).toContain("只有提交人可以撤回");
  expect(item.getAttribute("aria-disabled")).toBe("true");
});

it("the drawer names peer and order, each opened by whoever may", async () => {
  open("?work_order=GD261120000007", {}, [may.peer, may.order_view]);
  expect((await screen.findByRole("link", { name: "沪上旅行" })).getAttribute("href")).toBe("/peer/view/3");
  const card = within(screen.getByRole("heading", { name: "订单" }).closest("section") ?? document.body);
  expect(card.getByText("日本单次旅游签证 · 2人")).toBeTruthy();
  expect(card.getByText("2026-11-27")).toBeTruthy();
});

it("several are answered by a template of their kinds", async () => {
  const stub = open("", {
    work_order_template_get: { list: [{ title: "已收到", text: "已收到，今天内给您回复。" }] },
    work_order_reply_batch: { results: [{ id: 7, ok: true, msg: "" }], done: 1 },
  });
  await screen.findByText("GD261120000007");
  fireEvent.click(screen.getAllByRole("checkbox").at(-1) ?? document.body);
  fireEvent.click(screen.getByRole("button", { name: "批量回复" }));
  fireEvent.mouseDown(await screen.findByRole("combobox", { name: "回复模板" }));
  fireEvent.click(await screen.findByTitle("已收到"));
  expect(stub.of("work_order_template_get")[0]).toEqual({ ids: [7] });
  fireEvent.click(screen.getAllByRole("button", { name: "批量回复" }).at(-1) ?? document.body);
  await waitFor(() => expect(stub.of("work_order_reply_batch")[0]).toMatchObject({ ids: [7], text: "已收到，今天内给您回复。" }));
});

it("who could not be answered is told by its number; done to none the form stays with what was typed, else those left stay selected", async () => {
  const refused = { id: 7, ok: false, msg: "工单已关闭，不能回复" };
  const other = workOrder({ id: 8, work_order_no: "GD261120000008" });
  const answers = [
    { results: [refused, { ...refused, id: 8 }], done: 0 },
    { results: [refused, { id: 8, ok: true, msg: "" }], done: 1 },
  ];
  const stub = open("", { work_order_query: page(workOrder(), other), work_order_reply_batch: () => answers.shift() });
  draw(<FeedbackHost />, [may.peer_work_order]);
  await screen.findByText("GD261120000007");
  for (const box of screen.getAllByRole("checkbox").slice(-2)) fireEvent.click(box);
  fireEvent.click(screen.getByRole("button", { name: "批量回复" }));
  fireEvent.change(await screen.findByLabelText("内容"), { target: { value: "今天内给您回复" } });
  fireEvent.click(screen.getAllByRole("button", { name: "批量回复" }).at(-1) ?? document.body);
  expect(await screen.findByText(/GD261120000007：/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "知道了" }));
  const typed = screen.getByLabelText<HTMLTextAreaElement>("内容");
  expect(typed.value).toBe("今天内给您回复");
  fireEvent.click(screen.getAllByRole("button", { name: "批量回复" }).at(-1) ?? document.body);
  await waitFor(() => expect(stub.of("work_order_reply_batch")).toHaveLength(2));
  await waitFor(() => expect(screen.getByRole("region", { name: "批量操作", hidden: true }).textContent).toContain("已选 1 条"));
  const [first, again] = stub.of("work_order_reply_batch") as { idempotency_key: string }[];
  expect(again?.idempotency_key).not.toBe(first?.idempotency_key);
});

it("代提工单 asks for the peer first, and offers nothing of another one", async () => {
  open("");
  await screen.findByText("GD261120000007");
  fireEvent.click(screen.getByRole("button", { name: "代提工单" }));
  expect(await screen.findByText("请先选择同行")).toBeTruthy();
});

it("配置: a live one is drafted anew, and publishing shows its trial first", async () => {
  const draft = config({ id: 8, config_status: "draft", config_version: 2, name: "催办新版" });
  const stub = open(
    "?tab=configs",
    {
      work_order_config_query: page(row(draft)),
      work_order_config_trial: {
        total: 4,
        late_reply_before: 1,
        late_reply: 3,
        late_before: 0,
        late: 0,
        handlers: [{ name: "孙悦", count: 4, open: 2 }],
        unfit: [{ work_order_id: 7, work_order_no: "GD261120000007", fault: "缺少：催办原因" }],
      },
      work_order_config_publish: { ok: true },
    },
    [may.peer_work_order_edit],
  );
  await screen.findByText("催办新版");
  fireEvent.click(screen.getByRole("button", { name: "发布" }));
  expect(await screen.findByText("按此配置")).toBeTruthy();
  const unfit = screen.getByRole("link", { name: "GD261120000007" }).getAttribute("href");
  expect(unfit).toBe("/peer/work-order/list?view=all&work_order=GD261120000007");
  fireEvent.click(screen.getAllByRole("button", { name: "发布" }).at(-1) ?? document.body);
  await waitFor(() => expect(stub.of("work_order_config_publish")[0]).toMatchObject({ id: 8, version: 1 }));
});
