import { api, done, list, optional, pick, read, write } from "../kit/endpoint.ts";
import {
  anyOf,
  bool,
  choice,
  date,
  file,
  id,
  int,
  longText,
  money,
  personName,
  phone,
  status,
  text,
  time,
  version,
  z,
} from "../kit/field.ts";
import { stateLabels } from "../kit/flow.ts";
import { applicantFlow } from "../order/order.flow.ts";
import { may } from "../permissions.ts";
import { EMBASSY_TYPES, VISA_POLICIES } from "./base-data.ts";
import { officialFee } from "./official-fee.ts";
import { recordApi, recordFields } from "./paper/record.ts";

export const CONTINENTS = {
  亚洲: "亚洲",
  欧洲: "欧洲",
  北美洲: "北美洲",
  南美洲: "南美洲",
  大洋洲: "大洋洲",
  非洲: "非洲",
  南极洲: "南极洲",
} as const;
/** Regions of China that have a code of their own. */
export const CHINA_REGIONS: ReadonlySet<string> = new Set(["HK", "MO", "TW"]);

const capitals = (label: string, length: number) =>
  text(label, {
    max: 10,
    check: (v) => (new RegExp(`^[A-Z]{${length}}$`).test(v) ? null : `${label}应为${length === 2 ? "两" : "三"}位大写字母`),
  });
const lines = (label: string, max: number, each: number) =>
  z
    .array(text(label, { max: each }))
    .max(max, { error: `${label}最多${max}项` })
    .meta({ label, kind: "list" });
const zoneFault = (v: string): string | null => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: v }).resolvedOptions().timeZone === "" ? "时区不存在" : null;
  } catch {
    return "时区不存在，请填写如 Asia/Tokyo";
  }
};
const words = (label: string, max: number) => text(label, { min: 0, max });

/** What may be wrong in the world; a change of any of these clears the verification stamp. */
const facts = {
  code3: capitals("三位代码", 3),
  code_num: text("数字代码", { max: 10, check: (v) => (/^\d{3}$/.test(v) ? null : "数字代码应为三位数字") }),
  name_zh: text("中文名", { max: 40 }),
  name_en: text("英文名", { max: 80 }),
  pinyin: text("拼音", { max: 80, check: (v) => (/^[a-z]+$/.test(v) ? null : "拼音应为小写字母，不含空格") }),
  initial: text("首字母", { max: 10, check: (v) => (/^[A-Z]$/.test(v) ? null : "首字母应为一个大写字母") }),
  continent: choice("大洲", CONTINENTS),
  is_region: bool("地区"),
  is_schengen: bool("申根"),
  capital: words("首都", 60),
  currencies: lines("货币", 10, 3),
  phone_codes: lines("国际区号", 20, 8),
  languages: lines("语言", 20, 20),
  /** IANA name of the capital's zone, e.g. Asia/Tokyo. */
  time_zone: text("时区", { min: 0, max: 60, check: zoneFault, hint: "首都的时区，如 Asia/Tokyo" }),
  plug: words("插座", 60),
  emergency_phone: text("当地报警急救电话", {
    min: 0,
    max: 60,
    isProse: true,
    check: (v) => (/\d{2}/.test(v) ? null : "请写明电话，如 报警 110，急救 119"),
  }),
  cn_mission_phone: phone("中国使领馆电话", 120),
  visa_policy: choice("签证政策", VISA_POLICIES),
  visa_free_days: z.nullable(int("停留天数", 1, 3_650)),
  policy_note: longText("政策说明", 1_000, 0),
  passport_months: int("护照有效期(月)", 0, 24),
  blank_pages: int("空白页", 0, 6),
};
export const countryFacts = Object.keys(facts);
const kept = {
  cover: z.nullable(file("封面", "public_image")),
  is_hot: bool("热门"),
  sort: recordFields.sort,
  remark: recordFields.remark,
  verify_months: int("核验周期(月)", 1, 36),
};
const form = { ...facts, ...kept };

export const countryDetail = z.object({
  id: text("代码", { max: 2 }),
  flag_emoji: text("旗", { min: 0 }),
  ...form,
  status: status(),
  source: text("核验依据", { min: 0 }),
  verified_at: z.nullable(time("核验时间")),
  verified_by_name: z.nullable(text("核验人")),
  is_verify_due: bool("待核验"),
  embassy_count: int("使领馆数"),
  spu_count: int("SPU数"),
  /** Products on sale: what disabling checks. */
  used_count: int("在售商品数"),
  fee_count: int("官方收费数"),
  version: version(),
  updated_at: time("更新时间"),
});
const f = countryDetail.shape;

