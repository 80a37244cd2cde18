import { companyAccountApi } from "@visadesk/contract/finance/company-account.ts";
import { statementLineApi } from "@visadesk/contract/finance/bank/statement-line.ts";
import type { Opened } from "#kit/call/opened.ts";
import { wholeScope } from "./scope.sql.ts";

export const financeOpened = {
  company_account: {
    may: companyAccountApi.company_account_get.may,
    from: "company_accounts c",
    id: "c.id",
    where: (ctx) => wholeScope(ctx),
  },
  statement_line: { may: statementLineApi.statement_line_get.may, from: "statement_lines l", id: "l.id", where: (ctx) => wholeScope(ctx) },
} satisfies Record<string, Opened>;
