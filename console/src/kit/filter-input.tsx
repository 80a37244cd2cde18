/** One filter drawn from its contract type: text, choice, yes/no, record, date range, amounts. */
import { DatePicker, Input, InputNumber, Select, Space } from "antd";
import { parseYuan, yuan } from "@visadesk/contract/kit/format.ts";
import dayjs from "dayjs";
import type { KeyboardEvent } from "react";
import { elementOf, filterKind, inputMeta, isMoneyRange, isNumeric, type Zod } from "./field-kinds.ts";
import { Picker, pickerFor, shortTags } from "./pickers.tsx";
import { matches } from "./pinyin.ts";
import { RANGE_PRESETS, resolveRange } from "@visadesk/contract/kit/relative-dates.ts";
import { useTypedText } from "./typed-text.ts";
import type { FilterValue } from "./url-query.ts";

export interface FilterInputProps {
  name: string;
  type: Zod;
  label: string;
  value: FilterValue | undefined;
  onChange: (value: FilterValue | undefined) => void;
}

export function TextFilter(props: { value: string; onChange: (text: string) => void; placeholder: string; className?: string }) {
  const { text, type, commit } = useTypedText(props.value, props.onChange);
  return (
    <Input
      className={props.className ?? "vd-filter"}
      value={text}
      placeholder={props.placeholder}
      aria-label={props.placeholder}
      allowClear
      onChange={(e) => type(e.target.value)}
      onBlur={commit}
      onKeyDown={(e: KeyboardEvent) => {
        if (e.key === "Enter" && !e.nativeEvent.isComposing) commit();
      }}
    />
  );
}

function RangeFilter(props: FilterInputProps) {
  const text = typeof props.value === "string" ? props.value : "";
  const days = text ? resolveRange(text) : null;
  return (
    <DatePicker.RangePicker
      className="vd-filter-range"
      allowEmpty={[true, true]}
      aria-label={props.label}
      placeholder={[props.label, "至"]}
      value={[days?.from ? dayjs(days.from) : null, days?.to ? dayjs(days.to) : null]}
      onChange={(_, texts) => props.onChange(texts?.[0] || texts?.[1] ? `${texts[0] ?? ""}~${texts[1] ?? ""}` : undefined)}
      renderExtraFooter={() => (
        <Space size={4}>
          {RANGE_PRESETS.map((p) => (
            <button
              key={p.token}
              type="button"
              className={`vd-chip-button${p.token === text ? " is-on" : ""}`}
              onClick={() => props.onChange(p.token)}
            >
              {p.label}
            </button>
          ))}
        </Space>
      )}
    />
  );
}

function NumberRangeFilter(props: FilterInputProps) {
  const isMoney = isMoneyRange(props.type);
  const [from = "", to = ""] = typeof props.value === "string" ? props.value.split("~") : [];
  const shown = (part: string): string => (part === "" ? "" : isMoney ? yuan(Number(part), false) : part);
  const read = (text: string): string => (text.trim() === "" ? "" : String((isMoney ? parseYuan(text) : Number(text)) ?? ""));
  const put = (a: string, b: string): void => props.onChange(a || b ? `${a}~${b}` : undefined);
  return (
    <Space.Compact className="vd-filter-range">
      <TextFilter
        className="vd-filter-half"
        placeholder={`${props.label}${isMoney ? "（元）" : ""}`}
        value={shown(from)}
        onChange={(t) => put(read(t), to)}
      />
      <TextFilter className="vd-filter-half" placeholder="至" value={shown(to)} onChange={(t) => put(from, read(t))} />
    </Space.Compact>
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
      allowClear
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
        allowClear
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
  if (kind === "number")
    return (
      <InputNumber
        className="vd-filter"
        placeholder={label}
        aria-label={label}
        value={typeof value === "number" ? value : null}
        onChange={(v) => onChange(typeof v === "number" ? v : undefined)}
      />
    );
  return <TextFilter placeholder={label} value={typeof value === "string" ? value : ""} onChange={(t) => onChange(t || undefined)} />;
}
