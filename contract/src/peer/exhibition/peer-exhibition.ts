/** 展会: who goes, what it costs and what came of it. */
import { api, done, list, move, optional, pick, read, write } from "../../kit/endpoint.ts";
import { anyOf, choice, date, file, id, ids, int, longText, money, range, share, text, time, version, z } from "../../kit/field.ts";
import { stateLabels } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";
import { COST_KINDS } from "./exhibition.words.ts";
import { peerExhibitionFlow } from "./exhibition.flow.ts";

const code = may.peer_exhibition;
const cost = z.strictObject({
  kind: choice("费用类别", COST_KINDS),
  amount: money("金额", { min: 1 }),
  file: z.nullable(file("凭证", "exhibition_cost")),
});
/** As it may stand from before. */
const storedCost = cost.extend({ amount: money("金额") });
const facts = {
  name: text("展会名称", { min: 2, max: 40 }),
  city: text("城市", { max: 20 }),
  venue: text("场馆", { min: 0, max: 60 }),
  booth: text("展位", { min: 0, max: 30 }),
  start_on: date("开始日期"),
  end_on: date("结束日期"),
  owner_id: id("负责人", "worker"),
  staff_ids: ids("参展人员", 50, "worker"),
  budget: money("预算"),
  costs: z.array(cost).max(50, { error: "费用最多50项" }).meta({ label: "费用", kind: "list" }),
  qrcode_id: z.nullable(id("渠道码", "channel_qrcode")),
  gift_coupon_id: z.nullable(id("礼品券", "coupon")),
  poster: z.nullable(file("海报", "public_peer")),
  target_leads: int("目标线索", 0, 100_000),
  invited_peer_ids: ids("邀请名单", 2_000, "peer"),
  review_note: longText("复盘", 2000, 0),
};
/** Peers that were ours before are counted apart. Costs of ours and margins only for those who may see them. */
const figures = {
  lead_new: int("新线索"),
  lead_peer: int("老客到场"),
  applied: int("申请"),
  won: int("入驻"),
  first_orders: int("首单"),
  uncalled: int("超2个工作日未联系"),
  cost_total: money("费用"),
  margin_90: z.optional(z.nullable(money("90天毛利", { signed: true }))),
  /** Margin over costs. */
  return_rate: z.optional(z.nullable(share("投入产出率"))),
};
export const peerExhibition = z.object({
  id: id("编号", "peer_exhibition"),
  ...pick(z.object(facts), "name", "city", "venue", "booth", "start_on", "end_on", "owner_id", "budget", "target_leads"),
  owner_name: text("负责人"),
  ...figures,
  exhibition_status: choice("状态", stateLabels(peerExhibitionFlow)),
  version: version(),
  updated_at: time("更新时间"),
});
const f = peerExhibition.shape;
export const peerExhibitionDetail = peerExhibition.extend({
  ...facts,
  costs: z.array(storedCost).meta({ label: "费用", kind: "list" }),
  staff: z.array(
    z.object({
      worker_id: id("人员", "worker"),
      name: text("姓名"),
      ...pick(z.object(figures), "lead_new", "lead_peer", "uncalled", "applied", "won", "first_orders", "margin_90"),
    }),
  ),
  invited: z.array(z.object({ peer_id: id("同行", "peer"), peer_no: text("编号"), short_name: text("简称"), is_here: z.boolean() })),
  /** Spent for each peer that orders. */
  cost_per_peer: z.nullable(money("单家成本")),
  cancel_reason: text("取消原因", { min: 0 }),
  created_at: time("创建时间"),
  moves: z.array(z.object({ move: z.string(), ok: z.boolean(), missing: z.nullable(z.string()) })),
});
const of = pick(peerExhibition, "id", "version");
const planned = pick(
  z.object(facts),
  "name",
  "city",
  "venue",
  "booth",
  "start_on",
  "end_on",
  "owner_id",
  "staff_ids",
  "budget",
  "qrcode_id",
  "gift_coupon_id",
  "poster",
  "target_leads",
  "invited_peer_ids",
);

export const peerExhibitionApi = api({
  peer_exhibition_query: list("展会列表", code, {
    filter: {
      keyword: z.optional(text("名称/城市", { min: 0, max: 40 })),
      exhibition_status: z.optional(anyOf(f.exhibition_status)),
      owner_id: z.optional(anyOf(f.owner_id)),
      start_on: z.optional(range("日期")),
    },
    row: peerExhibition,
    sorts: ["start_on", "updated_at"],
    exports: [
      "name",
      "city",
      "start_on",
      "end_on",
      "owner_name",
      "lead_new",
      "lead_peer",
      "target_leads",
      "applied",
      "won",
      "first_orders",
      "cost_total",
      "margin_90",
      "return_rate",
      "exhibition_status",
    ],
    columns_may: { margin_90: may.cost_view, return_rate: may.cost_view, cost_total: code },
  }),
  /** By state, and all; `uncalled`: leads in the caller's sight that nobody called in time. */
  peer_exhibition_stat_get: read("展会计数", code, {}, z.record(z.string(), z.int())),
  peer_exhibition_get: read("展会详情", code, pick(peerExhibition, "id"), peerExhibitionDetail),
  peer_exhibition_add: write("新增展会", code, { ...planned, costs: z.optional(facts.costs) }, peerExhibition, { key: true }),
  peer_exhibition_update: write("编辑展会", code, { ...of, ...optional(facts) }, peerExhibition),
  peer_exhibition_close: move(peerExhibitionFlow, "close", of, done),
  peer_exhibition_cancel: move(peerExhibitionFlow, "cancel", { ...of, reason: text("取消原因", { min: 2, max: 200 }) }, done),
});
