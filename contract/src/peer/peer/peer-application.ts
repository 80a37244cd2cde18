/** 入驻申请: a company asks to become a peer; another person than who won it decides. */
import { api, done, list, move, nullable, optional, pick, read, rowResult, write } from "../../kit/endpoint.ts";
import { anyOf, bool, choice, choices, id, int, longText, range, text, time, version, z } from "../../kit/field.ts";
import { stateLabels } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";
import { PEER_APPLY_QUEUES } from "../../workbench/queues.ts";
import { LEVEL_CODES } from "../level/level.words.ts";
import { peerApplicationFlow } from "./peer.flow.ts";
import { companyFacts, contactFacts, owners, papers, source } from "./peer-facts.ts";
import { APPLICATION_CHECKS, APPLICATION_REJECTS, CHECK_RESULTS, RETURN_ITEMS } from "./peer.words.ts";

const code = may.peer;
const facts = {
  ...companyFacts,
  ...contactFacts,
  ...papers,
  source,
  /** The worker, exhibition, peer or code it came by. */
  source_id: z.nullable(id("来源编号")),
  inviter_code: text("邀请码", { min: 0, max: 20 }),
  note: longText("备注", 500, 0),
};
/** Worked out at each look; evidence leads to what it rests on. */
const check = z.object({
  key: choice("检查", APPLICATION_CHECKS),
  result: choice("结果", CHECK_RESULTS),
  text: text("说明"),
  evidence: z.array(z.object({ noun: z.enum(["peer", "peer_application", "peer_account"]), id: id(), text: text("依据") })),
});
const decision = {
  level_id: choice("等级", LEVEL_CODES),
  service_group_id: z.nullable(id("服务分组", "peer_group")),
  ...owners,
};
export const peerApplication = z.object({
  id: id("编号", "peer_application"),
  application_no: text("申请号"),
  ...pick(z.object(facts), "name", "business_kind", "source"),
  place_text: text("地区", { min: 0 }),
  /** The exhibition or who invited. */
  source_text: text("来源详情", { min: 0 }),
  created_by: z.nullable(id("提交人", "worker")),
  created_by_name: z.nullable(text("提交人")),
  is_mine: bool("由我提交"),
  round: int("轮次", 1),
  submitted_at: time("提交时间"),
  due_at: time("时限"),
  is_overdue: bool("已超时"),
  bad_checks: int("异常检查"),
  application_status: choice("状态", stateLabels(peerApplicationFlow)),
  decided_by_name: z.nullable(text("审核人")),
  decided_at: z.nullable(time("审核时间")),
  peer_id: z.nullable(id("同行", "peer")),
  version: version(),
  updated_at: time("更新时间"),
});
const f = peerApplication.shape;
/** Whom the place of its address belongs to, with what they have already. */
const placeOwner = z.object({
  role: z.enum(["bd", "cs"]),
  worker_id: z.nullable(id("负责人", "worker")),
  worker_name: z.nullable(text("负责人")),
  has: int("负责同行"),
  max: z.nullable(int("上限")),
  /** Why somebody else is proposed than the region's owner. */
  why: z.nullable(text("说明")),
});
export const peerApplicationDetail = peerApplication.extend({
  ...facts,
  address_text: text("完整地址", { min: 0 }),
  ...nullable(decision),
  bd_owner_name: z.nullable(text("商务")),
  cs_owner_name: z.nullable(text("客服")),
  checks: z.array(check),
  place_owners: z.array(placeOwner),
  inviter: z.nullable(z.object({ peer_id: id("邀请人", "peer"), name: text("邀请人") })),
  lead: z.nullable(z.object({ id: id("线索"), exhibition_id: id("展会"), text: text("线索"), follows: z.array(z.string()) })),
  returned_items: choices("待补充项", RETURN_ITEMS),
  returned_at: z.nullable(time("退回时间")),
  reason_code: z.nullable(choice("原因", APPLICATION_REJECTS)),
  reason_text: text("说明", { min: 0 }),
  created_at: time("创建时间"),
  moves: z.array(z.object({ move: z.string(), ok: z.boolean(), missing: z.nullable(z.string()) })),
});
const of = pick(peerApplication, "id", "version");
const rows = z
  .array(z.strictObject(of))
  .min(1, { error: "请选择申请" })
  .max(100, { error: "一次最多处理100份" })
  .meta({ label: "申请", kind: "list" });
