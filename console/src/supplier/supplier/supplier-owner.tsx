/** 改负责人 of several suppliers; each stands or falls by itself. */
import { BatchDialog } from "#kit/list/batch-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { supplierApi } from "@visadesk/contract/supplier/supplier.ts";

export interface SupplierOwnerProps {
  ids: readonly number[];
  onDone: (left: readonly number[]) => void;
  onClose: () => void;
}
export function SupplierOwner({ ids, onDone, onClose }: SupplierOwnerProps) {
  return (
    <BatchDialog
      verb="改负责人"
      counted="家供应商"
      endpoint={supplierApi.supplier_owner_batch}
      title={`改负责人：${ids.length}家供应商`}
      okText="改负责人"
      initial={{ ids: [...ids] }}
      onDone={onDone}
      onClose={onClose}
    >
      <Item name="owner_id" />
    </BatchDialog>
  );
}
