import { useState } from "react";
import { toast } from "#kit/app/feedback.ts";
import { FormScreen } from "#kit/form/form-screen.tsx";
import { to } from "#kit/screens.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { specialPriceActivityApi } from "@visadesk/contract/product/price/special-price-activity.ts";
import { ActivityItems } from "./special-price-form.tsx";
import { activityHref } from "./special-price-cells.tsx";

const BLANK = {
  end: "customer",
  level_ids: [],
  group_ids: [],
  warm_at: null,
  start_at: null,
  end_at: null,
  stack_coupon: false,
  note: "",
  items: [],
};

export default function SpecialPriceActivityAdd() {
  const go = useGo();
  const [initial] = useState(BLANK);
  return (
    <FormScreen
      endpoint={specialPriceActivityApi.special_price_activity_add}
      title="新增限时特价"
      saveText="保存草稿"
      initial={initial}
      draft="special-price-new"
      onCancel={() => go(to("special-price-activity-list"))}
      onDone={(made) => {
        toast.success(`“${made.name}”已存为草稿，发布后生效`);
        go(activityHref(made));
      }}
    >
      <ActivityItems />
    </FormScreen>
  );
}
