/** 概览: the terms, and how well it did over a period, each figure with its rows. */
import { Radio } from "antd";
import { useState } from "react";
import { HrefLink } from "#kit/app/href-link.tsx";
import { session } from "#kit/app/session.ts";
import { listHref } from "#kit/filter/list-href.ts";
import { Fields } from "#kit/form/fields.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { Section, Stack } from "#kit/page/blocks.tsx";
import { BarChart } from "#kit/chart/charts.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import type { Input, Output } from "@visadesk/contract/kit/endpoint.ts";
import { percentText } from "@visadesk/contract/kit/format.ts";
import { supplierApi, supplierDetail } from "@visadesk/contract/supplier/supplier.ts";
import { rateText, RESULTS_MIN, type SupplierDetail } from "./supplier-words.tsx";

type Days = Input<typeof supplierApi.supplier_figure_get>["days"];
type Answer = Output<typeof supplierApi.supplier_figure_get>;
type Figure = Answer["figures"][number];
const PERIODS: readonly { value: Days; label: string }[] = [
  { value: 30, label: "30天" },
  { value: 90, label: "90天" },
  { value: 365, label: "一年" },
];

const valueText = ({ kind, value }: Pick<Figure, "kind" | "value">): string =>
  value === null ? "—" : kind === "rate" ? rateText(value) : kind === "days" ? `${value.toFixed(1)} 工作日` : String(value);

function Value({ figure: f }: { figure: Figure }) {
  const codes = session.use((s) => s.codes);
  const href = f.route === null || f.value === null ? undefined : listHref(f.route, f.query, codes);
  const words = <b className={f.kind === "rate" && f.n < RESULTS_MIN ? "vd-num vd-dim" : "vd-num"}>{valueText(f)}</b>;
  return href ? <HrefLink href={href}>{words}</HrefLink> : words;
}

const Figures = ({ answer }: { answer: Answer }) => (
  <Rows
    label="评分"
    rows={answer.figures}
    by="key"
    none="这段时间没有送签"
    columns={[
      { title: "指标", head: true, cell: (f) => f.label },
      { title: "值", end: true, cell: (f) => <Value figure={f} /> },
      {
        title: "95% 区间",
        end: true,
        num: true,
        cell: (f) => (f.low === null || f.high === null ? <span className="vd-blank">—</span> : `${rateText(f.low)} – ${rateText(f.high)}`),
      },
      { title: "样本", hint: "不足20个的比率为灰色", end: true, num: true, cell: (f) => f.n },
    ]}
  />
);

const Terms = ({ supplier: s }: { supplier: SupplierDetail }) => (
  <Section title="合作条件">
    <Fields
      of={supplierDetail}
      value={s}
      names={[
        "credit_code",
        "short_name",
        ...(s.former_names.length > 0 ? (["former_names"] as const) : []),
        "owner_name",
        "serves_text",
        "settle_cycle",
        "credit_days",
        "settle_trigger",
        "on_refusal",
        "invoice_kind",
        { label: "税率", value: percentText(s.tax_rate_bp, 10_000) },
        { label: "预付预警线", value: s.prepaid_floor === 0 ? "不提醒" : <Money cents={s.prepaid_floor} /> },
        "originals_limit",
        "first_active_at",
        "created_by_name",
        "created_at",
        "note",
      ]}
    />
  </Section>
);

export function SupplierOverview({ supplier: s }: { supplier: SupplierDetail }) {
  const [days, setDays] = useState<Days>(90);
  const answer = useRecord(supplierApi.supplier_figure_get, { id: s.id, days });
  return (
    <Stack gap={16}>
      <Section
        title="表现"
        flush
        extra={
          <Radio.Group
            size="small"
            optionType="button"
            aria-label="期间"
            options={[...PERIODS]}
            value={days}
            onChange={(e) => setDays(PERIODS.find((p) => p.value === e.target.value)?.value ?? 90)}
          />
        }
      >
        <Reads slim inset answer={answer} rows={4}>
          {(figures) => <Figures answer={figures} />}
        </Reads>
      </Section>
      {answer.data && answer.data.lost_for.length > 0 && (
        <Section title="未被选中的原因" extra={<span className="vd-muted">派给别家时记下的排名</span>}>
          <BarChart label="未被选中的原因" points={answer.data.lost_for.map((l) => ({ label: l.reason, value: l.n }))} />
        </Section>
      )}
      <Terms supplier={s} />
    </Stack>
  );
}
