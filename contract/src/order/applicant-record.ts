/** One applicant as lists show him, the filter his list shares, and his person data. */

import { APPLICANT_QUEUES } from "../workbench/queues.ts";
import { stateLabels } from "../kit/flow.ts";
import {
  address,
  anyOf,
  bool,
  choice,
  date,
  email,
  id,
  idCard,
  int,
  labelsOf,
  latinName,
  mobile,
  passportNo,
  personName,
  range,
  text,
  time,
  version,
  z,
  PERSON_NUMBERS,
} from "../kit/field.ts";
import { LEVEL_CODES } from "../peer/level/level.words.ts";
import { IDENTITIES, VISA_TYPES } from "../product/sku/sku.words.ts";
import { applicantFlow } from "./order.flow.ts";
import { APPLICANT_TABS, DUE_FILTERS, GENDERS, MARITALS, type ORDER_FLAGS, PARTIES, RELATIONS, SCOPES } from "./words.ts";

const tabWords = labelsOf(APPLICANT_TABS);

/** One row of 订单处理. */
export const applicant = z.object({
  id: id("编号"),
  order_id: id("订单"),
  order_no: text("订单号"),
  applicant_no: text("申请人编号"),
  peer_id: z.nullable(id("同行", "peer")),
  peer_name: z.nullable(text("同行")),
  level_id: z.nullable(choice("同行等级", LEVEL_CODES)),
  name_cn: z.nullable(personName("申请人")),
  identity: z.nullable(choice("身份", IDENTITIES)),
  sku_name: text("商品"),
  country_id: text("国家/地区").meta({ label: "国家/地区", kind: "text", of: "country" }),
  country_name: text("国家/地区"),
  flag_emoji: text("旗", { min: 0 }),
  district_name: z.nullable(text("领区", { min: 0 })),
  applicant_status: choice("状态", stateLabels(applicantFlow)),
  status_at: time("进入时间"),
  status_due_at: z.nullable(time("截止")),
  /** The working days of its year are not published: reckoned by weekends. */
  due_estimated: bool("截止按周末推算"),
  waiting_party: choice("等待方", PARTIES),
  held_at: z.nullable(time("挂起")),
  hold_reason: z.nullable(text("挂起原因")),
  is_urgent: bool("加急"),
  is_protected: bool("拒签无忧"),
  admin_check_due: z.nullable(date("行政审查复查日")),
  supplement_round: int("补料轮次"),
  travel_date: z.nullable(date("出行日期")),
  visit_at: z.nullable(time("赴馆")),
  materials_must: int("必交"),
  materials_passed: int("合格"),
  expert_name: z.nullable(text("签证专家")),
  supplier_name: z.nullable(text("供应商")),
  submit_date: z.nullable(date("送签日期")),
  handed_back_at: z.nullable(time("寄回时间")),
  next_move: z.nullable(z.string()),
  created_at: time("下单时间"),
  version: version(),
});
/** A row of the list; `matched` names what a keyword met that the row does not show, never its value. */
export const applicantRow = applicant.extend({ matched: z.nullable(text("命中")) });
const f = applicant.shape;

type Flagged = Pick<
  z.output<typeof applicant>,
  "is_urgent" | "status_due_at" | "held_at" | "applicant_status" | "admin_check_due" | "is_protected"
>;
/** Marks of one person, in the order of ORDER_FLAGS. */
export function applicantFlags(a: Flagged, now: Date): (keyof typeof ORDER_FLAGS)[] {
  const late = a.held_at === null && a.status_due_at !== null && Date.parse(a.status_due_at) < now.getTime();
  return [
    ...(a.is_urgent ? ["urgent" as const] : []),
    ...(late ? ["overdue" as const] : []),
    ...(a.applicant_status === "pre_review_rejected" ? ["supplement_open" as const] : []),
    ...(a.admin_check_due ? ["admin_check" as const] : []),
    ...(a.held_at ? ["on_hold" as const] : []),
    ...(a.is_protected ? ["protected" as const] : []),
  ];
}

