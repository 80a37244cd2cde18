/** Time of day, 09:00, in steps of five minutes. */
import { TimePicker } from "antd";
import dayjs from "dayjs";

interface ClockInputProps {
  value?: string;
  onChange?: (clock: string) => void;
  id?: string;
  label: string;
}
export const ClockInput = ({ value, onChange, id, label }: ClockInputProps) => (
  <TimePicker
    id={id ?? ""}
    aria-label={label}
    className="vd-wide"
    format="HH:mm"
    minuteStep={5}
    allowClear={false}
    needConfirm={false}
    placeholder="09:00"
    value={value ? dayjs(`2000-01-01T${value}`) : null}
    onChange={(at) => onChange?.(at ? at.format("HH:mm") : "")}
  />
);
