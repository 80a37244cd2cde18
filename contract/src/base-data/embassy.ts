/** 使领馆与签证中心: missions, visa centres and official online systems, with their districts. */
import { api, done, list, optional, read, write } from "../kit/endpoint.ts";
import { anyOf, bool, choice, clock, date, decimal, id, ids, int, keysOf, longText, phone, status, text, time, z } from "../kit/field.ts";
import { patterns } from "../kit/patterns.ts";
import { may } from "../permissions.ts";
import { EMBASSY_TYPES } from "./base-data.ts";
import { recordApi, recordFields, replaceApi } from "./paper/record.ts";

export const OPERATORS = {
  embassy: "使领馆自办",
  vfs: "VFS Global",
  tls: "TLScontact",
  bls: "BLS",
  cvasc: "签证申请服务中心(CVASC)",
  other: "其他",
} as const;
/** 1 = Monday. */
export const WEEKDAYS = { "1": "周一", "2": "周二", "3": "周三", "4": "周四", "5": "周五", "6": "周六", "7": "周日" } as const;
/** Type 4: takes what its missions take. */
export const VISA_CENTRE = 4;
export const hasDistrict = (type: number): boolean => type >= 1 && type <= 3;

/** Said by the form and by the server. */
export const DISTRICT_DUE = "领区至少选择一个省份";
/** Country or region by its ISO code. */
const countryCode = () =>
  z
    .string({ error: "请选择国家" })
    .regex(/^[A-Z]{2}$/, { error: "请选择国家" })
    .meta({ label: "国家/地区", kind: "text", of: "country" });
export const embassyType = () =>
  z.int({ error: "请选择类型" }).min(1, { error: "请选择类型" }).max(5, { error: "请选择类型" }).meta({
    label: "类型",
    kind: "choice",
    options: EMBASSY_TYPES,
  });
const areaCode = (label: string) => z.string({ error: `请选择${label}` }).regex(/^\d{6}$/, { error: "地址编码不存在" });
const cities = (label: string) => z.array(areaCode("城市")).max(60, { error: `${label}最多60个` });

/** Provinces a post takes; one of the two lists of cities narrows a province, both empty = all of it. */
export const districtArea = z
  .array(
    z.strictObject({
      province_code: areaCode("省份"),
      only_cities: cities("受理的城市"),
      except_cities: cities("不受理的城市"),
    }),
  )
  .max(34, { error: "受理省市最多34个省份" })
  .meta({ label: "受理省市", kind: "list" });

/** A public place: unlike the address of a person it is never masked. */
const publicAddress = z
  .strictObject({
    province_code: areaCode("省份"),
    city_code: areaCode("城市"),
    county_code: z.string().regex(/^(\d{6})?$/, { error: "地址编码不存在" }),
    detail: text("详细地址", { max: 100, min: 0 }),
  })
  .meta({ label: "地址", kind: "object" });

const optionalText = (label: string, max: number) => text(label, { min: 0, max });
const blankOr = (label: string, name: "email" | "url", max: number) =>
  text(label, { min: 0, max, check: (v) => (v === "" || patterns[name].re.test(v) ? null : patterns[name].message) });

