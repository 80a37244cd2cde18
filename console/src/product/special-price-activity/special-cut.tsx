/** 批量设置特价: so many yuan off, or so many tenths of the usual price. */
import { Button, Select } from "antd";
import { useState } from "react";
import { faultOfField } from "#kit/form/save/form-rules.ts";
import { MoneyInput } from "#kit/inputs/money-input.tsx";
import { NumberInput } from "#kit/inputs/number-input.tsx";
import { decimal, money } from "@visadesk/contract/kit/field.ts";
import type { Cut } from "./special-price-words.ts";

const KINDS = [
  { value: "minus", label: "直减" },
  { value: "fold", label: "打折" },
] as const;
const FOLD = decimal("折数", 0.1, 9.99);
const MINUS = money("减价", { min: 100 });
type Kind = (typeof KINDS)[number]["value"];

/** `from`: what it starts from, in words. */
export function SpecialCut({ from, onCut }: { from: string; onCut: (cut: Cut) => void }) {
  const [kind, setKind] = useState<Kind>("minus");
  const [amount, setAmount] = useState<number | null>(null);
  const isFold = kind === "fold";
  return (
    <span className="vd-row sp-cut">
      <span className="vd-muted">批量设置：{from}</span>
      <Select
        aria-label="批量设置方式"
        options={[...KINDS]}
        value={kind}
        onChange={(next) => {
          setKind(next);
          setAmount(null);
        }}
      />
      {isFold ? (
        <NumberInput of={FOLD} aria-label="几折" suffix="折" marks="折" value={amount} onChange={setAmount} />
      ) : (
        <MoneyInput of={MINUS} aria-label="减多少元" value={amount} onChange={setAmount} />
      )}
      <Button
        disabled={amount === null || faultOfField(isFold ? FOLD : MINUS, amount) !== null}
        onClick={() => {
          if (amount !== null) onCut(isFold ? { kind: "fold", fold: amount } : { kind: "minus", cents: amount });
        }}
      >
        应用到全部
      </Button>
    </span>
  );
}
