/** The calendar of a date filter, with 今天, 近7天, 本月 at its foot. */
import { DatePicker, type GetRef } from "antd";
import { RANGE_PRESETS, resolveRange } from "@visadesk/contract/kit/relative-dates.ts";
import { useEffect, useRef, useState } from "react";
import { dayjs } from "../app/dayjs.ts";
import type { FilterInputProps } from "./filter-types.ts";

type PickerRef = GetRef<typeof DatePicker.RangePicker>;

export type CalendarProps = Pick<FilterInputProps, "label" | "value" | "onChange"> & {
  /** Drawn in answer to a press or to the focus: takes the focus over; a press opens it too. */
  woken?: "press" | "focus" | undefined;
};

export function RangeCalendar({ label, value, onChange, woken }: CalendarProps) {
  const picker = useRef<PickerRef>(null);
  useEffect(() => {
    if (woken) picker.current?.focus();
  }, [woken]);
  const [open, setOpen] = useState(woken === "press");
  const text = typeof value === "string" ? value : "";
  const days = text ? resolveRange(text) : null;
  return (
    <DatePicker.RangePicker
      className="vd-filter-range"
      allowEmpty={[true, true]}
      aria-label={label}
      placeholder={[label, "至"]}
      ref={picker}
      open={open}
      onOpenChange={setOpen}
      value={[days?.from ? dayjs(days.from) : null, days?.to ? dayjs(days.to) : null]}
      onChange={(_, texts) => onChange(texts?.[0] || texts?.[1] ? `${texts[0] ?? ""}~${texts[1] ?? ""}` : undefined)}
      renderExtraFooter={() => (
        <span className="vd-row">
          {RANGE_PRESETS.map((p) => (
            <button
              key={p.token}
              type="button"
              className={`vd-chip-button${p.token === text ? " is-on" : ""}`}
              onClick={() => {
                onChange(p.token);
                setOpen(false);
              }}
            >
              {p.label}
            </button>
          ))}
        </span>
      )}
    />
  );
}
