import { api, done, list, move, optional, pick, read, write, type SheetColumn } from "../kit/endpoint.ts";
import { anyOf, bool, choice, choices, id, int, money, percent, richText, status, text, time, version, z } from "../kit/field.ts";
import { flow, stateLabels } from "../kit/flow.ts";
import { may } from "../permissions.ts";
import { LIABILITIES } from "../order/words.ts";
import { VISA_FORMS } from "../product/sku/sku.words.ts";
import { recordApi, recordFields, replaceApi } from "./paper/record.ts";
import { OFFICIAL_RULES, PART_LABELS, REFUND_STAGES, refundStages } from "./refund.rules.ts";

const code = may.refund_policy;

/** One draft per policy. Several versions may be published: the one in force and those that wait for their time. */
export const refundPolicyVersionFlow = flow("refund_policy_version", {
  states: {
    draft: { label: "草稿", tone: "orange", start: true },
    published: { label: "已发布", tone: "green", start: true },
    retired: { label: "已停用", tone: "grey" },
  },
  moves: {
    publish: { label: "发布", from: ["draft"], to: "published", may: code },
    retire: { label: "停用", from: ["published"], to: "retired", may: "system" },
  },
});

const stage = () => choice("阶段", REFUND_STAGES);
const official = (label: string) => choice(label, OFFICIAL_RULES);
/** What one stage gives back. */
export const refundRow = z.strictObject({
  stage: stage(),
  service_rate: int("服务费退款比例", 0, 100),
  embassy: official("签证费"),
  centre: official("签证中心费"),
  within_hours: int("支付后小时数", 0, 8_760),
  text: text("说明", { min: 0, max: 60 }),
});
/** A draft may lack stages; publishing asks for all of them. */
const grid = z
  .array(refundRow)
  .max(refundStages.length, { error: "每个阶段只填一行" })
  .refine((rows) => new Set(rows.map((r) => r.stage)).size === rows.length, { error: "每个阶段只填一行" })
  .meta({ label: "退款阶段", kind: "list" });

export const refundPolicyVersion = z.object({
  id: id("编号"),
  policy_id: id("退款政策", "refund_policy"),
  version_no: int("版本"),
  state: choice("状态", stateLabels(refundPolicyVersionFlow)),
  effective_from: z.nullable(time("生效时间")),
  clause: richText("条款", { min: 0, max: 5000 }),
  grid,
  version: version(),
  created_by_name: z.nullable(text("起草人")),
  created_at: time("起草时间"),
  published_by_name: z.nullable(text("发布人")),
  published_at: z.nullable(time("发布时间")),
  /** New orders pin it. */
  is_in_force: bool("现行"),
});
const v = refundPolicyVersion.shape;

const inForce = z.object({
  version_id: id("编号"),
  version_no: v.version_no,
  effective_from: time("生效时间"),
  /** Percent of the service fee, stage by stage. */
  rates: z.array(z.object({ stage: stage(), service_rate: refundRow.shape.service_rate })),
});
export const refundPolicy = z.object({
  id: id("编号"),
  name: text("名称", { min: 2, max: 40 }),
  forms: choices("适用形式", VISA_FORMS),
  ...recordFields,
  status: status(),
  in_force: z.nullable(inForce).meta({ label: "现行版本", kind: "object" }),
  /** Published for later: the next one to come. */
  next: z.nullable(z.object({ version_no: v.version_no, effective_from: time("生效时间") })).meta({ label: "待生效版本", kind: "object" }),
  draft_no: z.nullable(int("草稿版本")).meta({ label: "草稿", kind: "int" }),
  /** Products on sale that use it: what disabling checks. */
  used_count: int("使用商品数"),
});
const f = refundPolicy.shape;
export const refundPolicyDetail = refundPolicy.extend({ versions: z.array(refundPolicyVersion).meta({ label: "版本", kind: "list" }) });

const parts = {
  service: money(PART_LABELS.service),
  embassy: money(PART_LABELS.embassy),
  centre: money(PART_LABELS.centre),
};
const partKind = choice("费用", PART_LABELS);
export const refundLine = z.object({
  kind: partKind,
  paid: money("已付"),
  /** Percent given back. */
  rate: int("比例"),
  amount: money("可退"),
});
const trialResult = {
  /** The row that decided: a later one than the stage asked for once its hours are over. */
  stage: stage(),
  text: text("说明", { min: 0 }),
  lines: z.array(refundLine),
  total: money("合计可退"),
};
const liability = () => choice("责任", LIABILITIES);

