/** The rule of an audience: every part that is filled in holds. */
import "./rule-input.css";
import { Select } from "antd";
import type { ReactNode } from "react";
import { CLEARS } from "#kit/inputs/clears.tsx";
import { MoneyInput } from "#kit/inputs/money-input.tsx";
import { NumberInput } from "#kit/inputs/number-input.tsx";
import { Picker } from "#kit/pickers.tsx";
import { entriesOf } from "#kit/words.ts";
import "#shared/province-picker.ts";
import type { GroupRule } from "@visadesk/contract/peer/level/group.rules.ts";
import { LEVEL_CODES } from "@visadesk/contract/peer/level/level.words.ts";
import { ACTIVITIES, PEER_SOURCES } from "@visadesk/contract/peer/peer/peer.words.ts";

const optionsOf = <O extends Readonly<Record<string, string>>>(words: O) =>
  entriesOf(words).map(([value, label]) => ({ value, label: String(label) }));
const LEVELS = optionsOf(LEVEL_CODES);
const LIVELY = optionsOf(ACTIVITIES);
const SOURCES = optionsOf(PEER_SOURCES);

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="vd-rule-line vd-after-8">
    <span className="vd-small vd-muted">{label}</span>
    <span className="vd-row">{children}</span>
  </div>
);

/** Its parts that are numbers, by their two ends. */
type End = "gmv_90d_min" | "gmv_90d_max" | "balance_min" | "balance_max" | "age_min" | "age_max";
interface RuleProps {
  id?: string;
  value?: GroupRule | null;
  onChange?: (value: GroupRule) => void;
}
export function RuleInput({ value, onChange }: RuleProps) {
  const rule = value ?? {};
  /** A part that is taken out again is not said at all. */
  const set = (more: Record<string, unknown>): void =>
    onChange?.(
      Object.fromEntries(
        Object.entries({ ...rule, ...more }).filter(([, v]) => v !== undefined && v !== null && !(Array.isArray(v) && v.length === 0)),
      ),
    );
  const range = (label: string, low: End, high: End, Amount: typeof MoneyInput | typeof NumberInput) => (
    <Line label={label}>
      <Amount aria-label={`${label}下限`} value={rule[low] ?? null} onChange={(v) => set({ [low]: v })} />
      <span className="vd-muted">至</span>
      <Amount aria-label={`${label}上限`} value={rule[high] ?? null} onChange={(v) => set({ [high]: v })} />
    </Line>
  );
  const level = (label: string, name: "level_from" | "level_to") => (
    <Select
      aria-label={label}
      allowClear={CLEARS}
      value={rule[name]}
      options={LEVELS}
      placeholder="不限"
      onChange={(v) => set({ [name]: v })}
    />
  );
  return (
    <section aria-label="规则">
      <Line label="等级">
        {level("等级起", "level_from")}
        <span className="vd-muted">至</span>
        {level("等级止", "level_to")}
      </Line>
      <Line label="省份">
        <Picker
          of="province"
          multiple
          aria-label="省份"
          value={rule.province_codes}
          onChange={(v) => set({ province_codes: v })}
          placeholder="不限"
        />
      </Line>
      <Line label="活跃度">
        <Select
          aria-label="活跃度"
          mode="multiple"
          value={[...(rule.activity ?? [])]}
          options={LIVELY}
          placeholder="不限"
          onChange={(v) => set({ activity: v })}
        />
      </Line>
      <Line label="未下单天数">
        <span className="vd-muted">至少</span>
        <NumberInput aria-label="未下单天数" narrow value={rule.no_order_days ?? null} onChange={(v) => set({ no_order_days: v })} />
      </Line>
      {range("90天GMV", "gmv_90d_min", "gmv_90d_max", MoneyInput)}
      {range("余额", "balance_min", "balance_max", MoneyInput)}
      <Line label="来源">
        <Select
          aria-label="来源"
          mode="multiple"
          value={[...(rule.sources ?? [])]}
          options={SOURCES}
          placeholder="不限"
          onChange={(v) => set({ sources: v })}
        />
      </Line>
      <Line label="服务分组">
        <Picker
          of="peer_group"
          multiple
          aria-label="服务分组"
          value={rule.service_group_ids}
          onChange={(v) => set({ service_group_ids: v })}
          placeholder="不限"
        />
      </Line>
      {range("入驻天数", "age_min", "age_max", NumberInput)}
    </section>
  );
}