/** Somebody whose papers have not gone to the mission yet, and whether his passport is too short for the rule. */
export const countryImpactPerson = z.object({
  id: id("编号"),
  applicant_no: text("申请人编号"),
  order_id: id("订单"),
  order_no: text("订单号"),
  name_cn: z.nullable(personName("申请人")),
  applicant_status: choice("状态", stateLabels(applicantFlow)),
  passport_expiry_date: z.nullable(date("护照有效期至")),
  return_date: z.nullable(date("回国日期")),
  is_short: bool("护照不足"),
});
export const countryImpact = z.object({
  /** Everybody of the country who is not submitted yet, and those whose passport is too short now. */
  total: int("未送签申请人"),
  short: int("护照不足"),
  orders: int("订单数"),
});

const sheetMission = z.object({
  id: id(),
  embassy_type: z.int().meta({ label: "类型", kind: "choice", options: EMBASSY_TYPES }),
  name: text("名称"),
  city: text("城市", { min: 0 }),
  district_name: text("领区", { min: 0 }),
  phone: text("电话", { min: 0 }),
  /** Nearest date people can book, of any visa type; null: not known. */
  earliest_date: z.nullable(date("最近可约")),
  no_slots: bool("无号"),
  slots_at: z.nullable(time("可约更新")),
});
/** A fee in force or to come, in CNY at the rate typed last for the currency. */
const sheetFee = officialFee
  .pick({
    id: true,
    name: true,
    fee_kind: true,
    currency: true,
    adult: true,
    child: true,
    effective_from: true,
    effective_to: true,
    is_verify_due: true,
  })
  .extend({
    rate: z.nullable(text("汇率")),
    cny_adult: z.nullable(money("成人折合")),
    cny_child: z.nullable(money("儿童折合")),
  });
const sheetProduct = z.object({
  id: id(),
  sku_no: text("商品编号"),
  name: text("商品"),
  district_name: z.nullable(text("领区", { min: 0 })),
  retail_adult: z.nullable(money("门市价")),
  work_days_min: int("最短工作日"),
  work_days_max: int("最长工作日"),
  sale_blocks: z.array(z.string()).meta({ label: "不可下单原因", kind: "list" }),
});
export const countrySheet = z.object({
  country: countryDetail,
  missions: z.array(sheetMission),
  fees: z.array(sheetFee),
  products: z.array(sheetProduct),
});

export const countryApi = api({
  country_query: list("国家/地区列表", may.country, {
    filter: {
      keyword: z.optional(text("名称、拼音或代码", { min: 0, max: 40 })),
      continent: z.optional(anyOf(f.continent)),
      visa_policy: z.optional(anyOf(f.visa_policy)),
      status: z.optional(status()),
      is_schengen: z.optional(f.is_schengen),
      is_hot: z.optional(f.is_hot),
      is_verify_due: z.optional(f.is_verify_due),
    },
    row: countryDetail,
    sorts: ["sort", "name_zh", "passport_months", "updated_at"],
    exports: [
      "id",
      "code3",
      "name_zh",
      "name_en",
      "continent",
      "visa_policy",
      "visa_free_days",
      "passport_months",
      "blank_pages",
      "embassy_count",
      "spu_count",
      "used_count",
      "fee_count",
      "is_schengen",
      "is_hot",
      "status",
      "verified_at",
      "updated_at",
    ],
  }),
  country_detail_get: read("国家/地区资料", may.country, pick(countryDetail, "id"), countryDetail),
  /** Whoever serves customers reads it out on the phone. */
  country_sheet_get: read(
    "国家/地区详情",
    { any: [may.country, may.order_view, may.order_process] },
    pick(countryDetail, "id"),
    countrySheet,
  ),
  country_impact_get: read("国家规则影响", may.country, pick(countryDetail, "id", "passport_months"), countryImpact),
  /** Of the orders the caller may see; those whose passport is too short first. */
  country_impact_query: list("国家规则影响的申请人", may.country, {
    filter: { country_id: f.id, passport_months: f.passport_months, is_short: z.optional(bool("护照不足")) },
    row: countryImpactPerson,
    sorts: ["is_short"],
    exports: ["order_no", "applicant_no", "name_cn", "applicant_status", "passport_expiry_date", "return_date", "is_short"],
  }),
  country_add: write(
    "新增国家/地区",
    may.country,
    { code2: capitals("两位代码", 2), ...form, visa_free_days: z.optional(facts.visa_free_days), cover: z.optional(kept.cover) },
    z.object({ id: f.id }),
    { key: true },
  ),
  country_update: write("编辑国家/地区", may.country, { ...pick(countryDetail, "id", "version"), ...optional(form) }, countryDetail),
  country_verify: write(
    "核验国家/地区",
    may.country,
    { ...pick(countryDetail, "id", "version"), source: text("核验依据", { max: 200 }) },
    done,
  ),
  ...recordApi("country", "国家/地区", may.country, text("代码", { max: 2 })),
});
