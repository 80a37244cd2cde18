/** 改负责人 of several suppliers; each stands or falls by itself. */
import { useAfterWrite } from "#kit/act/after-write.ts";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { supplierApi } from "@visadesk/contract/supplier/supplier.ts";

export interface SupplierOwnerProps {
  ids: readonly number[];
  onDone: () => void;
  onClose: () => void;
}
export function SupplierOwner({ ids, onDone, onClose }: SupplierOwnerProps) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={supplierApi.supplier_owner_batch}
      title={`改负责人：${ids.length}家供应商`}
      okText="改负责人"
      initial={{ ids: [...ids] }}
      onDone={({ results, done }) => {
        tellOutcome("改负责人", "家供应商", { done, left: results.filter((r) => !r.ok) });
        onDone();
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="owner_id" />
    </FormDialog>
  );
}
