/** The stored nouns of finance. */
import { adjustmentNoun } from "./adjustment/adjustment.noun.ts";
import { companyAccountNoun } from "./company-account/company-account.noun.ts";
import { periodNoun } from "./period/period.noun.ts";
import { financeSettingNoun } from "./finance-setting/finance-setting.ts";

export const financeNouns = [companyAccountNoun, financeSettingNoun, adjustmentNoun, periodNoun];
