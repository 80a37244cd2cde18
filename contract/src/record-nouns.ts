/**
 * Records with a page of their own and the right that shows one. Its log is read under the same right and scope:
 * `record-log.ts` makes `{noun}_log_query` of each, the server answers them by one handler, every page has its 日志.
 */
import { may, type May } from "./permissions.ts";

const order = { any: [may.order_view, may.order_process] } as const;

export const recordNouns = {
  order: {
    applicant: { label: "申请人", may: order },
    order_evaluate: { label: "评价", may: { any: [may.order_evaluate, may.order_evaluate_judge] } },
    order_expire: { label: "过期项", may: may.order_expired },
    refund: { label: "退款", may: { any: [may.refund_review, may.order_refund_start, may.order_view] } },
  },
  product: {
    spu: { label: "SPU", may: may.spu },
    sku: { label: "商品", may: may.sku },
    special_price_activity: { label: "限时特价", may: may.special_price },
    price_adjustment: { label: "调价单", may: may.price_adjustment },
    product_recommend: { label: "商品推荐", may: may.product_recommend },
    insurance_product: { label: "保险产品", may: may.insurance_product },
    refuse_no_worry_product: { label: "拒签无忧产品", may: may.refuse_no_worry_product },
  },
  supplier: {
    supplier: { label: "供应商", may: may.supplier },
    supplier_product: { label: "产品匹配", may: may.supplier_product },
    supplier_parcel: { label: "交接单", may: may.supplier_logistics },
  },
  peer: {
    peer_application: { label: "入驻申请", may: may.peer },
    work_order_config: { label: "工单配置", may: may.peer_work_order },
    work_order: { label: "工单", may: may.peer_work_order },
    peer: { label: "同行", may: may.peer },
    peer_exhibition: { label: "展会", may: may.peer_exhibition },
    exhibition_lead: { label: "展会线索", may: may.peer_exhibition },
    peer_transfer: { label: "批量转移", may: may.peer_transfer },
    peer_manager: { label: "负责人", may: may.peer_manager },
    peer_group: { label: "同行分组", may: may.peer_group },
  },
  "base-data": {
    elec: { label: "电子资料", may: may.elec },
    mail: { label: "邮寄资料", may: may.mail },
    bring: { label: "赴馆携带资料", may: may.bring },
    photo: { label: "签证照片", may: may.photo },
    application: { label: "申请表", may: may.application },
    appointment: { label: "最近可约日期", may: may.appointment },
    country: { label: "国家/地区", may: may.country },
    embassy: { label: "使领馆", may: may.embassy },
    refund_policy: { label: "退款政策", may: may.refund_policy },
  },
  setting: {
    worker: { label: "员工", may: may.worker },
    team: { label: "团队", may: may.worker },
    role: { label: "角色", may: may.role },
    grant_change: { label: "授权变更", may: may.role },
    expert: { label: "签证专家", may: { any: [may.expert, may.order_process] } },
    region_owner: { label: "区域负责人", may: may.region },
  },
  finance: {
    company_account: { label: "资金账户", may: may.corporate_remittance },
    adjustment: { label: "调账单", may: may.balance },
    period: { label: "会计期间", may: may.balance },
    remittance: { label: "对公汇款", may: may.corporate_remittance },
    withdrawal: { label: "提现", may: may.withdraw },
    payout: { label: "付款单", may: may.payout_register },
    settlement: { label: "结算单", may: { any: [may.supplier_settle, may.express_settle, may.peer_settle] } },
    carrier_card: { label: "月结卡", may: may.express_settle },
    invoice: { label: "发票", may: may.invoice },
    embassy_payment: { label: "使馆费手动支付", may: may.embassy_payment },
    policy: { label: "保单", may: may.insurance },
    statement_line: { label: "账户流水", may: may.corporate_remittance },
  },
} as const satisfies Record<string, Readonly<Record<string, { label: string; may: May }>>>;

type Area = keyof typeof recordNouns;
export type RecordNoun = { [A in Area]: keyof (typeof recordNouns)[A] }[Area];
export const records = Object.assign({}, ...Object.values(recordNouns)) as Readonly<Record<RecordNoun, { label: string; may: May }>>;
export const isRecordNoun = (noun: string): noun is RecordNoun => Object.hasOwn(records, noun);
