/** 申请调价: other amounts of a listed protection, for a second person to pass. */
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { Item } from "#kit/page/item.tsx";
import { refuseNoWorryProductApi as api } from "@visadesk/contract/product/price/refuse-no-worry-product.ts";
import { leastText, priceText, type Protection } from "./refuse-no-worry-cells.tsx";

export interface AdjustDialogProps {
  product: Protection;
  onClose: () => void;
}

export function AdjustDialog({ product: p, onClose }: AdjustDialogProps) {
  const afterWrite = useAfterWrite();
  const isFixed = p.pricing === "fixed";
  return (
    <FormDialog
      endpoint={api.refuse_no_worry_product_adjust}
      title={`申请调价：${p.name}`}
      okText="提交审核"
      initial={{ id: p.id, effective_at: null, ...(isFixed ? { price: p.price } : { price_rate: p.price_rate, price_min: p.price_min }) }}
      intro={`现价 ${priceText(p)}（${leastText(p)}）。审核通过前售价不变，单独定价的商品不受影响。`}
      onDone={({ adjust_no }) => {
        toast.success(`已提交调价单 ${adjust_no}`);
        afterWrite();
      }}
      onClose={onClose}
    >
      {isFixed ? (
        <Item name="price" label="新售价" />
      ) : (
        <>
          <Item name="price_rate" label="新费率" half />
          <Item name="price_min" label="新最低售价" half />
        </>
      )}
      <Item name="reason_kind" />
      <Item name="reason" rows={2} placeholder="5至200个字，供审核人判断" />
      <Item name="effective_at" help="不填为通过后立即生效" />
    </FormDialog>
  );
}
