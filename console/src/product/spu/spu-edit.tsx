import { useState } from "react";
import { toast } from "#kit/app/feedback.ts";
import { FormScreen } from "#kit/form/form-screen.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { useGo, useParam } from "#kit/filter/use-url.ts";
import { spuApi } from "@visadesk/contract/product/spu.ts";
import { spuHref, type SpuDetail } from "./spu-cells.tsx";
import { OUTLINE, SpuItems } from "./spu-form.tsx";

function EditForm({ spu }: { spu: SpuDetail }) {
  const go = useGo();
  const [initial] = useState(() => ({ ...spu }));
  return (
    <FormScreen
      endpoint={spuApi.spu_update}
      title={`编辑${spu.name}`}
      initial={initial}
      draft={`spu-${spu.id}`}
      presence={{ noun: "spu", id: spu.id }}
      outline={OUTLINE}
      onCancel={() => go(spuHref(spu))}
      onDone={(saved) => {
        toast.success(`“${saved.name}”已保存`);
        go(spuHref(saved));
      }}
    >
      <SpuItems spu={spu} />
    </FormScreen>
  );
}

export default function SpuEdit() {
  const visa_product_unit_code = useParam("visa_product_unit_code");
  const answer = useRecord(spuApi.spu_get, { visa_product_unit_code });
  return (
    <Reads answer={answer} rows={10}>
      {(spu) => <EditForm key={visa_product_unit_code} spu={spu} />}
    </Reads>
  );
}
