/** 同行: partner agencies and companies that order from us, born from an approved application alone. */
import { api, done, list, move, optional, pick, read, rowResult, write } from "../../kit/endpoint.ts";
import { anyOf, bool, choice, choices, date, id, ids, int, money, range, share, text, time, version, z } from "../../kit/field.ts";
import { stateLabels } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";
import { PEER_QUEUES } from "../../workbench/queues.ts";
import { LEVEL_CODES } from "../level/level.words.ts";
import { companyFacts, ownFacts, owners, peerIds, source } from "./peer-facts.ts";
import { peerFlow } from "./peer.flow.ts";
import {
  ACTIVITIES,
  BLOCK_CAUSES,
  BLOCKS,
  HOLD_KINDS,
  OWNER_WAYS,
  OWNER_ROLES,
  PEER_STATES,
  PEER_VALIDITIES,
  SETTLE_MODES,
  UNBILLED,
  WAIVER_TURNS,
} from "./peer.words.ts";

const code = may.peer;
/** Changed by a reviewed request alone. */
const terms = {
  level_id: choice("等级", LEVEL_CODES),
  level_locked_until: z.nullable(date("锁级至")),
  settle_mode: choice("结算方式", SETTLE_MODES),
  credit_days: int("账期(天)", 0, 60),
  credit_limit: money("授信额度"),
  temp_limit: money("临时额度"),
  temp_until: z.nullable(date("临时额度至")),
};
/** Since when something is overdue is known before any statement says how much. */
export const unbilledText = (isOverdue: boolean, amount: number | null): string => (isOverdue && amount === null ? UNBILLED : "");
export const overdueNote = text("逾期说明", { min: 0 });
/** Worked out at each look; counts and money of 30 days go by payment. */
const figures = {
  state: choice("状态", PEER_STATES),
  activity: choice("活跃度", ACTIVITIES),
  principal: money("本金"),
  gift: money("赠送金"),
  balance: money("余额"),
  credit_used: money("授信已用"),
  credit_available: money("可用授信", { signed: true }),
  /** Used more than the limits that hold now. */
  is_over_limit: bool("超额"),
  /** Why nothing is bought on credit at present, though it may be free. */
  credit_blocked: z.nullable(text("授信已停")),
  overdue_amount: z.nullable(money("逾期额")),
  overdue_days: int("逾期天数"),
  orders_30: int("30天单量"),
  gmv_30: money("30天GMV", { signed: true }),
  gmv_before: money("前30天GMV", { signed: true }),
  refund_rate: z.nullable(share("退款率")),
  open_work_orders: int("未结工单"),
  last_order_at: z.nullable(time("最近下单")),
  paper_until: z.nullable(date("证照最早到期")),
  paper_validity: z.nullable(choice("证照状态", PEER_VALIDITIES)),
};
export const peer = z.object({
  id: id("编号", "peer"),
  peer_no: text("编号"),
  ...pick(z.object(companyFacts), "name", "credit_code", "business_kind"),
  ...pick(z.object(ownFacts), "short_name", "service_group_id"),
  former_names: z.array(z.string()).meta({ label: "曾用名", kind: "list" }),
  service_group_name: z.nullable(text("分组")),
  ...owners,
  bd_owner_name: z.nullable(text("商务")),
  cs_owner_name: z.nullable(text("客服")),
  place_text: text("地区", { min: 0 }),
  source,
  ...terms,
  peer_status: choice("停用状态", stateLabels(peerFlow)),
  ...figures,
  approved_at: time("入驻时间"),
  version: version(),
  updated_at: time("更新时间"),
});
const f = peer.shape;
export const peerBlock = z.object({
  block: choice("限制", BLOCKS),
  cause: choice("原因", BLOCK_CAUSES),
  cause_id: int("原因编号"),
  text: text("说明"),
  /** How often it was waived already; none left: cannot be waived any more. */
  waivers_left: int("剩余放行次数", 0, WAIVER_TURNS),
});
export const peerHold = z.object({
  id: id("管控"),
  kind: choice("类型", HOLD_KINDS),
  blocks: choices("限制", BLOCKS),
  reason: text("原因"),
  opened_by_name: z.nullable(text("设置人")),
  opened_at: time("设置时间"),
  is_mine: bool("由我设置"),
  cause: z.nullable(choice("放行原因", BLOCK_CAUSES)),
  cause_id: z.nullable(int("放行对象")),
  until: z.nullable(time("放行至")),
  turn: z.nullable(int("第几次")),
  released_by_name: z.nullable(text("解除人")),
  released_at: z.nullable(time("解除时间")),
  release_reason: text("解除原因", { min: 0 }),
  version: version(),
});
export const peerDetail = peer.extend({
  ...pick(z.object(companyFacts), "legal_person", "licence_no"),
  ...ownFacts,
  address_text: text("完整地址", { min: 0 }),
  level_lock_reason: text("锁级原因", { min: 0 }),
  application_id: id("入驻申请", "peer_application"),
  application_no: text("申请号"),
  source_id: z.nullable(id("来源编号")),
  source_text: text("来源详情", { min: 0 }),
  level_cap: money("等级授信上限"),
  closed_at: z.nullable(time("停用时间")),
  close_reason: text("停用原因", { min: 0 }),
  created_at: time("创建时间"),
  blocks: z.array(peerBlock),
  holds: z.array(peerHold),
  /** Requests that wait, by kind. */
  pending_changes: z.array(z.object({ id: id("条件变更"), change_no: text("申请号"), kind: z.string(), label: text("类型") })),
  radar: z.array(z.string()).meta({ label: "同行雷达", kind: "list" }),
  moves: z.array(z.object({ move: z.string(), ok: z.boolean(), missing: z.nullable(z.string()) })),
});

