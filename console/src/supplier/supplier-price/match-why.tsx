/** From when a cost shall hold, and why: of one, of many, of a sheet. */
import { Radio } from "antd";
import type { ReactNode } from "react";
import { TimeInput } from "#kit/inputs/date-input.tsx";
import { Item } from "#kit/page/item.tsx";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { ADJUST_EFFECTS } from "@visadesk/contract/product/price/price-adjustment.words.ts";
import { STEEP } from "@visadesk/contract/supplier/supplier-price.rules.ts";
import { COST_STEP } from "@visadesk/contract/supplier/supplier.words.ts";

const DAY_MS = 86_400_000;
/** The next midnight of Shanghai. */
const tomorrow = (now: number): string => new Date(`${shanghaiDate(new Date(now + DAY_MS))}T00:00:00+08:00`).toISOString();

interface EffectProps {
  id?: string;
  value?: string | null;
  onChange?: (at: string | null) => void;
}
/** 通过后立即, or from an instant on. */
function EffectInput({ id, value, onChange }: EffectProps) {
  return (
    <div className="vd-wraps">
      <Radio.Group
        {...(id !== undefined && { id })}
        aria-label="生效"
        options={[
          { value: "now" as const, label: ADJUST_EFFECTS.now },
          { value: "at" as const, label: ADJUST_EFFECTS.at },
        ]}
        value={value ? "at" : "now"}
        onChange={(e) => onChange?.(e.target.value === "at" ? tomorrow(Date.now()) : null)}
      />
      {value && <TimeInput value={value} {...(onChange && { onChange })} />}
    </div>
  );
}

export const WhyItems = ({ help }: { help?: ReactNode }) => (
  <>
    <Item name="effective_at" label="生效" help="北京时间；审核晚于所定时间的，从审核通过时起">
      <EffectInput />
    </Item>
    <Item name="reason_kind" half />
    <Item name="reason" rows={2} placeholder="5至200个字，给审核人看" help={help ?? `${STEEP}的，至少写${COST_STEP.text}个字`} />
  </>
);
