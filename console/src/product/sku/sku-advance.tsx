/** What stands under 至少提前: a warning with the number when the working days make it longer. */
import { useQuery } from "@tanstack/react-query";
import { ask } from "#kit/act/ask.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { skuApi } from "@visadesk/contract/product/sku/sku.ts";
import type { SkuEdit } from "../sku-edit/sku-form-model.ts";
import { useField } from "../sku-edit/sku-inputs.tsx";

const DAY = 86_400_000;
const HINT = "出行前至少提前多少天下单";
const DAYS_MAX = 120;

export function AdvanceHint({ sku }: { sku: SkuEdit }) {
  const advance = useField<number | null>("advance_days") ?? sku.advance_days;
  const work_days_max = useField<number | null>("work_days_max") ?? sku.work_days_max;
  const { data } = useQuery({
    queryKey: ["advance", skuApi.sku_plan_get.name, sku.id, work_days_max],
    enabled: work_days_max > 0 && work_days_max <= DAYS_MAX,
    queryFn: async ({ signal }) => {
      const plan = await ask(skuApi.sku_plan_get, { id: sku.id, travel_date: null, work_days_max }, { signal, noToast: true });
      const days = Date.parse(plan.first_travel_date) - Date.parse(shanghaiDate(new Date()));
      return { first: plan.first_travel_date, need: Math.round(days / DAY) };
    },
  });
  if (!data || advance >= data.need) return HINT;
  return (
    <output className="vd-warn">
      少于推算所需的 {data.need} 天：现在下单最早 {data.first} 可出行
    </output>
  );
}
