/** Door of finance: every paper that moves money, above all other areas. */
import { area } from "#kit/area.ts";
import { sealedRows } from "#kit/seal/seal-move.ts";
import { sealedCompanyAccount } from "./company-account/company-account.noun.ts";
import { companyAccountServer } from "./company-account/company-account.ts";
import { financeNouns } from "./finance.nouns.ts";
import { financeSettingServer } from "./finance-setting/finance-setting.ts";

export const financeArea = area("finance", {
  nouns: financeNouns,
  serving: { ...companyAccountServer, ...financeSettingServer },
  seals: [sealedRows(sealedCompanyAccount)],
});
export { financeSettings } from "./finance-setting/finance-setting.ts";
