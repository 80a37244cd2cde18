/** Months of one or several calendars: side by side a row per month, alone three months in a row. */
import { dayTitle, monthOf, MONTHS, type CalendarDate, type CalendarYear } from "./calendar-model.ts";

const WEEK = ["一", "二", "三", "四", "五", "六", "日"];

/** Days picked in one calendar; picking in another starts anew. */
export interface Picked {
  calendar: string;
  dates: readonly string[];
}
interface MonthProps {
  year: CalendarYear;
  month: number;
  today: string;
  picked: Picked | null;
  onPick: (calendar: string, date: string) => void;
}

function classOf(d: CalendarDate, today: string, isPicked: boolean): string {
  const kind = d.is_open ? (d.day_kind === "work" ? "vd-tone-blue" : "") : d.name ? "vd-tone-red" : "is-closed";
  return ["em-day", kind, d.day_kind ? "is-own" : "", d.date === today ? "is-today" : "", isPicked ? "is-picked" : ""]
    .filter(Boolean)
    .join(" ");
}

function Month({ year, month, today, picked, onPick }: MonthProps) {
  return (
    <section aria-label={`${year.name}${month}月`}>
      <h4 className="vd-tiny vd-muted vd-medium">{month}月</h4>
      <div className="vd-days">
        {WEEK.map((w) => (
          <span key={w} className="vd-dim vd-centre">
            {w}
          </span>
        ))}
        {monthOf(year.days, month).map((d, i) => {
          if (!d) return <span key={`before-${i}`} />;
          const isPicked = picked?.calendar === year.calendar && picked.dates.includes(d.date);
          return (
            <button
              key={d.date}
              type="button"
              className={classOf(d, today, isPicked)}
              title={dayTitle(d)}
              aria-label={dayTitle(d)}
              aria-pressed={isPicked}
              onClick={() => onPick(year.calendar, d.date)}
            >
              {Number(d.date.slice(8))}
              {d.day_kind && <i aria-hidden="true">{d.day_kind === "off" ? "休" : "班"}</i>}
            </button>
          );
        })}
      </div>
    </section>
  );
}

export interface CalendarMonthsProps extends Omit<MonthProps, "year" | "month"> {
  years: readonly CalendarYear[];
}
export function CalendarMonths({ years, ...rest }: CalendarMonthsProps) {
  const alone = years.length === 1;
  return (
    <div className="em-months" style={{ gridTemplateColumns: `repeat(${alone ? 3 : years.length}, minmax(236px, 1fr))` }}>
      {MONTHS.map((month) => years.map((year) => <Month key={`${year.calendar} ${month}`} year={year} month={month} {...rest} />))}
    </div>
  );
}
