/**
 * The five papers from one maker: elec 电子, mail 邮寄, bring 赴馆携带, photo 照片, application 申请表. One table, one
 * numbering; the kind never changes.
 */
import { api, done, list, pick, prefixed, read, rowResult, write, optional, type SheetColumn } from "../../kit/endpoint.ts";
import { anyOf, bool, choice, choices, file, files, id, ids, int, richText, share, text, time, z } from "../../kit/field.ts";
import { stateLabels } from "../../kit/flow.ts";
import { materialFlow } from "../../order/order.flow.ts";
import { may, type Code } from "../../permissions.ts";
import { DOCUMENT_OWNERS, IDENTITIES } from "../../product/sku/sku.words.ts";
import { CATEGORIES, PAGE_TYPES } from "../base-data.ts";
import { PAPER_FORMATS, SUB_TYPE_LABELS } from "./document.rules.ts";
import { paperFormats, photoRule } from "./photo.ts";
import { recordApi, recordFields, recordStatus, replaceApi } from "./record.ts";

export const PAPER_NOUNS = ["elec", "mail", "bring", "photo", "application"] as const;
export type PaperNoun = (typeof PAPER_NOUNS)[number];
export const PAPERS = {
  elec: { kind: 1, label: "电子资料", code: may.elec },
  mail: { kind: 2, label: "邮寄资料", code: may.mail },
  bring: { kind: 3, label: "赴馆携带资料", code: may.bring },
  photo: { kind: 4, label: "签证照片", code: may.photo },
  application: { kind: 5, label: "申请表", code: may.application },
} as const satisfies Record<PaperNoun, { kind: number; label: string; code: Code }>;

export const PAPER_PATTERNS = { plain: "普通", passport: "护照", id_card: "身份证", marriage: "婚姻证明", photo: "照片" } as const;
export const FILL_MODES = { online: "在线填写", pdf: "下载填写", official: "官网填写" } as const;
/** Papers copied or imported at once. */
export const PAPERS_MAX = 300;

export const CATEGORY_LABELS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(CATEGORIES).map(([k, c]) => [k, c.label]),
);

const categoryMeta = { label: "资料分类", kind: "choice", options: CATEGORY_LABELS } as const;
const subType = () => z.nullable(choice("子类", SUB_TYPE_LABELS));
/** What a paper of the kinds 1–3 is; a photo has none and an application is always 2/application. */
const classified = {
  category: z.int({ error: "请选择资料分类" }).min(2, { error: "请选择资料分类" }).max(8, { error: "请选择资料分类" }).meta(categoryMeta),
  sub_type: subType(),
};
const facts = {
  name: text("名称", { min: 2, max: 40 }),
  identities: choices("适用身份", IDENTITIES),
  country_ids: z
    .array(text("国家/地区", { max: 2 }))
    .max(300, { error: "适用国家最多300项" })
    .meta({ label: "适用国家", kind: "list", of: "country" }),
  requirement: richText("要求", { max: 5000 }),
  samples_good: files("正确样例", "public_image", 5),
  samples_bad: files("错误样例", "public_image", 5),
  check_points: z
    .array(text("审核要点", { max: 40 }))
    .max(8, { error: "审核要点最多8条" })
    .meta({ label: "审核要点", kind: "list" }),
  reason_ids: ids("常见不合格原因", 10, "reject_reason"),
  max_age_days: int("有效天数", 0, 365),
  default_owner: choice("默认归属", DOCUMENT_OWNERS),
  ...pick(z.object(recordFields), "sort", "remark"),
};
/** Fields a kind has beside those of all five. */
const own = {
  elec: {
    page_type: z
      .union([z.literal(0), z.literal(1)], { error: "请选择单页或多页" })
      .meta({ label: "单页或多页", kind: "choice", options: PAGE_TYPES }),
    max_pages: int("最多页数", 1, 50),
    pattern: choice("识别类型", PAPER_PATTERNS),
    formats: paperFormats,
    max_mb: int("单个文件上限(MB)", 1, 20),
    template_file: z.nullable(file("模板", "public_file")),
  },
  mail: {
    is_original: bool("原件"),
    copies: int("份数", 1, 9),
    return_needed: bool("需回寄"),
    template_file: z.nullable(file("模板", "public_file")),
  },
  bring: { is_original: bool("原件"), copies: int("份数", 1, 9), print_on_notice: bool("印在赴馆通知上") },
  photo: { photo_rule: photoRule },
  application: {
    fill_mode: choice("填写方式", FILL_MODES),
    pdf_file: z.nullable(file("PDF表格", "public_file")),
    official_url: z.nullable(text("官网地址", { max: 300, pattern: "url" })),
  },
};

