/** The stored nouns of finance. */
import { companyAccountNoun } from "./company-account/company-account.noun.ts";
import { financeSettingNoun } from "./finance-setting/finance-setting.ts";

export const financeNouns = [companyAccountNoun, financeSettingNoun];
