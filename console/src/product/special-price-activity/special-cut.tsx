/** 批量设置特价: so many yuan off, or so many tenths of the usual price. */
import { Button, InputNumber, Select } from "antd";
import { useState } from "react";
import type { Cut } from "./special-price-words.ts";

const KINDS = [
  { value: "minus", label: "直减" },
  { value: "fold", label: "打折" },
] as const;
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
      <InputNumber
        aria-label={isFold ? "几折" : "减多少元"}
        className="sp-limit"
        controls={false}
        min={isFold ? 0.1 : 1}
        max={isFold ? 9.99 : 100_000}
        precision={2}
        formatter={(v) => (v === undefined ? "" : String(Number(v)))}
        suffix={isFold ? "折" : "元"}
        value={amount}
        onChange={setAmount}
      />
      <Button
        disabled={amount === null}
        onClick={() => {
          if (amount !== null) onCut(isFold ? { kind: "fold", fold: amount } : { kind: "minus", cents: Math.round(amount * 100) });
        }}
      >
        应用到全部
      </Button>
    </span>
  );
}
