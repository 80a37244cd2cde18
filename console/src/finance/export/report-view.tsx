/** 报表: one of the table of reports over a period; its sums and first rows, all of them by the export. */
import { Select } from "antd";
import { useState } from "react";
import { useGo, useSearchText } from "#kit/filter/use-url.ts";
import { RangeFilter } from "#kit/filter/filter-range.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { ExportButton } from "#kit/list/export-button.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { TabBar } from "#kit/page/tab-bar.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { to } from "#kit/screens.ts";
import { Rows, type RowsColumnOf } from "#kit/table/rows.tsx";
import { REPORT_SHOWN, reportApi, reportList } from "@visadesk/contract/finance/report/report.ts";
import { INCOME_BASES, REPORTS, type IncomeBasis, type ReportName } from "@visadesk/contract/finance/report/report.words.ts";
import type { Endpoint, Output } from "@visadesk/contract/kit/endpoint.ts";
import { keysOf, labelOf, metaOf, shapeOf } from "@visadesk/contract/kit/field.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { resolveRange } from "@visadesk/contract/kit/relative-dates.ts";
import { useOrderHref } from "#shared/order-href.ts";
import { EXPORT_TABS, REPORT } from "./export-tabs.ts";
import "#kit/list/list.css";

type Answer = Output<typeof reportApi.report_get>;
type Row = Answer["list"][number];
/** Their rows are orders. */
const BY_ORDER: readonly ReportName[] = ["income", "deferred", "margin_leak"];
const nameIn = (text: string | null): ReportName => keysOf(REPORTS).find((k) => k === text) ?? "income";
const basisIn = (text: string | null): IncomeBasis => keysOf(INCOME_BASES).find((k) => k === text) ?? "booked";

function OrderLink({ row }: { row: Row }) {
  const id = row["id"];
  const no = row["order_no"];
  const href = useOrderHref(typeof id === "number" && id > 0 ? id : null);
  if (typeof no !== "string") return <span className="vd-muted">不属于订单</span>;
  return href === undefined ? no : <HrefLink href={href}>{no}</HrefLink>;
}
function columnsOf(name: ReportName, endpoint: Endpoint): RowsColumnOf<Row>[] {
  return (endpoint.exports ?? []).map((field, at) => ({
    name: field,
    ...(at === 0 && { head: true }),
    ...(field === "order_no" && BY_ORDER.includes(name) && { cell: (row: Row) => <OrderLink row={row} /> }),
  }));
}

/** What the rows add up to, in the order of their columns. */
function Sums({ endpoint, sums }: { endpoint: Endpoint; sums: Answer["sums"] }) {
  const shape = endpoint.row ? shapeOf(endpoint.row) : {};
  const kind = (field: string) => {
    const type = shape[field];
    return type && metaOf(type)?.kind;
  };
  return (
    <p className="vd-under-card vd-wraps vd-num">
      <b>合计</b>
      {(endpoint.exports ?? [])
        .filter((field) => field in sums)
        .map((field) => (
          <span key={field}>
            {endpoint.row && labelOf(endpoint.row, field)} {kind(field) === "money" ? <Money cents={sums[field]} /> : sums[field]}
          </span>
        ))}
    </p>
  );
}
const Body = ({ name, answer: a }: { name: ReportName; answer: Answer }) => {
  const endpoint: Endpoint = reportList(name);
  return (
    <>
      <Sums endpoint={endpoint} sums={a.sums} />
      <Rows
        label={REPORTS[name].label}
        {...(endpoint.row && { of: endpoint.row })}
        rows={a.list}
        by={(r) => String(r["id"])}
        none="期间内没有数据"
        columns={columnsOf(name, endpoint)}
      />
      {a.total > REPORT_SHOWN && (
        <p className="vd-under-card vd-muted vd-small">
          显示前 {REPORT_SHOWN} 行，共 {a.total} 行，全部见导出文件
        </p>
      )}
    </>
  );
};

/** What is asked for stands in the address: a link to a report is one. */
function useAsked() {
  const [search, replace] = useSearchText();
  const params = new URLSearchParams(search);
  const [today] = useState(() => shanghaiDate(new Date()));
  const span = params.get("day") ?? `${today.slice(0, 8)}01~${today}`;
  const report = nameIn(params.get("report"));
  const basis = basisIn(params.get("basis"));
  const { from, to: until } = resolveRange(span) ?? { from: undefined, to: undefined };
  const day = { ...(from && { from }), ...(until && { to: until }) };
  return {
    report,
    basis,
    span,
    filter: { day, ...(report === "income" && { basis }) },
    set: (key: string, value: string): void => {
      params.set(key, value);
      replace(params.toString());
    },
  };
}

export function ReportView() {
  const go = useGo();
  const asked = useAsked();
  const { report, filter } = asked;
  const answer = useRecord(reportApi.report_get, { report, ...filter });
  const a = answer.data;
  return (
    <div className="vd-stack vd-list">
      <div className="vd-wraps vd-list-title">
        <h1>数据导出</h1>
        <Select
          aria-label="报表"
          value={report}
          style={{ width: 176 }}
          options={keysOf(REPORTS).map((k) => ({ value: k, label: REPORTS[k].label }))}
          onChange={(v) => asked.set("report", v)}
        />
        {report === "income" && (
          <Select
            aria-label="口径"
            value={asked.basis}
            options={keysOf(INCOME_BASES).map((k) => ({ value: k, label: `口径：${INCOME_BASES[k]}` }))}
            onChange={(v) => asked.set("basis", v)}
          />
        )}
        <RangeFilter
          name="day"
          type={reportApi.report_income_query.input.shape.day}
          label="期间"
          value={asked.span}
          onChange={(v) => typeof v === "string" && asked.set("day", v)}
        />
        {a?.is_partial && <Mark tone="blue">仅本人数据范围</Mark>}
        <span className="vd-grow" />
        {a && (
          <ExportButton key={`${report} ${JSON.stringify(filter)}`} endpoint={reportList(report).name} filter={filter} expected={a.total} />
        )}
      </div>
      <TabBar
        label="数据导出"
        tabs={EXPORT_TABS}
        chosen={REPORT}
        onChoose={(tab) => go(to("export-list", {}, tab === EXPORT_TABS[0].key ? {} : { tab }))}
      />
      <p className="vd-muted vd-small">{REPORTS[report].hint}</p>
      <section className="vd-card is-flush" aria-label={REPORTS[report].label}>
        <Reads answer={answer} inset>
          {(read) => <Body name={read.report} answer={read} />}
        </Reads>
      </section>
    </div>
  );
}