/** A batch answers row by row. */
const results = z.object({ results: z.array(rowResult), done: int("已完成") });
export const similarCompany = z.object({
  peer_id: z.nullable(id("同行", "peer")),
  application_id: z.nullable(id("入驻申请")),
  no: text("编号"),
  name: text("企业名称"),
  likeness: z.number().meta({ label: "相似度", kind: "number", percent: 1 }),
});

export const peerApplicationApi = api({
  peer_application_query: list("入驻申请列表", code, {
    filter: {
      keyword: z.optional(text("申请号/企业/信用代码/联系人手机", { min: 0, max: 60, lookup: ["mobile"] })),
      application_status: z.optional(anyOf(f.application_status)),
      business_kind: z.optional(anyOf(facts.business_kind)),
      source: z.optional(anyOf(source)),
      province_code: z.optional(anyOf(text("省份", { max: 6 }).meta({ label: "省份", kind: "text", of: "province" }))),
      created_by: z.optional(anyOf(id("提交人", "worker"))),
      is_overdue: z.optional(bool("已超时")),
      submitted_at: z.optional(range("提交时间")),
      queue: z.optional(choice("待办", PEER_APPLY_QUEUES)),
    },
    row: peerApplication,
    sorts: ["submitted_at", "due_at"],
    exports: [
      "application_no",
      "name",
      "business_kind",
      "place_text",
      "source",
      "source_text",
      "created_by_name",
      "round",
      "submitted_at",
      "due_at",
      "bad_checks",
      "application_status",
      "decided_by_name",
    ],
  }),
  peer_application_get: read("入驻申请详情", code, pick(peerApplication, "id"), peerApplicationDetail),
  /** Whose a peer of a place becomes, for who changes its address. */
  peer_place_owner_query: read(
    "地区负责人",
    code,
    { province_code: text("省份", { max: 6 }), city_code: text("城市", { max: 6 }) },
    z.object({ list: z.array(placeOwner) }),
  ),
  /** What stands against a company while it is typed. */
  peer_application_check: read(
    "查重",
    code,
    { name: z.optional(text("企业名称", { min: 0, max: 60 })), credit_code: z.optional(text("统一社会信用代码", { min: 0, max: 18 })) },
    z.object({ similar: z.array(similarCompany), fault: z.nullable(text("提示")) }),
  ),
  peer_application_add: write("新增同行", code, facts, peerApplication, { key: true }),
  peer_application_update: write("编辑入驻申请", code, { ...of, ...optional(facts) }, peerApplication),
  peer_application_resubmit: move(peerApplicationFlow, "resubmit", of, done),
  peer_application_withdraw: move(peerApplicationFlow, "withdraw", of, done),
  /** Absent in a batch: the lowest level, the owners of the place. */
  peer_application_approve: write("通过入驻申请", may.peer_review, { rows, ...optional(decision) }, results, { key: true }),
  peer_application_return: move(
    peerApplicationFlow,
    "return",
    { ...of, items: choices("待补充项", RETURN_ITEMS).min(1, { error: "请选择待补充项" }), reason: text("说明", { min: 5, max: 200 }) },
    done,
    { key: true },
  ),
  peer_application_reject: write(
    "驳回入驻申请",
    may.peer_review,
    { rows, reason_code: choice("驳回原因", APPLICATION_REJECTS), reason: text("说明", { min: 5, max: 200 }) },
    results,
    { key: true },
  ),
});
