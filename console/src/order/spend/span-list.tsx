/** The spans behind the figures of 订单耗时: of each person each stage, the longest first. */
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { stageSpanApi } from "@visadesk/contract/order/spend/stage-span.ts";
import { SPEND_DAYS, SPEND_NODES, type SpendClock } from "@visadesk/contract/order/spend/spend.words.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { session } from "#kit/app/session.ts";
import { useSearchText } from "#kit/filter/use-url.ts";
import { TimeText } from "#kit/form/format-cells.tsx";
import { ListScreen, ListTabs, type Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { hrefOf } from "#kit/screens.ts";
import { OrderLink } from "../refund/refund-words.tsx";
import { SplitBar } from "./split-bar.tsx";
import { SPEND_TABS } from "./spend-tabs.ts";
import { spendText } from "./spend-words.ts";

type Span = Output<typeof stageSpanApi.stage_span_query>["list"][number];

function Person({ of: s }: { of: Span }) {
  const codes = session.use((x) => x.codes);
  const params = { orderId: s.order_id, applicantId: s.applicant_id };
  const href = hrefOf("admin-applicant-detail", params, codes) ?? hrefOf("applicant-detail", params, codes);
  const name = s.applicant_name ?? s.applicant_no;
  return href === undefined ? <>{name}</> : <HrefLink href={href}>{name}</HrefLink>;
}

const columnsOf = (clock: SpendClock): readonly Column<Span>[] => [
  {
    name: "order_no",
    width: 176,
    exports: ["order_no", "applicant_no"],
    render: (s) => (
      <TwoLines under={s.sku_name}>
        <OrderLink of={s} />
      </TwoLines>
    ),
  },
  { name: "applicant_name", width: 84, exports: ["applicant_name", "applicant_status"], render: (s) => <Person of={s} /> },
  { name: "node", width: 148, render: (s) => SPEND_NODES[s.node].label },
  {
    name: "minutes",
    title: "用时",
    width: 112,
    align: "end",
    sort: "minutes",
    exports: ["minutes", "is_open"],
    render: (s) => (
      <TwoLines under={s.is_open ? "至今" : ""}>
        <span className="vd-num">{spendText(s.minutes, clock, s.node)}</span>
      </TwoLines>
    ),
  },
  {
    key: "split",
    title: "用时分摊",
    width: 224,
    exports: ["us", "customer", "embassy", "supplier", "courier"],
    render: (s) => <SplitBar of={s} />,
  },
  {
    name: "is_late",
    width: 72,
    render: (s) => (s.is_late === null ? <span className="vd-blank">—</span> : s.is_late ? <Mark tone="red">超时</Mark> : "未超时"),
  },
  {
    name: "is_kept",
    title: "承诺",
    width: 104,
    exports: ["promised_date", "is_kept"],
    render: (s) =>
      s.is_kept === null ? (
        <span className="vd-blank">—</span>
      ) : (
        <TwoLines under={s.promised_date}>{s.is_kept ? "达成" : <Mark tone="red">未达成</Mark>}</TwoLines>
      ),
  },
  { name: "started_at", sort: "started_at", width: 112, render: (s) => <TimeText at={s.started_at} stacked /> },
  { name: "ended_at", width: 112, render: (s) => (s.ended_at === null ? "进行中" : <TimeText at={s.ended_at} stacked />) },
  { name: "applicant_status", width: 108, exports: [], render: (s) => flowTag(applicantFlow, s.applicant_status) },
  {
    name: "country_name",
    width: 96,
    exports: ["country_name", "sku_name", "district_name"],
    render: (s) => <TwoLines under={s.district_name}>{s.country_name}</TwoLines>,
  },
  {
    name: "expert_name",
    width: 96,
    exports: ["expert_name", "supplier_name"],
    render: (s) => <TwoLines under={s.supplier_name}>{s.expert_name ?? "—"}</TwoLines>,
  },
];
const COLUMNS = { work: columnsOf("work"), natural: columnsOf("natural") } as const;
const DEFAULTS = { ended_at: `d-${SPEND_DAYS - 1}~d` };

export function SpanList() {
  const [search] = useSearchText();
  const clock = new URLSearchParams(search).get("clock") === "natural" ? "natural" : "work";
  return (
    <ListScreen
      endpoint={stageSpanApi.stage_span_query}
      title="订单耗时"
      keyword={{ name: "keyword", placeholder: "订单号或申请人编号" }}
      columns={COLUMNS[clock]}
      filters={["node", "state", "ended_at", "clock"]}
      more={["is_late", "is_kept", "party", "country_id", "sku_id", "embassy_id", "supplier_id", "expert_id", "is_urgent", "without"]}
      defaultFilter={DEFAULTS}
    >
      <ListTabs tabs={SPEND_TABS} />
    </ListScreen>
  );
}
