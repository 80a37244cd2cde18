/** What stands on one page of the books; each further one is a line here and a line in balance-page.tsx. */
export const ACCOUNTS = "account";
export const JOURNALS = "journal";
export const TRIAL = "trial";
export const ADJUSTMENTS = "adjustment";
export const PERIODS = "period";
export const BALANCE_TABS = [
  { key: "line", label: "余额明细", filter: {} },
  { key: ACCOUNTS, label: "账户", filter: {} },
  { key: ADJUSTMENTS, label: "调账单", filter: {} },
  { key: JOURNALS, label: "凭证", filter: {} },
  { key: TRIAL, label: "科目余额", filter: {} },
  { key: PERIODS, label: "期间结账", filter: {} },
] as const;
