/** The stored nouns of finance. */
import { companyAccountNoun } from "./company-account/company-account.noun.ts";
import { financeSettingNoun } from "./finance-setting/finance-setting.ts";
import { invoiceTitleNoun } from "./invoice-title/invoice-title.noun.ts";
import { invoiceNoun } from "./invoice/invoice.noun.ts";

export const financeNouns = [companyAccountNoun, financeSettingNoun, invoiceNoun, invoiceTitleNoun];
