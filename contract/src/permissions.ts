/**
 * Every permission code once: role editor, gate, menu and documents read this tree. A `menu` node is a screen
 * code, a `button` needs its screen's code (first six digits) in the same role, an `across` code stands alone.
 */
export type Area =
  | "account"
  | "workbench"
  | "order"
  | "product"
  | "supplier"
  | "peer"
  | "activity"
  | "chat"
  | "content"
  | "finance"
  | "base-data"
  | "setting"
  | "open";

/** What an area is called in the menu and in the tree of rights; empty: it has no group of its own. */
export const AREA_TITLES: Readonly<Record<Area, string>> = {
  account: "",
  open: "",
  workbench: "工作台",
  order: "订单管理",
  product: "产品管理",
  supplier: "供应商管理",
  peer: "同行管理",
  activity: "运营活动",
  chat: "Chat-visa",
  content: "内容管理",
  finance: "财务管理",
  "base-data": "基础资料",
  setting: "系统设置",
};

export interface Permission<C extends number = number> {
  readonly code: C;
  readonly label: string;
  readonly area: Area;
  readonly type: "menu" | "button" | "across";
}

const menu = <const C extends number>(code: C, label: string, area: Area): Permission<C> => ({ code, label, area, type: "menu" });
const button = <const C extends number>(code: C, label: string, area: Area): Permission<C> => ({ code, label, area, type: "button" });
const across = <const C extends number>(code: C, label: string, area: Area): Permission<C> => ({ code, label, area, type: "across" });

export const permissions = {
  workbench: menu(100100, "工作台", "workbench"),
  workbench_broadcast: button(100100101, "全局消息与全员消息", "workbench"),

  order_view: menu(100301, "订单查看", "order"),
  order_rollback: button(100301001, "回退状态", "order"),
  order_settle_price: button(100301002, "修改结算价", "order"),
  order_refund_start: button(100301003, "发起退款", "order"),
  personal_reveal: across(100301101, "查看完整个人信息", "order"),
  order_assign: button(100301102, "改派", "order"),
  order_process: menu(100302, "订单处理", "order"),
  order_entry: button(100302101, "代客下单与导入", "order"),
  order_pay_register: button(100302102, "登记收款", "order"),
  refund_review: menu(100308, "退款审核", "order"),
  refund_final: button(100308101, "退款复核", "order"),
  order_remind: menu(100303, "订单提醒", "order"),
  order_evaluate: menu(100304, "订单评价", "order"),
  order_evaluate_judge: button(100304101, "评价申诉与隐藏", "order"),
  order_spend_time: menu(100305, "订单耗时", "order"),
  order_expired: menu(100307, "过期订单", "order"),
  order_limit: button(100307101, "时限规则与二次延期", "order"),
  order_refuse_claim: menu(100306, "拒签无忧订单", "order"),

  spu: menu(100210, "SPU管理", "product"),
  sku: menu(100201, "商品管理", "product"),
  cost_view: across(100201101, "查看成本与毛利", "product"),
  special_price: menu(100209, "限时特价", "product"),
  price_adjustment: menu(100208, "调价审核", "product"),
  price_floor: button(100208101, "低于底线放行", "product"),
  product_recommend: menu(100207, "推荐配置", "product"),
  insurance_product: menu(100204, "保险产品", "product"),
  refuse_no_worry_product: menu(100206, "拒签无忧产品", "product"),

  supplier: menu(100401, "供应商列表", "supplier"),
  supplier_review: button(100401101, "审核供应商与收款账户", "supplier"),
  supplier_product: menu(100402, "产品匹配", "supplier"),
  supplier_logistics: menu(100403, "供应商物流", "supplier"),

  peer: menu(100501, "同行列表", "peer"),
  peer_review: button(100501101, "审核入驻、停用启用", "peer"),
  peer_terms_review: button(100501102, "审核条件变更、解除管控", "peer"),
  peer_api_key: button(100501103, "接口密钥", "peer"),
  peer_manager: menu(100502, "负责人管理", "peer"),
  peer_work_order: menu(100506, "工单配置", "peer"),
  peer_work_order_edit: button(100506101, "编辑工单配置", "peer"),
  peer_transfer: menu(100503, "批量转移", "peer"),
  peer_group: menu(100507, "同行分组", "peer"),
  peer_level: menu(100504, "同行等级", "peer"),
  peer_exhibition: menu(100505, "展会管理", "peer"),

  banner: menu(100601, "Banner管理", "activity"),
  channel: menu(100602, "渠道管理", "activity"),
  open_page: button(100602101, "开放页面与自有端接入", "open"),
  activity: menu(100603, "活动管理", "activity"),
  activity_review: button(100603101, "活动审核与优惠参数", "activity"),
  coupon: menu(100604, "优惠券", "activity"),
  coupon_review: button(100604101, "优惠券审核", "activity"),
  peer_fission: menu(100605, "同行裂变", "activity"),
  peer_fission_review: button(100605101, "裂变审核与奖励处置", "activity"),
  destination: menu(100606, "热门目的地", "activity"),
  charge_coupon: menu(100607, "充值券", "activity"),
  charge_coupon_review: button(100607101, "充值券审核", "activity"),
  qrcode: menu(100608, "渠道二维码", "activity"),
  mini_program_notify: menu(100609, "小程序通知", "activity"),

  chat_guide: menu(101304, "问题引导", "chat"),
  chat_guide_publish: button(101304101, "发布问题引导与助手设置", "chat"),
  chat_stat: menu(101307, "对话概览", "chat"),
  chat_stat_all: button(101307001, "查看全部数据(概览)", "chat"),
  chat_record: menu(101305, "对话记录", "chat"),
  chat_record_all: button(101305001, "查看全部数据(记录)", "chat"),
  chat_serve: button(101305101, "接待会话", "chat"),
  chat_search: menu(101306, "对话搜索", "chat"),

  notice: menu(100705, "公告管理", "content"),
  q_and_a: menu(100701, "问答管理", "content"),
  q_and_a_verify: button(100701101, "核验答案", "content"),
  visa_knowledge: menu(100702, "签证知识", "content"),
  visa_knowledge_verify: button(100702101, "核验文章", "content"),
  advice: menu(100704, "意见反馈", "content"),

  balance: menu(100801, "余额明细", "finance"),
  balance_adjust: button(100801101, "调账与冲正审批", "finance"),
  period_close: button(100801102, "期间结账与财务参数", "finance"),
  corporate_remittance: menu(100811, "对公汇款审核", "finance"),
  remittance_final: button(100811101, "大额汇款复核、资金账户确认", "finance"),
  withdraw: menu(100813, "提现管理", "finance"),
  withdraw_final: button(100813101, "大额提现复核", "finance"),
  payout_register: button(100813102, "出纳付款登记", "finance"),
  invoice: menu(100808, "发票管理", "finance"),
  embassy_payment: menu(100810, "手工使馆费", "finance"),
  embassy_payment_release: button(100810101, "使馆费复核放行", "finance"),
  supplier_settle: menu(100802, "供应商结算", "finance"),
  supplier_settle_approve: button(100802101, "供应商结算付款审批与重开", "finance"),
  peer_settle: menu(100812, "同行结算", "finance"),
  peer_settle_reopen: button(100812101, "同行展期与结算重开", "finance"),
  express_settle: menu(100803, "快递结算", "finance"),
  express_settle_approve: button(100803101, "快递结算付款审批与重开", "finance"),
  insurance: menu(100804, "保险业务", "finance"),
  export: menu(100806, "数据导出", "finance"),
  export_personal: across(100806101, "完整个人信息导出与导出审批", "finance"),

  elec: menu(100901, "电子资料", "base-data"),
  mail: menu(100902, "邮寄资料", "base-data"),
  bring: menu(100903, "赴馆携带资料", "base-data"),
  photo: menu(100904, "签证照片", "base-data"),
  application: menu(100905, "申请表", "base-data"),
  appointment: menu(100906, "最近可约日期", "base-data"),
  country: menu(100907, "国家/地区", "base-data"),
  embassy: menu(100908, "使领馆与签证中心", "base-data"),
  refund_policy: menu(100909, "退款政策", "base-data"),

  worker: menu(101001, "员工与团队", "setting"),
  operation_log: across(101001101, "操作日志", "setting"),
  sys_config: button(101001102, "系统参数与数据留存", "setting"),
  role: menu(101002, "角色管理", "setting"),
  expert: menu(101005, "签证专家", "setting"),
  region: menu(101003, "区域管理", "setting"),
} as const satisfies Record<string, Permission>;

