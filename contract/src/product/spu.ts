/** SPU, the product a customer searches: one visa of one country. What is sold of it, and where, are its SKU. */
import { api, done, list, optional, pick, read, write } from "../kit/endpoint.ts";
import {
  anyOf,
  bool,
  choice,
  choices,
  file,
  files,
  id,
  int,
  longText,
  money,
  richText,
  share,
  status,
  text,
  time,
  version,
  z,
} from "../kit/field.ts";
import { may } from "../permissions.ts";
import { ENTRY_COUNTS, VISA_FORMS, VISA_TYPES } from "./sku/sku.ts";
import { spuCoverage } from "./spu-coverage.ts";

export const STAY_UNITS = { day: "天", month: "个月", year: "年" } as const;
export const VALIDITY_UNITS = {
  day: "天",
  month: "个月",
  year: "年",
  passport: "至护照到期",
  by_issue: "以签发为准",
  none: "不适用",
} as const;
/** Units that need a number. */
export const COUNTED_UNITS: ReadonlySet<string> = new Set(["day", "month", "year"]);
export const SELLING_POINTS = {
  免面签: "免面签",
  全国受理: "全国受理",
  电子资料: "电子资料",
  拒签可退: "拒签可退",
  可加急: "可加急",
  含辅导: "含辅导",
} as const;
export const POINTS_MAX = 4;
export const IMAGES_MAX = 5;
export const STEPS_MAX = 8;

const CODE = /^[A-Z]{2}-[A-Z0-9-]{2,17}$/;
export const spuCode = () => text("SPU编码", { max: 20, check: (v) => (CODE.test(v) ? null : "SPU编码格式不正确") });
const countryId = () =>
  z
    .string({ error: "请选择国家" })
    .regex(/^[A-Z]{2}$/, { error: "请选择国家" })
    .meta({ label: "国家/地区", kind: "text", of: "country" });
const visaType = () =>
  z
    .int({ error: "请选择签证类型" })
    .min(1, { error: "请选择签证类型" })
    .max(30, { error: "请选择签证类型" })
    .meta({ label: "签证类型", kind: "choice", options: VISA_TYPES });
const step = z.strictObject({ title: text("步骤", { max: 10 }), text: text("说明", { max: 80 }) });

/** What the product is; none of it changes any more once one of its SKU was listed. */
const identity = {
  country_id: countryId(),
  visa_type: visaType(),
  visa_form: choice("签证形式", VISA_FORMS),
  entry_count: choice("入境次数", ENTRY_COUNTS),
  /** Both 0: as the mission decides. */
  stay_min: int("最短停留", 0, 3_650),
  stay_max: int("最长停留", 0, 3_650),
  stay_unit: choice("停留单位", STAY_UNITS),
  validity: int("有效期", 0, 3_650),
  validity_unit: choice("有效期单位", VALIDITY_UNITS),
};
export const frozenOnceListed: readonly string[] = Object.keys(identity);

const form = {
  visa_product_unit_code: spuCode(),
  name: text("SPU名称", { min: 2, max: 40 }),
  ...identity,
  tags: choices("卖点", SELLING_POINTS, POINTS_MAX),
  images: files("主图", "public_product", IMAGES_MAX),
  sample_image: z.nullable(file("签证样图", "public_product")),
  steps: z
    .array(step)
    .min(1, { error: "请至少填写一步办理流程" })
    .max(STEPS_MAX, { error: `办理流程最多${STEPS_MAX}步` })
    .meta({ label: "办理流程", kind: "list" }),
  detail: richText("图文详情", { min: 0, max: 20_000 }),
  audience: longText("适用人群", 500, 0),
  keywords: text("搜索词", { min: 0, max: 100, hint: "客户可能输入的其他叫法，用空格隔开；拼音和首字母自动生成" }),
  /** Per person. */
  margin_floor: money("毛利底线"),
  sort: int("排序", 0, 99_999),
};

