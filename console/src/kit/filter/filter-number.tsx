/** Filters by a number: typed as it is seen, sent as it is stored; what its own rule refuses is said there and not sent. */
import { shapeOf } from "@visadesk/contract/kit/field.ts";
import type { Zod } from "../form/field-kinds.ts";
import { faultOfField } from "../form/save/form-rules.ts";
import { TextBox } from "../inputs/text-box.tsx";
import { numberText, typedNumber } from "../inputs/typed-number.ts";
import { useTypedText } from "../inputs/typed-text.ts";
import { numberUnit } from "./filter-words.ts";
import type { FilterInputProps } from "./filter-types.ts";

const MARKS = "¥￥元%";

/** What is typed into one box; `type` judges it. */
function useTypedNumber(type: Zod, shift: number, value: number | undefined, onChange: (value: number | undefined) => void) {
  const read = (text: string): number | null => typedNumber(text, shift, MARKS).value;
  const faultOf = (text: string): string | null => (read(text) === null ? null : faultOfField(type, read(text)));
  const typed = useTypedText(
    numberText(value, shift),
    (text) => {
      if (faultOf(text) === null) onChange(read(text) ?? undefined);
    },
    (text) => numberText(read(text), shift) || text.trim(),
  );
  return { ...typed, fault: faultOf(typed.text) };
}
type TypedNumberBox = ReturnType<typeof useTypedNumber>;

function NumberBox({ typed, label, unit }: { typed: TypedNumberBox; label: string; unit: ReturnType<typeof numberUnit> }) {
  return (
    <TextBox
      numeric
      label={label}
      {...(unit.before && { before: <span className="vd-muted">{unit.before}</span> })}
      {...(unit.after && { after: <span className="vd-muted">{unit.after}</span> })}
      isWrong={typed.fault !== null}
      value={typed.text}
      onType={typed.type}
      onLeave={typed.commit}
      onKeyDown={(e) => {
        if (e.key === "Enter" && !e.nativeEvent.isComposing) typed.commit();
      }}
    />
  );
}
const Fault = ({ text }: { text: string | null }) =>
  text === null ? null : (
    <small className="vd-error" role="alert">
      {text}
    </small>
  );

export function NumberFilter({ type, label, value, onChange }: FilterInputProps) {
  const unit = numberUnit(type);
  const typed = useTypedNumber(type, unit.shift, typeof value === "number" ? value : undefined, onChange);
  return (
    <span className="vd-near vd-filter">
      <NumberBox typed={typed} label={label} unit={unit} />
      <Fault text={typed.fault} />
    </span>
  );
}

export function NumberRangeFilter({ type, label, value, onChange }: FilterInputProps) {
  const unit = numberUnit(type);
  const shape = shapeOf(type);
  const [from = "", to = ""] = typeof value === "string" ? value.split("~") : [];
  const numberOf = (part: string): number | undefined => (part === "" ? undefined : Number(part));
  const put = (a: number | undefined, b: number | undefined): void =>
    onChange(a === undefined && b === undefined ? undefined : `${a ?? ""}~${b ?? ""}`);
  const low = useTypedNumber(shape["from"] ?? type, unit.shift, numberOf(from), (n) => put(n, numberOf(to)));
  const high = useTypedNumber(shape["to"] ?? type, unit.shift, numberOf(to), (n) => put(numberOf(from), n));
  return (
    <span className="vd-near vd-filter-range">
      <span className="vd-text-pair">
        <NumberBox typed={low} label={label} unit={unit} />
        <NumberBox typed={high} label="至" unit={unit} />
      </span>
      <Fault text={low.fault ?? high.fault} />
    </span>
  );
}
