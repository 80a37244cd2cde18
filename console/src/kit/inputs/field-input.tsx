/** The input that fits a field: by its kind, options and what its id points at. Takes antd's `value`, `onChange`, `id`. */
import { Checkbox, Input, Radio, Select, Switch } from "antd";
import { shapeOf } from "@visadesk/contract/kit/field.ts";
import { CLEARS } from "./clears.tsx";
import { isSwitch } from "../form/format-cells.tsx";
import { elementOf, inputMeta, isNumeric, type Zod } from "../form/field-kinds.ts";
import { Picker, pickerFor } from "../pickers.tsx";
import { matches } from "../pinyin.ts";
import { AddressInput } from "./address-input.tsx";
import { DateInput, DatesInput, RangeInput, TimeInput } from "./date-input.tsx";
import { FileInput } from "./file-input.tsx";
import { MoneyInput } from "./money-input.tsx";
import { NumberInput, PercentInput } from "./number-input.tsx";
import { RichTextInput } from "./rich-text-input.tsx";

export interface FieldInputProps {
  type: Zod;
  name: string;
  label: string;
  endpoint: string;
  rows?: number;
  disabled?: boolean;
  placeholder?: string;
  options?: Readonly<Record<string, string>>;
  /** Of a time: no day before this instant's can be picked. */
  since?: string;
  id?: string;
  value?: unknown;
  checked?: unknown;
  onChange?: (value: never) => void;
  /** Judges the field, as the form asked for. */
  onBlur?: () => void;
}

const LINE_PX = 22;
const RADIO_MAX = 4;
const CHECKS_MAX = 6;

function ChoiceInput(props: FieldInputProps & { words: Readonly<Record<string, string>> }) {
  const { type, words, id, value, onChange, disabled } = props;
  const element = elementOf(type);
  const numeric = isNumeric(element ?? type);
  const said = Object.entries(words).map(([v, label]) => ({ value: numeric ? Number(v) : v, label }));
  // 启用 stands first; an object's numbers come rising.
  const options = isSwitch(words) ? said.toReversed() : said;
  const common = { id: id as string, disabled: disabled === true, options };
  if (element && options.length <= CHECKS_MAX)
    return <Checkbox.Group {...common} value={(value ?? []) as never} onChange={onChange as never} />;
  const short = options.length <= RADIO_MAX && options.every((o) => o.label.length <= 8);
  if (!element && short) return <Radio.Group {...common} value={value} onChange={(e) => onChange?.(e.target.value as never)} />;
  return (
    <Select
      {...common}
      {...(element && { mode: "multiple" as const })}
      allowClear={CLEARS}
      placeholder={props.placeholder ?? "请选择"}
      value={(value ?? (element ? [] : null)) as never}
      onChange={onChange as never}
      showSearch={{ filterOption: (text, o) => matches(String(o?.label ?? ""), text) }}
    />
  );
}

function TextInput(props: FieldInputProps & { long: boolean; max: number | undefined; mobile: boolean }) {
  const { id, disabled, value, onChange } = props;
  const common = {
    id: id as string,
    disabled: disabled === true,
    placeholder: props.placeholder ?? "",
    value: (value ?? "") as string,
    onChange: onChange as never,
    // What was typed is judged when the field is left; what was only passed through waits for the save.
    onBlur: () => void (value && props.onBlur?.()),
    ...(props.max !== undefined && props.max <= 2000 && { count: { max: props.max } }),
  };
  if (props.long)
    return (
      <Input.TextArea
        {...common}
        rows={props.rows ?? 3}
        className="vd-long"
        style={{ minHeight: 10 + LINE_PX * (props.rows ?? 3) }}
        showCount={props.max !== undefined}
      />
    );
  return <Input {...common} autoComplete="off" {...(props.mobile && { inputMode: "tel" as const })} />;
}

/** Draws one input. */
export function FieldInput(props: FieldInputProps) {
  const { type, name, id, value, onChange, disabled } = props;
  const meta = inputMeta(type);
  const passed = { id: id as string, disabled: disabled === true, onChange: onChange as never };
  const number = {
    ...passed,
    value: value as number | null,
    ...(props.placeholder !== undefined && { placeholder: props.placeholder }),
    ...(props.onBlur && { onBlur: props.onBlur }),
  };
  const noun = pickerFor(name.split(".").at(-1) ?? name, meta?.of);
  if (noun)
    return (
      <Picker
        {...passed}
        of={noun}
        multiple={elementOf(type) !== undefined}
        value={value as never}
        placeholder={props.placeholder ?? "请选择"}
        className="vd-wide"
      />
    );
  const words = props.options ?? meta?.options;
  if (words) return <ChoiceInput {...props} words={words} />;
  switch (meta?.kind) {
    case "money":
      return <MoneyInput {...number} />;
    case "int":
    case "number":
    case "id":
      return meta.percent === undefined ? <NumberInput {...number} /> : <PercentInput {...number} shift={meta.percent === 100 ? 0 : 2} />;
    case "bool":
      return <Switch {...passed} checked={props.checked === true} />;
    case "date":
      return <DateInput {...passed} value={value as string | null} />;
    case "time":
      return <TimeInput {...passed} value={value as string | null} {...(props.since !== undefined && { since: props.since })} />;
    case "file":
      return (
        <FileInput
          {...passed}
          purpose={meta.purpose ?? "note"}
          max={1}
          value={typeof value === "string" ? [value] : []}
          onChange={(keys) => onChange?.((keys[0] ?? null) as never)}
        />
      );
    case "rich_text":
      return (
        <RichTextInput
          {...passed}
          label={props.label}
          value={value as string | null}
          {...(meta.max !== undefined && { max: meta.max })}
          {...(props.rows !== undefined && { rows: props.rows })}
          {...(props.placeholder !== undefined && { placeholder: props.placeholder })}
        />
      );
    case "files":
      return <FileInput {...passed} purpose={meta.purpose ?? "note"} max={meta.max ?? 9} value={(value ?? []) as string[]} />;
    default:
      break;
  }
  const shape = shapeOf(type);
  if (shape["province_code"]) return <AddressInput {...passed} value={value as never} />;
  if (shape["from"]) return <RangeInput {...passed} value={value as never} />;
  const element = elementOf(type);
  if (element && inputMeta(element)?.kind === "date") return <DatesInput {...passed} value={value as never} />;
  if (element)
    return <Select {...passed} mode="tags" value={(value ?? []) as never} placeholder="输入后回车" open={false} suffixIcon={null} />;
  return (
    <TextInput
      {...props}
      long={meta?.kind === "long_text" || props.rows !== undefined}
      max={meta?.max}
      mobile={meta?.personal === "mobile"}
    />
  );
}
