/** The stored nouns of finance. */
import { statementImportNoun, statementLineNoun } from "./bank/bank.noun.ts";
import { companyAccountNoun } from "./company-account/company-account.noun.ts";
import { financeSettingNoun } from "./finance-setting/finance-setting.ts";

export const financeNouns = [companyAccountNoun, financeSettingNoun, statementImportNoun, statementLineNoun];
