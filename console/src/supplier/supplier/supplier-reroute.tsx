/** 改派 of people that a supplier has in work, each with its best alternative. */
import { tellOutcome } from "#kit/act/outcome.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { supplierAssignmentApi } from "@visadesk/contract/supplier/supplier-assignment.ts";
import { Decisions, firstDecisions, leftOf, type Decision, type Preview } from "./supplier-decisions.tsx";
import { PREVIEW_WIDTH, WithPreview } from "./supplier-preview.tsx";

interface Row {
  applicant_id: number;
  supplier_product_id: number;
}
const rowsOf = (decisions: readonly Decision[]): Row[] =>
  decisions.flatMap(({ applicant_id, supplier_product_id }) =>
    supplier_product_id === null ? [] : [{ applicant_id, supplier_product_id }],
  );

/** Whoever is not sent elsewhere stays. */
function RowsInput({
  rows,
  value = [],
  onChange,
}: {
  rows: readonly Preview[];
  value?: readonly Row[];
  onChange?: (value: Row[]) => void;
}) {
  const decisions = rows.map(
    ({ applicant_id }): Decision => value.find((r) => r.applicant_id === applicant_id) ?? { applicant_id, supplier_product_id: null },
  );
  return <Decisions rows={rows} value={decisions} onChange={(next) => onChange?.(rowsOf(next))} />;
}

export interface SupplierRerouteProps {
  supplierId: number;
  applicantIds: readonly number[];
  onDone: () => void;
  onClose: () => void;
}
export function SupplierReroute({ supplierId, applicantIds, onDone, onClose }: SupplierRerouteProps) {
  const afterWrite = useAfterWrite();
  const title = `改派：${applicantIds.length}位申请人`;
  return (
    <WithPreview title={title} supplierId={supplierId} applicantIds={applicantIds} onClose={onClose}>
      {(rows) => (
        <FormDialog
          endpoint={supplierAssignmentApi.supplier_reroute}
          title={title}
          okText="改派"
          width={PREVIEW_WIDTH}
          initial={{ rows: rowsOf(firstDecisions(rows)) }}
          onDone={({ results, done }) => {
            tellOutcome("改派", "位申请人", { done, left: leftOf(rows, results) });
            onDone();
            afterWrite();
          }}
          onClose={onClose}
        >
          <Item name="rows" label="去向" needs="请至少改派一位">
            <RowsInput rows={rows} />
          </Item>
          <Item name="reason" rows={2} placeholder="例如：名额不足，改由其他供应商送签" />
        </FormDialog>
      )}
    </WithPreview>
  );
}
