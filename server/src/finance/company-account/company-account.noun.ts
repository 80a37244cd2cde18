import { companyAccount } from "@visadesk/contract/finance/company-account.ts";
import { companyAccountFlow } from "@visadesk/contract/finance/company-account.flow.ts";
import { noun } from "#kit/noun/noun.ts";
import { sealedTable } from "#kit/seal/seal.ts";

export const companyAccountNoun = noun("company_account", {
  table: "company_accounts",
  shape: companyAccount,
  flow: companyAccountFlow,
  state: "account_status",
  title: "name",
  internal: ["row_key", "submitted_by", "confirmed_by", "statement_map"],
  personal: "our own accounts: their numbers and who keeps them are of the company",
});
export const sealedCompanyAccount = sealedTable({ table: "company_accounts", row: "row_key", fields: { account_no: "card" } });
