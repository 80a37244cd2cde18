/** The last months of a manager, drawn and in figures. */
import { part } from "#kit/app/part.tsx";
import { Section } from "#kit/page/blocks.tsx";
import { Rows } from "#kit/table/rows.tsx";
import { peerManagerDetail } from "@visadesk/contract/peer/peer/peer-manager.ts";
import type { ComponentProps } from "react";
import type { LineChart as Chart } from "#kit/chart/charts.tsx";
import type { ManagerDetail } from "./manager-words.tsx";

const LineChart = part<ComponentProps<typeof Chart>>(() => import("#kit/chart/charts.tsx").then((m) => m.LineChart));

export const ManagerMonths = ({ months }: Pick<ManagerDetail, "months">) => (
  <Section title="近6个月" flush>
    <div className="vd-under-card">
      <LineChart
        label="每月GMV"
        isMoney
        series={[{ name: "GMV", points: months.toReversed().map((m) => ({ label: m.month, value: m.gmv })) }]}
      />
    </div>
    <Rows
      label="近6个月"
      of={peerManagerDetail.shape.months}
      rows={months}
      by="month"
      columns={["month", "gmv", "orders", { name: "new_count", title: "新增同行" }]}
    />
    <p className="vd-under-card vd-small vd-muted">
      按当时的负责人统计：付款当日、入驻时由其负责的同行。页首的本月GMV、本月新增按现在名下的同行统计，有转入转出时两者不同。
    </p>
  </Section>
);
