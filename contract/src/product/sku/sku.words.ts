/** Words of products that need no zod. */
export const VISA_TYPES = {
  "1": "免签",
  "2": "落地签",
  "3": "过境签",
  "4": "旅游签",
  "5": "商务签",
  "6": "探亲访友签",
  "7": "香港L签过关服务",
  "8": "入台证",
  "9": "展会签",
  "10": "EVUS登记",
  "11": "短期学习签",
  "12": "医疗签",
  "13": "公证认证",
  "14": "公证",
  "15": "签注续签",
  "16": "国际驾照",
  "17": "访问签",
  "18": "香港驾照",
  "19": "入金证",
  "20": "香港签注续签",
  "21": "票券",
  "22": "VIP办签",
  "23": "留学签",
  "24": "再入境签",
  "25": "旅游险",
  "26": "工作签",
  "27": "邀请函",
  "28": "延期服务",
  "29": "机酒服务",
  "30": "入境服务",
} as const;
export const VISA_FORMS = {
  sticker: "贴纸签",
  paper: "另纸签",
  evisa: "电子签",
  voa: "落地签",
  approval: "返签",
  register: "登记",
  document: "文件",
  service: "服务",
} as const;
export const ENTRY_COUNTS = { single: "单次", double: "两次", multiple: "多次", by_issue: "以签发为准", none: "不适用" } as const;
export const SALE_ENDS = { customer: "直客端", peer: "同行端", api: "接口" } as const;
export const IDENTITIES = {
  employed: "在职人员",
  freelance: "自由职业/无业",
  retired: "退休人员",
  student: "在校学生",
  preschool: "学龄前儿童",
  general: "通用身份",
} as const;
export const UPLOAD_TYPES = { pay_first: "先支付后资料", material_first: "先资料后支付" } as const;
export const RETURN_WAYS = { free: "包邮", cod: "到付", pickup: "自取", none: "无" } as const;
export const COVER_MODES = { all: "全国", district: "按领区", area: "自选" } as const;
export const PRICE_KINDS = {
  retail: "门市价",
  level: "等级价",
  group: "分组价",
  peer: "客户专属价",
  embassy_fee: "签证费",
  centre_fee: "签证中心服务费",
  urgent: "加急费",
} as const;
export const TIER_KINDS = { slot: "加急约号", issue: "加急出签", queue: "免排队" } as const;
/** Why a SKU on sale cannot be ordered; a block's sentence begins with, or holds, the words of its reason. */
export const SALE_BLOCKS = {
  spu: "SPU已停用",
  country: "国家已停用",
  supplier: "无有效供应商报价",
  refund_policy: "退款政策已停用",
  mail_centre: "收件中心已停用",
  document: "资料已停用",
} as const;
export const DOCUMENT_OWNERS = { must: "客户必交", optional: "建议", ours: "我方凭证" } as const;
/** Insurance products that one product recommends. */
export const INSURANCES_MAX = 10;

/** Fewer results than these give no rate of issue. */
export const ISSUE_MIN_N = 20;

/** Fewer results than these say nothing about a promise of days. */
export const PROMISE_MIN_N = 10;

/** Levels of buyers whose prices lists show. */
export const LEVEL_NAMES = ["V1", "V2", "V3", "V4", "V5"] as const;
