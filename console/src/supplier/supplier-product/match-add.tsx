/** 批量匹配: one supplier to many products. */
import { Form } from "antd";
import { useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { remember } from "#kit/app/picker-registry.ts";
import { pickedLabel } from "#kit/pickers.tsx";
import { Item } from "#kit/page/item.tsx";
import { supplierProductApi as api } from "@visadesk/contract/supplier/supplier-product.ts";
import { DEFAULT_WEEKDAYS } from "@visadesk/contract/supplier/supplier.words.ts";
import { TermItems } from "./match-facts.tsx";

export interface MatchAddProps {
  /** Picked beforehand. */
  skus: readonly { value: number; label: string }[];
  onDone?: () => void;
  onClose: () => void;
}

/** A code stands for one product. */
function OwnWords() {
  const { form, initial } = useFormScope();
  const typed: unknown = Form.useWatch("sku_ids", form);
  const skus = typed ?? initial["sku_ids"];
  if (!Array.isArray(skus) || skus.length !== 1) return null;
  return (
    <>
      <Item name="supplier_code" half />
      <Item name="supplier_title" half />
    </>
  );
}

export function MatchAdd({ skus, onDone, onClose }: MatchAddProps) {
  const afterWrite = useAfterWrite();
  const [initial] = useState(() => {
    remember("sku", skus);
    return { sku_ids: skus.map((s) => s.value), submit_weekdays: [...DEFAULT_WEEKDAYS] };
  });
  return (
    <FormDialog
      endpoint={api.supplier_product_add}
      title="批量匹配"
      okText="匹配"
      width={640}
      intro="一家供应商对应多个商品，排在各商品现有供应商之后；匹配后再提交结算价。"
      initial={initial}
      onDone={({ done, results }) => {
        const left = results.filter((r) => !r.ok).map((r) => ({ name: pickedLabel("sku", r.id) ?? String(r.id), msg: r.msg }));
        tellOutcome("匹配", "个商品", { done, left });
        afterWrite();
        onDone?.();
      }}
      onClose={onClose}
    >
      <Item name="supplier_id" />
      <Item name="sku_ids" />
      <OwnWords />
      <Item name="daily_quota" half help="留空为不限" />
      <TermItems />
    </FormDialog>
  );
}
