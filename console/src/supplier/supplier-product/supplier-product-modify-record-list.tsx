/** 修改记录 of a match: what it was, what it became, who changed it and how many people were on it then. */
import { Empty } from "antd";
import { useMemo, useState } from "react";
import { LineChart } from "#kit/chart/charts.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { ListEmpty, ListScreen, ListTabs, type Column, type ListTab } from "#kit/list/list-screen.tsx";
import { ListFault } from "#kit/list/list-table.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { session } from "#kit/app/session.ts";
import { useIdParam } from "#kit/filter/use-url.ts";
import { useRecord } from "#kit/page/use-record.ts";
import { hrefOf } from "#kit/screens.ts";
import { shanghaiDate, time } from "@visadesk/contract/kit/format.ts";
import { supplierPriceApi } from "@visadesk/contract/supplier/supplier-price.ts";
import { supplierProductApi as api } from "@visadesk/contract/supplier/supplier-product.ts";
import { Cost, MatchState, SkuCell, SupplierCell } from "./match-cells.tsx";
import "#kit/page/detail.css";
import "./supplier-product.css";
import { costCurve, deltaText, stepText, type Change, type Match } from "./match-model.ts";

const COST_FIELDS = ["adult", "child", "urgent", "embassy_included", "centre_included", "embassy_fee", "currency"] as const;

function AdjustLink({ change: c }: { change: Change }) {
  const codes = session.use((s) => s.codes);
  if (c.adjust_no === null) return <span className="vd-blank">—</span>;
  const query = c.adjust_id === null ? { keyword: c.adjust_no } : { adjust: c.adjust_id };
  const href = hrefOf("price-adjustment-list", {}, codes, query);
  return href ? <HrefLink href={href}>{c.adjust_no}</HrefLink> : <span className="vd-num">{c.adjust_no}</span>;
}

const columnsOf = (currency: string | null): readonly Column<Change>[] => [
  "at",
  "field",
  { name: "old_text", width: 148, render: (c) => <span className="vd-num vd-wrap">{c.old_text || "—"}</span> },
  {
    name: "new_text",
    width: 172,
    exports: ["new_text", "delta"],
    render: (c) => (
      <TwoLines num under={c.delta !== null && [deltaText(c.delta, currency), stepText(c.delta_rate)].filter(Boolean).join(" · ")}>
        {c.new_text || "—"}
      </TwoLines>
    ),
  },
  "source",
  { name: "reason", width: 196, render: (c) => <span className="vd-wrap">{c.reason || "—"}</span> },
  {
    name: "effective_at",
    width: 136,
    render: (c) => <span className="vd-num">{c.effective_at ? time(c.effective_at).slice(0, 16) : "—"}</span>,
  },
  {
    name: "open_count",
    hint: "修改时已分派未办结的申请人，其价格不受影响",
    width: 104,
    render: (c) => <span className="vd-num">{c.open_count}</span>,
  },
  { name: "adjust_no", width: 156, render: (c) => <AdjustLink change={c} /> },
  { name: "by_name", width: 104, render: (c) => c.by_name ?? "系统" },
];

/** Adult cost over time: only where it ever was another one. */
function CostChart({ id }: { id: number }) {
  const answer = useRecord(supplierPriceApi.supplier_price_query, { supplier_product_id: id });
  const [now] = useState(() => Date.now());
  if (answer.error && !answer.data) return <ListFault slim error={answer.error} retry={() => void answer.refetch()} />;
  const points = costCurve(answer.data?.list ?? [], now).map(({ at, cents }) => ({
    at,
    label: `${shanghaiDate(new Date(at)).slice(2)}${at > now ? " 未生效" : ""}`,
    value: cents,
  }));
  if (points.length < 3) return null;
  return (
    <div className="vd-box sup-chart vd-after-12">
      <LineChart label="成人结算价的变化" series={[{ name: "成人结算价", points }]} isMoney holds />
    </div>
  );
}

const Head = ({ match: m }: { match: Match }) => (
  <header className="vd-box vd-after-12">
    <dl className="vd-detail-figures">
      {[
        { label: "SKU", value: <SkuCell match={m} /> },
        { label: "供应商", value: <SupplierCell match={m} /> },
        { label: "现成人价", value: <Cost minor={m.adult} currency={m.currency} /> },
        { label: "现儿童价", value: <Cost minor={m.child} currency={m.currency} /> },
        ...(m.next_at === null
          ? []
          : [
              {
                label: "待生效成人价",
                value: (
                  <TwoLines under={`${time(m.next_at).slice(0, 16)} 起，未生效`}>
                    <Cost minor={m.next_adult} currency={m.currency} />
                  </TwoLines>
                ),
              },
            ]),
        { label: "优先级", value: m.priority },
        { label: "状态", value: <MatchState match={m} /> },
      ].map((f) => (
        <div key={f.label}>
          <dt>{f.label}</dt>
          <dd>{f.value}</dd>
        </div>
      ))}
    </dl>
  </header>
);

export default function SupplierProductModifyRecordList() {
  const id = useIdParam("id");
  const answer = useRecord(api.supplier_product_get, { id });
  const match = answer.data;
  const tabs = useMemo<readonly ListTab<typeof api.supplier_change_query>[]>(
    () => [
      { key: "all", label: "全部", filter: { supplier_product_id: id } },
      { key: "price", label: "价格", filter: { supplier_product_id: id, field: [...COST_FIELDS] } },
    ],
    [id],
  );
  const currency = match?.currency ?? null;
  const columns = useMemo(() => columnsOf(currency), [currency]);
  if (answer.error && !match) return <ListFault error={answer.error} retry={() => void answer.refetch()} />;
  return (
    <>
      {match && <Head match={match} />}
      <CostChart id={id} />
      <ListScreen endpoint={api.supplier_change_query} title="修改记录" filters={["field", "source", "by_id", "at"]} columns={columns}>
        <ListTabs tabs={tabs} />
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="暂无修改记录" />
        </ListEmpty>
      </ListScreen>
    </>
  );
}
