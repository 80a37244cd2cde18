import { toast } from "#kit/app/feedback.ts";
import { FormScreen } from "#kit/form/form-screen.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { useGo, useIdParam } from "#kit/filter/use-url.ts";
import { insuranceProductApi } from "@visadesk/contract/product/price/insurance-product.ts";
import { InsuranceItems, SECTIONS } from "./insurance-product-form.tsx";
import { insuranceHref, type InsuranceDetail } from "./insurance-words.tsx";

function EditForm({ product }: { product: InsuranceDetail }) {
  const go = useGo();
  const listed = product.first_listed_at !== null;
  const back = (): void => go(insuranceHref(product));
  return (
    <FormScreen
      endpoint={insuranceProductApi.insurance_product_update}
      title={`编辑：${product.name}`}
      initial={product}
      draft={`insurance-product-${product.id}`}
      presence={{ noun: "insurance_product", id: product.id }}
      outline={listed ? SECTIONS.filter((s) => s !== "计划" && s !== "费率矩阵") : SECTIONS}
      onCancel={back}
      onDone={(saved) => {
        toast.success(`「${saved.name}」已保存`);
        back();
      }}
    >
      <InsuranceItems listed={listed} />
    </FormScreen>
  );
}

export default function InsuranceProductEdit() {
  const id = useIdParam("id");
  const answer = useRecord(insuranceProductApi.insurance_product_get, { id });
  return <Reads answer={answer}>{(product) => <EditForm product={product} />}</Reads>;
}