export const spu = z.object({
  id: id("编号"),
  ...pick(z.object(form), "visa_product_unit_code", "name"),
  ...identity,
  country_name: text("国家/地区"),
  flag_emoji: text("旗", { min: 0 }),
  is_region: bool("地区"),
  tags: form.tags,
  images: form.images,
  margin_floor: form.margin_floor,
  sort: form.sort,
  status: status(),
  /** Not archived, and of these on sale. */
  sku_count: int("商品数"),
  on_sale_count: int("在售商品"),
  /** Of an adult, over the SKU on sale. */
  retail_min: z.nullable(money("最低门市价")),
  retail_max: z.nullable(money("最高门市价")),
  orders_30: int("30天单量"),
  issue_rate: z.nullable(share("出签率")),
  issue_n: int("30天出结果(人)"),
  version: version(),
  updated_at: time("更新时间"),
});

export const spuDetail = z.object({
  ...spu.shape,
  ...pick(z.object(form), "sample_image", "steps", "detail", "audience", "keywords"),
  /** Why the code, and what the product is, do not change any more; null where they still do. */
  frozen: z.object({ code: z.nullable(z.string()), identity: z.nullable(z.string()) }),
});
const f = spu.shape;

const one = { id: f.id, version: f.version };
const code = { visa_product_unit_code: form.visa_product_unit_code };

export const spuApi = api({
  spu_query: list("SPU列表", may.spu, {
    filter: {
      keyword: z.optional(text("编码、名称或拼音", { min: 0, max: 40 })),
      country_id: z.optional(anyOf(f.country_id)),
      visa_type: z.optional(anyOf(f.visa_type)),
      visa_form: z.optional(anyOf(f.visa_form)),
      status: z.optional(f.status),
      /** Some SKU of it lacks a part of what a listing needs. */
      is_incomplete: z.optional(bool("商品资料不全")),
      has_on_sale: z.optional(bool("有在售商品")),
      ids: z.optional(z.array(f.id).min(1).max(100).meta({ label: "已选", kind: "ids" })),
    },
    row: spu,
    sorts: ["sort", "visa_product_unit_code", "name", "orders_30", "updated_at"],
    exports: [
      "visa_product_unit_code",
      "name",
      "country_name",
      "visa_type",
      "visa_form",
      "entry_count",
      "stay_max",
      "stay_unit",
      "validity",
      "validity_unit",
      "tags",
      "on_sale_count",
      "sku_count",
      "retail_min",
      "margin_floor",
      "orders_30",
      "issue_n",
      "status",
      "updated_at",
    ],
  }),
  spu_get: read("SPU详情", may.spu, code, spuDetail),
  /** A free code for a new SPU: country, type, number. */
  spu_code_get: read("推荐SPU编码", may.spu, pick(spu, "country_id", "visa_type"), z.object(code)),
  spu_add: write("新增SPU", may.spu, form, z.object({ id: f.id, ...code }), { key: true }),
  spu_update: write("编辑SPU", may.spu, { ...one, ...optional(form) }, spuDetail),
  /** The copy is disabled and without SKU until somebody has made it a product of its own. */
  spu_copy: write("复制SPU", may.spu, { id: f.id, ...code, name: form.name }, z.object({ id: f.id, ...code })),
  spu_enable: write("启用SPU", may.spu, one, done),
  /** `blocked_count`: SKU on sale that cannot be ordered afterwards, as the caller saw it; another number now answers count_changed. */
  spu_disable: write("停用SPU", may.spu, { ...one, blocked_count: int("影响的商品数") }, done),
  spu_remove: write("删除SPU", may.spu, one, done),
  spu_pick: read(
    "选择SPU",
    "staff",
    {
      keyword: z.optional(text("关键词", { min: 0, max: 40 })),
      country_id: z.optional(f.country_id),
      enabled: z.optional(bool("启用")),
    },
    z.object({
      list: z.array(
        z.object({ ...pick(spu, "id", "visa_product_unit_code", "name", "country_id", "country_name", "flag_emoji", "status") }),
      ),
    }),
  ),
  spu_coverage_get: read("SPU覆盖图", may.spu, { ...code, with_drafts: z.optional(bool("计入草稿与已下架")) }, spuCoverage),
});