export type PermissionName = keyof typeof permissions;
export type Code = (typeof permissions)[PermissionName]["code"];

type CodeOf = { readonly [K in PermissionName]: (typeof permissions)[K]["code"] };
/** `may.order_view` = 100301. */
export const may = Object.fromEntries(Object.entries(permissions).map(([k, p]) => [k, p.code])) as unknown as CodeOf;

/** Who may call: one code, all of a list, any of several, every signed-in worker, or anybody. */
export type May = Code | readonly Code[] | { readonly any: readonly Code[] } | "staff" | "open";

export const allPermissions: readonly Permission[] = Object.values(permissions);
export const allCodes: readonly number[] = allPermissions.map((p) => p.code);
const byCode = new Map<number, Permission>(allPermissions.map((p) => [p.code, p]));
export const permissionOf = (code: number): Permission | undefined => byCode.get(code);
export const permissionLabel = (code: number): string => byCode.get(code)?.label ?? String(code);

/** Screen code a button code needs beside it, or null for screens and codes that stand alone. */
export const screenCodeOf = (code: number): number | null => (byCode.get(code)?.type === "button" ? Math.floor(code / 1000) : null);

/** Codes whose granting waits for a second holder of 101002. */
export const isSensitive = (code: number): boolean => {
  const screen = code > 999_999 ? Math.floor(code / 1000) : code;
  return (
    (screen >= 100801 && screen <= 100899) ||
    screen === 100208 ||
    screen === 100306 ||
    screen === 100308 ||
    screen === 101001 ||
    screen === 101002 ||
    [100301001, 100301002, 100301003, 100301101, 100401101, 100501101, 100501102, 100501103].includes(code)
  );
};

/** Does this set of codes satisfy `may`? "staff" and "open" need none. */
export function allows(rule: May, codes: ReadonlySet<number>): boolean {
  if (rule === "staff" || rule === "open") return true;
  if (typeof rule === "number") return codes.has(rule);
  if ("any" in rule) return rule.any.some((c) => codes.has(c));
  return rule.every((c) => codes.has(c));
}

/** Codes a rule names, for documents and the 403 sentence. */
export const codesOf = (rule: May): readonly number[] =>
  rule === "staff" || rule === "open" ? [] : typeof rule === "number" ? [rule] : "any" in rule ? rule.any : rule;

/** A rule in words, for a sentence that says which right is missing. */
export const mayWords = (rule: May): string =>
  codesOf(rule)
    .map((c) => `“${permissionLabel(c)}”`)
    .join(typeof rule === "object" && "any" in rule ? "或" : "和");

/** First code of the rule that is missing; undefined when allowed. */
export const missingCode = (rule: May, codes: ReadonlySet<number>): number | undefined =>
  allows(rule, codes) ? undefined : codesOf(rule).find((c) => !codes.has(c));
