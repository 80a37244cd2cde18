/** Dates as YYYY-MM-DD and instants as UTC ISO texts, picked and shown in Asia/Shanghai. */
import { DatePicker } from "antd";
import { shanghai, shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { dayjs, type Dayjs } from "../app/dayjs.ts";
import { RANGE_PRESETS, resolveRange } from "@visadesk/contract/kit/relative-dates.ts";

interface InputProps<T> {
  value?: T | null;
  onChange?: (value: T | null) => void;
  id?: string;
  disabled?: boolean;
  placeholder?: string;
}

interface DateInputProps extends InputProps<string> {
  /** Days that cannot be taken. */
  isOff?: (day: string) => boolean;
}
export const DateInput = ({ value, onChange, isOff, ...rest }: DateInputProps) => (
  <DatePicker
    {...rest}
    {...(isOff && { disabledDate: (d: Dayjs) => isOff(d.format("YYYY-MM-DD")) })}
    className="vd-wide"
    value={value ? dayjs(value) : null}
    onChange={(d) => onChange?.(d ? d.format("YYYY-MM-DD") : null)}
  />
);

/** Several days, in order. */
export const DatesInput = ({ value, onChange, ...rest }: InputProps<string[]>) => (
  <DatePicker<Dayjs, true>
    {...rest}
    multiple
    className="vd-wide"
    value={(value ?? []).map((d) => dayjs(d))}
    onChange={(days) => onChange?.((days ?? []).map((d) => d.format("YYYY-MM-DD")).sort())}
  />
);

interface TimeInputProps extends InputProps<string> {
  /** No day before this instant's can be picked. */
  since?: string;
}
export function TimeInput({ value, onChange, since, ...rest }: TimeInputProps) {
  const local = shanghai(value);
  const first = since === undefined ? null : shanghaiDate(since);
  return (
    <DatePicker
      {...rest}
      {...(first !== null && { disabledDate: (d: Dayjs) => d.format("YYYY-MM-DD") < first })}
      className="vd-wide"
      showTime={{ format: "HH:mm" }}
      format="YYYY-MM-DD HH:mm"
      value={local ? dayjs(local) : null}
      onChange={(d) => onChange?.(d ? new Date(`${d.format("YYYY-MM-DDTHH:mm:ss")}+08:00`).toISOString() : null)}
    />
  );
}

/** From and to as plain dates, with 今天, 近7天, 本月. */
export function RangeInput({ value, onChange, ...rest }: Omit<InputProps<{ from?: string; to?: string }>, "placeholder">) {
  const { id, ...others } = rest;
  return (
    <DatePicker.RangePicker
      {...others}
      {...(id && { id: { start: id } })}
      className="vd-wide"
      allowEmpty={[true, true]}
      value={[value?.from ? dayjs(shanghaiDate(value.from)) : null, value?.to ? dayjs(shanghaiDate(value.to)) : null]}
      presets={RANGE_PRESETS.map((p) => {
        const days = resolveRange(p.token);
        return { label: p.label, value: [dayjs(days?.from), dayjs(days?.to)] as [Dayjs, Dayjs] };
      })}
      onChange={(_, texts) =>
        onChange?.(texts?.[0] || texts?.[1] ? { ...(texts[0] && { from: texts[0] }), ...(texts[1] && { to: texts[1] }) } : null)
      }
    />
  );
}
