/** 供应商结算: suppliers and insurers. */
import { api, list, move, pick, prefixed, read } from "../kit/endpoint.ts";
import { anyOf, bool, date, id, int, money, text, z } from "../kit/field.ts";
import { may } from "../permissions.ts";
import { supplierSettleFlow } from "./settle.flow.ts";
import { settlementShape } from "./settlement-shape.ts";
import { settleApi, settleParty } from "./settlement.ts";
import { SUPPLIER_VERDICTS } from "./settle.words.ts";

const code = may.supplier_settle;
export const supplierSettlement = settlementShape(supplierSettleFlow);
const f = settleParty.shape;

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
  supplier_settle_party_get: read("结算对方", code, { supplier_id: id("供应商", "supplier") }, settleParty),
  /** Every cycle that is over and has lines; nothing is settled twice. */
  supplier_settle_generate: move(
    supplierSettleFlow,
    "generate",
    { supplier_id: id("供应商", "supplier") },
    z.object({
      made: z.array(
        z.object({ id: id("结算单"), settle_no: text("单号"), cycle_end: date("周期止"), final: money("应结", { signed: true }) }),
      ),
      count: int("笔数"),
    }),
    { key: true },
  ),
  supplier_settle_approve: move(
    supplierSettleFlow,
    "approve",
    { ...pick(supplierSettlement, "id", "version"), pay_amount: z.optional(money("付款金额", { min: 1 })) },
    z.object({ paid: bool("已结清"), payout_amount: money("付款金额") }),
    { key: true },
  ),
});
