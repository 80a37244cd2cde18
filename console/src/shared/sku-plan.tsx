/** 倒推日历 of a product: without a travel date the earliest days, with one the latest day of every step. */
import { DatePicker } from "antd";
import { useState } from "react";
import { dayjs } from "#kit/app/dayjs.ts";
import { Section } from "#kit/page/blocks.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { PlanLine } from "./back-plan.tsx";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { skuApi } from "@visadesk/contract/product/sku/sku.ts";

export interface SkuPlanProps {
  id: number;
  /** Of which product, where the page is about several. */
  of?: string;
}

export function SkuPlan({ id, of }: SkuPlanProps) {
  const [travel_date, setDate] = useState<string | null>(null);
  const [today] = useState(() => shanghaiDate(new Date()));
  const answer = useRecord(skuApi.sku_plan_get, { id, travel_date });
  return (
    <Section
      title={of === undefined ? "倒推日历" : `倒推日历：${of}`}
      extra={
        <DatePicker
          size="small"
          aria-label="出行日期"
          placeholder="选择出行日期"
          value={travel_date ? dayjs(travel_date) : null}
          minDate={dayjs(today)}
          onChange={(d) => setDate(d ? d.format("YYYY-MM-DD") : null)}
        />
      }
    >
      <Reads slim answer={answer} rows={2}>
        {(plan) => <PlanLine plan={plan} />}
      </Reads>
    </Section>
  );
}
