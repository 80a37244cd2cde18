/** 供应商结算: suppliers and insurers. */
import { api, list, pick, prefixed, read } from "../kit/endpoint.ts";
import { anyOf, bool, id, text, z } from "../kit/field.ts";
import { may } from "../permissions.ts";
import { supplierPayee } from "../supplier/supplier-payee.ts";
import { supplierSettleFlow } from "./settle.flow.ts";
import { approveOf, generateOf, settleApi, settleParty } from "./settlement.ts";
import { SUPPLIER_VERDICTS } from "./settle.words.ts";

const code = may.supplier_settle;
const f = settleParty.shape;
/** Where it is paid in CNY; null: nobody has passed an account yet. */
const payee = z.object(pick(supplierPayee, "account_name", "bank_name", "account_no"));
const partyDetail = settleParty.extend({ payee: z.nullable(payee.meta({ label: "收款账户", kind: "object" })) });

export const supplierSettleApi = api({
  ...prefixed("supplier_settle", settleApi(supplierSettleFlow, code, SUPPLIER_VERDICTS)),
  supplier_settle_query: list("供应商结算列表", code, {
    filter: {
      keyword: z.optional(text("供应商", { min: 0, max: 60 })),
      kind: z.optional(anyOf(f.kind)),
      settle_cycle: z.optional(anyOf(f.settle_cycle)),
      has_dispute: z.optional(bool("有异议")),
      is_overdue: z.optional(bool("逾期")),
      has_unbilled: z.optional(bool("有未出账")),
    },
    row: settleParty,
    sorts: ["name", "last_end"],
    exports: [
      "name",
      "kind",
      "settle_cycle",
      "credit_days",
      "unbilled_count",
      "unbilled",
      "drafts",
      "sent",
      "disputed",
      "to_pay",
      "overdue",
      "payable",
      "prepaid",
      "last_end",
    ],
  }),
  /** What the books say of one supplier. */
  supplier_settle_party_get: read("结算对方", code, { supplier_id: id("供应商", "supplier") }, partyDetail),
  supplier_settle_generate: generateOf(supplierSettleFlow),
  supplier_settle_approve: approveOf(supplierSettleFlow),
});
