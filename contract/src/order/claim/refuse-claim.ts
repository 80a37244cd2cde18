/** 拒签无忧理赔: a person's protection and, once he is refused, his claim. It is named by the person, whose state is the claim's. */
import { api, list, move, pick, read } from "../../kit/endpoint.ts";
import {
  anyOf,
  bool,
  choice,
  files,
  id,
  int,
  longText,
  maskedDate,
  money,
  personName,
  PERSON_NUMBERS,
  range,
  text,
  time,
  version,
  z,
} from "../../kit/field.ts";
import { stateLabels } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";
import { PROTECTION_SCOPES } from "../../product/price/refuse-no-worry-product.words.ts";
import { CLAIM_QUEUES } from "../../workbench/queues.ts";
import { payeeAccount } from "../../kit/payee.ts";
import { applicantMoved } from "../applicant.ts";
import { person } from "../applicant-record.ts";
import { applicantFlow } from "../order.flow.ts";
import { refundFlow } from "../refund/refund.flow.ts";
import { FEE_KINDS, LIABILITIES, REFUSAL_CATEGORIES } from "../words.ts";
import { claimProof } from "./refuse-claim-proof.ts";
import { CLAIM_REJECTS, CLAIM_STAGES, LOSS_PARTIES } from "./refuse-claim.words.ts";

const code = may.order_refuse_claim;

export const refuseClaim = z.object({
  /** The person's. */
  id: id("申请人", "applicant"),
  order_id: id("订单", "order"),
  order_no: text("订单号"),
  applicant_no: text("申请人编号"),
  name_cn: z.nullable(personName("申请人")),
  peer_id: z.nullable(id("同行", "peer")),
  peer_name: z.nullable(text("同行")),
  country_id: text("国家/地区").meta({ label: "国家/地区", kind: "text", of: "country" }),
  country_name: text("国家/地区"),
  sku_name: text("商品"),
  plan_name: text("保障产品", { min: 0 }),
  premium: money("保费"),
  scope: choice("保障范围", PROTECTION_SCOPES),
  rate: int("赔付比例", 0, 100).meta({ label: "赔付比例", kind: "int", percent: 100 }),
  /** 0: none. */
  cap: money("赔付上限"),
  result_at: z.nullable(time("拒签时间")),
  refusal_category: z.nullable(choice("拒签类别", REFUSAL_CATEGORIES)),
  proof_count: int("证明(份)"),
  trial_amount: z.nullable(money("试算金额")),
  approved_amount: z.nullable(money("核定金额")),
  liability: z.nullable(choice("责任", LIABILITIES)),
  loss_party: z.nullable(choice("损失承担", LOSS_PARTIES)),
  applicant_status: choice("状态", stateLabels(applicantFlow)),
  status_at: time("进入时间"),
  status_due_at: z.nullable(time("截止")),
  held_at: z.nullable(time("挂起")),
  appeals_used: int("已申诉(次)"),
  appeal_times: int("可申诉(次)"),
  refund_id: z.nullable(id("退款单", "refund")),
  refund_no: z.nullable(text("退款单号")),
  refund_status: z.nullable(choice("退款状态", stateLabels(refundFlow))),
  expert_name: z.nullable(text("签证专家")),
  /** I recorded the refusal or handed in the proof. */
  is_mine: bool("本人经办"),
  version: version(),
});
const f = refuseClaim.shape;

export const refuseClaimDetail = refuseClaim.extend({
  ...claimProof.shape,
  clause: text("条款", { min: 0 }),
  refusal_text: z.nullable(text("拒签说明")),
  refusal_files: files("拒签信", "letter"),
  recorded_by_name: z.nullable(text("拒签登记人")),
  handed_by_name: z.nullable(text("证明提交人")),
  reviewer_name: z.nullable(text("审核人")),
  reviewed_at: z.nullable(time("审核时间")),
  surname_en: person.shape.surname_en,
  given_name_en: person.shape.given_name_en,
  birth_date: z.nullable(maskedDate("出生日期")),
  passport_no: person.shape.passport_no,
  identity: person.shape.identity,
  refused_before: person.shape.refused_before,
  refused_on: person.shape.refused_on,
  submitted_at: z.nullable(time("送签")),
  exclusions: z
    .array(z.object({ key: text("键"), label: text("除外情形"), is_excluded: z.nullable(bool("属于")), hint: text("提示", { min: 0 }) }))
    .meta({ label: "除外核对", kind: "list" }),
  /** What a reviewer should look at twice. */
  hints: z.array(text("提示")).meta({ label: "提示", kind: "list" }),
  lines: z
    .array(
      z.object({
        fee_id: id("费用行"),
        fee_kind: choice("费用项", FEE_KINDS),
        paid: money("实付未退"),
        is_covered: bool("在保障范围"),
        amount: money("赔付"),
      }),
    )
    .meta({ label: "赔付试算", kind: "list" }),
  /** Of the fees as they stand. */
  trial_now: money("试算金额"),
  /** Part of it leaves by a bank. */
  needs_payee: bool("须收款账户"),
  /** Why it is not for me to judge; null: it is. */
  fault: z.nullable(text("不能审核的原因")),
});

