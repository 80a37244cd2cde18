import { useState } from "react";
import { toast } from "#kit/app/feedback.ts";
import { FormScreen } from "#kit/form/form-screen.tsx";
import { to } from "#kit/screens.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { spuApi } from "@visadesk/contract/product/spu.ts";
import { spuHref } from "./spu-cells.tsx";
import { OUTLINE, SpuItems } from "./spu-form.tsx";

/** What most visas begin with. */
const START = {
  entry_count: "single",
  stay_min: 0,
  stay_max: 30,
  stay_unit: "day",
  validity: 3,
  validity_unit: "month",
  tags: [],
  images: [],
  sample_image: null,
  steps: [
    { title: "提交资料", text: "按清单上传资料，专家逐项审核" },
    { title: "送签", text: "审核通过后递交使领馆或官方系统" },
    { title: "出签", text: "出结果后通知，原件按约定方式寄回" },
  ],
  detail: "",
  audience: "",
  keywords: "",
  margin_floor: 1_000,
  sort: 0,
};

export default function SpuAdd() {
  const go = useGo();
  const [initial] = useState(() => ({ ...START }));
  return (
    <FormScreen
      endpoint={spuApi.spu_add}
      title="新增SPU"
      initial={initial}
      draft="spu-new"
      outline={OUTLINE}
      onCancel={() => go(to("product-spu-list"))}
      onDone={(made) => {
        toast.success("已新增，可以生成SKU了");
        go(spuHref(made));
      }}
    >
      <SpuItems />
    </FormScreen>
  );
}
