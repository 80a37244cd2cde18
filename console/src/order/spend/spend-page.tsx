/** 订单耗时: figures, and behind the second tab the spans that make them. */
import { part } from "#kit/app/part.tsx";
import { useSearchText } from "#kit/filter/use-url.ts";
import { SpendStat } from "./spend-stat.tsx";
import { ROWS } from "./spend-tabs.ts";

const Spans = part<object>(() => import("./span-list.tsx").then((m) => m.SpanList));

export default function SpendPage() {
  const [search] = useSearchText();
  return new URLSearchParams(search).get("tab") === ROWS ? <Spans /> : <SpendStat />;
}
