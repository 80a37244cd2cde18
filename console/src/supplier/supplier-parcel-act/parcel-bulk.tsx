/** Several parcels at once: delivered, or printed. */
import type { ReactElement } from "react";
import { supplierParcelActApi } from "@visadesk/contract/supplier/supplier-parcel-acts.ts";
import { BatchDialog, byDialog } from "#kit/list/batch-dialog.tsx";
import type { BulkAct } from "#kit/list/list-screen.tsx";
import { Item } from "#kit/page/item.tsx";
import { idsOf } from "#kit/list/list-model.ts";
import type { Parcel } from "../supplier-parcel/parcel-cells.tsx";

interface BulkNeeds {
  open: (make: (close: () => void) => ReactElement) => void;
  print: (ids: readonly number[]) => Promise<boolean>;
}

export const bulkOf = ({ open, print }: BulkNeeds): readonly BulkAct[] => [
  {
    label: "登记签收",
    fits: { of: (p: Parcel) => p.stage === "in_transit" || p.stage === "problem", none: "所选交接单都不在途" },
    ids_only: true,
    run: (s) =>
      byDialog(open, (onDone, onClose) => (
        <BatchDialog
          endpoint={supplierParcelActApi.supplier_parcel_sign_batch}
          verb="登记签收"
          counted="单"
          title={`登记签收 ${s.count} 单`}
          okText="登记签收"
          intro="逐单登记，不能签收的会列出原因。"
          initial={{ ids: idsOf(s), signed_at: new Date().toISOString() }}
          onDone={onDone}
          onClose={onClose}
        >
          <Item name="signed_at" half />
          <Item name="signed_by" half />
        </BatchDialog>
      )),
  },
  { label: "打印", ids_only: true, run: (s) => print(idsOf(s)) },
];
