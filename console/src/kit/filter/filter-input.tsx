/** One filter drawn from its contract type: text, choice, yes/no, record, date range, amounts, numbers. */
import { Select } from "antd";
import { CLEARS } from "../inputs/clears.tsx";
import { elementOf, filterKind, inputMeta, isNumeric } from "../form/field-kinds.ts";
import { NumberFilter, NumberRangeFilter } from "./filter-number.tsx";
import { RangeFilter } from "./filter-range.tsx";
import { Picker, pickerFor, shortTags } from "../pickers.tsx";
import { matches } from "../pinyin.ts";
import { TextBox } from "../inputs/text-box.tsx";
import type { FilterInputProps } from "./filter-types.ts";
import { useTypedText } from "../inputs/typed-text.ts";
import type { FilterValue } from "./url-query.ts";

export function TextFilter(props: { value: string; onChange: (text: string) => void; placeholder: string; className?: string }) {
  const { text, type, commit } = useTypedText(props.value, props.onChange);
  return (
    <TextBox
      className={props.className ?? "vd-filter"}
      label={props.placeholder}
      value={text}
      onType={type}
      onLeave={commit}
      onKeyDown={(e) => {
        if (e.key === "Enter" && !e.nativeEvent.isComposing) commit();
      }}
    />
  );
}

function ChoiceFilter(props: FilterInputProps & { options: Readonly<Record<string, string>> }) {
  const many = elementOf(props.type);
  const numeric = isNumeric(many ?? props.type);
  const options = Object.entries(props.options).map(([value, label]) => ({ value: numeric ? Number(value) : value, label }));
  return (
    <Select
      className="vd-filter"
      placeholder={props.label}
      aria-label={props.label}
      allowClear={CLEARS}
      popupMatchSelectWidth={false}
      {...(many && { mode: "multiple" as const, ...shortTags(props.label, Array.isArray(props.value) ? props.value.length : 0) })}
      options={options}
      value={many ? (props.value ?? []) : (props.value ?? null)}
      onChange={(v: FilterValue | undefined | null) => props.onChange(v === null || (Array.isArray(v) && v.length === 0) ? undefined : v)}
      showSearch={{ filterOption: (text, o) => matches(String(o?.label ?? ""), text) }}
    />
  );
}

/** Draws the input that fits the filter's type. */
export function FilterInput(props: FilterInputProps) {
  const { name, type, label, value, onChange } = props;
  const meta = inputMeta(type);
  const kind = filterKind(type);
  const noun = pickerFor(name, meta?.of);
  if (noun) {
    return (
      <Picker
        of={noun}
        multiple={elementOf(type) !== undefined}
        className="vd-filter"
        placeholder={label}
        aria-label={label}
        value={value as never}
        onChange={(v) => onChange(v ?? undefined)}
      />
    );
  }
  if (meta?.options) return <ChoiceFilter {...props} options={meta.options} />;
  if (kind === "bool") {
    return (
      <Select
        className="vd-filter"
        placeholder={label}
        aria-label={label}
        allowClear={CLEARS}
        value={value === undefined ? null : value ? 1 : 0}
        options={[
          { value: 1, label: `${label}：是` },
          { value: 0, label: `${label}：否` },
        ]}
        onChange={(v: number | null | undefined) => onChange(v === null || v === undefined ? undefined : v === 1)}
      />
    );
  }
  if (kind === "range") return <RangeFilter {...props} />;
  if (kind === "number_range") return <NumberRangeFilter {...props} />;
  if (kind === "number") return <NumberFilter {...props} />;
  return <TextFilter placeholder={label} value={typeof value === "string" ? value : ""} onChange={(t) => onChange(t || undefined)} />;
}
