/** 复制: the same product for another mission or service level; what is left as it is would be the same product twice. */
import { Dialog } from "#kit/form/dialog.tsx";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { toast } from "#kit/app/feedback.ts";
import { Item } from "#kit/page/item.tsx";
import { to } from "#kit/screens.ts";
import { useRecord } from "#kit/page/use-record.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { skuEditApi } from "@visadesk/contract/product/sku/sku-edit.ts";
import { PostInput } from "./sku-inputs.tsx";

export interface SkuCopyProps {
  sku: { id: number; name: string; sku_no: string };
  onClose: () => void;
}
export function SkuCopy({ sku, onClose }: SkuCopyProps) {
  const go = useGo();
  const afterWrite = useAfterWrite();
  const answer = useRecord(skuEditApi.sku_edit_get, { id: sku.id });
  const title = `复制 ${sku.sku_no}`;
  if (!answer.data) return <Dialog title={title} reads={answer} onClose={onClose} />;
  const { country_id, embassy_id, submit_place_id } = answer.data;
  return (
    <FormDialog
      endpoint={skuEditApi.sku_copy}
      initial={{ id: sku.id, name: sku.name, service_level: "", embassy_id, submit_place_id }}
      title={title}
      okText="复制为草稿"
      intro="带出办理条件、价格、资料与须知。服务档或送签馆须与原商品不同。"
      onDone={(made) => {
        afterWrite();
        toast.success(`已建立草稿 ${made.sku_no}`);
        go(to("product-edit", { id: made.id }));
      }}
      onClose={onClose}
    >
      <Item name="service_level" half placeholder="如 加急、家庭" />
      <Item name="name" half />
      <Item name="embassy_id" half>
        <PostInput country={country_id} isMission />
      </Item>
      <Item name="submit_place_id" half>
        <PostInput country={country_id} />
      </Item>
    </FormDialog>
  );
}
