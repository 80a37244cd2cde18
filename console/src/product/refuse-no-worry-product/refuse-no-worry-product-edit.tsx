import { useState } from "react";
import { toast } from "#kit/app/feedback.ts";
import { FormScreen } from "#kit/form/form-screen.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { useGo, useIdParam } from "#kit/filter/use-url.ts";
import { shapeOf } from "@visadesk/contract/kit/field.ts";
import { refuseNoWorryProductApi as api } from "@visadesk/contract/product/price/refuse-no-worry-product.ts";
import { leastText, priceText, protectionHref, type ProtectionDetail } from "./refuse-no-worry-cells.tsx";
import { RefuseNoWorryItems, SECTIONS } from "./refuse-no-worry-form.tsx";

const NAMES = shapeOf(api.refuse_no_worry_product_update.input);
const AMOUNTS = new Set(["pricing", "price", "price_rate", "price_min"]);
/** The fields of the form out of the record; a listed product's amounts are not among them. */
const startOf = (p: ProtectionDetail): object =>
  Object.fromEntries(Object.entries(p).filter(([name]) => name in NAMES && (p.first_listed_at === null || !AMOUNTS.has(name))));

function EditForm({ product: p }: { product: ProtectionDetail }) {
  const go = useGo();
  const [initial] = useState(() => startOf(p));
  const back = (): void => go(protectionHref(p));
  return (
    <FormScreen
      endpoint={api.refuse_no_worry_product_update}
      title={`编辑：${p.name}`}
      initial={initial}
      draft={`refuse-no-worry-product-${p.id}`}
      presence={{ noun: "refuse_no_worry_product", id: p.id }}
      outline={SECTIONS}
      onCancel={back}
      onDone={(saved) => {
        toast.success(p.sold > 0 ? `“${saved.name}”已保存，只用于新售出的保障` : `“${saved.name}”已保存`);
        back();
      }}
    >
      {p.sold > 0 && (
        <p className="vd-note is-plain vd-small vd-after-12">
          已售出 {p.sold} 份。条款改动只用于新售出的保障，已售出的按下单时的条款理赔。
        </p>
      )}
      <RefuseNoWorryItems {...(p.first_listed_at !== null && { held: `售价 ${priceText(p)}，${leastText(p)}` })} />
    </FormScreen>
  );
}

export default function RefuseNoWorryProductEdit() {
  const id = useIdParam("id");
  const answer = useRecord(api.refuse_no_worry_product_get, { id });
  if (!answer.data) return <Unread answer={answer} />;
  return <EditForm key={answer.data.id} product={answer.data} />;
}
