/** 最近可约日期: what the booking staff look at first every morning. */
import { Button, Empty } from "antd";
import { useState } from "react";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { ListActs, ListEmpty, ListFigures, ListScreen, ListTabs, type Column, type ListTab } from "#kit/list/list-screen.tsx";
import { part } from "#kit/app/part.tsx";
import { to } from "#kit/screens.ts";
import { useRecord } from "#kit/page/use-record.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { appointmentApi, visaTypeName } from "@visadesk/contract/base-data/calendar/appointment.ts";
import {
  appointmentHref,
  CheckedCell,
  CurveCell,
  FreshCell,
  NoteCell,
  PlaceCell,
  RowEdit,
  SlotCell,
  WaitingCell,
} from "./appointment-cells.tsx";
import { SlotEditing, useEditing, type Appointment } from "./appointment-editing.tsx";
import type { AppointmentGridProps } from "./appointment-grid.tsx";
import type { AppointmentImpactProps } from "./appointment-impact.tsx";
import { RecordActs, UsedCount, type Open } from "../record/record-acts.tsx";
import "./appointment.css";
import "../record/record.css";

const AppointmentGrid = part<AppointmentGridProps>(() => import("./appointment-grid.tsx").then((m) => m.AppointmentGrid));
const AppointmentImpact = part<AppointmentImpactProps>(() => import("./appointment-impact.tsx").then((m) => m.AppointmentImpact));

const titleOf = (a: Pick<Appointment, "place_name" | "visa_type">): string => `${a.place_name} ${visaTypeName(a.visa_type)}`;

/** `show` opens the list of those who wait. */
const columnsOf = (show: (a: Appointment) => void): readonly Column<Appointment>[] => [
  {
    key: "place",
    title: "地点",
    sort: "place_name",
    width: 216,
    href: appointmentHref,
    exports: ["place_name", "country_name", "district_name", "status", "remark"],
    render: (a) => <PlaceCell row={a} />,
  },
  {
    name: "visa_type",
    width: 80,
    render: (a) => (a.visa_type === null ? <span className="vd-muted">全部类型</span> : visaTypeName(a.visa_type)),
  },
  { name: "earliest_date", width: 124, exports: ["earliest_date", "no_slots"], render: (a) => <SlotCell row={a} /> },
  { name: "slots_note", width: 100, render: (a) => <NoteCell row={a} /> },
  {
    name: "min_lead_days",
    title: "提前",
    hint: "至少提前几天约",
    width: 56,
    render: (a) => <span className="vd-num">{a.min_lead_days}天</span>,
  },
  { name: "curve", width: 108, exports: [], hint: "录入时距可约日期的天数", render: (a) => <CurveCell row={a} /> },
  { name: "freshness", width: 92, exports: ["freshness", "fresh_until"], render: (a) => <FreshCell row={a} /> },
  {
    name: "checked_at",
    title: "更新",
    width: 144,
    exports: ["updated_by_name", "source", "supplier_name", "checked_at"],
    render: (a) => <CheckedCell row={a} />,
  },
  {
    name: "waiting_count",
    title: "等待",
    hint: "等待预约与待确认的申请人",
    width: 56,
    align: "end",
    render: (a) => <WaitingCell row={a} onOpen={() => show(a)} />,
  },
  {
    name: "used_count",
    title: "商品",
    hint: "使用它的在售商品",
    width: 56,
    align: "end",
    render: (a) => <UsedCount noun="appointment" record={a} />,
  },
];

const TABS: readonly ListTab<typeof appointmentApi.appointment_query>[] = [
  { key: "all", label: "全部", filter: {} },
  { key: "stale", label: "已过期", filter: { status: 1, freshness: ["stale"] } },
  { key: "none", label: "无号", filter: { status: 1, freshness: ["none"] } },
  { key: "fresh", label: "有效", filter: { status: 1, freshness: ["fresh"] } },
  { key: "disabled", label: "已禁用", filter: { status: 0 } },
];
const useStats = () => useRecord(appointmentApi.appointment_stat_get, {}).data;
function useTabCounts(): Readonly<Record<string, number | undefined>> {
  const stats = useStats();
  return stats ? { stale: stats.stale, none: stats.none, fresh: stats.fresh } : {};
}
function Figures() {
  const stats = useStats();
  return stats ? (
    <span className="vd-muted" title="全公司等待预约与待确认的申请人">
      等待预约 <b className="vd-num">{stats.waiting}</b> 人
    </span>
  ) : null;
}

function Acts({ row: a, open, show }: { row: Appointment; open: Open; show: (a: Appointment) => void }) {
  const go = useGo();
  const { boxes } = useEditing();
  return (
    <span className="vd-moves is-row">
      <RowEdit row={a} />
      {boxes?.row.id !== a.id && (
        <RecordActs
          noun="appointment"
          record={a}
          title={titleOf(a)}
          endpoints={appointmentApi}
          open={open}
          more={[
            { key: "edit", label: "编辑与历史", onClick: () => go(appointmentHref(a)) },
            { key: "waiting", label: `等待名单（${a.waiting_count}人）`, onClick: () => show(a) },
          ]}
        />
      )}
    </span>
  );
}

interface Waiting {
  id: number;
  title: string;
}

export default function AppointmentList() {
  const [dialog, open] = useDialog();
  const go = useGo();
  const [isPasting, setPasting] = useState(false);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [show] = useState(
    () =>
      (a: Pick<Appointment, "id" | "place_name" | "visa_type">): void =>
        setWaiting({ id: a.id, title: titleOf(a) }),
  );
  const [columns] = useState(() => columnsOf(show));
  const paste = (
    <Button type="primary" onClick={() => setPasting(true)}>
      批量录入
    </Button>
  );
  return (
    <SlotEditing onImpact={show}>
      <ListScreen
        endpoint={appointmentApi.appointment_query}
        title="最近可约日期"
        keyword={{ name: "keyword", placeholder: "地点、国家、拼音" }}
        filters={["country_id", "place_id", "visa_type", "source"]}
        more={["freshness", "updated_by"]}
        columns={columns}
        row={(a) => <Acts row={a} open={open} show={show} />}
      >
        <ListFigures>
          <Figures />
        </ListFigures>
        <ListTabs tabs={TABS} useCounts={useTabCounts} />
        <ListActs>
          <Button onClick={() => go(to("appointment-add"))}>新增</Button>
          {paste}
        </ListActs>
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有录入，先从「批量录入」粘贴">
            {paste}
          </Empty>
        </ListEmpty>
      </ListScreen>
      {isPasting && <AppointmentGrid onImpact={show} onClose={() => setPasting(false)} />}
      {waiting && <AppointmentImpact key={waiting.id} {...waiting} onClose={() => setWaiting(null)} />}
      {dialog}
    </SlotEditing>
  );
}
