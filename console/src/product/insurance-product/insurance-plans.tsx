/** 计划: what each plan covers and for how many days and which ages it can be bought. */
import { Button, Form, Input, Select, Space } from "antd";
import { useState, type ReactNode } from "react";
import type { Zod } from "#kit/form/field-kinds.ts";
import { NumberInput } from "#kit/inputs/number-input.tsx";
import { Rows } from "#kit/table/rows.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { MoneyInput } from "#kit/inputs/money-input.tsx";

import { cleanAmount, parseYuan, yuan } from "@visadesk/contract/kit/format.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { insuranceProductDetail, PLAN_MAX } from "@visadesk/contract/product/price/insurance-product.ts";
import { AGE_MAX, agesText, coverText, daysText, MEDICAL_CURRENCIES } from "@visadesk/contract/product/price/insurance.rules.ts";
import type { Plan } from "./insurance-matrix.ts";
import "./insurance.css";

const PLAN = insuranceProductDetail.shape.plans.element.shape;
export const FIRST_PLAN: Omit<Plan, "medical_cover" | "sum_insured"> = {
  key: "p1",
  name: "基础",
  medical_currency: "EUR",
  day_from: 1,
  day_to: 90,
  age_from: 0,
  age_to: AGE_MAX,
};
/** A plan being written may still lack its amounts. */
type Written = Omit<Plan, "medical_cover" | "sum_insured"> & { medical_cover?: number | null; sum_insured?: number | null };

const CURRENCIES = keysOf(MEDICAL_CURRENCIES).map((value) => ({ value, label: `${MEDICAL_CURRENCIES[value]} ${value}` }));
const nextKey = (plans: readonly Written[]): string => `p${Math.max(0, ...plans.map((p) => Number(/^p(\d+)$/.exec(p.key)?.[1] ?? 0))) + 1}`;

const Cell = ({ label, children }: { label: string; children: ReactNode }) => (
  <label className="vd-near vd-tiny vd-muted in-span">
    <span>{label}</span>
    {children}
  </label>
);

/** Hundredths of a currency, typed as a plain amount. */
function CoverInput({ value, wrong, onChange }: { value: number | null; wrong: boolean; onChange: (cents: number | null) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Input
      className="vd-num"
      inputMode="decimal"
      status={wrong ? "error" : ""}
      aria-invalid={wrong}
      aria-label="医疗保额"
      placeholder="例如 30000"
      value={typed ?? (value === null ? "" : yuan(value, false).replace(/\.00$/, ""))}
      onChange={(e) => {
        setTyped(e.target.value);
        onChange(parseYuan(cleanAmount(e.target.value)));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

interface SpanProps {
  label: string;
  from: number;
  to: number;
  of: readonly [Zod, Zod];
  onFrom: (n: number) => void;
  onTo: (n: number) => void;
}
const Span = ({ label, from, to, of, onFrom, onTo }: SpanProps) => (
  <fieldset className="vd-near vd-tiny vd-muted in-span" aria-label={label}>
    <span>{label}</span>
    <Space.Compact>
      <NumberInput of={of[0]} aria-label={`${label}从`} value={from} onChange={(n) => onFrom(n ?? NaN)} />
      <NumberInput of={of[1]} aria-label={`${label}到`} value={to} onChange={(n) => onTo(n ?? NaN)} />
    </Space.Compact>
  </fieldset>
);

export interface PlansInputProps {
  value?: readonly Written[];
  onChange?: (plans: Written[]) => void;
  id?: string;
}
export function PlansInput({ value = [], onChange, id }: PlansInputProps) {
  const { form } = useFormScope();
  const isWrong = Form.Item.useStatus().status === "error";
  const put = (at: number, patch: Partial<Written>): void => onChange?.(value.map((p, i) => (i === at ? { ...p, ...patch } : p)));
  const remove = (at: number): void => {
    const gone = value[at]?.key;
    const rates: unknown = form.getFieldValue("rates");
    // Its rates go with it.
    if (Array.isArray(rates))
      form.setFieldValue(
        "rates",
        rates.filter((r: { plan_key?: unknown }) => r.plan_key !== gone),
      );
    onChange?.(value.filter((_, i) => i !== at));
  };
  const add = (): void => {
    const last = value.at(-1);
    onChange?.([...value, { ...FIRST_PLAN, ...last, key: nextKey(value), name: last ? "" : FIRST_PLAN.name }]);
  };
  return (
    // The field's fault marks what is missing, not everything in it.
    <Form.Item noStyle validateStatus="">
      <div className="vd-stack is-8" data-field={id ?? ""}>
        {value.map((p, i) => (
          <fieldset key={p.key} className="vd-box in-plan">
            <legend className="vd-unseen">计划{i + 1}</legend>
            <Cell label="计划名称">
              <Input value={p.name} maxLength={20} placeholder="例如 尊享" onChange={(e) => put(i, { name: e.target.value })} />
            </Cell>
            <Cell label="医疗保额">
              <Space.Compact block>
                <Select
                  aria-label="医疗保额币种"
                  className="in-currency"
                  options={CURRENCIES}
                  value={p.medical_currency}
                  onChange={(medical_currency) => put(i, { medical_currency })}
                />
                <CoverInput
                  value={p.medical_cover ?? null}
                  wrong={isWrong && !p.medical_cover}
                  onChange={(medical_cover) => put(i, { medical_cover })}
                />
              </Space.Compact>
            </Cell>
            <Cell label="总保额">
              <MoneyInput value={p.sum_insured ?? null} onChange={(sum_insured) => put(i, { sum_insured })} />
            </Cell>
            <Span
              label="可投保天数"
              from={p.day_from}
              to={p.day_to}
              of={[PLAN.day_from, PLAN.day_to]}
              onFrom={(day_from) => put(i, { day_from })}
              onTo={(day_to) => put(i, { day_to })}
            />
            <Span
              label="可投保年龄"
              from={p.age_from}
              to={p.age_to}
              of={[PLAN.age_from, PLAN.age_to]}
              onFrom={(age_from) => put(i, { age_from })}
              onTo={(age_to) => put(i, { age_to })}
            />
            {value.length > 1 && (
              <Button type="text" size="small" danger aria-label={`删除计划${i + 1}`} onClick={() => remove(i)}>
                删除
              </Button>
            )}
          </fieldset>
        ))}
        {value.length < PLAN_MAX && (
          <Button type="dashed" size="small" onClick={add}>
            添加计划
          </Button>
        )}
      </div>
    </Form.Item>
  );
}

export const PlanTable = ({ plans }: { plans: readonly Plan[] }) => (
  <Rows
    label="计划"
    of={insuranceProductDetail.shape.plans}
    rows={plans}
    by="key"
    columns={[
      { name: "name", title: "计划" },
      { name: "medical_cover", num: true, cell: coverText },
      "sum_insured",
      { title: "可投保天数", num: true, cell: (p) => `${daysText(p)} 天` },
      { title: "可投保年龄", num: true, cell: (p) => `${agesText(p)} 岁` },
    ]}
  />
);