/** The list's conditions; transfers, groups, re-grading and notices choose by the same. */
export const peerFilter = {
  keyword: z.optional(text("编号/名称/曾用名/信用代码/手机", { min: 0, max: 60, lookup: ["mobile"] })),
  level_id: z.optional(anyOf(f.level_id)),
  service_group_id: z.optional(anyOf(id("分组", "peer_group"))),
  bd_owner_id: z.optional(anyOf(id("商务", "worker"))),
  cs_owner_id: z.optional(anyOf(id("客服", "worker"))),
  /** In either role. */
  owner_id: z.optional(anyOf(id("负责人", "worker"))),
  is_unowned: z.optional(bool("未分配")),
  province_code: z.optional(anyOf(text("省份", { max: 6 }).meta({ label: "省份", kind: "text", of: "province" }))),
  city_code: z.optional(anyOf(text("城市", { max: 6 }).meta({ label: "城市", kind: "text", of: "city" }))),
  source: z.optional(anyOf(source)),
  source_id: z.optional(id("来源编号")),
  settle_mode: z.optional(anyOf(f.settle_mode)),
  business_kind: z.optional(anyOf(f.business_kind)),
  state: z.optional(anyOf(f.state)),
  activity: z.optional(anyOf(f.activity)),
  no_order_days: z.optional(int("未下单天数", 1, 3650)),
  balance_below: z.optional(money("余额低于")),
  available_below: z.optional(money("可用授信低于", { signed: true })),
  is_overdue: z.optional(bool("逾期")),
  is_locked: z.optional(bool("已锁级")),
  paper: z.optional(choice("证照", { expiring: "30天内到期", expired: "已过期" })),
  approved_at: z.optional(range("入驻时间")),
  queue: z.optional(choice("待办", PEER_QUEUES)),
};
const of = pick(peer, "id", "version");
/** Of the company nothing is taken here. */
const refused = (label: string) => z.optional(z.never({ error: "企业信息需提交变更申请" }).meta({ label }));
const reviewed = {
  name: refused("企业名称"),
  credit_code: refused("统一社会信用代码"),
  legal_person: refused("法人"),
  business_kind: refused("类型"),
  licence_no: refused("许可证号"),
};

