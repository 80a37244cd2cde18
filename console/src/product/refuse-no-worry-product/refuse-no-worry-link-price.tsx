/** 单独定价 on linked products: written at once while the protection was never listed, afterwards asked for. */
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { refuseNoWorryLinkApi as api } from "@visadesk/contract/product/price/refuse-no-worry-link.ts";

export interface LinkPriceProps {
  product_id: number;
  ids: readonly number[];
  /** What the only one costs now. */
  now: number | null;
  listed: boolean;
  onDone: () => void;
  onClose: () => void;
}

export function LinkPrice({ product_id, ids, now, listed, onDone, onClose }: LinkPriceProps) {
  const afterWrite = useAfterWrite();
  const done = (said: string): void => {
    toast.success(said);
    afterWrite();
    onDone();
  };
  const many = ids.length > 1;
  const initial = { product_id, ids: [...ids], price_override: now };
  const price = <Item name="price_override" help="留空恢复按产品定价" />;
  if (!listed)
    return (
      <FormDialog
        endpoint={api.refuse_no_worry_link_update}
        title={many ? `批量定价 ${ids.length} 个商品` : "单独定价"}
        okText="保存"
        initial={initial}
        intro="只影响新下单，已售出的保障不变。"
        onDone={({ changed }) => done(`${changed} 个商品已改价`)}
        onClose={onClose}
      >
        {price}
      </FormDialog>
    );
  return (
    <FormDialog
      endpoint={api.refuse_no_worry_link_adjust}
      title={many ? `申请批量定价 ${ids.length} 个商品` : "申请单独定价"}
      okText="提交审核"
      initial={{ ...initial, effective_at: null }}
      intro="审核通过前售价不变。只影响新下单，已售出的保障不变。"
      onDone={({ adjust_no, changed }) => done(`已提交调价单 ${adjust_no}，共 ${changed} 个商品`)}
      onClose={onClose}
    >
      {price}
      <Item name="reason_kind" />
      <Item name="reason" rows={2} placeholder="5至200个字，供审核人判断" />
      <Item name="effective_at" help="不填为通过后立即生效" />
    </FormDialog>
  );
}
