/** 费率矩阵 of a draft: a tab per plan, bands to edit, amounts to fill or paste, and what is still missing. */
import { Button, Form, Radio, Tabs } from "antd";
import { useState } from "react";
import { useFormScope } from "#kit/form/form.tsx";
import { part } from "#kit/app/part.tsx";
import { useCan } from "#kit/app/session.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { AGE_MAX, DAY_MAX, rateFaults, rateFaultText } from "@visadesk/contract/product/price/insurance.rules.ts";
import { MatrixInput } from "./insurance-grid.tsx";
import {
  BLANK,
  matrixOf,
  pasteAmounts,
  ratesOf,
  withCell,
  type Band,
  type Layer,
  type Matrix,
  type Plan,
  type Rate,
} from "./insurance-matrix.ts";
import type { InsurancePasteProps } from "./insurance-paste.tsx";
import "./insurance.css";
import { Faults } from "./insurance-faults.tsx";

const InsurancePaste = part<InsurancePasteProps>(() => import("./insurance-paste.tsx").then((m) => m.InsurancePaste));

type Axis = "days" | "ages";

export const LayerSwitch = ({ layer, onLayer }: { layer: Layer; onLayer: (layer: Layer) => void }) => (
  <Radio.Group
    size="small"
    optionType="button"
    value={layer}
    aria-label="显示金额"
    options={[
      { value: "premium", label: "保费" },
      { value: "cost", label: "成本" },
    ]}
    onChange={(e) => onLayer(e.target.value === "cost" ? "cost" : "premium")}
  />
);

/** A band behind the last one. */
function withBand(m: Matrix, axis: Axis): Matrix {
  const from = (m[axis].at(-1)?.to ?? 0) + 1;
  const added: Band[] = [...m[axis], { from, to: from }];
  return axis === "days"
    ? { ...m, days: added, cells: [...m.cells, m.ages.map(() => BLANK)] }
    : { ...m, ages: added, cells: m.cells.map((row) => [...row, BLANK]) };
}
const withoutBand = (m: Matrix, axis: Axis, at: number): Matrix =>
  axis === "days"
    ? { ...m, days: m.days.filter((_, i) => i !== at), cells: m.cells.filter((_, i) => i !== at) }
    : { ...m, ages: m.ages.filter((_, i) => i !== at), cells: m.cells.map((row) => row.filter((_, i) => i !== at)) };
const isFull = (m: Matrix, axis: Axis): boolean => (m[axis].at(-1)?.to ?? 0) >= (axis === "days" ? DAY_MAX : AGE_MAX);

interface SheetProps {
  plan: Plan;
  matrix: Matrix;
  seesCost: boolean;
  onMatrix: (m: Matrix) => void;
}
function PlanSheet({ plan, matrix: m, seesCost, onMatrix }: SheetProps) {
  const [layer, setLayer] = useState<Layer>("premium");
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [pasting, setPasting] = useState(false);
  const faults = rateFaults(plan, ratesOf(plan.key, m, false)).map((f) => rateFaultText(plan, f));
  return (
    <div className="vd-stack is-8">
      <div className="vd-row vd-tiny vd-wraps">
        {seesCost && <LayerSwitch layer={layer} onLayer={setLayer} />}
        <span className="vd-muted">每人，元；可从表格复制后在格内粘贴</span>
        <span className="vd-grow" />
        <Button size="small" disabled={isFull(m, "days")} onClick={() => onMatrix(withBand(m, "days"))}>
          加天数段
        </Button>
        <Button size="small" disabled={isFull(m, "ages")} onClick={() => onMatrix(withBand(m, "ages"))}>
          加年龄段
        </Button>
        <Button size="small" onClick={() => setPasting(true)}>
          粘贴整表
        </Button>
      </div>
      <MatrixInput
        label={`${plan.name}的${layer === "cost" ? "成本" : "保费"}`}
        matrix={m}
        layer={layer}
        onCell={(i, j, cents) => onMatrix(withCell(m, i, j, { [layer]: cents }))}
        onPaste={(i, j, text) => {
          const pasted = pasteAmounts(m, { i, j }, layer, text);
          setWrong(pasted.faults);
          onMatrix(pasted.matrix);
        }}
        bands={{
          put: (axis, index, band) => onMatrix({ ...m, [axis]: m[axis].map((b, i) => (i === index ? band : b)) }),
          remove: (axis, index) => onMatrix(withoutBand(m, axis, index)),
        }}
      />
      <Faults title="粘贴问题" faults={wrong} />
      {faults.length > 0 ? <Faults faults={faults} /> : <p className="vd-small vd-muted">费率完整</p>}
      {pasting && (
        <InsurancePaste
          plan={plan.name}
          before={m}
          onDone={(next) => {
            setPasting(false);
            setWrong([]);
            onMatrix(next);
          }}
          onClose={() => setPasting(false)}
        />
      )}
    </div>
  );
}

/** The sheets as they were typed, and the rates they were told as. */
interface Held {
  value: readonly Rate[];
  sheets: ReadonlyMap<string, Matrix>;
}
export interface RatesInputProps {
  value?: readonly Rate[];
  onChange?: (rates: Rate[]) => void;
  id?: string;
}
export function RatesInput({ value = [], onChange, id }: RatesInputProps) {
  const { form, initial } = useFormScope();
  const seesCost = useCan(may.cost_view);
  const watched: unknown = Form.useWatch("plans", form);
  const plans = plansIn(watched ?? initial["plans"]);
  const [held, setHeld] = useState<Held>({ value, sheets: new Map() });
  // What is set from outside, such as a draft taken up, replaces the sheets; one's own typing keeps its empty bands.
  const kept: Held["sheets"] = held.value === value ? held.sheets : new Map();
  const sheetOf = (plan: Plan): Matrix => kept.get(plan.key) ?? matrixOf(plan, value);
  const put = (plan: Plan, matrix: Matrix): void => {
    const next = new Map(plans.map((p) => [p.key, p.key === plan.key ? matrix : sheetOf(p)]));
    const rates = plans.flatMap((p) => ratesOf(p.key, next.get(p.key) ?? sheetOf(p), seesCost));
    setHeld({ value: rates, sheets: next });
    onChange?.(rates);
  };
  if (plans.length === 0) return <p className="vd-muted">先填写计划</p>;
  return (
    <div data-field={id ?? ""}>
      <Tabs
        size="small"
        items={plans.map((p, i) => ({
          key: p.key,
          label: p.name || `计划${i + 1}`,
          children: <PlanSheet plan={p} matrix={sheetOf(p)} seesCost={seesCost} onMatrix={(m) => put(p, m)} />,
        }))}
      />
    </div>
  );
}

const isPlan = (v: unknown): v is Plan => typeof v === "object" && v !== null && "key" in v && "day_from" in v;
/** The form's plans as far as they are written. */
const plansIn = (value: unknown): Plan[] => (Array.isArray(value) ? value.filter(isPlan) : []);
