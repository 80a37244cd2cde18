/** 我方负责人 and 同行账号 stand on one page. */
export const ACCOUNTS = "account";
export const MANAGER_TABS = [
  { key: "manager", label: "我方负责人", filter: {} },
  { key: ACCOUNTS, label: "同行账号", filter: {} },
] as const;
