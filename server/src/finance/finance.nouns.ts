/** The stored nouns of finance. */
import { adjustmentNoun } from "./adjustment/adjustment.noun.ts";
import { companyAccountNoun } from "./company-account/company-account.noun.ts";
import { periodNoun } from "./period/period.noun.ts";
import { financeSettingNoun } from "./finance-setting/finance-setting.ts";
import { payoutNoun } from "./payout/payout.noun.ts";
import { settlementNoun } from "./settlement/settlement.noun.ts";
import { withdrawalNoun } from "./withdrawal/withdrawal.noun.ts";

export const financeNouns = [
  companyAccountNoun,
  financeSettingNoun,
  withdrawalNoun,
  payoutNoun,
  settlementNoun,
  adjustmentNoun,
  periodNoun,
];
