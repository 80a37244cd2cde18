/** 编辑 of a match; its costs have a dialog of their own. */
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { supplierProductApi as api } from "@visadesk/contract/supplier/supplier-product.ts";
import { TermItems } from "./match-facts.tsx";
import { nameOf, type Match } from "./match-model.ts";

export interface MatchFormProps {
  match: Match;
  onClose: () => void;
}

export function MatchForm({ match: m, onClose }: MatchFormProps) {
  const afterWrite = useAfterWrite();
  const { priority, supplier_code, supplier_title, daily_quota, submit_weekdays, lead_min, lead_max, valid_from, valid_to } = m;
  return (
    <FormDialog
      endpoint={api.supplier_product_update}
      title={`编辑“${nameOf(m)}”`}
      okText="保存"
      width={640}
      initial={{
        id: m.id,
        version: m.version,
        supplier_code,
        supplier_title,
        daily_quota,
        submit_weekdays,
        lead_min,
        lead_max,
        valid_from,
        valid_to,
        ...(priority !== null && { priority }),
      }}
      onDone={() => {
        toast.success("已保存");
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="supplier_code" half help="导入报价按此编码对应" />
      <Item name="supplier_title" half />
      <Item name="priority" half help="1 最先，启用中的不能重复" />
      <Item name="daily_quota" half help="留空为不限" />
      <TermItems />
      <Item name="reason" rows={2} />
    </FormDialog>
  );
}
