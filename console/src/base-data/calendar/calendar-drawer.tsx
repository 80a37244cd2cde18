/** 工作日历: a year of China and of chosen missions side by side; days are picked and set, a year is imported. */
import { LeftOutlined, RightOutlined } from "@ant-design/icons";
import { Alert, Button, Drawer, Input } from "antd";
import { useState } from "react";
import { ActButton } from "#kit/act/act-button.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { StateTag } from "#kit/page/flow-tag.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { Picker } from "#kit/pickers.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { CALENDARS_MAX, calendarApi, CN_CALENDAR } from "@visadesk/contract/base-data/calendar/calendar.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { CalendarImport } from "./calendar-import.tsx";
import type { CalendarYear } from "./calendar-model.ts";
import { CalendarMonths, type Picked } from "./calendar-months.tsx";
import "./calendar.css";
import "../embassy/embassy.css";

const Heads = ({ years }: { years: readonly CalendarYear[] }) => (
  <div className="em-heads" style={{ gridTemplateColumns: `repeat(${years.length === 1 ? 3 : years.length}, minmax(236px, 1fr))` }}>
    {years.map((y) => (
      <div key={y.calendar} className="vd-row">
        <strong className="vd-ellipsis vd-medium" title={y.name}>
          {y.name}
        </strong>
        {y.calendar === CN_CALENDAR && !y.is_published && <StateTag tone="orange">未公布</StateTag>}
        <span className="vd-tiny vd-muted vd-num">单列 {y.own_days} 天</span>
      </div>
    ))}
  </div>
);

type Kind = "off" | "work" | null;
interface EditProps {
  picked: Picked;
  year: CalendarYear;
  onClear: () => void;
}
/** What becomes of the picked days; each press is one saved act. */
function EditBar({ picked, year, onClear }: EditProps) {
  const [name, setName] = useState("");
  const isMission = picked.calendar !== CN_CALENDAR;
  const afterWrite = useAfterWrite();
  const set = async (day_kind: Kind): Promise<boolean> => {
    const days = picked.dates.map((date) => ({ date, day_kind, name: day_kind ? name.trim() : "" }));
    const of = Number(picked.dates[0]?.slice(0, 4));
    const done = await ask(calendarApi.calendar_save, { calendar: picked.calendar, year: of, stamp: year.stamp, days }).then(
      (a) => a.changes.length,
      () => null,
    );
    afterWrite();
    if (done === null) return false;
    toast.success(done === 0 ? "与现有设置相同，没有改动" : `${year.name}已改 ${done} 天，涉及的截止时间随后重算`);
    onClear();
    return true;
  };
  return (
    <fieldset className="vd-wraps em-edit" aria-label="设置所选日期">
      <span>
        {year.name}：已选 {picked.dates.length} 天
      </span>
      <Input
        style={{ width: 160 }}
        aria-label="名称"
        placeholder={isMission ? "名称，如 馆庆" : "名称，如 国庆节"}
        maxLength={20}
        value={name}
        onChange={(e) => setName(e.target.value)}
      />
      <ActButton wait={0} onClick={() => set("off")}>
        {isMission ? "设为闭馆" : "设为休"}
      </ActButton>
      <ActButton wait={0} onClick={() => set("work")}>
        {isMission ? "设为开馆" : "设为班"}
      </ActButton>
      <ActButton wait={0} onClick={() => set(null)}>
        {isMission ? "恢复通常" : "恢复按星期"}
      </ActButton>
      <Button type="text" onClick={onClear}>
        取消选择
      </Button>
    </fieldset>
  );
}

const Legend = () => (
  <p className="vd-tiny vd-muted vd-row vd-after-12 em-legend">
    <span className="em-day vd-tone-red">1</span>节假日、闭馆
    <span className="em-day vd-tone-blue">1</span>调休上班、加开
    <span className="em-day is-closed">1</span>周末
    <span className="vd-apart">角标为单列的日期。点击日期可多选后设置</span>
  </p>
);

function Year({ year, calendars }: { year: number; calendars: readonly string[] }) {
  const [picked, setPicked] = useState<Picked | null>(null);
  const [today] = useState(() => shanghaiDate(new Date()));
  const answer = useRecord(calendarApi.calendar_query, { year, calendars: [...calendars] });
  const { data, isPlaceholderData } = answer;
  if (!data) return <Unread answer={answer} rows={12} />;
  const pick = (calendar: string, date: string): void =>
    setPicked((now) => {
      const dates = now?.calendar === calendar ? now.dates : [];
      const next = dates.includes(date) ? dates.filter((d) => d !== date) : [...dates, date].toSorted();
      return next.length > 0 ? { calendar, dates: next } : null;
    });
  const edited = data.list.find((y) => y.calendar === picked?.calendar);
  const missing = data.list.some((y) => !y.is_published);
  return (
    <div className={isPlaceholderData ? "is-stale" : ""}>
      {missing && (
        <Alert type="warning" showIcon title={`${year}年工作日历未公布，涉及该年的日期按周末推算。公布后请导入，截止时间会重新计算。`} />
      )}
      <Legend />
      <Heads years={data.list} />
      <CalendarMonths years={data.list} today={today} picked={picked} onPick={pick} />
      {picked && edited && <EditBar picked={picked} year={edited} onClear={() => setPicked(null)} />}
    </div>
  );
}

export interface CalendarDrawerProps {
  /** `CN` and missions shown at first. */
  calendars: readonly string[];
  onClose: () => void;
}

export function CalendarDrawer({ calendars, onClose }: CalendarDrawerProps) {
  const [year, setYear] = useState(() => Number(shanghaiDate(new Date()).slice(0, 4)));
  const [missions, setMissions] = useState<readonly number[]>(() => calendars.filter((c) => c !== CN_CALENDAR).map(Number));
  const [importing, setImporting] = useState(false);
  const shown = [CN_CALENDAR, ...missions.map(String)];
  return (
    <Drawer
      open
      title="工作日历"
      size={shown.length === 1 ? 880 : Math.min(1120, 120 + shown.length * 320)}
      onClose={onClose}
      extra={<Button onClick={() => setImporting(true)}>导入</Button>}
    >
      <div className="vd-wraps vd-after-12">
        <Button icon={<LeftOutlined aria-hidden />} aria-label="上一年" onClick={() => setYear(year - 1)} />
        <strong className="vd-num">{year}年</strong>
        <Button icon={<RightOutlined aria-hidden />} aria-label="下一年" onClick={() => setYear(year + 1)} />
        <Picker
          of="embassy"
          multiple
          className="em-missions"
          aria-label="并排的使领馆"
          placeholder={`并排使领馆，最多${CALENDARS_MAX - 1}个`}
          value={missions}
          onChange={(v) => setMissions(Array.isArray(v) ? v.map(Number).slice(0, CALENDARS_MAX - 1) : [])}
        />
      </div>
      <Year key={`${year} ${shown.join()}`} year={year} calendars={shown} />
      {importing && <CalendarImport year={year} calendars={shown} onClose={() => setImporting(false)} />}
    </Drawer>
  );
}
