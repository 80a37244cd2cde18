/** Cells and words of a SKU that list, peek and detail share. */
import { Tooltip } from "antd";
import { Meter, TwoLines } from "#kit/page/blocks.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { Copyable, Money } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { to } from "#kit/screens.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { skuFlow } from "@visadesk/contract/product/sku/sku.flow.ts";
import { ISSUE_MIN_N, SALE_ENDS, type skuApi } from "@visadesk/contract/product/sku/sku.ts";
import "./product.css";

export type Sku = Output<typeof skuApi.sku_query>["list"][number];
export type SkuDetail = Output<typeof skuApi.sku_get>;

export const skuHref = (s: { id: number }): string => to("product-detail", { id: s.id });

export const SkuName = ({ sku: s }: { sku: Sku }) => (
  <TwoLines
    title={s.name}
    under={
      <Copyable text={s.sku_no}>
        <span className="vd-num">
          {s.sku_no} · {s.country_name}
        </span>
      </Copyable>
    }
  >
    <HrefLink href={skuHref(s)}>{s.name}</HrefLink>
  </TwoLines>
);

/** State, and in red why a SKU on sale cannot be ordered. */
export const SkuState = ({ sku: s }: { sku: Pick<Sku, "sku_status" | "sale_blocks"> }) => (
  <span className="vd-row">
    {flowTag(skuFlow, s.sku_status)}
    {s.sku_status === "on_sale" && s.sale_blocks.length > 0 && (
      <Tooltip title={s.sale_blocks.join("；")}>
        <span>
          <Mark tone="red">不可下单</Mark>
        </span>
      </Tooltip>
    )}
  </span>
);

export const Retail = ({ sku: s }: { sku: Pick<Sku, "retail_adult" | "retail_child"> }) => (
  <TwoLines
    end
    under={
      s.retail_child !== null && (
        <>
          儿童 <Money cents={s.retail_child} />
        </>
      )
    }
  >
    <Money cents={s.retail_adult} />
  </TwoLines>
);

export const Margin = ({ cents }: { cents: number | null }) =>
  cents === null ? (
    <span className="vd-blank">—</span>
  ) : (
    <span className={cents < 0 ? "vd-error" : ""}>
      <Money cents={cents} />
    </span>
  );

export const workDays = (s: Pick<Sku, "work_days_min" | "work_days_max">): string =>
  s.work_days_min === s.work_days_max ? `${s.work_days_max} 工作日` : `${s.work_days_min}–${s.work_days_max} 工作日`;

/** 90.0%, or — where nothing is finished yet. */
export const rateText = (rate: number | null): string => (rate === null ? "—" : `${(Math.round(rate * 1000) / 10).toFixed(1)}%`);

/** The rate, and under it how many results it rests on and between what it lies with 95 % certainty. */
export const IssueRate = ({ sku: s }: { sku: Pick<Sku, "issue_rate" | "issue_low" | "issue_high" | "issue_n"> }) =>
  s.issue_rate === null ? (
    <span className="vd-blank" title={`近30天出结果 ${s.issue_n} 人，满 ${ISSUE_MIN_N} 人才计算`}>
      —
    </span>
  ) : (
    <TwoLines
      num
      title={`近30天出结果 ${s.issue_n} 人，95%区间`}
      under={
        <>
          n={s.issue_n} · {rateText(s.issue_low).slice(0, -1)}–{rateText(s.issue_high)}
        </>
      }
    >
      {rateText(s.issue_rate)}
    </TwoLines>
  );

export const endsText = (ends: Sku["ends"]): string => ends.map((e) => SALE_ENDS[e]).join("、") || "—";

export function Completeness({ percent }: { percent: number }) {
  return (
    <span
      className={`vd-row vd-tiny vd-num ${percent < 100 ? "vd-tone-orange" : "vd-tone-green"}`}
      title={percent < 100 ? "上架前须补齐资料" : "资料齐全"}
    >
      <Meter percent={percent} />
      {percent}%
    </span>
  );
}
