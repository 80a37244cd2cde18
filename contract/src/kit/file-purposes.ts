/** What stored files are for, how large they may be and who may hand them in; which contents are stored at all. */
import { may, type May } from "../permissions.ts";

interface Purpose {
  label: string;
  /** Largest size in MB. */
  mb: number;
  /** Who may upload it: whoever may call an endpoint that takes it. */
  may: May;
  /** Pictures alone. */
  pictures?: true;
}
/** `public_*` is seen by everybody, without a session. */
export const FILE_PURPOSES = {
  material: { label: "资料", mb: 5, may: may.order_process },
  proof: { label: "凭证", mb: 5, may: may.order_pay_register },
  result: { label: "签证文件", mb: 10, may: may.order_process },
  letter: { label: "函件", mb: 10, may: may.order_process },
  note: { label: "附件", mb: 5, may: { any: [may.order_view, may.order_process] } },
  supplier_document: { label: "供应商证照合同", mb: 10, may: may.supplier },
  supplier_payee: { label: "收款账户证明", mb: 10, may: may.supplier },
  parcel_proof: { label: "交接凭证", mb: 5, may: may.supplier_logistics },
  parcel_photo: { label: "差异照片", mb: 5, may: may.supplier_logistics, pictures: true },
  peer_document: { label: "同行证照合同", mb: 10, may: may.peer },
  /** The legal person's paper: an identity paper. */
  peer_legal_id: { label: "法人证件", mb: 10, may: may.peer },
  peer_change: { label: "条件变更材料", mb: 10, may: may.peer },
  settle_file: { label: "结算凭据", mb: 10, may: { any: [may.supplier_settle, may.express_settle, may.peer_settle] } },
  peer_top_up: { label: "充值凭证", mb: 5, may: may.corporate_remittance },
  refund: { label: "退款凭证", mb: 5, may: may.order_refund_start },
  embassy_receipt: { label: "使馆费回执", mb: 5, may: may.embassy_payment },
  adjustment: { label: "调账附件", mb: 10, may: may.balance },
  exhibition_cost: { label: "展会费用凭证", mb: 5, may: may.peer_exhibition },
  lead_card: { label: "名片", mb: 5, may: may.peer_exhibition, pictures: true },
  invoice: { label: "发票文件", mb: 10, may: may.invoice },
  policy: { label: "保单文件", mb: 10, may: may.insurance },
  work_order: { label: "工单附件", mb: 5, may: may.peer_work_order },
  remittance: { label: "汇款回单", mb: 5, may: may.corporate_remittance },
  withdrawal: { label: "提现申请函", mb: 10, may: may.withdraw },
  msg: { label: "消息附件", mb: 5, may: may.workbench },
  payout_receipt: { label: "付款回单", mb: 5, may: may.payout_register },
  public_image: {
    label: "公开图片",
    mb: 2,
    // Samples and covers, and the pictures of every rich text: of products, policies and what an applicant is asked for.
    may: {
      any: [may.elec, may.mail, may.bring, may.photo, may.application, may.country, may.refund_policy, may.spu, may.order_process],
    },
    pictures: true,
  },
  public_peer: {
    label: "同行二维码与海报",
    mb: 2,
    may: { any: [may.peer_manager, may.peer_group, may.peer_exhibition] },
    pictures: true,
  },
  public_product: { label: "商品图片", mb: 5, may: may.spu, pictures: true },
  public_file: { label: "公开文件", mb: 10, may: { any: [may.elec, may.mail, may.application, may.insurance_product] } },
} as const satisfies Record<string, Purpose>;
export type FilePurpose = keyof typeof FILE_PURPOSES;
export const isPublicPurpose = (purpose: FilePurpose): boolean => purpose.startsWith("public_");
export const takesOnlyPictures = (purpose: FilePurpose): boolean => "pictures" in FILE_PURPOSES[purpose];

/** Content types that are stored, with the extensions each may carry. */
export const FILE_TYPES = {
  "image/jpeg": ["jpg", "jpeg"],
  "image/png": ["png"],
  "image/webp": ["webp"],
  "application/pdf": ["pdf"],
} as const;
export type FileType = keyof typeof FILE_TYPES;
