import { Alert } from "antd";
import { useState } from "react";
import { toast } from "#kit/app/feedback.ts";
import { FormScreen } from "#kit/form/form-screen.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { useGo, useIdParam } from "#kit/filter/use-url.ts";
import { shapeOf } from "@visadesk/contract/kit/field.ts";
import { specialPriceActivityApi } from "@visadesk/contract/product/price/special-price-activity.ts";
import { ActivityItems } from "./special-price-form.tsx";
import { activityHref } from "./special-price-cells.tsx";
import type { ActivityDetail, ItemDraft } from "./special-price-words.ts";

const NAMES = shapeOf(specialPriceActivityApi.special_price_activity_update.input);
/** The record in the form's shape. */
const startOf = (a: ActivityDetail): object => ({
  ...Object.fromEntries(Object.entries(a).filter(([name]) => name in NAMES)),
  items: a.items.map(({ sku, adult, child, per_order, per_buyer, total_limit }): ItemDraft => ({
    sku_id: sku.sku_id,
    adult,
    child,
    per_order,
    per_buyer,
    total_limit,
  })),
});

/** What a state allows, said before somebody types. */
const HINTS: Partial<Record<ActivityDetail["state"], string>> = {
  not_started: "活动已发布，改动保存后立即按新内容执行。",
  warming: "活动已发布并在预热，改动保存后立即按新内容执行。",
  running: "活动进行中，只能改结束时间、备注和调高总量；要改价请终止后新建。",
  ended: "活动已结束，不能修改，可复制为新活动。",
  stopped: "活动已终止，不能修改，可复制为新活动。",
};

function EditForm({ activity: a }: { activity: ActivityDetail }) {
  const go = useGo();
  const [initial] = useState(() => startOf(a));
  const hint = HINTS[a.state];
  return (
    <FormScreen
      endpoint={specialPriceActivityApi.special_price_activity_update}
      title={`编辑：${a.name}`}
      initial={initial}
      draft={`special-price-${a.id}`}
      presence={{ noun: "special_price_activity", id: a.id }}
      onCancel={() => go(activityHref(a))}
      onDone={(saved) => {
        toast.success(`“${saved.name}”已保存`);
        go(activityHref(saved));
      }}
    >
      {hint && <Alert className="vd-after-16" type={a.state === "running" ? "warning" : "info"} showIcon title={hint} />}
      <ActivityItems fixed={a.state === "running" || a.state === "ended" || a.state === "stopped"} />
    </FormScreen>
  );
}

export default function SpecialPriceActivityEdit() {
  const id = useIdParam("id");
  const answer = useRecord(specialPriceActivityApi.special_price_activity_get, { id });
  return <Reads answer={answer}>{(activity) => <EditForm activity={activity} />}</Reads>;
}
