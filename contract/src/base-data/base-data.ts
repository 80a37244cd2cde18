import { api, read } from "../kit/endpoint.ts";
import { bool, id, status, text, z } from "../kit/field.ts";

/** [R] the five base-data types. */
export const DOCUMENT_KINDS = { "1": "电子", "2": "邮寄", "3": "赴馆携带", "4": "照片", "5": "申请表" } as const;
export const PAGE_TYPES = { "0": "单页", "1": "多页" } as const;
/** [R] document categories with their sub-types. */
export const CATEGORIES = {
  2: {
    label: "个人资料",
    sub_types: {
      passport: "护照",
      schengen_page: "申根签证页",
      id_card: "身份证",
      household: "户口本",
      marriage: "婚姻证明",
      birth: "出生证明",
      residence: "居住证",
      application: "申请表",
      supplementary: "补充资料",
      other: "其他",
    },
  },
  3: {
    label: "社会身份",
    sub_types: { employed: "在职", student: "学生", unemployed: "无业", retired: "退休", preschool: "学龄前儿童", other: "其他" },
  },
  4: {
    label: "资产",
    sub_types: {
      salary: "工资/银行流水",
      deposit: "存款证明",
      fixed_deposit: "定期存款",
      tax: "纳税证明",
      funds_any: "资金证明(任选一项)",
      property: "房产/车辆",
      other: "其他",
    },
  },
  5: { label: "行程", sub_types: { itinerary: "行程单", flight: "机票预订", hotel: "酒店", insurance: "保险", other: "其他" } },
  6: {
    label: "国外方资料",
    sub_types: {
      invitation: "邀请函",
      business_reg: "商业登记证明",
      admission: "录取通知书",
      residence_status: "居留身份证明",
      cas: "CAS",
      atas: "ATAS",
      admission_notice: "入学通知",
      approval: "批准文件",
      other: "其他",
    },
  },
  7: {
    label: "生活证明",
    sub_types: {
      medical: "体检",
      vaccine: "疫苗本",
      health_declaration: "健康声明",
      isolation: "隔离承诺书",
      no_crime: "无犯罪记录",
      other: "其他",
    },
  },
  8: { label: "同行人资料", sub_types: {} },
} as const;
export const VISA_POLICIES = {
  free: "免签",
  arrival: "落地签",
  evisa: "电子签",
  eta: "电子许可",
  required: "需签证",
  self: "本国",
  unknown: "未核",
} as const;
export const EMBASSY_TYPES = { "1": "大使馆", "2": "总领馆", "3": "领事办公室", "4": "签证中心", "5": "官方线上系统" } as const;

export const country = z.object({
  id: text("代码", { max: 2 }),
  code2: text("二位代码", { max: 2 }),
  code3: text("三位代码", { max: 3 }),
  name_zh: text("中文名"),
  name_en: text("英文名"),
  pinyin: text("拼音"),
  initial: text("首字母"),
  continent: text("大洲"),
  flag_emoji: text("旗", { min: 0 }),
  is_region: bool("地区"),
  is_hot: bool("热门"),
  status: status(),
});

export const embassyPick = z.object({
  id: id("编号"),
  name: text("名称"),
  short_name: text("简称", { min: 0 }),
  country_id: text("国家"),
  embassy_type: z.int().meta({ label: "类型", kind: "choice", options: EMBASSY_TYPES }),
  city: text("城市", { min: 0 }),
  district_name: text("领区", { min: 0 }),
  is_verified: bool("已核验"),
});

/** Names a reason of 不合格原因库; the server knows which there are. */
export const rejectCode = () => text("不合格原因", { max: 20 });
export const rejectReason = z.object({
  id: id("编号"),
  code: text("编码"),
  text: text("原因"),
  advice: text("建议", { min: 0 }),
  kinds: z.array(z.int()),
});

export const baseDataApi = api({
  country_get: read("国家列表", "staff", {}, z.array(country)),
  embassy_pick: read(
    "选择使领馆",
    "staff",
    { country_id: z.optional(text("国家", { max: 2 })), keyword: z.optional(text("关键词", { min: 0, max: 40 })) },
    z.object({ list: z.array(embassyPick) }),
  ),
  /** Reasons in use; with a paper, those of its kind and its usual ones first. */
  reject_reason_pick: read("不合格原因", "staff", { document_id: z.optional(id("资料")) }, z.object({ list: z.array(rejectReason) })),
});