const facts = {
  embassy_type: embassyType(),
  country_id: countryCode(),
  name: text("名称", { min: 2, max: 40 }),
  short_name: optionalText("简称", 10),
  operator: choice("运营方", OPERATORS),
  parent_ids: ids("所属使领馆", 20, "embassy"),
  city: optionalText("城市", 20),
  address: z.nullable(publicAddress),
  lat: z.nullable(decimal("纬度", -90, 90)),
  lon: z.nullable(decimal("经度", -180, 180)),
  phone: phone(),
  email: blankOr("邮箱", "email", 100),
  website: blankOr("网址", "url", 300),
  weekdays: z
    .array(z.int().min(1).max(7), { error: "请选择开馆日" })
    .min(1, { error: "请选择开馆日" })
    .max(7)
    .meta({ label: "开馆日", kind: "list" }),
  open_from: clock("受理开始"),
  open_to: clock("受理结束"),
  pickup_hours: optionalText("取件时间", 100),
  follow_cn: bool("随中国假日闭馆"),
  transport: longText("交通", 500, 0),
  carry_limits: longText("携带限制", 500, 0),
  notice_note: longText("赴馆须知", 1000, 0),
  district_name: optionalText("领区", 20),
  domicile_limit: bool("限户籍"),
  district_area: districtArea,
  residence_counts: bool("居住证可受理"),
  follow_relative: bool("直系亲属可随"),
  channel: optionalText("递交方式", 40),
  verify_months: int("核验有效期(月)", 1, 24),
  sort: recordFields.sort,
  remark: recordFields.remark,
};

/** The nearest date that can be booked at a place, over all visa types. */
const earliest = z
  .object({ earliest_date: z.nullable(date("最近可约")), no_slots: bool("无号"), is_stale: bool("已过期") })
  .meta({ label: "最近可约", kind: "object" });

export const embassy = z.object({
  id: id("编号"),
  ...facts,
  country_name: text("国家/地区"),
  flag_emoji: text("旗", { min: 0 }),
  parent_names: z.array(z.string()).meta({ label: "所属使领馆", kind: "list" }),
  address_text: text("地址", { min: 0 }),
  /** Provinces it takes, for a visa centre those of its missions. */
  province_count: int("受理省份数"),
  is_open_today: bool("今日"),
  closed_because: z.nullable(text("闭馆原因")),
  earliest: z.nullable(earliest),
  used_count: int("SKU数"),
  verified_at: z.nullable(time("核验时间")),
  verified_by_name: z.nullable(text("核验人")),
  is_verify_due: bool("待核验"),
  /** What the facts rest on. */
  source: text("资料来源", { min: 0 }),
  status: status().meta({ label: "状态", kind: "choice", options: { "0": "禁用", "1": "启用" } }),
  version: recordFields.version,
  updated_at: recordFields.updated_at,
});
const f = embassy.shape;

/** 周一至周五, 周二、周四; an unbroken run of days is said by its ends. */
export function weekdaysText(days: readonly number[]): string {
  const sorted = days.toSorted((a, b) => a - b);
  const word = (day: number | undefined): string => keysOf(WEEKDAYS).flatMap((k) => (k === String(day) ? [WEEKDAYS[k]] : []))[0] ?? "";
  const isRun = sorted.length > 2 && sorted.every((d, i) => i === 0 || d === (sorted[i - 1] ?? 0) + 1);
  if (sorted.length === 7) return "每天";
  return isRun ? `${word(sorted[0])}至${word(sorted.at(-1))}` : sorted.map(word).join("、");
}

const embassyId = () => id("编号", "embassy");
const { embassy_type, country_id, name, ...rest } = facts;
const form = { embassy_type, country_id, name, ...optional(rest) };

const household = {
  household_province: areaCode("户籍省份").meta({ label: "户籍省份", kind: "text" }),
  household_city: z.optional(areaCode("户籍城市").meta({ label: "户籍城市", kind: "text" })),
};
export const DISTRICT_RELATIONS = { self: "本人", spouse: "配偶", child: "子女", parent: "父母", other: "其他同行人" } as const;
export const PROVINCE_STATES = { unique: "唯一", missing: "缺失", double: "重复", unlimited: "不限" } as const;

const post = z.object({
  id: id(),
  name: text("名称"),
  short_name: text("简称", { min: 0 }),
  embassy_type: f.embassy_type,
  district_name: f.district_name,
});
const checkedProvince = z.object({
  province_code: areaCode("省份"),
  province_name: text("省份"),
  province_state: choice("结论", PROVINCE_STATES),
  /** Per post in the order of `posts`: null where it takes nothing of the province. */
  cells: z.array(z.nullable(z.object({ text: text("受理范围"), is_double: bool("与其他馆重复") }))),
  missing_cities: z.array(z.string()).meta({ label: "无人受理的城市", kind: "list" }),
  double_cities: z.array(z.string()).meta({ label: "重复受理的城市", kind: "list" }),
});

