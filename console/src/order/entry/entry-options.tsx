/** Step 4: dates, urgency, protection, visit and the way papers come back; only what the product knows. */
import { Form, Radio } from "antd";
import { useFormScope } from "#kit/form/form.tsx";
import { Item } from "#kit/page/item.tsx";
import { money } from "@visadesk/contract/kit/format.ts";
import type { EntrySku } from "./entry-model.ts";
import { InsurancePlan } from "../order/insurance-plan.tsx";
import { ReturnItems } from "./return-items.tsx";

interface PlanOption {
  value: string | number;
  label: string;
  hint: string;
}

/** One of a few priced plans, or none. */
const PlanInput = (props: {
  options: readonly PlanOption[];
  value?: string | number | null;
  onChange?: (value: string | number | null) => void;
  id?: string;
}) => (
  <Radio.Group
    {...(props.id && { id: props.id })}
    value={props.value ?? ""}
    onChange={(e) => props.onChange?.(e.target.value === "" ? null : e.target.value)}
    options={props.options.map((o) => ({
      value: o.value,
      label: (
        <>
          {o.label}
          {o.hint && <span className="vd-muted vd-num"> {o.hint}</span>}
        </>
      ),
    }))}
  />
);

const daysOf = (min: number, max: number): string => (min === max ? `${max}个工作日` : `${min}–${max}个工作日`);

export function OptionsStep({ sku }: { sku: EntrySku | null }) {
  const { form } = useFormScope();
  const wish: string | undefined = Form.useWatch("visit_wish", form);
  const tiers: PlanOption[] = (sku?.urgent_tiers ?? []).map((t) => ({
    value: t.tier_code,
    label: t.name,
    hint: `+${money(t.fee)}/人 ${daysOf(t.work_days_min, t.work_days_max)}`,
  }));
  const plans: PlanOption[] = (sku?.protections ?? []).map((p) => ({ value: p.id, label: p.name, hint: `+${money(p.price)}/人` }));
  return (
    <div className="vd-form-grid en-options">
      <Item name="travel_date" half />
      <Item name="return_date" half />
      {sku?.need_effect_date && <Item name="effect_date" half needs="请选择生效日期" help="该商品须选生效日期" />}
      {tiers.length > 0 && (
        <Item name="urgent_tier_code">
          <PlanInput options={[{ value: "", label: "不加急", hint: "" }, ...tiers]} />
        </Item>
      )}
      {plans.length > 0 && (
        <Item name="refuse_no_worry_product_id">
          <PlanInput options={[{ value: "", label: "不购买", hint: "" }, ...plans]} />
        </Item>
      )}
      {sku && (
        <Item name="insurance" help="按出行、回国日期与年龄取保费，须先填写">
          <InsurancePlan country={sku.country_id} />
        </Item>
      )}
      {sku?.need_visit && <Item name="visit_wish" help="需本人赴馆，客户还没定可先不填" />}
      {sku?.need_visit && wish === "manual" && <Item name="visit_wish_dates" needs="请选择可选日期" />}
      <ReturnItems isNew />
      <Item name="partner_order_no" half />
      <Item name="customer_note" rows={2} />
    </div>
  );
}
