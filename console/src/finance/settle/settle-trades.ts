/** What settlements of one trade are called, asked by, judged with and printed like; screens find it by the kind of a settlement. */
import { ask } from "#kit/act/ask.ts";
import { expressSettleApi } from "@visadesk/contract/finance/express-settle.ts";
import { expressSettleFlow, supplierSettleFlow } from "@visadesk/contract/finance/settle.flow.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { supplierSettleApi } from "@visadesk/contract/finance/supplier-settle.ts";
import { SUPPLIER_VERDICTS, type SettleKind } from "@visadesk/contract/finance/settle.words.ts";

type Api = typeof supplierSettleApi;
/** Endpoints by their verbs; those of every prefix are alike. */
export interface SettleEndpoints {
  cycle_query: Api["supplier_settle_cycle_query"];
  get: Api["supplier_settle_get"];
  line_query: Api["supplier_settle_line_query"];
  line_hold: Api["supplier_settle_line_hold"];
  line_roll: Api["supplier_settle_line_roll"];
  adjust_add: Api["supplier_settle_adjust_add"];
  adjust_remove: Api["supplier_settle_adjust_remove"];
  note_query: Api["supplier_settle_note_query"];
  note_add: Api["supplier_settle_note_add"];
  allocation_query: Api["supplier_settle_allocation_query"];
  dispute: Api["supplier_settle_dispute"];
  import: Api["supplier_settle_import"];
  import_check: Api["supplier_settle_import_check"];
  invoice_set: Api["supplier_settle_invoice_set"];
}
interface Seen {
  id: number;
  version: number;
  line_ids: number[];
}
export interface SettleTrade {
  title: string;
  flow: typeof supplierSettleFlow;
  api: SettleEndpoints;
  /** By their own names, for the acts of the flow. */
  acts: typeof supplierSettleApi | typeof expressSettleApi;
  list: "supplier-settle-list" | "sf-settle-list";
  detail: "supplier-settle-detail" | "express-settle-detail";
  /** Verdicts that need nothing more; where lines are parcels they have acts of their own. */
  verdicts: readonly { key: string; label: string; run: (lines: Seen) => Promise<unknown> }[];
  isParcels: boolean;
  import: { intro: string; example: string };
}
export const verdictsBy = (endpoint: Api["supplier_settle_line_verdict"]): SettleTrade["verdicts"] =>
  keysOf(SUPPLIER_VERDICTS).map((key) => ({
    key,
    label: SUPPLIER_VERDICTS[key],
    run: (lines: Seen) => ask(endpoint, { ...lines, verdict: key }),
  }));
const suppliers: SettleTrade = {
  title: "供应商结算",
  flow: supplierSettleFlow,
  api: {
    cycle_query: supplierSettleApi.supplier_settle_cycle_query,
    get: supplierSettleApi.supplier_settle_get,
    line_query: supplierSettleApi.supplier_settle_line_query,
    line_hold: supplierSettleApi.supplier_settle_line_hold,
    line_roll: supplierSettleApi.supplier_settle_line_roll,
    adjust_add: supplierSettleApi.supplier_settle_adjust_add,
    adjust_remove: supplierSettleApi.supplier_settle_adjust_remove,
    note_query: supplierSettleApi.supplier_settle_note_query,
    note_add: supplierSettleApi.supplier_settle_note_add,
    allocation_query: supplierSettleApi.supplier_settle_allocation_query,
    dispute: supplierSettleApi.supplier_settle_dispute,
    import: supplierSettleApi.supplier_settle_import,
    import_check: supplierSettleApi.supplier_settle_import_check,
    invoice_set: supplierSettleApi.supplier_settle_invoice_set,
  },
  acts: supplierSettleApi,
  list: "supplier-settle-list",
  detail: "supplier-settle-detail",
  verdicts: verdictsBy(supplierSettleApi.supplier_settle_line_verdict),
  isParcels: false,
  import: {
    intro: "第一行为表头：编号、金额。编号可以是申请人编号、受理号、护照号或运单号；再次导入替换上一次。",
    example: "编号\t金额\nRZ2611200001\t1030.00",
  },
};
const carriers: SettleTrade = {
  title: "快递结算",
  flow: expressSettleFlow,
  api: {
    cycle_query: expressSettleApi.express_settle_cycle_query,
    get: expressSettleApi.express_settle_get,
    line_query: expressSettleApi.express_settle_line_query,
    line_hold: expressSettleApi.express_settle_line_hold,
    line_roll: expressSettleApi.express_settle_line_roll,
    adjust_add: expressSettleApi.express_settle_adjust_add,
    adjust_remove: expressSettleApi.express_settle_adjust_remove,
    note_query: expressSettleApi.express_settle_note_query,
    note_add: expressSettleApi.express_settle_note_add,
    allocation_query: expressSettleApi.express_settle_allocation_query,
    dispute: expressSettleApi.express_settle_dispute,
    import: expressSettleApi.express_settle_import,
    import_check: expressSettleApi.express_settle_import_check,
    invoice_set: expressSettleApi.express_settle_invoice_set,
  },
  acts: expressSettleApi,
  list: "sf-settle-list",
  detail: "express-settle-detail",
  verdicts: [],
  isParcels: true,
  import: {
    intro: "第一行为表头：运单号、金额，可有重量（公斤）和增值费（已含在金额内）；再次导入替换上一次。",
    example: "运单号\t金额\t重量\t增值费\nSF1000000000001\t26.00\t1.6\t0",
  },
};
const TRADES: Readonly<Partial<Record<SettleKind, SettleTrade>>> = { carrier: carriers };
export const tradeOf = ({ kind }: { kind: SettleKind }): SettleTrade => TRADES[kind] ?? suppliers;