export const embassyApi = api({
  ...recordApi("embassy", "使领馆", may.embassy, embassyId()),
  ...replaceApi("embassy", "使领馆", may.embassy, embassyId()),
  embassy_query: list("使领馆与签证中心列表", may.embassy, {
    filter: {
      keyword: z.optional(optionalText("名称/简称", 40)),
      country_id: z.optional(anyOf(f.country_id)),
      embassy_type: z.optional(anyOf(f.embassy_type)),
      city: z.optional(optionalText("城市", 20)),
      province_code: z.optional(areaCode("领区省份").meta({ label: "领区省份", kind: "text", of: "province" })),
      operator: z.optional(anyOf(f.operator)),
      domicile_limit: z.optional(f.domicile_limit),
      status: z.optional(f.status),
      is_verify_due: z.optional(f.is_verify_due),
      no_address: z.optional(bool("地址缺失")),
    },
    row: embassy,
    sorts: ["used_count", "name", "updated_at"],
    exports: [
      "id",
      "country_name",
      "embassy_type",
      "name",
      "short_name",
      "city",
      "address_text",
      "phone",
      "email",
      "website",
      "operator",
      "district_name",
      "domicile_limit",
      "province_count",
      "used_count",
      "status",
      "verified_at",
      "source",
      "updated_at",
    ],
    sheet: {
      open_days: { type: text("开馆日"), of: ["weekdays"], value: (e) => weekdaysText(e.weekdays) },
      earliest_text: {
        type: text("最近可约"),
        of: ["earliest"],
        value: ({ earliest: e }) => e && `${e.no_slots ? "无号" : (e.earliest_date ?? "")}${e.is_stale ? "（已过期）" : ""}`,
      },
    },
  }),
  embassy_get: read("使领馆详情", may.embassy, { id: embassyId() }, embassy),
  embassy_add: write("新增使领馆", may.embassy, form, embassy),
  embassy_update: write("编辑使领馆", may.embassy, { id: embassyId(), version: f.version, ...optional(facts) }, embassy),
  embassy_verify: write("核验使领馆", may.embassy, { id: embassyId(), version: f.version, source: text("核验依据", { max: 200 }) }, done),
  district_check_get: read(
    "领区检查",
    may.embassy,
    { country_id: countryCode() },
    z.object({
      posts: z.array(post),
      /** Posts without a limit of household: anybody may go there, so they prove nothing about gaps. */
      unlimited: z.array(post),
      provinces: z.array(checkedProvince),
      /** 香港, 澳门, 台湾: consular districts need not name them. */
      regions: z.array(checkedProvince),
      missing: int("缺失"),
      double: int("重复"),
    }),
  ),
  district_accepts_get: read(
    "领区试算",
    may.embassy,
    {
      country_id: countryCode(),
      ...household,
      residence_province: z.optional(areaCode("居住省份").meta({ label: "居住省份", kind: "text" })),
      residence_city: z.optional(areaCode("居住城市").meta({ label: "居住城市", kind: "text" })),
      relation: choice("与主申请人关系", DISTRICT_RELATIONS),
      /** Household of the main applicant, for anybody but himself. */
      main_province: z.optional(areaCode("主申请人户籍省份").meta({ label: "主申请人户籍省份", kind: "text" })),
      main_city: z.optional(areaCode("主申请人户籍城市").meta({ label: "主申请人户籍城市", kind: "text" })),
    },
    z.object({
      list: z.array(
        post.extend({
          ok: bool("受理"),
          reason: text("原因"),
          extra_paper: z.nullable(text("另需资料")),
        }),
      ),
    }),
  ),
});
