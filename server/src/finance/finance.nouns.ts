/** The stored nouns of finance. */
import { adjustmentNoun } from "./adjustment/adjustment.noun.ts";
import { statementImportNoun, statementLineNoun } from "./bank/bank.noun.ts";
import { carrierCardNoun } from "./carrier-card/carrier-card.noun.ts";
import { companyAccountNoun } from "./company-account/company-account.noun.ts";
import { periodNoun } from "./period/period.noun.ts";
import { financeSettingNoun } from "./finance-setting/finance-setting.ts";
import { embassyPaymentNoun } from "./embassy-payment/embassy-payment.noun.ts";
import { fxRateNoun } from "./fx-rate/fx-rate.noun.ts";
import { invoiceTitleNoun } from "./invoice-title/invoice-title.noun.ts";
import { invoiceNoun } from "./invoice/invoice.noun.ts";
import { payoutNoun } from "./payout/payout.noun.ts";
import { policyNoun } from "./policy/policy.noun.ts";
import { remittanceNoun } from "./remittance/remittance.noun.ts";
import { settlementNoun } from "./settlement/settlement.noun.ts";
import { withdrawalNoun } from "./withdrawal/withdrawal.noun.ts";

export const financeNouns = [
  companyAccountNoun,
  statementImportNoun,
  statementLineNoun,
  financeSettingNoun,
  remittanceNoun,
  withdrawalNoun,
  payoutNoun,
  invoiceNoun,
  invoiceTitleNoun,
  embassyPaymentNoun,
  fxRateNoun,
  settlementNoun,
  policyNoun,
  carrierCardNoun,
  adjustmentNoun,
  periodNoun,
];
