import type { Zod } from "../form/field-kinds.ts";
import type { FilterValue } from "./url-query.ts";

export interface FilterInputProps {
  name: string;
  type: Zod;
  label: string;
  value: FilterValue | undefined;
  onChange: (value: FilterValue | undefined) => void;
}
