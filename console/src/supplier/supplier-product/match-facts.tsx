/** Fields that a match has wherever it is made or changed. */
import { Checkbox } from "antd";
import { Item } from "#kit/page/item.tsx";
import { WEEKDAYS } from "./match-model.ts";

interface WeekdaysProps {
  id?: string;
  value?: number[];
  onChange?: (days: number[]) => void;
}
const WeekdaysInput = ({ id, value, onChange }: WeekdaysProps) => (
  <Checkbox.Group
    {...(id !== undefined && { id })}
    options={WEEKDAYS.map((label, i) => ({ value: i + 1, label }))}
    value={value ?? []}
    onChange={(days) => onChange?.(days.toSorted((a, b) => a - b))}
  />
);

export const TermItems = () => (
  <>
    <Item name="submit_weekdays" help="使领馆休馆日自动除外">
      <WeekdaysInput />
    </Item>
    <Item name="lead_min" half />
    <Item name="lead_max" half />
    <Item name="valid_from" half help="留空为即日" />
    <Item name="valid_to" half help="留空为长期" />
  </>
);
