/** Endpoints of the lines of settlements by whose they are: every desk draws the same acts. */
import { peerSettleApi } from "@visadesk/contract/finance/peer/peer-settle.ts";
import { supplierSettleApi } from "@visadesk/contract/finance/supplier-settle.ts";

export const supplierDesk = {
  adjust_add: supplierSettleApi.supplier_settle_adjust_add,
  adjust_remove: supplierSettleApi.supplier_settle_adjust_remove,
  dispute: supplierSettleApi.supplier_settle_dispute,
  import: supplierSettleApi.supplier_settle_import,
  import_check: supplierSettleApi.supplier_settle_import_check,
  line_hold: supplierSettleApi.supplier_settle_line_hold,
  line_roll: supplierSettleApi.supplier_settle_line_roll,
  line_verdict: supplierSettleApi.supplier_settle_line_verdict,
  note_add: supplierSettleApi.supplier_settle_note_add,
  note_query: supplierSettleApi.supplier_settle_note_query,
  /** What their file names a line by. */
  refs: "申请人编号、受理号、护照号或运单号",
  example: "编号\t金额\nRZ2611200001\t1030.00",
};
export type SettleDesk = typeof supplierDesk;
export const peerDesk: SettleDesk = {
  adjust_add: peerSettleApi.peer_settle_adjust_add,
  adjust_remove: peerSettleApi.peer_settle_adjust_remove,
  dispute: peerSettleApi.peer_settle_dispute,
  import: peerSettleApi.peer_settle_import,
  import_check: peerSettleApi.peer_settle_import_check,
  line_hold: peerSettleApi.peer_settle_line_hold,
  line_roll: peerSettleApi.peer_settle_line_roll,
  line_verdict: peerSettleApi.peer_settle_line_verdict,
  note_add: peerSettleApi.peer_settle_note_add,
  note_query: peerSettleApi.peer_settle_note_query,
  refs: "订单号",
  example: "编号\t金额\nV261120000001\t1030.00",
};
