/** Words of the operation log, on the screen and in its export. */

/** What an act was done to. */
export const LOG_NOUNS: Readonly<Record<string, string>> = {
  session: "会话",
  worker: "员工",
  role: "角色",
  team: "团队",
  expert: "签证专家",
  duty: "值班",
  region_owner: "区域负责人",
  grant_change: "授权变更",
  sys_config: "系统参数",
  erasure_run: "到期清理",
  operation_log: "操作日志",
  log_anchor: "日志存档",
  seal: "加密密钥",
  secret: "服务密钥",
  order: "订单",
  order_diff: "补差价",
  order_note: "订单备注",
  order_remind: "订单提醒",
  order_expire: "过期项",
  order_limit: "时限规则",
  order_consistency: "同行人一致性",
  order_evaluate: "评价",
  order_evaluate_appeal: "评价申诉",
  refuse_claim: "拒签理赔",
  applicant: "申请人",
  applicant_material: "资料",
  custody: "原件",
  express: "快递",
  submission_batch: "送签批次",
  saved_view: "视图",
  msg: "消息",
  reminder_msg: "消息提醒",
  handover: "休假交接",
  export_task: "导出",
  file: "文件",
  client_report: "报障",
  spu: "SPU",
  sku: "商品",
  special_price_activity: "限时特价",
  price_adjustment: "调价单",
  product_recommend: "推荐配置",
  insurance_product: "保险产品",
  refuse_no_worry_product: "拒签无忧产品",
  supplier: "供应商",
  supplier_product: "产品匹配",
  supplier_contact: "供应商联系人",
  supplier_document: "供应商证照",
  supplier_payee: "收款账户",
  supplier_parcel: "供应商交接单",
  supplier_price: "供应商报价",
  work_order_config: "工单配置",
  work_order: "工单",
  peer: "同行",
  peer_legal: "法人证件",
  peer_application: "入驻申请",
  peer_account: "同行子账号",
  peer_change: "条件变更",
  invoice: "发票",
  invoice_title: "开票抬头",
  embassy_payment: "使馆费手动支付",
  policy: "保单",
  fx_rate: "汇率",
  peer_call: "今日回访",
  peer_group: "同行分组",
  peer_level_line: "定级复核",
  sku_price: "商品价格",
  peer_top_up: "充值登记",
  peer_exhibition: "展会",
  exhibition_lead: "展会线索",
  peer_transfer: "批量转移",
  journal: "凭证",
  adjustment: "调账单",
  period: "会计期间",
  remittance: "对公汇款",
  withdrawal: "提现",
  payout: "付款单",
  settlement: "结算单",
  company_account: "资金账户",
  refund: "退款",
  suspense_return: "暂收退回",
  carrier_card: "月结卡",
  statement_import: "流水导入",
  statement_line: "账户流水",
  gift_lot: "赠送金",
  ledger_proof: "账本核对",
  parcel: "包裹",
  elec: "电子资料",
  mail: "邮寄资料",
  bring: "赴馆携带资料",
  photo: "签证照片",
  application: "申请表",
  application_version: "申请表版本",
  reject_reason: "不合格原因",
  mail_centre: "收件中心",
  appointment: "最近可约日期",
  country: "国家/地区",
  official_fee: "官方收费",
  calendar: "日历",
  embassy: "使领馆与签证中心",
  refund_policy: "退款政策",
};

/** Stored values as a person reads them. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "空";
  if (Array.isArray(value))
    return value.length === 0 ? "空" : value.map((v) => (typeof v === "object" ? valueText(v) : String(v))).join("、");
  if (typeof value === "boolean") return value ? "是" : "否";
  if (typeof value === "object")
    return Object.values(value)
      .filter((v) => typeof v === "string" && v !== "")
      .join(" ");
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** A look has a field and no values. */
const isBlank = (value: unknown): boolean => valueText(value) === "空";

export interface LoggedChange {
  label: string;
  before?: unknown;
  after?: unknown;
}
export const changesText = (changes: readonly LoggedChange[]): string =>
  changes
    .map((c) => (isBlank(c.before) && isBlank(c.after) ? c.label : `${c.label}：${valueText(c.before)} → ${valueText(c.after)}`))
    .join("；");
