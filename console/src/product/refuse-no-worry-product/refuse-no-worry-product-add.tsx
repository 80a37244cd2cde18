import { useState } from "react";
import { toast } from "#kit/app/feedback.ts";
import { FormScreen } from "#kit/form/form-screen.tsx";
import { to } from "#kit/screens.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { refuseNoWorryProductApi as api } from "@visadesk/contract/product/price/refuse-no-worry-product.ts";
import { protectionHref } from "./refuse-no-worry-cells.tsx";
import { RefuseNoWorryItems, SECTIONS } from "./refuse-no-worry-form.tsx";

/** The usual terms; name and price are for whoever fills it in. */
const USUAL = {
  scope: "service",
  rate: 100,
  cap: 0,
  pricing: "fixed",
  price: 0,
  price_rate: 0,
  price_min: 0,
  exclusions: { identities: [], age_below: 0, age_above: 0, refusal_within_years: 0 },
  buy_until: "order",
  proofs: ["letter"],
  proof_days: 7,
  appeal_times: 1,
  clause: "",
};

export default function RefuseNoWorryProductAdd() {
  const go = useGo();
  const [initial] = useState(USUAL);
  return (
    <FormScreen
      endpoint={api.refuse_no_worry_product_add}
      title="新增拒签无忧产品"
      initial={initial}
      draft="refuse-no-worry-product-new"
      outline={SECTIONS}
      onCancel={() => go(to("refuse-no-worry-product-list"))}
      onDone={(saved) => {
        toast.success(`“${saved.name}”已存为草稿，关联商品后上架`);
        go(protectionHref(saved));
      }}
    >
      <RefuseNoWorryItems />
    </FormScreen>
  );
}
