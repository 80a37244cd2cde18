/** A change of many products alike: which prices, by how much, rounded to what. */
import { Checkbox, Radio } from "antd";
import { useState } from "react";
import { faultOfField } from "#kit/form/save/form-rules.ts";
import { MoneyInput } from "#kit/inputs/money-input.tsx";
import { PercentInput } from "#kit/inputs/number-input.tsx";
import type { Input } from "@visadesk/contract/kit/endpoint.ts";
import { money, rate } from "@visadesk/contract/kit/field.ts";
import { GroupPicker, PeerPicker } from "#shared/record-pickers.tsx";
import { ADJUST_ROUNDS, PRICE_BANDS, type priceAdjustmentApi } from "@visadesk/contract/product/price/price-adjustment.ts";

export type Rule = NonNullable<Input<typeof priceAdjustmentApi.price_adjustment_add>["rule"]>;
type Target = Rule["targets"][number];

const TARGETS: Readonly<Record<string, { label: string; target: Target }>> = {
  retail: { label: "门市价", target: { price_kind: "retail", ref_id: "" } },
  ...Object.fromEntries(
    ["V1", "V2", "V3", "V4", "V5"].map((v) => [v, { label: `等级价 ${v}`, target: { price_kind: "level" as const, ref_id: v } }]),
  ),
  group: { label: "分组价", target: { price_kind: "group", ref_id: null } },
  peer: { label: "客户专属价", target: { price_kind: "peer", ref_id: null } },
  urgent: { label: "加急费", target: { price_kind: "urgent", ref_id: null } },
};
const WAYS = { up: "上调", down: "下调", up_percent: "上调百分比", down_percent: "下调百分比", set: "设为" } as const;
type Way = keyof typeof WAYS;
const isWay = (v: unknown): v is Way => typeof v === "string" && v in WAYS;

interface Typed {
  targets: string[];
  /** Some groups and peers alone; empty: all that have a price. */
  group: number[];
  peer: number[];
  bands: ("adult" | "child")[];
  way: Way;
  /** Cents, or a percentage in hundredths. */
  amount: number | null;
  round: Rule["round"];
}
const FIRST: Typed = { targets: ["retail"], group: [], peer: [], bands: ["adult", "child"], way: "up", amount: null, round: "none" };

const SIZES = { money: money("调整幅度"), up_percent: rate("调整幅度", 0, 100_000), down_percent: rate("调整幅度") };
const sizeOf = (way: Way) => (way === "up_percent" || way === "down_percent" ? SIZES[way] : SIZES.money);

/** The rule as it is asked for; undefined while something is missing. */
const targetsOf = (t: Typed): Target[] =>
  t.targets.flatMap((key): Target[] => {
    const named = key === "group" || key === "peer" ? t[key].map((id): Target => ({ price_kind: key, ref_id: String(id) })) : [];
    const whole = TARGETS[key]?.target;
    return named.length > 0 ? named : whole ? [whole] : [];
  });
function ruleOf(t: Typed): Rule | undefined {
  const { targets, bands, way, amount, round } = t;
  if (!amount || faultOfField(sizeOf(way), amount) !== null || targets.length === 0 || bands.length === 0) return undefined;
  const op = way === "set" ? "set" : way.endsWith("percent") ? "percent" : "add";
  return {
    targets: targetsOf(t),
    bands,
    op,
    value: way.startsWith("down") ? -amount : amount,
    round,
  };
}

const idsOf = (value: unknown): number[] => (Array.isArray(value) ? value.filter((v) => typeof v === "number") : []);
/** Which groups and peers, where their prices are to change. */
function Named({ typed, put }: { typed: Typed; put: (patch: Partial<Typed>) => void }) {
  const [group, peer] = [typed.targets.includes("group"), typed.targets.includes("peer")];
  if (!group && !peer) return null;
  return (
    <div className="vd-wraps vd-small">
      <b className="vd-muted">对象</b>
      {group && (
        <GroupPicker multiple aria-label="分组" placeholder="全部分组" value={typed.group} onChange={(v) => put({ group: idsOf(v) })} />
      )}
      {peer && (
        <PeerPicker multiple aria-label="同行" placeholder="全部同行" value={typed.peer} onChange={(v) => put({ peer: idsOf(v) })} />
      )}
    </div>
  );
}

export interface AdjustRuleInputProps {
  onChange?: (rule: Rule | undefined) => void;
}

export function AdjustRuleInput({ onChange }: AdjustRuleInputProps) {
  const [typed, setTyped] = useState(FIRST);
  const put = (patch: Partial<Typed>): void => {
    const next = { ...typed, ...patch };
    setTyped(next);
    onChange?.(ruleOf(next));
  };
  const Size = typed.way.endsWith("percent") ? PercentInput : MoneyInput;
  return (
    <div className="vd-stack vd-box aj-rule">
      <div className="vd-wraps vd-small">
        <b className="vd-muted">级别</b>
        <Checkbox.Group
          aria-label="级别"
          options={Object.entries(TARGETS).map(([value, { label }]) => ({ value, label }))}
          value={typed.targets}
          onChange={(targets) => put({ targets })}
        />
      </div>
      <Named typed={typed} put={put} />
      <div className="vd-wraps vd-small">
        <b className="vd-muted">人群</b>
        <Checkbox.Group
          aria-label="人群"
          options={[
            { value: "adult" as const, label: PRICE_BANDS.adult },
            { value: "child" as const, label: PRICE_BANDS.child },
          ]}
          value={typed.bands}
          onChange={(bands) => put({ bands })}
        />
      </div>
      <div className="vd-wraps vd-small">
        <b className="vd-muted">调整</b>
        <Radio.Group
          aria-label="调整方式"
          optionType="button"
          options={Object.entries(WAYS).map(([value, label]) => ({ value, label }))}
          value={typed.way}
          onChange={(e) => isWay(e.target.value) && put({ way: e.target.value, amount: null })}
        />
        <Size of={sizeOf(typed.way)} aria-label="调整幅度" value={typed.amount} onChange={(amount) => put({ amount })} />
      </div>
      <div className="vd-wraps vd-small">
        <b className="vd-muted">取整</b>
        <Radio.Group
          aria-label="取整"
          options={[
            { value: "none" as const, label: ADJUST_ROUNDS.none },
            { value: "yuan" as const, label: ADJUST_ROUNDS.yuan },
            { value: "ten" as const, label: ADJUST_ROUNDS.ten },
          ]}
          value={typed.round}
          onChange={({ target: { value } }) => (value === "none" || value === "yuan" || value === "ten") && put({ round: value })}
        />
      </div>
    </div>
  );
}
