/** Yuan on screen, integer cents in the form: digits and one dot. More than two decimals stay as typed, and the field refuses them. */
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

/** Digits and the first dot of what was typed, with its third decimal on, if it has any. */
function tooFine(text: string): string | null {
  const [whole = "", ...decimals] = text.replace(/[^\d.]/g, "").split(".");
  const more = decimals.join("").replace(/0+$/, "");
  return more.length > 2 ? `${whole.replace(/^0+(?=\d)/, "") || "0"}.${more}` : null;
}

/** Cents of a text; parts of a cent are kept as such, which no amount may have. */
function centsOf(text: string): number | null {
  const fine = tooFine(text);
  if (fine === null) return parseYuan(text);
  const dot = fine.indexOf(".");
  return Number(`${fine.slice(0, dot)}${fine.slice(dot + 1, dot + 3)}.${fine.slice(dot + 3)}`);
}

const textOf = (cents: number | null | undefined): string => (cents === null || cents === undefined ? "" : yuan(cents, false));

export function MoneyInput({ value, onChange, ...rest }: MoneyInputProps) {
  const [typed, setTyped] = useState(textOf(value));
  // A value set from outside replaces the text; one's own typing keeps its form (1. stays 1.).
  const shown = centsOf(typed) === (value ?? null) ? typed : textOf(value);
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
        const fine = tooFine(e.target.value);
        const clean = cleanAmount(e.target.value);
        const text =
          fine ?? (e.target.value.trim().endsWith(".") && !clean.includes(".") && clean ? `${clean}.` : keepZeros(e.target.value, clean));
        setTyped(text);
        onChange?.(centsOf(text));
      }}
      onBlur={() => setTyped(tooFine(shown) ?? textOf(parseYuan(shown)))}
    />
  );
}

/** `1.0` on its way to `1.05` keeps its zero. */
const keepZeros = (raw: string, clean: string): string => (/^\d+\.\d{0,2}$/.test(raw.trim()) ? raw.trim().replace(/^0+(?=\d)/, "") : clean);
