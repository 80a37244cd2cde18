/** Cells that list, detail and form of 限时特价 share. */
import { useState } from "react";
import { TwoLines } from "#kit/page/blocks.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { Copyable, Money } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { to } from "#kit/screens.ts";
import { useCan } from "#kit/app/session.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { specialPriceShown } from "@visadesk/contract/product/price/special-price-activity.flow.ts";
import { periodText, untilText, type Activity, type SpecialSku } from "./special-price-words.ts";
import "../sku/product.css";
import "./special-price.css";

export const activityHref = (a: { id: number }): string => to("special-price-activity-detail", { id: a.id });

export const ActivityState = ({ activity: a }: { activity: Pick<Activity, "state"> }) => flowTag(specialPriceShown, a.state);

export function Period({ activity: a }: { activity: Pick<Activity, "state" | "start_at" | "end_at"> }) {
  const [now] = useState(() => Date.now());
  const until = untilText(a, now);
  return (
    <TwoLines under={until}>
      <span className="vd-num">{periodText(a)}</span>
    </TwoLines>
  );
}

/** A product by name and number; its page for those who may open it. */
export function SpecialSkuName({ sku }: { sku: Pick<SpecialSku, "sku_id" | "sku_no" | "name" | "country_name"> }) {
  const opens = useCan(may.sku);
  return (
    <TwoLines
      title={sku.name}
      under={
        <Copyable text={sku.sku_no}>
          <span className="vd-num">
            {sku.sku_no} · {sku.country_name}
          </span>
        </Copyable>
      }
    >
      {opens ? <HrefLink href={to("product-detail", { id: sku.sku_id })}>{sku.name}</HrefLink> : <span>{sku.name}</span>}
    </TwoLines>
  );
}

/** An amount with the child's under it. */
export const Bands = ({ adult, child }: { adult: number | null; child: number | null }) => (
  <TwoLines
    end
    under={
      child !== null && (
        <>
          儿童 <Money cents={child} />
        </>
      )
    }
  >
    <Money cents={adult} />
  </TwoLines>
);

/** What each level pays now. */
export const Levels = ({ of }: { of: readonly { ref_id: string; adult: number }[] }) =>
  of.map((l) => (
    <small key={l.ref_id} className="vd-ellipsis">
      {l.ref_id} <Money cents={l.adult} />
    </small>
  ));
