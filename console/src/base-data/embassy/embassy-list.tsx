import { Button } from "antd";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Flag } from "#kit/page/flag.tsx";
import { Mark, StateTag } from "#kit/page/flow-tag.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Copyable } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { ListActs, ListScreen, type Column } from "#kit/list/list-screen.tsx";
import { part } from "#kit/app/part.tsx";
import { to } from "#kit/screens.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { CN_CALENDAR } from "@visadesk/contract/base-data/calendar/calendar.ts";
import { EMBASSY_TYPES } from "@visadesk/contract/base-data/base-data.ts";
import { embassyApi, hasDistrict, OPERATORS, VISA_CENTRE, weekdaysText } from "@visadesk/contract/base-data/embassy.ts";
import type { CalendarDrawerProps } from "../calendar/calendar-drawer.tsx";
import type { DistrictDrawerProps } from "./district-drawer.tsx";
import { typeName, type Embassy } from "./embassy-words.ts";
import { RecordActs, statusColumn, usedColumn, verifyColumn, type Open } from "../record/record-acts.tsx";
import "#shared/province-picker.ts";
import "./embassy.css";

const CalendarDrawer = part<CalendarDrawerProps>(() => import("../calendar/calendar-drawer.tsx").then((m) => m.CalendarDrawer));
const DistrictDrawer = part<DistrictDrawerProps>(() => import("./district-drawer.tsx").then((m) => m.DistrictDrawer));

const editHref = (e: Embassy): string => to("embassy-and-cousulate-edit", { id: e.id });
const NameCell = ({ e }: { e: Embassy }) => (
  <TwoLines
    title={e.name}

    under={
      <>
        <Flag emoji={e.flag_emoji} />
        {e.country_name} · {EMBASSY_TYPES[typeName(e.embassy_type)]}
      </>
    }
  >
    <Copyable text={e.name}>
      <HrefLink href={editHref(e)} className="vd-link">
        {e.name}
      </HrefLink>
    </Copyable>
  </TwoLines>
);

function District({ e }: { e: Embassy }) {
  if (!hasDistrict(e.embassy_type) && e.embassy_type !== VISA_CENTRE) return <span className="vd-muted">不分领区</span>;
  const parents = e.parent_names.join("、");
  if (e.embassy_type === VISA_CENTRE)
    return (
      <TwoLines
        title={parents}

        under={parents && (e.province_count > 0 ? `${e.province_count}省` : "不限户籍")}
      >
        {parents ? "随所属使领馆" : <Mark tone="orange">未选使领馆</Mark>}
      </TwoLines>
    );
  if (!e.district_name && !e.domicile_limit) return <span className="vd-muted">不限户籍</span>;
  return (
    <TwoLines
      title={e.channel}

      under={e.domicile_limit ? `限户籍 · ${e.province_count}省` : "不限户籍"}
    >
      {e.district_name || <span className="vd-blank">—</span>}
    </TwoLines>
  );
}

const Today = ({ e }: { e: Embassy }) =>
  e.is_open_today ? (
    <StateTag tone="green">开</StateTag>
  ) : (
    <span title={e.closed_because ?? ""}>
      <StateTag tone="grey">闭 {e.closed_because}</StateTag>
    </span>
  );

function Earliest({ e }: { e: Embassy }) {
  if (!e.earliest) return <span className="vd-blank">—</span>;
  const { earliest_date, no_slots, is_stale } = e.earliest;
  return (
    <span className={is_stale ? "vd-muted vd-num" : "vd-num"} title={is_stale ? "已过期，请到最近可约日期更新" : ""}>
      {no_slots ? "无号" : earliest_date}
      {is_stale && <small> 已过期</small>}
    </span>
  );
}

const COLUMNS: readonly Column<Embassy>[] = [
  {
    key: "name",
    sort: "name",
    width: 224,
    href: editHref,
    exports: ["name", "country_name", "embassy_type"],
    render: (e) => <NameCell e={e} />,
  },
  { name: "city", width: 64, render: (e) => e.city || <span className="vd-blank">—</span> },
  {
    key: "district",
    title: "领区",
    width: 120,
    exports: ["district_name", "parent_names", "domicile_limit", "province_count", "channel"],
    render: (e) => <District e={e} />,
  },
  {
    key: "hours",
    title: "受理时间",
    width: 104,
    exports: ["open_days", "open_from", "open_to"],
    render: (e) => (
      <TwoLines under={weekdaysText(e.weekdays)}>
        <span className="vd-num">{`${e.open_from}–${e.open_to}`}</span>
      </TwoLines>
    ),
  },
  { name: "is_open_today", width: 116, exports: ["is_open_today", "closed_because"], render: (e) => <Today e={e} /> },
  { name: "earliest", width: 104, exports: ["earliest_text"], render: (e) => <Earliest e={e} /> },
  { ...usedColumn<Embassy>("embassy"), width: 72 },
  { ...statusColumn<Embassy>(), width: 80 },
  { ...verifyColumn<Embassy>(), width: 88 },
  {
    name: "operator",
    width: 96,
    render: (e) => (e.embassy_type === VISA_CENTRE ? OPERATORS[e.operator] : <span className="vd-blank">—</span>),
  },
  {
    key: "address",
    exports: ["address_text"],
    width: 220,
    render: (e) =>
      e.address_text ? (
        <span className="vd-ellipsis" title={e.address_text}>
          {e.address_text}
        </span>
      ) : (
        <Mark tone="orange">未录入</Mark>
      ),
  },
  "updated_at",
];

const openCalendar = (open: Open, calendars: readonly string[]): void =>
  open((close) => <CalendarDrawer calendars={calendars} onClose={close} />);

export default function EmbassyList() {
  const [dialog, open] = useDialog();
  const go = useGo();
  return (
    <>
      <ListScreen
        endpoint={embassyApi.embassy_query}
        title="使领馆与签证中心"
        keyword={{ name: "keyword", placeholder: "名称、简称、城市" }}
        filters={["country_id", "embassy_type", "province_code", "is_verify_due"]}
        more={["city", "operator", "domicile_limit", "status", "no_address"]}
        columns={COLUMNS}
        row={(e) => (
          <RecordActs
            noun="embassy"
            record={e}
            title={e.name}
            endpoints={embassyApi}
            open={open}
            edit={editHref(e)}
            verify={embassyApi.embassy_verify}
            more={[{ key: "days", label: "假日", onClick: () => openCalendar(open, [CN_CALENDAR, String(e.id)]) }]}
          />
        )}
      >
        <ListActs>
          <Button onClick={() => open((close) => <DistrictDrawer onClose={close} />)}>领区检查</Button>
          <Button onClick={() => openCalendar(open, [CN_CALENDAR])}>工作日历</Button>
          <Button type="primary" onClick={() => go(to("embassy-and-cousulate-add"))}>
            新增
          </Button>
        </ListActs>
      </ListScreen>
      {dialog}
    </>
  );
}
