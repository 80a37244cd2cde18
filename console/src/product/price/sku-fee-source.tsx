/** Where an official fee comes from: typed in CNY, or a fee of the mission in its currency at a rate that is frozen. */
import { Input, Select } from "antd";
import { useState } from "react";
import { feeText, isRate, parseFee } from "@visadesk/contract/base-data/official-fee.rules.ts";
import { FEE_KINDS } from "@visadesk/contract/base-data/official-fee.ts";
import type { Price, RowKey, SkuEdit } from "../sku-edit/sku-form-model.ts";

type Fee = SkuEdit["fees"][number];
interface FeeSourceProps {
  line: RowKey & { label: string };
  row: Price | undefined;
  fees: readonly Fee[];
  hasChild: boolean;
  onChange: (change: Partial<Price> | null) => void;
}

/** A fee of the mission as it goes into the grid; a child without an amount of its own pays the adult's. */
const taken = (fee: Fee, hasChild: boolean): Partial<Price> =>
  fee.currency === "CNY"
    ? {
        currency: "CNY",
        adult: fee.adult,
        child: hasChild ? fee.child : null,
        foreign_adult: null,
        foreign_child: null,
        rate: null,
        official_fee_id: fee.id,
      }
    : {
        currency: fee.currency,
        foreign_adult: fee.adult,
        foreign_child: hasChild ? fee.child : null,
        rate: fee.rate,
        official_fee_id: fee.id,
      };
const typed = (row: Price | undefined): Partial<Price> => ({
  adult: row?.adult ?? 0,
  currency: "CNY",
  foreign_adult: null,
  foreign_child: null,
  rate: null,
  official_fee_id: null,
});

export function FeeSource({ line, row, fees, hasChild, onChange }: FeeSourceProps) {
  const kind = line.price_kind === "centre_fee" ? "centre" : "embassy";
  const mine = fees.filter((f) => f.fee_kind === kind);
  const known = mine.find((f) => f.id === row?.official_fee_id);
  const isForeign = row !== undefined && row.currency !== "CNY";
  const pick = (id: number): void => {
    const fee = mine.find((f) => f.id === id);
    onChange(fee ? taken(fee, hasChild) : typed(row));
  };
  const options = [
    { value: 0, label: "人民币录入" },
    ...mine.map((f) => ({ value: f.id, label: `${f.name}（${feeText(f.adult, f.currency)}）` })),
    // A fee that has ended since stays what the row rests on.
    ...(row?.official_fee_id && !known ? [{ value: row.official_fee_id, label: "已失效的官方收费" }] : []),
  ];
  return (
    <div className="vd-near">
      <Select
        size="small"
        className="vd-wide"
        aria-label={`${line.label} 来源`}
        title={FEE_KINDS[kind]}
        value={row?.official_fee_id ?? 0}
        options={options}
        onChange={pick}
        popupMatchSelectWidth={false}
      />
      {isForeign && <Foreign line={line} row={row} hasChild={hasChild} onChange={onChange} />}
    </div>
  );
}

/** Amounts of the currency and the rate they are frozen at. */
function Foreign({ line, row, hasChild, onChange }: Omit<FeeSourceProps, "fees" | "row"> & { row: Price }) {
  const { currency } = row;
  return (
    <span className="vd-tiny vd-muted vd-wraps sk-foreign vd-num">
      {currency}
      <Typed
        label={`${line.label} 原币成人`}
        value={plain(row.foreign_adult, currency)}
        onType={(t) => onChange({ foreign_adult: parseFee(t, currency) })}
      />
      {hasChild && (
        <>
          / 儿童
          <Typed
            label={`${line.label} 原币儿童`}
            value={plain(row.foreign_child, currency)}
            onType={(t) => onChange({ foreign_child: parseFee(t, currency) })}
          />
        </>
      )}
      × 汇率
      <Typed label={`${line.label} 汇率`} value={row.rate ?? ""} onType={(t) => onChange({ rate: isRate(t) ? t : null })} />
    </span>
  );
}
const plain = (minor: number | null, currency: string): string =>
  minor === null ? "" : feeText(minor, currency).slice(4).replaceAll(",", "");

/** Keeps what is typed as it is, until another value comes from outside. */
function Typed({ label, value, onType }: { label: string; value: string; onType: (text: string) => void }) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    // What is not yet a number while it is typed leaves no value behind.
    if (value !== "" && Number(text) !== Number(value)) setText(value);
  }
  return (
    <Input
      size="small"
      aria-label={label}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={(e) => {
        setText(e.target.value);
        onType(e.target.value.trim());
      }}
    />
  );
}
