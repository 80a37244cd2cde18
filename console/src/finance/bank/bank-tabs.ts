/** What stands side by side on 对公汇款审核: papers of remittances first, then what the bank says. */
export const BANK_LINES = "line";
export const BANK_RECONCILE = "reconcile";
export const BANK_ACCOUNTS = "account";
export const BANK_TABS = [
  { key: BANK_LINES, label: "账户流水", filter: {} },
  { key: BANK_RECONCILE, label: "余额调节表", filter: {}, no_sheet: true },
  { key: BANK_ACCOUNTS, label: "资金账户", filter: {} },
] as const;
