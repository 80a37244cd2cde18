/** Every stored noun, area by area; loops, the record log and the erasure read nothing else. */
import { accountNouns } from "./account/account.nouns.ts";
import { baseDataNouns } from "./base-data/base-data.nouns.ts";
import { filesNouns } from "./files/files.nouns.ts";
import { exportNoun } from "#kit/export/export.noun.ts";
import type { AnyNoun, TableName } from "#kit/noun/noun.ts";
import { messageNouns } from "./message/index.ts";
import { orderNouns } from "./order/order.nouns.ts";
import { peerNouns } from "./peer/peer.nouns.ts";
import { productNouns } from "./product/product.nouns.ts";
import { settingNouns } from "./setting/setting.nouns.ts";
import { supplierNouns } from "./supplier/supplier.nouns.ts";
import { financeNouns } from "./finance/finance.nouns.ts";

export const nouns: readonly AnyNoun[] = [
  ...orderNouns,
  ...peerNouns,
  ...productNouns,
  ...baseDataNouns,
  ...supplierNouns,
  exportNoun,
  ...filesNouns,
  ...accountNouns,
  ...settingNouns,
  ...financeNouns,
  ...messageNouns,
];

/** Tables of the house itself: nobody's records, each with what it is for. */
export const houseTables = {
  drafts: "what somebody was typing, his own",
  expert_picks: "why an expert was picked",
  frozen_lines: "which lines of the ledger both sides agreed upon",
  file_uploads: "parts of files on their way",
  former_role_admins: "who administered a role before the second person came",
  gift_lots: "which gifted money is left, and until when",
  idempotency_keys: "what a key was answered with",
  invoice_sheets: "sheets for issuing, seven days, for whoever made them",
  policy_sheets: "lists of people for insurers, seven days, for whoever made them",
  order_imports: "sheets of orders on their way and what became of them, for whoever imported them",
  plan_figures: "days of missions and parcels of the last 90 days, reckoned every night",
  risk_cells: "results of two years by what people are like, reckoned every night",
  risk_papers: "results of two years by papers that were there or not, reckoned every night",
  risk_mark: "when those were reckoned",
  job_slots: "which server runs a job's turn",
  jobs: "the queue",
  journal_lines: "the ledger, append only",
  journals: "the ledger, append only",
  ledger_proofs: "whether the books held together, night by night",
  ledger_sum_mark: "up to which journal the sums of months are kept",
  ledger_sums: "debits and credits of months, kept beside the lines",
  ledger_accounts: "the ledger's accounts",
  known_payers: "whose payers people confirmed",
  line_candidates: "scores of statement lines, as the job left them",
  margin_leaks: "orders whose margin fell, as the job found them",
  margin_leak_mark: "up to which journal margins were looked through",
  log_anchors: "ends of the log's chain by month",
  login_devices: "devices that signed in",
  login_guards: "failed sign-ins",
  operation_logs: "the log, written by the runner",
  payout_batches: "files for banks, and until when they are kept",
  outbound_messages: "what was sent to whom",
  permission_uses: "when a right was last used",
  presences: "who has a record open",
  seal_state: "how far the sealing is",
  secret_marks: "which secrets servers share",
  seen_requests: "request ids that were taken",
  supplier_figures: "score cards of suppliers, reckoned every night",
} as const satisfies Partial<Record<TableName, string>>;
