/** 订单评价: what customers say of their orders, answered and judged; what counts in the figures is said beside. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { orderEvaluateAppealFlow, orderEvaluateFlow } from "@visadesk/contract/order/order-evaluate.flow.ts";
import { EVALUATE_SOURCES, orderEvaluateApi } from "@visadesk/contract/order/order-evaluate.ts";
import { askFilter } from "#kit/act/ask.ts";
import { TimeText } from "#kit/form/format-cells.tsx";
import { ListFigures, ListScreen, ListTabs, type Column } from "#kit/list/list-screen.tsx";
import type { ListTab } from "#kit/list/list-types.ts";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Due } from "#kit/page/due.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { OrderLink } from "../refund/refund-words.tsx";
import { EvaluateMoves } from "./evaluate-moves.tsx";
import { evaluateHref, partsText, Stars, Tags, type EvaluateRow } from "./evaluate-words.tsx";

export const COLUMNS: readonly Column<EvaluateRow>[] = [
  {
    name: "order_no",
    width: 164,
    href: evaluateHref,
    exports: ["order_no", "sku_name"],
    render: (e) => (
      <TwoLines title={e.sku_name} under={e.sku_name}>
        <OrderLink of={e} />
      </TwoLines>
    ),
  },
  {
    name: "customer_name",
    width: 96,
    exports: ["customer_name", "peer_name"],
    render: (e) => <TwoLines under={e.peer_name ?? "直客"}>{e.is_anonymous ? "匿名" : e.customer_name}</TwoLines>,
  },
  {
    name: "score",
    sort: "score",
    width: 128,
    exports: ["score", "score_guide", "score_speed", "score_service", "score_logistics", "is_counted"],
    render: (e) => (
      <TwoLines under={partsText(e)}>
        <Stars score={e.score} />
      </TwoLines>
    ),
  },
  { name: "tags", width: 120, render: (e) => <Tags of={e.tags} /> },
  {
    name: "content",
    width: 200,
    render: (e) => (
      <TwoLines title={e.content} under={e.files.length > 0 && `${e.files.length} 张图`}>
        {e.content || <span className="vd-blank">—</span>}
      </TwoLines>
    ),
  },
  { name: "source", width: 88, render: (e) => EVALUATE_SOURCES[e.source] },
  {
    name: "expert_name",
    width: 96,
    exports: ["expert_name", "supplier_name"],
    render: (e) => <TwoLines under={e.supplier_name}>{e.expert_name ?? "—"}</TwoLines>,
  },
  {
    name: "evaluate_status",
    width: 128,
    exports: ["evaluate_status", "reply", "replied_by_name", "replied_at"],
    render: (e) => <TwoLines under={e.due_at !== null && <Due at={e.due_at} />}>{flowTag(orderEvaluateFlow, e.evaluate_status)}</TwoLines>,
  },
  { name: "is_shown", width: 72, render: (e) => (e.is_shown ? "展示" : <Mark tone="grey">已隐藏</Mark>) },
  {
    name: "appeal_status",
    width: 88,
    render: (e) => (e.appeal_status === "none" ? <span className="vd-blank">—</span> : flowTag(orderEvaluateAppealFlow, e.appeal_status)),
  },
  { name: "created_at", sort: "created_at", width: 116, render: (e) => <TimeText at={e.created_at} stacked /> },
];

const TABS: readonly ListTab<typeof orderEvaluateApi.order_evaluate_query>[] = [
  { key: "all", label: "全部", filter: {} },
  { key: "pending", label: "待回复", filter: { evaluate_status: ["pending"], source: ["customer", "phone"] } },
  { key: "replied", label: "已回复", filter: { evaluate_status: ["replied"] } },
  { key: "bad", label: "差评", filter: { score: [1, 2] } },
  { key: "appeal", label: "申诉中", filter: { appeal_status: ["pending"] } },
  { key: "hidden", label: "已隐藏", filter: { is_shown: false } },
];
const useStat = (filter: Readonly<Record<string, unknown>>) =>
  useQuery({
    queryKey: [orderEvaluateApi.order_evaluate_stat_get.name, filter],
    queryFn: ({ signal }) => askFilter(orderEvaluateApi.order_evaluate_stat_get, filter, { signal, noToast: true }),
    placeholderData: keepPreviousData,
  }).data;
const useCounts = (filter: Readonly<Record<string, unknown>>): Readonly<Record<string, number | undefined>> => useStat(filter)?.tabs ?? {};

function Figures({ filter }: { filter: Readonly<Record<string, unknown>> }) {
  const f = useStat(filter)?.figures;
  if (!f) return null;
  const rate = f.counted === 0 ? "—" : `${((f.good / f.counted) * 100).toFixed(1)}%`;
  return (
    <span title="不含默认好评和已采纳的申诉">
      平均 {f.mean === null ? "—" : (f.mean / 100).toFixed(2)} 分，好评率 {rate}，差评 {f.bad} 条（计入 {f.counted} 条）
    </span>
  );
}

export default function EvaluateList() {
  return (
    <ListScreen
      endpoint={orderEvaluateApi.order_evaluate_query}
      title="订单评价"
      keyword={{ name: "keyword", placeholder: "订单号" }}
      columns={COLUMNS}
      filters={["score", "expert_id", "evaluate_status", "appeal_status"]}
      more={["source", "supplier_id", "has_files", "is_shown", "is_counted", "created_at"]}
      row={(e) => <EvaluateMoves of={e} />}
    >
      <ListTabs tabs={TABS} useCounts={useCounts} />
      <ListFigures>{(filter) => <Figures filter={filter} />}</ListFigures>
    </ListScreen>
  );
}