export const peerApi = api({
  peer_query: list("同行列表", code, {
    filter: peerFilter,
    row: peer,
    sorts: ["approved_at", "updated_at", "peer_no"],
    exports: [
      "peer_no",
      "short_name",
      "name",
      "level_id",
      "service_group_name",
      "bd_owner_name",
      "cs_owner_name",
      "place_text",
      "settle_mode",
      "principal",
      "gift",
      "credit_limit",
      "temp_limit",
      "temp_until",
      "credit_available",
      "credit_blocked",
      "overdue_amount",
      "overdue_days",
      "orders_30",
      "gmv_30",
      "gmv_before",
      "refund_rate",
      "open_work_orders",
      "last_order_at",
      "activity",
      "state",
      "approved_at",
    ],
    sheet: {
      overdue_note: {
        type: overdueNote,
        of: ["overdue_days", "overdue_amount"],
        value: (p) => unbilledText(p.overdue_days > 0, p.overdue_amount),
      },
    },
  }),
  /** Tiles and tabs by key; with a filter the foot: balance, credit_used, overdue, gmv_30. */
  peer_stat_get: read("同行计数", code, peerFilter, z.record(z.string(), z.int())),
  peer_get: read("同行详情", code, pick(peer, "id"), peerDetail),
  peer_pick: read(
    "选择同行",
    "staff",
    {
      keyword: z.optional(text("关键词", { min: 0, max: 40 })),
      kind: z.optional(choice("客户类型", { peer: "同行", corporate: "企业" })),
      is_active: z.optional(bool("仅正常")),
      ids: z.optional(ids("编号", 200, "peer")),
    },
    z.object({ list: z.array(z.object(pick(peer, "id", "peer_no", "short_name", "business_kind", "level_id", "peer_status"))) }),
  ),
  peer_update: write(
    "编辑同行",
    code,
    { ...of, ...optional(ownFacts), move_owners: z.optional(bool("按新地区更换负责人")), ...reviewed },
    peer,
  ),
  peer_group_batch: write(
    "批量设分组",
    code,
    { ids: peerIds, service_group_id: ownFacts.service_group_id },
    z.object({ results: z.array(rowResult), done: int("已完成") }),
    { key: true },
  ),
  /** One number in full, logged and counted. */
  peer_reveal: write(
    "查看手机",
    code,
    {
      noun: z.enum(["peer", "peer_account", "peer_application", "exhibition_lead"]).meta({ label: "所属记录" }),
      id: id("编号"),
      reason: z.optional(text("查看原因", { min: 2, max: 100 })),
    },
    z.object({ mobile: z.nullable(text("手机")) }),
    { log: "reveal" },
  ),
  peer_owner_query: read(
    "负责人历史",
    code,
    { peer_id: id("同行", "peer") },
    z.object({
      list: z.array(
        z.object({
          id: id(),
          role: choice("角色", OWNER_ROLES),
          worker_id: id("负责人", "worker"),
          worker_name: text("负责人"),
          from_date: date("开始日期"),
          /** The first day it was no longer his. */
          to_date: z.nullable(date("结束日期")),
          commission_from: date("归属日"),
          by: choice("由来", OWNER_WAYS),
          transfer_id: z.nullable(id("批次", "peer_transfer")),
          transfer_no: z.nullable(text("批次")),
          created_by_name: z.nullable(text("操作人")),
          /** One day may see several. */
          created_at: time("变更时间"),
        }),
      ),
    }),
  ),
  peer_close: move(peerFlow, "close", { ...of, reason: text("停用原因", { min: 5, max: 200 }) }, done, { key: true }),
  peer_reopen: move(peerFlow, "reopen", { ...of, reason: text("说明", { min: 5, max: 200 }) }, done, { key: true }),
});
