/** An amount in the currency that its form chose: typed in units, kept in minor units. */
import { currencyDigits, feeText, parseFee } from "@visadesk/contract/base-data/official-fee.rules.ts";
import { Form, Input } from "antd";
import { useState } from "react";
import { useFormScope } from "../form/form-scope.ts";

export interface FeeInputProps {
  value?: number | null;
  onChange?: (minor: number | null) => void;
  id?: string;
  placeholder?: string;
  disabled?: boolean;
  "aria-label"?: string;
}

const plain = (minor: number | null | undefined, currency: string): string =>
  minor === null || minor === undefined ? "" : feeText(minor, currency).slice(4).replaceAll(",", "");

export function FeeInput({ value, onChange, id, placeholder, ...rest }: FeeInputProps) {
  const { form, initial } = useFormScope();
  const watched: unknown = Form.useWatch("currency", form);
  const chosen = watched ?? initial["currency"];
  const currency = typeof chosen === "string" && chosen !== "" ? chosen : "CNY";
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed !== null && parseFee(typed, currency) === (value ?? null) ? typed : plain(value, currency);
  return (
    <Input
      {...rest}
      id={id ?? ""}
      inputMode="decimal"
      autoComplete="off"
      className="vd-num"
      placeholder={placeholder ?? ""}
      suffix={currency}
      value={shown}
      onChange={(e) => {
        const kept = e.target.value.replaceAll(/[^\d.]/g, "");
        const text = currencyDigits(currency) === 0 ? kept.replaceAll(".", "") : kept;
        if (text !== "" && parseFee(text, currency) === null) return;
        setTyped(text);
        onChange?.(text === "" ? null : parseFee(text, currency));
      }}
    />
  );
}
