import { useState } from "react";
import { toast } from "#kit/app/feedback.ts";
import { FormScreen } from "#kit/form/form-screen.tsx";
import { to } from "#kit/screens.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { insuranceProductApi } from "@visadesk/contract/product/price/insurance-product.ts";
import { FIRST_PLAN } from "./insurance-plans.tsx";
import { InsuranceItems, SECTIONS } from "./insurance-product-form.tsx";
import { insuranceHref } from "./insurance-words.tsx";

/** One usual plan to begin with. */
const USUAL = {
  region: "schengen",
  country_ids: [],
  plans: [FIRST_PLAN],
  rates: [],
  min_lead_hours: 24,
  surrender: "before_start",
  clause_file: null,
};

export default function InsuranceProductAdd() {
  const go = useGo();
  const [initial] = useState(USUAL);
  return (
    <FormScreen
      endpoint={insuranceProductApi.insurance_product_add}
      title="新增保险产品"
      saveText="保存草稿"
      initial={initial}
      draft="insurance-product-new"
      outline={SECTIONS}
      onCancel={() => go(to("insurance-product-list"))}
      onDone={(saved) => {
        toast.success(`「${saved.name}」已保存为草稿`);
        go(insuranceHref(saved));
      }}
    >
      <InsuranceItems />
    </FormScreen>
  );
}
