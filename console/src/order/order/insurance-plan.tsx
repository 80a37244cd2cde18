/** Insurance of a person: which plan of which product on sale that covers the country; the premium is that of its rates. */
import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useState } from "react";
import { insuranceProductApi } from "@visadesk/contract/product/price/insurance-product.ts";
import { coverText } from "@visadesk/contract/product/price/insurance.rules.ts";
import { CLEARS } from "#kit/inputs/clears.tsx";
import { ask } from "#kit/act/ask.ts";

export interface PlanChoice {
  product_id: number;
  plan_key: string;
}
interface InsurancePlanProps {
  country: string;
  value?: PlanChoice | null;
  onChange?: (value: PlanChoice | null) => void;
  id?: string;
}
const keyOf = (p: PlanChoice): string => `${p.product_id}:${p.plan_key}`;
function choiceOf(key: string | undefined): PlanChoice | null {
  const [product_id = "", plan_key = ""] = (key ?? "").split(":");
  return plan_key === "" ? null : { product_id: Number(product_id), plan_key };
}

/** Products are asked for as the picker opens. */
export function InsurancePlan({ country, value, onChange, id }: InsurancePlanProps) {
  const [isOpened, open] = useState(false);
  const { data, isFetching } = useQuery({
    queryKey: ["insurance_product_pick", country],
    queryFn: ({ signal }) => ask(insuranceProductApi.insurance_product_pick, { country_id: country }, { signal, noToast: true }),
    enabled: isOpened || Boolean(value),
    staleTime: 60_000,
  });
  const options = (data?.list ?? [])
    .filter((p) => p.fault === null)
    .flatMap((p) =>
      p.plans.map((plan) => ({
        value: keyOf({ product_id: p.id, plan_key: plan.key }),
        label: `${p.name}·${plan.name}（医疗 ${coverText(plan)}）`,
      })),
    );
  return (
    <Select<string>
      {...(id && { id })}
      allowClear={CLEARS}
      placeholder="不投保"
      loading={isFetching}
      options={options}
      {...(value && { value: keyOf(value) })}
      onOpenChange={(shown) => shown && open(true)}
      onChange={(key?: string) => onChange?.(choiceOf(key))}
      notFoundContent="没有适用的在售保险"
    />
  );
}
