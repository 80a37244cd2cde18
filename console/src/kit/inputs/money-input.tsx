/** Yuan on screen, integer cents in the form: digits and one dot, decimals beyond two are cut. */
import { Input } from "antd";
import { cleanAmount, parseYuan, yuan } from "@visadesk/contract/kit/format.ts";
import { useState } from "react";

export interface MoneyInputProps {
  value?: number | null;
  onChange?: (cents: number | null) => void;
  id?: string;
  disabled?: boolean;
  placeholder?: string;
  "aria-label"?: string;
}

const textOf = (cents: number | null | undefined): string => (cents === null || cents === undefined ? "" : yuan(cents, false));

export function MoneyInput({ value, onChange, ...rest }: MoneyInputProps) {
  const [typed, setTyped] = useState(textOf(value));
  // A value set from outside replaces the text; one's own typing keeps its form (1. stays 1.).
  const shown = parseYuan(typed) === (value ?? null) ? typed : textOf(value);
  return (
    <Input
      {...rest}
      inputMode="decimal"
      prefix="¥"
      suffix="元"
      autoComplete="off"
      className="vd-num"
      value={shown}
      onChange={(e) => {
        const clean = cleanAmount(e.target.value);
        const text = e.target.value.trim().endsWith(".") && !clean.includes(".") && clean ? `${clean}.` : keepZeros(e.target.value, clean);
        setTyped(text);
        onChange?.(parseYuan(text));
      }}
      onBlur={() => setTyped(textOf(parseYuan(shown)))}
    />
  );
}

/** `1.0` on its way to `1.05` keeps its zero. */
const keepZeros = (raw: string, clean: string): string => (/^\d+\.\d{0,2}$/.test(raw.trim()) ? raw.trim().replace(/^0+(?=\d)/, "") : clean);
