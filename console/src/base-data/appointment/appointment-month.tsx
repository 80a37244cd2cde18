/** The calendar beside the date: days on which the place is closed and why, chosen with a click. */
import { LeftOutlined, RightOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import { useRecord } from "#kit/page/use-record.ts";
import { appointmentApi } from "@visadesk/contract/base-data/calendar/appointment.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { daysOfMonth, monthAfter } from "./appointment-words.ts";

export interface SlotMonthProps {
  placeId: number;
  value: string | null;
  onPick: (date: string) => void;
}

/** 非办公日 goes without saying on a weekend; a holiday is named. */
const PLAIN = "非办公日";
/** The month, and then what stands in the cell: who speaks to the page says what he sees. */
export const dayName = (date: string, said = ""): string => `${date.slice(0, 7)} ${Number(date.slice(8))} ${said}`.trim();

export function SlotMonth({ placeId, value, onPick }: SlotMonthProps) {
  const [today] = useState(() => shanghaiDate(new Date()));
  const [turned, setTurned] = useState<string | null>(null);
  const month = turned ?? (value ?? today).slice(0, 7);
  const days = daysOfMonth(month);
  const { data, error } = useRecord(appointmentApi.appointment_calendar_get, {
    place_id: placeId,
    from: days[0] ?? today,
    to: days.at(-1) ?? today,
  });
  const closed = new Map((data?.closed ?? []).map((d) => [d.date, d.name]));
  const lead = (new Date(`${month}-01T00:00:00Z`).getUTCDay() + 6) % 7;
  return (
    <section className="vd-box" aria-label="闭馆日">
      <header className="vd-row vd-after-8">
        <b className="vd-grow">
          {Number(month.slice(0, 4))}年{Number(month.slice(5))}月
        </b>
        {data?.is_estimated && <span className="vd-muted">按周末推算</span>}
        <Button
          size="small"
          type="text"
          icon={<LeftOutlined aria-hidden />}
          aria-label="上个月"
          onClick={() => setTurned(monthAfter(month, -1))}
        />
        <Button
          size="small"
          type="text"
          icon={<RightOutlined aria-hidden />}
          aria-label="下个月"
          onClick={() => setTurned(monthAfter(month, 1))}
        />
      </header>
      {error && !data ? (
        <p className="vd-muted">闭馆日没有读到，保存时仍会检查</p>
      ) : (
        <div className="vd-days ap-days">
          {[..."一二三四五六日"].map((d) => (
            <span key={d} className="vd-tiny vd-muted vd-centre">
              {d}
            </span>
          ))}
          {Array.from({ length: lead }, (_, i) => (
            <span key={`lead-${i}`} />
          ))}
          {days.map((date) => {
            const name = closed.get(date);
            const said = name === undefined ? "" : name === PLAIN ? "休" : name;
            const day = Number(date.slice(8));
            return (
              <button
                key={date}
                type="button"
                disabled={date < today || name !== undefined}
                aria-pressed={date === value}
                aria-label={dayName(date, said)}
                title={name ?? (date < today ? "已过" : "")}
                onClick={() => onPick(date)}
              >
                {day} <small>{said}</small>
              </button>
            );
          })}
        </div>
      )}
    </section>
  );
}
