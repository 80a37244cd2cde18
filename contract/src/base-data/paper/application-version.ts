/** Versions of an application form: one draft, one published, the retired ones. Orders pin one and are judged by it. */
import { api, move, read, write } from "../../kit/endpoint.ts";
import { bool, choice, id, int, longText, text, time, version, z } from "../../kit/field.ts";
import { stateLabels } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";
import { QUESTION_KINDS, QUESTION_SOURCES, SECTIONS_MAX, QUESTIONS_MAX } from "./application.rules.ts";
import { TRIAL_STATES } from "./application-fill.ts";
import { applicationVersionFlow } from "./application-version.flow.ts";

/** A draft may still lack what publishing asks for; nothing typed is refused but what cannot be kept. */
export const question = z.strictObject({
  key: text("题目key", { min: 0, max: 40 }),
  label: text("题目", { min: 0, max: 100 }),
  label_en: text("英文题目", { min: 0, max: 200 }),
  help: text("填写说明", { min: 0, max: 300 }),
  kind: choice("类型", QUESTION_KINDS),
  options: z
    .array(text("选项", { min: 0, max: 60 }))
    .max(60, { error: "选项最多60个" })
    .meta({ label: "选项", kind: "list" }),
  required: bool("必填"),
  source: choice("来源", QUESTION_SOURCES),
  pattern: text("格式", { min: 0, max: 20 }),
  /** 0 = no limit. */
  max_length: int("最多字数", 0, 2000),
  upper: bool("转大写"),
  translate_en: bool("需译英文"),
  default: text("默认值", { min: 0, max: 100 }),
  show_if: z.nullable(z.strictObject({ key: text("条件题目", { min: 0, max: 40 }), equals: text("条件取值", { min: 0, max: 60 }) })),
});
export const section = z.strictObject({
  title: text("分组名称", { min: 0, max: 40 }),
  questions: z.array(question).max(QUESTIONS_MAX, { error: `一组最多${QUESTIONS_MAX}道题目` }),
});
export const sections = z
  .array(section)
  .max(SECTIONS_MAX, { error: `最多${SECTIONS_MAX}个分组` })
  .refine((all) => all.reduce((n, s) => n + s.questions.length, 0) <= QUESTIONS_MAX, { error: `最多${QUESTIONS_MAX}道题目` })
  .meta({ label: "题目", kind: "json" });

/** A version without its questions. */
export const applicationVersionHead = z.object({
  id: id("编号"),
  application_id: id("申请表", "application"),
  version_no: int("版本"),
  state: choice("状态", stateLabels(applicationVersionFlow)),
  note: text("版本说明", { min: 0, max: 200 }),
  questions: int("题数"),
  required: int("必填题数"),
  created_by_name: z.nullable(text("创建人")),
  created_at: time("创建时间"),
  updated_by_name: z.nullable(text("修改人")),
  updated_at: time("修改时间"),
  previewed_at: z.nullable(time("试填时间")),
  published_by_name: z.nullable(text("发布人")),
  published_at: z.nullable(time("发布时间")),
  retired_at: z.nullable(time("停用时间")),
  version: version(),
});
export const applicationVersion = applicationVersionHead.extend({ sections });

const fault = z.object({ path: z.string(), message: z.string(), code: z.enum(["duplicate", "incomplete"]) });
const saved = applicationVersionHead.extend({ sections, faults: z.array(fault) });
/** Somebody whose data can try a form. */
export const trialApplicant = z.object({
  id: id("申请人"),
  applicant_no: text("申请人编号"),
  name_cn: z.nullable(z.string().meta({ label: "姓名", kind: "text", personal: "name" })),
  sku_name: text("商品"),
  /** Has once filled this form. */
  has_answers: bool("填过本表"),
  created_at: time("时间"),
});
const versionId = () => id("版本", "application_version");

export const applicationVersionApi = api({
  application_version_query: read(
    "申请表版本",
    may.application,
    { application_id: id("申请表", "application") },
    z.object({ list: z.array(applicationVersionHead) }),
  ),
  application_version_get: read("申请表版本详情", may.application, { id: versionId() }, saved),
  /** The draft of a form: `id` null starts it, else it is the draft the caller saw. */
  application_version_save: write(
    "保存申请表草稿",
    may.application,
    {
      application_id: id("申请表", "application"),
      id: z.nullable(versionId()),
      version: version(),
      sections,
      note: longText("版本说明", 200, 0),
    },
    saved,
  ),
  application_version_publish: move(applicationVersionFlow, "publish", { id: versionId(), version: version() }, applicationVersionHead, {
    key: true,
  }),
  /** Fills the version with a past applicant's data, masked; a draft remembers that it was tried. */
  application_version_preview: write(
    "试填申请表",
    may.application,
    { id: versionId(), applicant_id: id("申请人", "applicant") },
    z.object({
      lines: z.array(z.object({ key: z.string(), state: choice("状态", TRIAL_STATES), value: z.nullable(z.string()) })),
      applicant: trialApplicant,
      previewed_at: z.nullable(time("试填时间")),
      version: version(),
    }),
  ),
  application_trial_pick: read(
    "选择试填申请人",
    may.application,
    { application_id: id("申请表", "application"), keyword: z.optional(text("订单号或申请人编号", { min: 0, max: 40 })) },
    z.object({ list: z.array(trialApplicant) }),
  ),
});