/** One person of an order on the phone: his stage and parts as the order knows them. */
const personTrial = z.object({
  applicant_id: id("申请人"),
  seq: int("序号"),
  applicant_no: text("申请人编号"),
  status_label: text("状态"),
  /** Null: nothing can be given back, `blocked` says why. */
  result: z.nullable(z.object(trialResult)),
  blocked: z.nullable(text("不能退款的原因")),
  is_official_paid: bool("官方费用已缴"),
});

const facts = pick(refundPolicy, "name", "forms", "remark");
const draft = { clause: v.clause, grid };

/** What one stage of the version in force gives back of the service fee, as a column of its own. */
const rateColumn = (s: (typeof refundStages)[number]): SheetColumn<z.output<typeof refundPolicy>> => ({
  type: percent(`${REFUND_STAGES[s]}服务费`, z.int()),
  of: ["in_force"],
  value: (p) => p.in_force?.rates.find((r) => r.stage === s)?.service_rate,
});

export const refundPolicyApi = api({
  refund_policy_query: list("退款政策列表", code, {
    filter: {
      keyword: z.optional(text("名称", { min: 0, max: 40 })),
      form: z.optional(anyOf(choice("签证形式", VISA_FORMS))),
      status: z.optional(f.status),
    },
    row: refundPolicy,
    sorts: ["name", "updated_at"],
    exports: ["name", "forms", "used_count", "status", "updated_at"],
    sheet: {
      ...Object.fromEntries(refundStages.map((s) => [`rate_${s}`, rateColumn(s)])),
      in_force_no: { type: int("现行版本"), of: ["in_force"], value: (p) => p.in_force?.version_no },
      in_force_from: { type: time("现行版本生效"), of: ["in_force"], value: (p) => p.in_force?.effective_from },
      next_no: { type: int("待生效版本"), of: ["next"], value: (p) => p.next?.version_no },
      next_from: { type: time("待生效版本生效"), of: ["next"], value: (p) => p.next?.effective_from },
    },
  }),
  refund_policy_get: read("退款政策详情", code, pick(refundPolicy, "id"), refundPolicyDetail),
  refund_policy_pick: read(
    "选择退款政策",
    "staff",
    { keyword: z.optional(text("关键词", { min: 0, max: 40 })) },
    z.object({ list: z.array(z.object({ ...pick(refundPolicy, "id", "name", "forms"), version_no: v.version_no })) }),
  ),
  refund_policy_add: write("新增退款政策", code, facts, refundPolicy),
  refund_policy_update: write("编辑退款政策", code, { ...pick(refundPolicy, "id", "version"), ...optional(facts) }, refundPolicy),
  refund_policy_copy: write("复制退款政策", code, pick(refundPolicy, "id", "name"), refundPolicy),
  /** Without `id` it starts the policy's draft. */
  refund_policy_version_save: write(
    "保存退款政策草稿",
    code,
    { policy_id: v.policy_id, id: z.optional(v.id), version: z.optional(v.version), ...draft },
    refundPolicyVersion,
  ),
  refund_policy_version_remove: write("删除退款政策草稿", code, pick(refundPolicyVersion, "id", "version"), done),
  refund_policy_version_publish: move(
    refundPolicyVersionFlow,
    "publish",
    {
      ...pick(refundPolicyVersion, "id", "version"),
      /** Absent or null: now. */
      effective_from: z.optional(z.nullable(time("生效时间"))),
    },
    refundPolicyVersion,
    { key: true },
  ),
  refund_policy_trial: read(
    "退款试算",
    code,
    {
      version_id: id("版本"),
      stage: stage(),
      hours_since_payment: z
        .number({ error: "请输入支付后小时数" })
        .min(0, { error: "支付后小时数不能小于0" })
        .max(100_000, { error: "支付后小时数不能大于100000" })
        .meta({ label: "支付后小时数", kind: "number" }),
      ...parts,
      is_official_paid: bool("官方费用已缴"),
      liability: liability(),
    },
    z.object({ ...trialResult, version_no: v.version_no, clause: v.clause }),
  ),
  refund_policy_order_trial: read(
    "电话退款试算",
    { any: [may.order_view, may.order_process] },
    { order_no: text("订单号", { max: 40 }), liability: liability() },
    z.object({
      order_id: id("订单"),
      order_no: text("订单号"),
      policy_name: f.name,
      version_no: v.version_no,
      clause: v.clause,
      hours_since_payment: int("支付后小时数"),
      people: z.array(personTrial),
      total: money("合计可退"),
      /** Paid kinds that follow the order's own rules and are not in the total. */
      other_paid: money("其他已付费用"),
    }),
  ),
  ...recordApi("refund_policy", "退款政策", code, id("编号", "refund_policy")),
  ...replaceApi("refund_policy", "退款政策", code, id("编号", "refund_policy")),
});
