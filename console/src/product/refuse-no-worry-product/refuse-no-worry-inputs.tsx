/** Inputs of the forms of refusal protections. */
import { InputNumber } from "antd";

export interface ShareInputProps {
  value?: number | null;
  onChange?: (value: number | null) => void;
  id?: string;
  /** How many of the stored unit make one percent. */
  unit?: 1 | 100;
}

/** A share as percent; stored in hundredths of a percent, or in whole percent. */
export const ShareInput = ({ value, onChange, id, unit = 100 }: ShareInputProps) => (
  <InputNumber
    {...(id !== undefined && { id })}
    className="vd-wide"
    suffix="%"
    precision={unit === 100 ? 2 : 0}
    value={value === null || value === undefined ? null : value / unit}
    onChange={(v) => onChange?.(v === null ? null : Math.round(v * unit))}
  />
);