const answer = z.strictObject({ key: text("除外情形", { max: 40 }), is_excluded: bool("属于该情形") });
const checks = z.array(answer).max(20).meta({ label: "除外核对", kind: "list" });
const of = pick(refuseClaim, "id", "version");
const payee = z
  .object({
    payee_name: text("收款户名", { min: 2, max: 80 }),
    payee_account: payeeAccount("收款账户"),
    payee_bank: text("开户行", { min: 2, max: 80 }),
  })
  .partial().shape;

export const refuseClaimFilter = {
  keyword: z.optional(text("订单号/姓名/手机/护照", { min: 0, max: 64, lookup: PERSON_NUMBERS })),
  stage: z.optional(choice("阶段", CLAIM_STAGES)),
  country_id: z.optional(anyOf(f.country_id)),
  peer_id: z.optional(anyOf(id("同行", "peer"))),
  liability: z.optional(anyOf(choice("责任", LIABILITIES))),
  refusal_category: z.optional(anyOf(choice("拒签类别", REFUSAL_CATEGORIES))),
  expert_id: z.optional(anyOf(id("签证专家", "worker"))),
  result_at: z.optional(range("拒签时间")),
  is_late: z.optional(bool("已过截止")),
  queue: z.optional(choice("待办", CLAIM_QUEUES)),
};
/** At least one; what hangs there already may be named again. */
const proofs = files("拒签证明", "letter", 9).min(1, { error: "请上传拒签证明" });

export const refuseClaimApi = api({
  refuse_claim_query: list("拒签无忧订单列表", code, {
    filter: refuseClaimFilter,
    row: refuseClaim,
    sorts: ["status_due_at", "result_at", "status_at"],
    exports: [
      "applicant_no",
      "name_cn",
      "peer_name",
      "country_name",
      "sku_name",
      "plan_name",
      "premium",
      "scope",
      "rate",
      "cap",
      "result_at",
      "refusal_category",
      "proof_count",
      "trial_amount",
      "approved_amount",
      "liability",
      "loss_party",
      "status_due_at",
      "applicant_status",
      "appeals_used",
      "refund_no",
      "expert_name",
    ],
  }),
  refuse_claim_get: read("理赔详情", code, pick(refuseClaim, "id"), refuseClaimDetail),
  /** Head of the list: what protections brought in and what they paid. */
  refuse_claim_figures: read(
    "拒签无忧合计",
    code,
    refuseClaimFilter,
    z.object({ count: int("人数"), premium: money("保费收入"), paid: money("赔付额"), rate: z.nullable(int("赔付率(万分之)")) }),
  ),
  refuse_claim_counts: read(
    "拒签无忧数量",
    code,
    {},
    z.object({ counts: z.array(z.object({ stage: choice("阶段", CLAIM_STAGES), n: z.int() })).meta({ label: "数量", kind: "list" }) }),
  ),
  refuse_claim_submit: move(applicantFlow, "claim_submit", { ...of, proof_files: proofs }, applicantMoved),
  refuse_claim_appeal: move(
    applicantFlow,
    "claim_appeal",
    { ...of, proof_files: proofs, reason: text("申诉理由", { min: 5, max: 200 }) },
    applicantMoved,
  ),
  refuse_claim_pass: move(
    applicantFlow,
    "claim_pass",
    {
      ...of,
      checks,
      approved_amount: money("核定金额"),
      loss_party: choice("损失承担", LOSS_PARTIES),
      note: z.optional(longText("审核说明", 200, 0)),
      ...payee,
    },
    applicantMoved,
    { key: true },
  ),
  refuse_claim_reject: move(
    applicantFlow,
    "claim_reject",
    {
      ...of,
      checks: z.optional(checks),
      reason_code: choice("不通过原因", CLAIM_REJECTS),
      reason: text("说明", { min: 5, max: 200 }),
    },
    applicantMoved,
  ),
});
