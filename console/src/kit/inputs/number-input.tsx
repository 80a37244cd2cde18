/**
 * The one input of numbers. Nothing typed is changed without a word: a minus, a decimal too many and what is no number stay
 * in sight, reach the form, and are refused there by the field's own rule.
 */
import { Input } from "antd";
import type { Zod } from "../form/field-kinds.ts";
import { faultOfField } from "../form/save/form-rules.ts";
import { useState, type ReactNode } from "react";
import { numberText, typedNumber } from "./typed-number.ts";

export interface NumberInputProps {
  value?: number | null;
  /** NaN: what was typed is no number. */
  onChange?: (value: number | null) => void;
  onBlur?: () => void;
  id?: string;
  disabled?: boolean;
  placeholder?: string;
  "aria-label"?: string;
  title?: string;
  size?: "small";
  /** For a number of a few digits. */
  narrow?: boolean;
  /** Outside of a form's items: the rule, whose sentence stands under the number. */
  of?: Zod;
}
export interface UnitInputProps extends NumberInputProps {
  /** Places between what is seen and what is stored: 2 of yuan and cents. */
  shift?: number;
  /** Signs that come along with a pasted number. */
  marks?: string;
  prefix?: ReactNode;
  suffix?: ReactNode;
}

export function NumberInput({ value, onChange, onBlur, of, shift = 0, marks = "", narrow = false, ...rest }: UnitInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  // A value set from outside replaces the text; one's own typing keeps its form (1. stays 1.).
  const isOwn = typed !== null && Object.is(typedNumber(typed, shift, marks).value, value ?? null);
  const shown = isOwn ? typed : numberText(value, shift);
  // What never held anything waits for the save; what was emptied by hand is missing at once.
  const fault = of && (shown !== "" || typed === "") ? faultOfField(of, value) : null;
  const box = (
    <Input
      {...rest}
      {...(fault !== null && { status: "error" as const })}
      inputMode="decimal"
      autoComplete="off"
      className={narrow ? "vd-num is-narrow" : "vd-num"}
      value={shown}
      onChange={(e) => {
        const now = typedNumber(e.target.value, shift, marks);
        setTyped(now.text);
        onChange?.(now.value);
      }}
      onBlur={() => {
        if (Number.isInteger(value)) setTyped(null);
        // What was only passed through waits for the save.
        if (shown !== "") onBlur?.();
      }}
    />
  );
  if (!of) return box;
  return (
    <span className="vd-stack">
      {box}
      {fault !== null && (
        <small className="vd-error" role="alert">
          {fault}
        </small>
      )}
    </span>
  );
}

/** Percent on screen, whole percent or `shift` 2 ten-thousandths in the form. */
export const PercentInput = (props: NumberInputProps & { shift?: 0 | 2 }) => <NumberInput shift={2} {...props} marks="%" suffix="%" />;
