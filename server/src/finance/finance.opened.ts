/** Records of finance that are opened by part of those who hold their right. */
import type { Opened } from "#kit/call/opened.ts";
import { adjustmentApi } from "@visadesk/contract/finance/adjustment.ts";
import { periodApi } from "@visadesk/contract/finance/period.ts";
import { statementLineApi } from "@visadesk/contract/finance/bank/statement-line.ts";
import { companyAccountApi } from "@visadesk/contract/finance/company-account.ts";
import { embassyPaymentApi } from "@visadesk/contract/finance/embassy/embassy-payment.ts";
import { invoiceApi } from "@visadesk/contract/finance/invoice.ts";
import { payoutApi } from "@visadesk/contract/finance/payout.ts";
import { policyApi } from "@visadesk/contract/finance/insurance/policy.ts";
import { remittanceApi } from "@visadesk/contract/finance/remittance.ts";
import { withdrawalApi } from "@visadesk/contract/finance/withdrawal.ts";
import { records } from "@visadesk/contract/record-nouns.ts";
import { invoiceScope } from "./invoice/invoice-scope.sql.ts";
import { payoutScope } from "./payout/payout.sql.ts";
import { adjustmentScope } from "./adjustment/adjustment.sql.ts";
import { policyScope } from "./policy/policy.sql.ts";
import { financeScope, wholeScope } from "./scope.sql.ts";
import { remittanceScope } from "./remittance/remittance-scope.sql.ts";
import { seenSettlements } from "./settlement/settle-parts.sql.ts";

export const financeOpened = {
  company_account: {
    may: companyAccountApi.company_account_get.may,
    from: "company_accounts c",
    id: "c.id",
    where: (ctx) => wholeScope(ctx),
  },
  statement_line: { may: statementLineApi.statement_line_get.may, from: "statement_lines l", id: "l.id", where: (ctx) => wholeScope(ctx) },
  remittance: {
    may: remittanceApi.remittance_get.may,
    from: "remittances r",
    id: "r.id",
    where: (ctx) => remittanceScope(ctx),
  },
  withdrawal: {
    may: withdrawalApi.withdrawal_get.may,
    from: "withdrawals w",
    id: "w.id",
    where: (ctx) => financeScope(ctx, { peer: "w.peer_id" }),
  },
  payout: { may: payoutApi.payout_get.may, from: "payouts f", id: "f.id", where: (ctx) => payoutScope(ctx) },
  invoice: { may: invoiceApi.invoice_get.may, from: "invoices i", id: "i.id", where: (ctx) => invoiceScope(ctx) },
  carrier_card: { may: records.carrier_card.may, from: "carrier_cards c", id: "c.id", where: (ctx) => wholeScope(ctx) },
  settlement: { may: records.settlement.may, from: "settlements s", id: "s.id", where: (ctx) => seenSettlements(ctx) },
  embassy_payment: {
    may: embassyPaymentApi.embassy_payment_get.may,
    from: "embassy_payments e",
    id: "e.id",
    where: (ctx) => financeScope(ctx, { order: "e.order_id" }),
  },
  policy: { may: policyApi.policy_get.may, from: "policies p", id: "p.id", where: (ctx) => policyScope(ctx) },
  adjustment: { may: adjustmentApi.adjustment_get.may, from: "adjustments a", id: "a.id", where: (ctx) => adjustmentScope(ctx) },
  period: { may: periodApi.period_preview.may, from: "periods p", id: "p.id", where: (ctx) => wholeScope(ctx) },
} as const satisfies Readonly<Record<string, Opened>>;