const figures = {
  id: id("编号"),
  status: recordStatus(),
  version: recordFields.version,
  category: z.nullable(z.int()).meta(categoryMeta),
  sub_type: subType(),
  country_names: z.array(text("国家")).meta({ label: "适用国家", kind: "list" }),
  updated_at: time("更新"),
  updated_by_name: z.nullable(text("更新人")),
  /** Products on sale that use it: what disabling checks. */
  used_count: int("使用商品数"),
  /** Share of first verdicts that passed, of the last 90 days; null while there are too few to say. */
  first_pass_rate: z.nullable(share("首次通过率")),
  reviewed_90: int("90天审核数"),
};

/** What a person fills in, kind by kind; an imported row is judged by the same. */
export const paperForms = {
  elec: z.strictObject({ ...facts, ...classified, ...own.elec }),
  mail: z.strictObject({ ...facts, ...classified, ...own.mail }),
  bring: z.strictObject({ ...facts, ...classified, ...own.bring }),
  photo: z.strictObject({ ...facts, ...own.photo }),
  application: z.strictObject({ ...facts, ...own.application }),
} as const;

type Forms = { readonly [N in PaperNoun]: z.output<(typeof paperForms)[N]> };
type Common = Pick<Forms["photo"], keyof Forms["photo"] & keyof Forms["application"]>;
type Own = Omit<Forms["elec"] & Forms["mail"] & Forms["bring"] & Forms["photo"] & Forms["application"], keyof Common>;
/** A form of any kind: the fields of all five, the others where the kind has them. */
export type PaperForm = Common & { [K in keyof Own]?: Own[K] | undefined };

const paper = <N extends PaperNoun>(noun: N) => z.object({ ...figures, ...facts, ...own[noun] });
export const elec = paper("elec");
export const mail = paper("mail");
export const bring = paper("bring");
export const photo = z.object({
  ...figures,
  ...facts,
  ...own.photo,
  verified_at: z.nullable(time("核验时间")),
  verified_by_name: z.nullable(text("核验人")),
  is_verify_due: bool("待核验"),
});
export const application = z.object({
  ...figures,
  ...facts,
  ...own.application,
  version_no: z.nullable(int("版本")),
  questions: int("题数"),
  has_draft: bool("有草稿"),
});
export const papers = { elec, mail, bring, photo, application } as const;

const filters = {
  ids: z.optional(ids("编号", PAPERS_MAX)),
  keyword: z.optional(text("名称", { min: 0, max: 40 })),
  category: z.optional(anyOf(classified.category)),
  sub_type: z.optional(anyOf(choice("子类", SUB_TYPE_LABELS))),
  identity: z.optional(anyOf(choice("身份", IDENTITIES))),
  country_id: z.optional(anyOf(text("国家", { max: 2 }).meta({ label: "国家/地区", kind: "text", of: "country" }))),
  status: z.optional(recordStatus()),
  is_used: z.optional(bool("有无使用")),
  /** Percent; papers below it. */
  first_pass_below: z.optional(int("首次通过率低于(%)", 1, 100)),
};
const ownFilters = {
  elec: { page_type: z.optional(own.elec.page_type) },
  mail: { is_original: z.optional(own.mail.is_original) },
  bring: { is_original: z.optional(own.bring.is_original) },
  photo: { is_verify_due: z.optional(bool("待核验")) },
  application: { fill_mode: z.optional(anyOf(own.application.fill_mode)) },
};
const wordsOf = (values: unknown, words: Readonly<Record<string, string>> = {}): string =>
  Array.isArray(values) ? values.map((v) => words[String(v)] ?? String(v)).join("、") : "";
/** Nothing named means everybody and everywhere, as the screen says. */
const SCOPE_SHEET: Readonly<Record<string, SheetColumn<Readonly<Record<string, unknown>>>>> = {
  identities: { type: text("适用身份"), of: ["identities"], value: (p) => wordsOf(p["identities"], IDENTITIES) || "全部身份" },
  country_names: { type: text("适用国家"), of: ["country_names"], value: (p) => wordsOf(p["country_names"]) || "全部国家" },
};
const EXPORTS = [
  "id",
  "name",
  "category",
  "sub_type",
  "identities",
  "country_names",
  "default_owner",
  "used_count",
  "status",
  "updated_at",
] as const;

type PhotoRow = z.output<typeof photo>;
const PHOTO_SHEET = {
  photo_size: {
    type: text("尺寸"),
    of: ["photo_rule"],
    value: ({ photo_rule: r }: PhotoRow) => `${r.w_mm}×${r.h_mm} mm，${r.w_px}×${r.h_px} 像素`,
  },
  photo_file: {
    type: text("底色与文件"),
    of: ["photo_rule"],
    value: ({ photo_rule: r }: PhotoRow) =>
      `${r.bg_name}，${r.formats.map((f) => PAPER_FORMATS[f]).join("/")}，${r.min_kb > 0 ? `${r.min_kb}–` : "≤"}${r.max_kb}KB`,
  },
} as const;

