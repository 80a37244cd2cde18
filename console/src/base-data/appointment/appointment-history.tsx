/** What was said of the place before: the curve and every value with its maker. */
import { Segmented } from "antd";
import { useState } from "react";
import { Section } from "#kit/page/blocks.tsx";
import { LineChart } from "#kit/chart/charts.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { Table, type TableColumn } from "#kit/table/table.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { APPOINTMENT_SOURCES, appointmentApi } from "@visadesk/contract/base-data/calendar/appointment.ts";
import { daysBetween } from "@visadesk/contract/base-data/calendar/appointment.rules.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { shanghaiDate, time } from "@visadesk/contract/kit/format.ts";
import "#kit/page/detail.css";
import "./appointment.css";

type Point = Output<typeof appointmentApi.appointment_point_query>["list"][number];
const SPANS = [
  { value: 90, label: "90天" },
  { value: 365, label: "一年" },
  { value: 3660, label: "全部" },
];

const away = (p: Point): number | null => (p.earliest_date ? daysBetween(shanghaiDate(p.at), p.earliest_date) : null);
const COLUMNS: readonly TableColumn<Point>[] = [
  { key: "at", title: "录入时间", width: 168, render: (p) => <span className="vd-num">{time(p.at)}</span> },
  {
    key: "earliest_date",
    width: 120,
    render: (p) => (p.earliest_date ? <b className="vd-num">{p.earliest_date}</b> : <b className="vd-error">无号</b>),
  },
  {
    key: "away",
    title: "当时距可约",
    width: 96,
    align: "end",
    render: (p) => (away(p) === null ? "—" : <span className="vd-num">{away(p)}天</span>),
  },
  { key: "slots_note", render: (p) => p.slots_note || <span className="vd-blank">—</span> },
  { key: "source", width: 120, render: (p) => p.supplier_name ?? APPOINTMENT_SOURCES[p.source] },
  { key: "worker_name", width: 104, render: (p) => p.worker_name ?? "—" },
];

export function AppointmentHistory({ id }: { id: number }) {
  const [days, setDays] = useState(90);
  const answer = useRecord(appointmentApi.appointment_point_query, { id, days });
  const { data } = answer;
  const drawn = [...(data?.list ?? [])].reverse().flatMap((p) => {
    const n = away(p);
    return n === null ? [] : [{ label: shanghaiDate(p.at).slice(5), value: n }];
  });
  return (
    <div className="ap-history">
      <Section title="历史" extra={<Segmented size="small" options={SPANS} value={days} onChange={setDays} />}>
        {!data && <Unread slim answer={answer} rows={4} />}
        {data && data.list.length === 0 && <p className="vd-muted">这段时间没有新的录入</p>}
        {drawn.length > 1 && <LineChart label="录入时距可约日期的天数" series={[{ name: "距可约天数", points: drawn }]} />}
        {data && data.list.length > 0 && (
          <Table<Point>
            of={appointmentApi.appointment_point_query.output.shape.list}
            label="历史"
            columns={COLUMNS}
            rows={data.list}
            rowKey={(p) => p.id}
            density="small"
          />
        )}
      </Section>
    </div>
  );
}
