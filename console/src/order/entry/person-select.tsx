/** One of the order's people, or the whole order. */
import { Select } from "antd";
import { CLEARS } from "#kit/inputs/clears.tsx";
import type { Order } from "../order/order-overview.tsx";
import { personName } from "../order/order-people.tsx";

export interface PersonSelectProps {
  people: Order["people"];
  /** Words for nobody in particular. */
  whole: string;
  value?: number | null;
  onChange?: (id: number | null) => void;
  id?: string;
}

export const PersonSelect = ({ people, whole, value, onChange, id }: PersonSelectProps) => (
  <Select
    {...(id !== undefined && { id })}
    className="vd-wide"
    allowClear={CLEARS}
    placeholder={whole}
    value={value ?? null}
    onChange={(v) => onChange?.(v ?? null)}
    options={people.map((p) => ({ value: p.id, label: `${p.seq}. ${personName(p)}` }))}
  />
);
