/** 同行分组: who sees which products at which price, and audiences of notices, coupons and activities. Shared: whoever holds the code edits all. */
import { api, done, list, optional, pick, read, write } from "../../kit/endpoint.ts";
import { anyOf, choice, choices, file, id, ids, int, longText, money, status, text, time, version, z } from "../../kit/field.ts";
import { may } from "../../permissions.ts";
import { ACTIVITIES, PEER_SOURCES } from "../peer/peer.words.ts";
import { GROUP_KINDS, GROUP_MODES, LEVEL_CODES, VISIBLE_MODES } from "./level.words.ts";

const code = may.peer_group;
/** Every part that is said holds; evaluated wherever it is used. */
export const groupRule = z
  .strictObject(
    optional({
      level_from: choice("等级起", LEVEL_CODES),
      level_to: choice("等级止", LEVEL_CODES),
      province_codes: z
        .array(text("省份", { max: 6 }))
        .max(40)
        .meta({ label: "省份", kind: "list" }),
      activity: choices("活跃度", ACTIVITIES),
      no_order_days: int("未下单天数", 1, 3650),
      gmv_90d_min: money("90天GMV下限"),
      gmv_90d_max: money("90天GMV上限"),
      balance_min: money("余额下限"),
      balance_max: money("余额上限"),
      sources: choices("来源", PEER_SOURCES),
      service_group_ids: ids("服务分组", 50, "peer_group"),
      age_min: int("入驻天数下限", 0, 36_500),
      age_max: int("入驻天数上限", 0, 36_500),
    }),
  )
  .meta({ label: "规则", kind: "json" });
const facts = {
  name: text("名称", { min: 2, max: 20 }),
  /** Of a service group. */
  visible_mode: z.nullable(choice("可见商品", VISIBLE_MODES)),
  sku_ids: ids("商品", 500, "sku"),
  cs_team_id: z.nullable(id("客服团队", "team")),
  chat_group: text("客服群", { min: 0, max: 60 }),
  chat_qr: z.nullable(file("群二维码", "public_peer")),
  /** Of an audience. */
  mode: z.nullable(choice("方式", GROUP_MODES)),
  rule: z.nullable(groupRule),
  note: longText("备注", 500, 0),
  status: status(),
};
export const peerGroup = z.object({
  id: id("编号", "peer_group"),
  kind: choice("类型", GROUP_KINDS),
  ...facts,
  cs_team_name: z.nullable(text("客服团队")),
  /** The rule in words, or how it was put together. */
  rule_text: text("规则", { min: 0 }),
  member_count: int("成员数"),
  price_count: int("价格商品数"),
  use_count: int("被引用数"),
  version: version(),
  updated_at: time("更新时间"),
});
const f = peerGroup.shape;
const memberFacts = z.object({
  id: id("同行", "peer"),
  peer_no: text("编号"),
  short_name: text("简称"),
  level_id: choice("等级", LEVEL_CODES),
});
export const peerGroupDetail = peerGroup.extend({
  /** Of a fixed audience. */
  members: z.array(memberFacts),
  uses: z.array(z.object({ noun: z.string(), label: text("引用处"), count: int("数量") })),
});
const of = pick(peerGroup, "id", "version");
/** Pasted numbers or credit codes; each answers for itself. */
const memberCodes = z
  .array(text("编号/信用代码", { max: 20 }))
  .max(5_000, { error: "一次最多5000个" })
  .meta({ label: "成员", kind: "list" });

export const peerGroupApi = api({
  peer_group_query: list("同行分组列表", code, {
    filter: {
      keyword: z.optional(text("名称", { min: 0, max: 40 })),
      kind: z.optional(f.kind),
      mode: z.optional(choice("方式", GROUP_MODES)),
      status: z.optional(status()),
      sku_id: z.optional(anyOf(id("商品", "sku"))),
    },
    row: peerGroup,
    sorts: ["updated_at", "name"],
    exports: ["name", "kind", "rule_text", "member_count", "price_count", "use_count", "status", "updated_at"],
  }),
  peer_group_get: read("同行分组详情", code, pick(peerGroup, "id"), peerGroupDetail),
  peer_group_pick: read(
    "选择同行分组",
    "staff",
    { keyword: z.optional(text("关键词", { min: 0, max: 40 })), kind: z.optional(f.kind) },
    z.object({ list: z.array(z.object(pick(peerGroup, "id", "name", "kind"))) }),
  ),
  peer_group_add: write("新增分组", code, { kind: f.kind, ...facts, member_codes: z.optional(memberCodes) }, peerGroupDetail, {
    key: true,
  }),
  peer_group_update: write("编辑分组", code, { ...of, ...optional(facts), member_codes: z.optional(memberCodes) }, peerGroupDetail),
  peer_group_remove: write("删除分组", code, of, done),
  /** Whom a rule or a pasted list means now. */
  peer_group_preview: read(
    "预览成员",
    code,
    { kind: f.kind, rule: z.optional(z.nullable(groupRule)), member_codes: z.optional(memberCodes) },
    z.object({
      rule_text: text("规则", { min: 0 }),
      total: int("成员数"),
      list: z.array(memberFacts),
      rows: z.array(z.object({ code: text("编号/信用代码"), ok: z.boolean(), msg: z.string() })),
    }),
  ),
});
