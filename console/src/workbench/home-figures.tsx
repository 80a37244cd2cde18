/** 数据: figures of a period against the same elapsed part of the one before, and the curve of 30 days. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Segmented, Tooltip } from "antd";
import { useState } from "react";
import { ask } from "#kit/act/ask.ts";
import { LineChart } from "#kit/chart/charts.tsx";
import { Section } from "#kit/page/blocks.tsx";
import { TileFigure } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { session } from "#kit/app/session.ts";
import { workbenchApi } from "@visadesk/contract/workbench/workbench.ts";
import { changeWords, figureHref, type Figure, type Home } from "./task-words.ts";
import "./workbench.css";

type Period = "today" | "week" | "month" | "days_30";
const PERIODS: { value: Period; label: string; before: string }[] = [
  { value: "today", label: "今天", before: "较昨天同期" },
  { value: "week", label: "本周", before: "较上周同期" },
  { value: "month", label: "本月", before: "较上月同期" },
  { value: "days_30", label: "近30天", before: "较前30天" },
];

function Value({ figure: f }: { figure: Figure }) {
  if (f.value === null) return <b>—</b>;
  if (f.kind === "rate") return <b className="vd-num">{(Math.round(f.value * 1000) / 10).toFixed(1)}%</b>;
  return (
    <b>
      <TileFigure value={f.value} isMoney={f.kind === "money"} />
    </b>
  );
}

function FigureCard({ figure: f, before }: { figure: Figure; before: string }) {
  const codes = session.use((s) => s.codes);
  const href = figureHref(f, codes);
  const change = changeWords(f);
  const face = (
    <>
      <span className="vd-tiny vd-muted">{f.label}</span>
      <Value figure={f} />
      <small className="vd-num vd-tiny vd-muted">
        {f.before === null && f.kind !== "rate" ? (
          "此刻"
        ) : (
          <>
            {before} {change.words}
          </>
        )}
      </small>
    </>
  );
  return (
    <Tooltip title={f.definition}>
      {href ? (
        <span>
          <HrefLink href={href} className="vd-near wb-figure">
            {face}
          </HrefLink>
        </span>
      ) : (
        <div className="vd-near wb-figure">{face}</div>
      )}
    </Tooltip>
  );
}

/** `today` came with the page; another period is asked when it is chosen. */
export function Figures({ today }: { today: readonly Figure[] }) {
  const [period, setPeriod] = useState<Period>("today");
  const answer = useQuery({
    queryKey: ["home_figure_query", period],
    enabled: period !== "today",
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => ask(workbenchApi.home_figure_query, { period }, { signal }),
  });
  const figures = period === "today" ? today : (answer.data?.figures ?? today);
  const before = PERIODS.find((p) => p.value === period)?.before ?? "";
  return (
    <Section
      title="数据"
      extra={
        <Segmented
          size="small"
          aria-label="期间"
          options={PERIODS.map(({ value, label }) => ({ value, label }))}
          value={period}
          onChange={setPeriod}
        />
      }
    >
      <div className="wb-figures" aria-busy={answer.isFetching}>
        {figures.map((f) => (
          <FigureCard key={f.key} figure={f} before={before} />
        ))}
      </div>
    </Section>
  );
}

const dayWords = (date: string): string => date.slice(5);

export const Curve = ({ curve }: { curve: Home["curve"] }) => (
  <Section title="近30天">
    <LineChart
      label="近30天每日下单数与出结果人数"
      series={[
        { name: "下单", points: curve.map((c) => ({ label: dayWords(c.date), value: c.orders })) },
        { name: "出结果", points: curve.map((c) => ({ label: dayWords(c.date), value: c.results })) },
      ]}
    />
  </Section>
);
