import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import { exhibitionLeadApi } from "@visadesk/contract/peer/exhibition/exhibition-lead.ts";
import { peerExhibitionApi } from "@visadesk/contract/peer/exhibition/peer-exhibition.ts";
import { answerOf } from "../../testing/answers.ts";
import "../../screens.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import ExhibitionEdit from "./exhibition-edit.tsx";
import ExhibitionList from "./exhibition-list.tsx";
import { LeadDrawer } from "./lead-drawer.tsx";

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
  uncalled: 2,
  cost_total: 2_400_000,
  cost_per_peer: 2_400_000,
  exhibition_status: "running",
  version: 1,
  created_at: AT,
  updated_at: AT,
  staff: [{ worker_id: 1, name: "王商务", lead_new: 5, lead_peer: 1, uncalled: 2, applied: 2, won: 1, first_orders: 1 }],
  invited: [{ peer_id: 3, peer_no: "TY000003", short_name: "岭南假期", is_here: true }],
  moves: [],
};
const EMPTY = { list: [], total: 0, total_capped: false, page: 1, page_size: 20, cursor: null };
const lead = {
  id: 9,
  exhibition_id: 7,
  exhibition_name: fair.name,
  kind: "peer",
  company: "岭南假期",
  name: "李联系",
  mobile: "138****8000",
  title: "",
  card_file: null,
  interest: "mid",
  country_ids: [],
  owner_id: 1,
  owner_name: "王商务",
  next_follow_on: null,
  note: "",
  is_late: false,
  peer_id: 3,
  peer_name: "岭南假期",
  application_id: null,
  application_no: null,
  lost_reason: "",
  first_called_at: null,
  follow_count: 0,
  last_follow: null,
  lead_status: "won",
  version: 1,
  created_at: AT,
  updated_at: AT,
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

it("what came of it stands step by step, for all and by person, and a number opens its leads", async () => {
  window.history.replaceState(null, "", "/peer/exhibition/edit/7");
  stubServer({ ...common, peer_exhibition_get: { ...fair, margin_90: 500_000, return_rate: 0.2083 } });
  draw(<ExhibitionEdit />, [may.peer_exhibition, may.cost_view]);
  const table = await screen.findByRole("table", { name: "成效" });
  const [, whole, person] = within(table).getAllByRole("row");
  expect(whole?.textContent).toBe("全场52240.0%150.0%1100.0%¥5,000.001");
  expect(person?.textContent).toBe("王商务52240.0%150.0%1100.0%—1");
  const [late] = within(table).getAllByRole("link", { name: "2" });
  expect(late?.getAttribute("href")).toBe("/peer/exhibition/list?tab=lead&exhibition_id=7&is_late=1");
  expect(screen.getByText("20.8%")).toBeTruthy();
});

it("the list says how many fairs stand where, and which leads nobody called in time", async () => {
  window.history.replaceState(null, "", "/peer/exhibition/list");
  const stat = { all: 3, preparing: 1, running: 1, reviewing: 0, closed: 1, cancelled: 0, uncalled: 4 };
  const stub = stubServer({
    ...common,
    peer_exhibition_query: EMPTY,
    peer_exhibition_stat_get: stat,
    exhibition_lead_query: { ...EMPTY, total: 13 },
  });
  draw(<ExhibitionList />, [may.peer_exhibition]);
  expect((await screen.findByRole("link", { name: /未及时联系/ })).getAttribute("href")).toBe("/peer/exhibition/list?tab=lead&is_late=1");
  expect(screen.getByRole("button", { name: /进行中 1/ })).toBeTruthy();
  await waitFor(() => expect(screen.getByRole("tab", { name: /^线索/ }).textContent).toBe("线索13"));
  expect(stub.of("exhibition_lead_query")).toEqual([{ page_size: 1, fields: ["id"] }]);
});

it("the list says where and what came of each; margins stand there for who may see them", async () => {
  window.history.replaceState(null, "", "/peer/exhibition/list");
  const { staff: _, invited: _i, moves: _m, cost_per_peer: _c, ...row } = fair;
  const list = [answerOf({ ...peerExhibitionApi.peer_exhibition_query, output: peerExhibitionApi.peer_exhibition_query.row }, row)];
  const heads = async (codes: readonly number[]): Promise<(string | null)[]> => {
    stubServer({
      ...common,
      peer_exhibition_query: { ...EMPTY, list, total: 1 },
      peer_exhibition_stat_get: {},
      exhibition_lead_query: EMPTY,
    });
    draw(<ExhibitionList />, [may.peer_exhibition, ...codes]);
    await screen.findByRole("link", { name: fair.name });
    const said = screen.getAllByRole("columnheader").map((h) => h.textContent);
    cleanup();
    return said;
  };
  const plain = ["展会名称", "城市", "状态", "日期", "负责人", "线索（新/老）", "目标线索", "申请", "入驻", "首单", "费用", "操作"];
  expect(await heads([])).toEqual(plain);
  expect(await heads([may.cost_view])).toEqual(plain.toSpliced(-2, 2, "90天毛利", "费用", "投入产出", "操作"));
});

it("leads come out of a csv file as well as out of a paste", async () => {
  window.history.replaceState(null, "", "/peer/exhibition/edit/7");
  stubServer(common);
  draw(<ExhibitionEdit />, [may.peer_exhibition]);
  fireEvent.click(await screen.findByRole("button", { name: "导入线索" }));
  const sheet = new File(["公司,手机\n苏州行舟旅行社,13800138000\n"], "线索.csv");
  fireEvent.change(await screen.findByLabelText("选择线索表"), { target: { files: [sheet] } });
  expect(await screen.findByText("读出 1 行")).toBeTruthy();
});

it("the desk tells a number that is registered already while it is typed", async () => {
  window.history.replaceState(null, "", "/peer/exhibition/edit/7?mode=desk");
  stubServer({ ...common, exhibition_lead_check: { peer: null, lead: { id: 9, company: "佛山岭南假期", lead_status: "contacted" } } });
  draw(<ExhibitionEdit />, [may.peer_exhibition]);
  fireEvent.change(await screen.findByLabelText("手机"), { target: { value: "13800138000" } });
  expect((await screen.findByLabelText("查重")).textContent).toContain("该手机号已登记：佛山岭南假期（已联系）");
});

it("a lead says its countries by name; its sheet says of a peer that came what the screen says", async () => {
  const words = (kind: "new" | "peer"): unknown =>
    exhibitionLeadApi.exhibition_lead_query.sheet?.["state_text"]?.value({ kind, lead_status: "new" } as never, new Date());
  expect([words("new"), words("peer")]).toEqual(["新线索", "老客到场"]);
  const country = {
    id: "TH",
    code2: "TH",
    code3: "THA",
    name_zh: "泰国",
    name_en: "Thailand",
    pinyin: "taiguo",
    initial: "T",
    continent: "亚洲",
    flag_emoji: "",
    is_region: false,
    is_hot: true,
    status: 1,
  };
  stubServer({ ...common, exhibition_lead_get: { ...lead, country_ids: ["TH"], follows: [] }, country_get: [country] });
  draw(<LeadDrawer id={9} onClose={() => undefined} />, [may.peer_exhibition]);
  expect(await screen.findByText("泰国")).toBeTruthy();
});

it("the desk is worked by keys alone: Enter registers, and the next one begins at the number", async () => {
  window.history.replaceState(null, "", "/peer/exhibition/edit/7?mode=desk");
  const stub = stubServer({
    ...common,
    exhibition_lead_check: { peer: { id: 3, peer_no: "TY000003", short_name: "岭南假期", contact_name: "李联系" }, lead: null },
    exhibition_lead_add: lead,
  });
  draw(<ExhibitionEdit />, [may.peer_exhibition]);
  const mobile = await screen.findByLabelText("手机");
  expect(document.activeElement).toBe(mobile);
  expect(screen.getByLabelText("按键").textContent).toBe("Tab 下一栏Enter 登记，并从手机开始下一位");
  fireEvent.change(mobile, { target: { value: "13800138000" } });
  expect((await screen.findByLabelText("查重")).textContent).toContain("老客「岭南假期」TY000003，登记即签到");
  fireEvent.keyDown(screen.getByLabelText("公司"), { key: "Enter" });
  await waitFor(() => expect(stub.of("exhibition_lead_add")).toMatchObject([{ mobile: "13800138000", company: "岭南假期" }]));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("手机").value).toBe(""));
  expect(document.activeElement).toBe(screen.getByLabelText("手机"));
});
