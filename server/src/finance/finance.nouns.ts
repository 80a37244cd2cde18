/** The stored nouns of finance. */
import { companyAccountNoun } from "./company-account/company-account.noun.ts";
import { financeSettingNoun } from "./finance-setting/finance-setting.ts";
import { embassyPaymentNoun } from "./embassy-payment/embassy-payment.noun.ts";
import { fxRateNoun } from "./fx-rate/fx-rate.noun.ts";

export const financeNouns = [companyAccountNoun, financeSettingNoun, embassyPaymentNoun, fxRateNoun];
