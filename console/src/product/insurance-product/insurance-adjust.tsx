/** 申请调价: the sheet as it is in force, changed cell by cell or as a whole; what differs becomes the request. */
import { Button, Tabs } from "antd";
import { useState } from "react";
import { decimal } from "@visadesk/contract/kit/field.ts";
import { NumberInput } from "#kit/inputs/number-input.tsx";
import { faultOfField } from "#kit/form/save/form-rules.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDrawer } from "#kit/form/form-drawer.tsx";
import { Item } from "#kit/page/item.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { useCan } from "#kit/app/session.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { insuranceProductApi } from "@visadesk/contract/product/price/insurance-product.ts";
import { rateRef } from "@visadesk/contract/product/price/insurance.rules.ts";
import { MatrixInput } from "./insurance-grid.tsx";
import { BLANK, matrixOf, pasteAmounts, withCell, type Layer, type Matrix, type Plan } from "./insurance-matrix.ts";
import { Faults } from "./insurance-faults.tsx";
import { LayerSwitch } from "./insurance-rates.tsx";
import type { InsuranceDetail } from "./insurance-words.tsx";

const PERCENT = decimal("调整幅度", -90, 500);
type Cell = Parsed<typeof insuranceProductApi.insurance_product_adjust>["cells"][number];
const LAYERS = ["premium", "cost"] as const;
const YUAN = 100;
/** By percent, to the whole yuan. */
const scaled = (cents: number, percent: number): number => Math.max(0, Math.round((cents * (100 + percent)) / 100 / YUAN) * YUAN);

/** Cells of a plan whose amount is another one now. */
const changesOf = (plan: Plan, was: Matrix, is: Matrix): Cell[] =>
  is.days.flatMap((d, i) =>
    is.ages.flatMap((a, j) =>
      LAYERS.flatMap((price_kind) => {
        const [old, next] = [was.cells[i]?.[j]?.[price_kind] ?? null, is.cells[i]?.[j]?.[price_kind] ?? null];
        const ref_id = rateRef({ plan_key: plan.key, day_from: d.from, day_to: d.to, age_from: a.from, age_to: a.to });
        return old === null || next === null || old === next ? [] : [{ price_kind, ref_id, old, new: next }];
      }),
    ),
  );

interface SheetProps {
  plan: Plan;
  was: Matrix;
  is: Matrix;
  onMatrix: (m: Matrix) => void;
}
function AdjustSheet({ plan, was, is, onMatrix }: SheetProps) {
  const seesCost = useCan(may.cost_view);
  const [layer, setLayer] = useState<Layer>("premium");
  const [percent, setPercent] = useState<number | null>(null);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const apply = (): void =>
    onMatrix({
      ...is,
      cells: was.cells.map((row, i) =>
        row.map((c, j) => {
          const amount = c[layer];
          return amount === null ? c : { ...(is.cells[i]?.[j] ?? BLANK), [layer]: scaled(amount, percent ?? 0) };
        }),
      ),
    });
  return (
    <div className="vd-stack is-8">
      <div className="vd-row vd-tiny vd-wraps">
        {seesCost && <LayerSwitch layer={layer} onLayer={setLayer} />}
        <span className="vd-muted">每人，元；改动的格显示原价</span>
        <span className="vd-grow" />
        <NumberInput
          of={PERCENT}
          narrow
          size="small"
          aria-label="整体调整百分比"
          suffix="%"
          marks="%"
          placeholder="如 5 或 -5"
          value={percent}
          onChange={setPercent}
        />
        <Button size="small" disabled={!percent || faultOfField(PERCENT, percent) !== null} onClick={apply}>
          整体调整
        </Button>
        <Button size="small" onClick={() => onMatrix(was)}>
          还原
        </Button>
      </div>
      <MatrixInput
        label={`${plan.name}调整后的${layer === "cost" ? "成本" : "保费"}`}
        matrix={is}
        layer={layer}
        onCell={(i, j, cents) => onMatrix(withCell(is, i, j, { [layer]: cents ?? was.cells[i]?.[j]?.[layer] ?? null }))}
        onPaste={(i, j, text) => {
          const pasted = pasteAmounts(is, { i, j }, layer, text);
          setWrong(pasted.faults);
          onMatrix(pasted.matrix);
        }}
        was={(i, j) => was.cells[i]?.[j]?.[layer] ?? null}
      />
      <Faults title="粘贴问题" faults={wrong} />
    </div>
  );
}

function CellsInput({
  product,
  value = [],
  onChange,
}: {
  product: InsuranceDetail;
  value?: readonly Cell[];
  onChange?: (cells: Cell[]) => void;
}) {
  const [was] = useState(() => new Map(product.plans.map((p) => [p.key, matrixOf(p, product.rates)])));
  const [is, setIs] = useState<ReadonlyMap<string, Matrix>>(was);
  const put = (key: string, m: Matrix): void => {
    const next = new Map(is).set(key, m);
    setIs(next);
    onChange?.(product.plans.flatMap((p) => changesOf(p, was.get(p.key) ?? m, next.get(p.key) ?? m)));
  };
  const sheetOf = (from: ReadonlyMap<string, Matrix>, p: Plan): Matrix => from.get(p.key) ?? matrixOf(p, product.rates);
  return (
    <>
      <Tabs
        size="small"
        items={product.plans.map((p) => ({
          key: p.key,
          label: p.name,
          children: <AdjustSheet plan={p} was={sheetOf(was, p)} is={sheetOf(is, p)} onMatrix={(m) => put(p.key, m)} />,
        }))}
      />
      <p className="vd-muted" aria-live="polite">
        {value.length > 0 ? `将申请改动 ${value.length} 个金额` : "还没有改动"}
      </p>
    </>
  );
}

export interface InsuranceAdjustProps {
  product: InsuranceDetail;
  onClose: () => void;
}
export function InsuranceAdjust({ product, onClose }: InsuranceAdjustProps) {
  const afterWrite = useAfterWrite();
  return (
    <FormDrawer
      endpoint={insuranceProductApi.insurance_product_adjust}
      title={`申请调价：${product.name}`}
      okText="提交审核"
      width={920}
      initial={{ id: product.id, cells: [] }}
      intro="提交后由调价审核人通过才生效，通过前保费不变；已下订单不受影响。"
      onDone={({ adjust_no }) => {
        toast.success(`调价单 ${adjust_no} 已提交`);
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="cells" label="调整后的金额">
        <CellsInput product={product} />
      </Item>
      <Item name="reason_kind" half />
      <Item name="effective_at" half help="不填为通过后立即生效" />
      <Item name="reason" rows={2} placeholder="5至200个字，审核人会看到" />
    </FormDrawer>
  );
}
