import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import "../../screens.ts";
import ProductEdit from "../sku-edit/product-edit.tsx";
import { sku } from "../sku/sku-fixtures.ts";
import { PaperPush } from "./sku-paper-push.tsx";

const person = (id: number, more: object = {}) => ({
  applicant_id: id,
  applicant_no: `V2611200000${id}-01`,
  order_id: id,
  order_no: `V2611200000${id}`,
  name_cn: `张*${id}`,
  applicant_status: "none",
  is_supplement: false,
  blocked: null,
  changes: [
    { kind: "add", name: "在读证明", before: null, after: "必交", files: 0 },
    { kind: "cancel", name: "房产证", before: null, after: null, files: 2 },
    { kind: "copies", name: "存款证明", before: "1份", after: "2份", files: 0 },
  ],
  ...more,
});
const impact = {
  list: [
    person(1),
    person(2, { applicant_status: "awaiting_originals", is_supplement: true }),
    person(3, { blocked: "申请人已挂起：客户出差" }),
  ],
  total: 3,
  pickable: 2,
  people: 3,
  hidden: 4,
  is_capped: false,
  version: 9,
};
const none = { ...impact, list: [], total: 0, pickable: 0, people: 0, hidden: 0 };
const push = {
  id: 7,
  sku_id: 1,
  push_state: "running",
  total: 2,
  done: 1,
  same: 0,
  failed: 0,
  waiting: 1,
  created_by_name: "周启明",
  created_at: "2026-11-20T02:00:00Z",
  ended_at: null,
};
const page = (list: object[]) => ({ list, total: list.length, total_capped: false, page: 1, page_size: 20, cursor: null });
const { changes: _changes, is_supplement: _late, blocked: _blocked, ...named } = person(1);
const answers = {
  sku_edit_get: sku,
  document_pick: { list: [] },
  embassy_pick: { list: [] },
  draft_get: { draft: null },
  draft_save: { saved_at: "2026-11-20T00:00:00Z" },
  draft_remove: { ok: true },
  presence_ping: { others: [] },
  sku_update: { ...sku, version: 4 },
  refund_policy_pick: { list: [] },
  mail_centre_pick: { list: [] },
  insurance_product_pick: { list: [] },
  sku_plan_get: {
    travel_date: null,
    steps: [],
    first_travel_date: "2026-11-25",
    is_estimated: false,
    place_name: null,
    bookable_on: null,
    no_slots: false,
    work_days_max: 7,
  },
  sku_paper_impact_query: impact,
  sku_paper_push_add: push,
  sku_paper_push_get: push,
  sku_paper_push_query: page([push]),
  sku_paper_push_result_query: page([
    { ...named, outcome: "done", msg: "新增在读证明；取消房产证（1项已传的文件保留）", at: "2026-11-20T02:00:05Z" },
    { ...named, applicant_id: 2, applicant_no: "V26112000002-01", outcome: "refused", msg: "已送签或已结束，资料不可修改", at: null },
  ]),
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The edit page with one paper taken off and saved. */
async function saveChanged(more: object = {}) {
  window.history.replaceState(null, "", "/product/product-edit/1");
  const stub = stubServer({ ...answers, ...more });
  draw(
    <>
      <ProductEdit />
      <FeedbackHost />
    </>,
    [may.sku],
  );
  await screen.findByRole("heading", { name: /编辑：上海送签/ });
  fireEvent.click(screen.getByRole("button", { name: "移除护照首页" }));
  fireEvent.click(screen.getByRole("button", { name: "保存" }));
  return stub;
}
const tick = (index: number): unknown => fireEvent.click(screen.getByRole("checkbox", { name: `选择第${index}行` }));

it("before a changed list is saved it names who is affected, and saves for nobody by default", async () => {
  const stub = await saveChanged();
  expect(await screen.findByText("资料清单有改动")).toBeTruthy();
  const drawer = screen.getByRole("dialog");
  const rows = within(await within(drawer).findByRole("table", { name: "受影响的申请人" })).getAllByRole("row");
  expect(rows[1]?.textContent).toContain("新增 在读证明取消 房产证 已传2个文件，保留份数 存款证明 1份 → 2份");
  expect(rows[2]?.textContent).toContain("新增按补料通知");
  expect(rows[3]?.textContent).toContain("已挂起，不能推送");
  expect(drawer.textContent).toContain("另有 4 人不在您的数据范围内");
  // The dry run asks with the list that is not saved yet.
  expect(stub.of("sku_paper_impact_query")[0]).toMatchObject({ sku_id: 1, papers: [{ document_id: 6 }] });
  expect(stub.of("sku_update")).toHaveLength(0);
  fireEvent.click(within(drawer).getByRole("button", { name: "保存，不推送" }));
  await waitFor(() => expect(stub.of("sku_update")).toHaveLength(1));
  expect(stub.of("sku_paper_push_add")).toHaveLength(0);
});

it("going back to the form saves nothing", async () => {
  const stub = await saveChanged();
  const back = await screen.findByRole("button", { name: "继续编辑" });
  expect(screen.getByRole("dialog").contains(back)).toBe(true);
  fireEvent.click(back);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(stub.of("sku_update")).toHaveLength(0);
});

it("a list that changes nobody is saved at once", async () => {
  const quiet = await saveChanged({ sku_paper_impact_query: none });
  await waitFor(() => expect(quiet.of("sku_update")).toHaveLength(1));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("those ticked get it after the save, one who cannot is not ticked, and the outcome is told per person", async () => {
  const stub = await saveChanged();
  await screen.findByRole("table", { name: "受影响的申请人" });
  tick(1);
  tick(2);
  tick(3);
  fireEvent.click(await screen.findByRole("button", { name: "保存并推送给 2 人" }));
  await waitFor(() => expect(stub.of("sku_paper_push_add")).toHaveLength(1));
  expect(stub.of("sku_paper_push_add")[0]).toMatchObject({ sku_id: 1, version: 4, applicant_ids: [1, 2], expected_count: 2 });
  const outcome = await screen.findByRole("table", { name: "推送结果" });
  expect(outcome.textContent).toContain("新增在读证明；取消房产证（1项已传的文件保留）");
  expect(outcome.textContent).toContain("不能更新已送签或已结束，资料不可修改");
  expect(screen.getByText("已更新 1 人，等待 1 人")).toBeTruthy();
  expect(screen.getByRole("progressbar", { name: "推送进度" })).toBeTruthy();
});

it("on the product's page everybody of a filter is sent as the filter; a running push can be cancelled", async () => {
  const stub = stubServer({ ...answers, sku_paper_push_cancel: { ok: true } });
  draw(
    <>
      <PaperPush sku={sku} onClose={() => undefined} />
      <FeedbackHost />
    </>,
    [may.sku],
  );
  const box = await screen.findByPlaceholderText("订单号/申请人编号");
  fireEvent.change(box, { target: { value: "V2611" } });
  fireEvent.keyDown(box, { key: "Enter", keyCode: 13 });
  await waitFor(() => expect(stub.of("sku_paper_impact_query").at(-1)).toMatchObject({ keyword: "V2611", page: 1 }));
  fireEvent.click(await screen.findByRole("button", { name: "选择全部 2 人" }));
  fireEvent.click(screen.getByRole("button", { name: "推送给 2 人" }));
  await waitFor(() => expect(stub.of("sku_paper_push_add")).toHaveLength(1));
  const sent = stub.of("sku_paper_push_add")[0];
  expect(sent).toMatchObject({ version: 9, filter: { keyword: "V2611" }, expected_count: 2 });
  expect(sent).not.toHaveProperty("applicant_ids");
  fireEvent.click(await screen.findByRole("button", { name: "取消推送" }));
  await waitFor(() => expect(stub.of("sku_paper_push_cancel")).toEqual([{ id: 7 }]));
});

it("a refused push says why and reads the list anew", async () => {
  const stub = stubServer({
    ...answers,
    sku_paper_push_add: new Refused(200, { ret: 3, msg: "名单已变化，请重新查看后再推送", body: { code: "count_changed" } }),
  });
  draw(
    <>
      <PaperPush sku={sku} onClose={() => undefined} />
      <FeedbackHost />
    </>,
    [may.sku],
  );
  await screen.findByRole("table", { name: "受影响的申请人" });
  tick(1);
  const before = stub.of("sku_paper_impact_query").length;
  fireEvent.click(screen.getByRole("button", { name: "推送给 1 人" }));
  expect(await screen.findByText("名单已变化，请重新查看后再推送")).toBeTruthy();
  await waitFor(() => expect(stub.of("sku_paper_impact_query").length).toBeGreaterThan(before));
});
