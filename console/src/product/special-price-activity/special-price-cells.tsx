/** Cells that list, detail and form of 限时特价 share. */
import { useState } from "react";
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
    <span className="pd-two">
      <span className="vd-num">{periodText(a)}</span>
      {until && <small>{until}</small>}
    </span>
  );
}

/** A product by name and number; its page for those who may open it. */
export function SpecialSkuName({ sku }: { sku: Pick<SpecialSku, "sku_id" | "sku_no" | "name" | "country_name"> }) {
  const opens = useCan(may.sku);
  return (
    <span className="pd-two" title={sku.name}>
      {opens ? <HrefLink href={to("product-detail", { id: sku.sku_id })}>{sku.name}</HrefLink> : <span>{sku.name}</span>}
      <Copyable text={sku.sku_no}>
        <small className="vd-num">
          {sku.sku_no} · {sku.country_name}
        </small>
      </Copyable>
    </span>
  );
}

/** An amount with the child's under it. */
export const Bands = ({ adult, child }: { adult: number | null; child: number | null }) => (
  <span className="pd-two is-end">
    <Money cents={adult} />
    {child !== null && (
      <small>
        儿童 <Money cents={child} />
      </small>
    )}
  </span>
);
