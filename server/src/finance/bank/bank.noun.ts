import { statementImport } from "@visadesk/contract/finance/bank/statement-import.ts";
import { statementImportFlow } from "@visadesk/contract/finance/bank/statement-import.flow.ts";
import { statementLine } from "@visadesk/contract/finance/bank/statement-line.ts";
import { statementLineFlow } from "@visadesk/contract/finance/bank/statement-line.flow.ts";
import { noun } from "#kit/noun/noun.ts";
import { sealedTable } from "#kit/seal/seal.ts";

export const statementImportNoun = noun("statement_import", {
  table: "statement_imports",
  shape: statementImport,
  flow: statementImportFlow,
  state: "import_status",
  title: "file_name",
  internal: ["row_key", "waiting", "job_id"],
});
export const statementLineNoun = noun("statement_line", {
  table: "statement_lines",
  shape: statementLine,
  flow: statementLineFlow,
  state: "line_status",
  parts: ["line_matches"],
  internal: ["row_key", "line_hash", "counterparty_key", "seq", "journal_id", "handled_by"],
  personal: "what a bank said is kept like the books it proves; numbers are sealed",
});
export const sealedLine = sealedTable({ table: "statement_lines", row: "row_key", fields: { counterparty_account: "card" } });
