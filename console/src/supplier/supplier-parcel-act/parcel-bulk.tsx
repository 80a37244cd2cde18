/** Several parcels at once: delivered, or printed. */
import type { ReactElement } from "react";
import { supplierParcelActApi } from "@visadesk/contract/supplier/supplier-parcel-acts.ts";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import type { BulkAct, Selection } from "#kit/list/list-screen.tsx";
import { Item } from "#kit/page/item.tsx";
import { idsOf } from "#kit/list/list-model.ts";
import type { Parcel } from "../supplier-parcel/parcel-cells.tsx";

interface BulkNeeds {
  open: (make: (close: () => void) => ReactElement) => void;
  print: (ids: readonly number[]) => Promise<boolean>;
  refresh: () => void;
}

export const bulkOf = ({ open, print, refresh }: BulkNeeds): readonly BulkAct[] => [
  {
    label: "登记签收",
    fits: { of: (p: Parcel) => p.stage === "in_transit" || p.stage === "problem", none: "所选交接单都不在途" },
    ids_only: true,
    run: (s) =>
      new Promise((resolve) => {
        open((close) => (
          <FormDialog
            endpoint={supplierParcelActApi.supplier_parcel_sign_batch}
            title={`登记签收 ${s.count} 单`}
            okText="登记签收"
            intro="逐单登记，不能签收的会列出原因。"
            initial={{ ids: idsOf(s), signed_at: new Date().toISOString() }}
            onDone={({ results, done }) => {
              resolve(true);
              refresh();
              setTimeout(() => tellOutcome("登记签收", "单", { done, left: results.filter((r) => !r.ok) }));
            }}
            onClose={() => {
              close();
              resolve(false);
            }}
          >
            <Item name="signed_at" half />
            <Item name="signed_by" half />
          </FormDialog>
        ));
      }),
  },
  { label: "打印", ids_only: true, run: (s) => print(idsOf(s)) },
];
