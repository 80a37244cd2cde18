/** The stored nouns of finance. */
import { companyAccountNoun } from "./company-account/company-account.noun.ts";
import { financeSettingNoun } from "./finance-setting/finance-setting.ts";
import { settlementNoun } from "./settlement/settlement.noun.ts";

export const financeNouns = [companyAccountNoun, financeSettingNoun, settlementNoun];
