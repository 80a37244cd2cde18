/** 数据导出: tasks, and behind the last tab the reports. */
import { part } from "#kit/app/part.tsx";
import { useSearchText } from "#kit/filter/use-url.ts";
import { ExportList } from "./export-list.tsx";
import { REPORT } from "./export-tabs.ts";

const Reports = part<object>(() => import("./report-view.tsx").then((m) => m.ReportView));

export default function ExportPage() {
  const [search] = useSearchText();
  return new URLSearchParams(search).get("tab") === REPORT ? <Reports /> : <ExportList />;
}
