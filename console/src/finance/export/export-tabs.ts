/** Tasks of exports, and the reports that are exported like lists. */
export const REPORT = "report";
export const EXPORT_TABS = [
  { key: "mine", label: "我的任务", filter: {} },
  { key: "all", label: "全部任务", filter: { whose: "all" } },
  { key: REPORT, label: "报表", filter: {}, no_sheet: true },
] as const;
