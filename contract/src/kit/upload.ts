import { may, type May } from "../permissions.ts";
import { api, read, write } from "./endpoint.ts";
import { fileKey, id, int, keysOf, text, z } from "./field.ts";
import { FILE_PURPOSES } from "./file-purposes.ts";

export const storedFile = z.object({
  key: fileKey("文件"),
  filename: text("文件名"),
  size: int("大小"),
  content_type: z.string(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  sha256: z.string(),
});
/** Records that may hold private files, each with the codes that open it; the door of its area knows scope and files. */
export const FILE_OWNERS = {
  applicant: { any: [may.order_view, may.order_process] },
  order: { any: [may.order_view, may.order_process] },
  /** The letter and the proof of a refused person: identity papers. */
  refuse_claim: may.order_refuse_claim,
  refund: { any: [may.refund_review, may.order_refund_start, may.order_view] },
  supplier: may.supplier,
  /** Proofs of accounts: for whoever passes them. */
  supplier_payee: may.supplier_review,
  supplier_parcel: may.supplier_logistics,
  peer_application: may.peer,
  work_order: may.peer_work_order,
  peer: may.peer,
  /** The legal person's paper: an identity paper. */
  peer_legal: may.peer,
  peer_change: may.peer,
  peer_top_up: may.corporate_remittance,
  adjustment: may.balance,
  settlement: { any: [may.supplier_settle, may.express_settle, may.peer_settle] },
  peer_exhibition: may.peer_exhibition,
  exhibition_lead: may.peer_exhibition,
  remittance: may.corporate_remittance,
  withdrawal: may.withdraw,
  payout: may.payout_register,
  invoice: may.invoice,
  embassy_payment: may.embassy_payment,
  policy: may.insurance,
  msg: may.workbench,
  /** Proofs of what was done. */
  reminder_msg: may.workbench,
} as const satisfies Record<string, May>;
export type FileOwner = keyof typeof FILE_OWNERS;
/** Opening identity papers, and changing who somebody is, asks for the work with them or for the right to see them in full. */
export const IDENTITY_MAY = { any: [may.order_process, may.personal_reveal] } as const satisfies May;

export const fileApi = api({
  file_upload: write(
    "上传文件",
    "staff",
    { purpose: z.enum(keysOf(FILE_PURPOSES), { error: "请选择文件用途" }).meta({ label: "文件用途" }) },
    storedFile,
    {
      upload: true,
    },
  ),
  file_link_get: read(
    "查看文件",
    "staff",
    { key: fileKey("文件"), noun: z.enum(keysOf(FILE_OWNERS)).meta({ label: "所属记录" }), noun_id: id("记录") },
    z.object({ url: z.string(), content_type: z.string(), filename: z.string() }),
    { log: "file" },
  ),
});