export const applicantFilter = {
  keyword: z.optional(text("订单号/姓名/手机/护照", { min: 0, max: 64, lookup: PERSON_NUMBERS })),
  tab: z.optional(choice("阶段", tabWords)),
  scope: z.optional(choice("范围", SCOPES)),
  applicant_status: z.optional(anyOf(f.applicant_status)),
  country_id: z.optional(anyOf(f.country_id)),
  visa_type: z.optional(anyOf(z.int().meta({ label: "签证类型", kind: "choice", options: VISA_TYPES }))),
  sku_id: z.optional(anyOf(id("商品", "sku"))),
  /** Where they go in person, by the product their order stands on. */
  visit_place_id: z.optional(anyOf(id("赴馆地点", "embassy"))),
  waiting_party: z.optional(anyOf(f.waiting_party)),
  due: z.optional(choice("截止", DUE_FILTERS)),
  supplement_round: z.optional(anyOf(int("补料轮次", 0, 9))),
  identity: z.optional(anyOf(choice("身份", IDENTITIES))),
  is_urgent: z.optional(f.is_urgent),
  on_hold: z.optional(bool("已挂起")),
  expert_id: z.optional(anyOf(id("签证专家", "worker"))),
  /** Everything but what stands in the tab 已结束. */
  is_open: z.optional(bool("未完结")),
  supplier_id: z.optional(anyOf(id("供应商", "supplier"))),
  peer_id: z.optional(anyOf(id("同行", "peer"))),
  level_id: z.optional(anyOf(choice("同行等级", LEVEL_CODES))),
  queue: z.optional(choice("待办", APPLICANT_QUEUES)),
  submit_date: z.optional(range("送签日期")),
  result_at: z.optional(range("出结果时间")),
  travel_date: z.optional(range("出行日期")),
  created_at: z.optional(range("下单时间")),
};

/** What tells who a person is. Whoever only looks at orders changes contact, address and notes, never these. */
export const IDENTITY_FIELDS = [
  "name_cn",
  "surname_en",
  "given_name_en",
  "birth_date",
  "birth_place",
  "nationality",
  "id_card_no",
  "passport_no",
  "passport_issue_date",
  "passport_expiry_date",
  "passport_issue_place",
] as const;

/** Person data; every field may be blank until the customer fills it. */
export const person = z.object({
  name_cn: z.nullable(personName("姓名")),
  surname_en: z.nullable(latinName("姓(拼音)")),
  given_name_en: z.nullable(latinName("名(拼音)")),
  gender: z.nullable(choice("性别", GENDERS)),
  birth_date: z.nullable(date("出生日期", "birth")),
  birth_place: z.nullable(text("出生地", { max: 60 })),
  nationality: text("国籍", { max: 2 }).meta({ label: "国籍", kind: "text", of: "country" }),
  id_card_no: z.nullable(idCard()),
  passport_no: z.nullable(passportNo()),
  passport_issue_date: z.nullable(date("签发日")),
  passport_expiry_date: z.nullable(date("有效期至")),
  passport_issue_place: z.nullable(text("签发地", { max: 60 })),
  mobile: z.nullable(mobile("手机")),
  email: z.nullable(email()),
  identity: z.nullable(choice("申请人身份", IDENTITIES)),
  marital: z.nullable(choice("婚姻", MARITALS)),
  household_province: z.nullable(text("户籍省", { max: 6 }).meta({ label: "户籍省", kind: "text", of: "area" })),
  household_city: z.nullable(text("户籍市", { max: 6 }).meta({ label: "户籍市", kind: "text", of: "area" })),
  address: z.nullable(address("居住地")),
  relation: choice("关系", RELATIONS),
  refused_before: z.nullable(bool("曾被拒签")),
  refused_on: z.nullable(date("拒签日期")),
  refused_note: z.nullable(text("拒签说明")),
});
