/** A row of filters by name, for what is no list screen: figures, a panel. */
import { inputMeta, type Zod } from "../form/field-kinds.ts";
import { FilterInput } from "./filter-input.tsx";
import type { FilterValue } from "./url-query.ts";

interface FilterFieldsProps<N extends string> {
  names: readonly N[];
  /** The type of each, as the contract has it; a name without one is not drawn. */
  shape: Readonly<Record<string, Zod>>;
  values: Readonly<Record<string, FilterValue | undefined>>;
  onChange: (name: N, value: FilterValue | undefined) => void;
}
export const FilterFields = <N extends string>({ names, shape, values, onChange }: FilterFieldsProps<N>) => (
  <fieldset className="vd-filters" aria-label="筛选">
    {names.map((name) => {
      const type = shape[name];
      if (!type) return null;
      return (
        <FilterInput
          key={name}
          name={name}
          type={type}
          label={inputMeta(type)?.label ?? name}
          value={values[name]}
          onChange={(v) => onChange(name, v)}
        />
      );
    })}
  </fieldset>
);
