/** 等级, 定级复核 and 锁级名单 stand on one page. */
export const RUN = "run";
export const LOCK = "lock";
export const TABS = [
  { key: "level", label: "等级", filter: {} },
  { key: RUN, label: "定级复核", filter: {} },
  { key: LOCK, label: "锁级名单", filter: {} },
] as const;