/** What a change of a paper's text reaches: the open applicants whose slot is not approved yet, the first of them by name. */
export const paperImpact = z.object({
  used_count: int("使用商品数"),
  applicants: z.array(
    z.object({
      applicant_id: id(),
      applicant_no: z.string(),
      order_id: id(),
      order_no: z.string(),
      name_cn: z.nullable(text("姓名", { personal: "name" })),
      material_status: choice("资料状态", stateLabels(materialFlow)),
    }),
  ),
  total: int("未审核的申请人"),
});
const refresh = { refresh_open: z.optional(bool("同时更新未审核的")), expected_count: z.optional(int("未审核的申请人")) };

function paperApi<const N extends PaperNoun, S extends z.ZodObject, O extends z.core.$ZodShape, F extends z.core.$ZodShape>(
  noun: N,
  shape: S,
  form: O,
  ownFilter: F,
  sheet: Readonly<Record<string, SheetColumn<z.output<S>>>> = {},
) {
  const { label, code } = PAPERS[noun];
  return {
    query: list(label, code, {
      filter: { ...filters, ...ownFilter },
      row: shape,
      sorts: ["id", "name", "updated_at"],
      exports: EXPORTS,
      sheet: { ...SCOPE_SHEET, ...sheet },
    }),
    get: read(`${label}详情`, code, { id: id("编号") }, shape),
    add: write(`新增${label}`, code, form, z.object({ id: id() }), { key: true }),
    update: write(`编辑${label}`, code, { id: id("编号"), version: recordFields.version, ...optional(form), ...refresh }, done),
    copy: write(
      `复制${label}`,
      code,
      { ids: ids("资料", PAPERS_MAX), country_ids: facts.country_ids, name_suffix: z.optional(text("名称后缀", { min: 0, max: 10 })) },
      z.object({ results: z.array(rowResult), ids: z.array(id()) }),
      { key: true },
    ),
    import: write(
      `导入${label}`,
      code,
      {
        rows: z
          .array(z.record(z.string(), z.unknown()))
          .min(1, { error: "没有可导入的内容" })
          .max(PAPERS_MAX, { error: `一次最多${PAPERS_MAX}条` })
          .meta({ label: "行" }),
        dry_run: bool("试导入"),
      },
      z.object({ added: int("新增"), results: z.array(z.object({ row: z.int(), ok: z.boolean(), msg: z.string() })) }),
      { key: true },
    ),
    impact_get: read(`${label}修改影响`, code, { id: id("编号") }, paperImpact),
  };
}
export const documentApi = api({
  ...prefixed("elec", paperApi("elec", elec, paperForms.elec.shape, ownFilters.elec)),
  ...recordApi("elec", PAPERS.elec.label, may.elec, id("编号", "elec")),
  ...replaceApi("elec", PAPERS.elec.label, may.elec, id("编号", "elec")),
  ...prefixed("mail", paperApi("mail", mail, paperForms.mail.shape, ownFilters.mail)),
  ...recordApi("mail", PAPERS.mail.label, may.mail, id("编号", "mail")),
  ...replaceApi("mail", PAPERS.mail.label, may.mail, id("编号", "mail")),
  ...prefixed("bring", paperApi("bring", bring, paperForms.bring.shape, ownFilters.bring)),
  ...recordApi("bring", PAPERS.bring.label, may.bring, id("编号", "bring")),
  ...replaceApi("bring", PAPERS.bring.label, may.bring, id("编号", "bring")),
  ...prefixed("photo", paperApi("photo", photo, paperForms.photo.shape, ownFilters.photo, PHOTO_SHEET)),
  ...recordApi("photo", PAPERS.photo.label, may.photo, id("编号", "photo")),
  ...replaceApi("photo", PAPERS.photo.label, may.photo, id("编号", "photo")),
  photo_verify: write(
    "核验签证照片",
    may.photo,
    { id: id("编号"), version: recordFields.version, source: text("核验依据", { max: 200 }) },
    done,
  ),
  ...prefixed("application", paperApi("application", application, paperForms.application.shape, ownFilters.application)),
  ...recordApi("application", PAPERS.application.label, may.application, id("编号", "application")),
  ...replaceApi("application", PAPERS.application.label, may.application, id("编号", "application")),
  document_pick: read(
    "选择资料",
    "staff",
    {
      kind: z.optional(anyOf(z.int().min(1).max(5).meta({ label: "资料类型" }))),
      country_id: z.optional(text("国家", { max: 2 })),
      keyword: z.optional(text("关键词", { min: 0, max: 40 })),
    },
    z.object({
      list: z.array(
        z.object({
          id: id(),
          kind: z.int(),
          name: z.string(),
          category: z.nullable(z.int()),
          sub_type: z.nullable(z.string()),
          default_owner: facts.default_owner,
        }),
      ),
    }),
  ),
});
