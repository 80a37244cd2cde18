/**
 * A date filter. The calendar weighs more than the list it filters, so a plain box of the same look stands in its
 * place until somebody comes near; then the calendar takes over with the focus.
 */
import { CalendarOutlined } from "@ant-design/icons";
import { resolveRange } from "@visadesk/contract/kit/relative-dates.ts";
import { useRef, useState } from "react";
import type { CalendarProps } from "./filter-calendar.tsx";
import type { FilterInputProps } from "./filter-types.ts";
import { part } from "../app/part.tsx";
import "../inputs/text-box.css";

const Calendar = part<CalendarProps>(() => import("./filter-calendar.tsx").then((m) => m.RangeCalendar));
const ahead = (): void => void Calendar.fetch().catch(() => undefined);

export function RangeFilter({ label, value, onChange }: FilterInputProps) {
  const [woken, setWoken] = useState<"here" | "press" | "focus" | null>(Calendar.isHere() ? "here" : null);
  const box = useRef<HTMLSpanElement>(null);
  if (woken) return <Calendar label={label} value={value} onChange={onChange} woken={woken === "here" ? undefined : woken} />;
  // Only when it is here: until then the focus stays where it is, and may have gone on meanwhile.
  const wake = (by: "press" | "focus"): void => {
    const draw = (): void => setWoken(by === "press" || box.current?.contains(document.activeElement) ? by : "here");
    Calendar.fetch().then(draw, draw);
  };
  const days = typeof value === "string" ? resolveRange(value) : null;
  return (
    <span
      ref={box}
      className="vd-text-box vd-filter-range"
      onPointerEnter={ahead}
      onPointerDown={(e) => {
        e.preventDefault();
        wake("press");
      }}
    >
      <input readOnly aria-label={label} placeholder={label} value={days?.from ?? ""} onFocus={() => wake("focus")} />
      <span aria-hidden="true" className="vd-muted">
        →
      </span>
      <input readOnly tabIndex={-1} aria-label={`${label}至`} placeholder="至" value={days?.to ?? ""} />
      <CalendarOutlined aria-hidden className="vd-muted" />
    </span>
  );
}
