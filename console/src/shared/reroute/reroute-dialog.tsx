/** 改派 of people, each with his best alternative: of those a supplier has in work, or of those picked in 订单处理. */
import { tellOutcome } from "#kit/act/outcome.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { supplierAssignmentApi } from "@visadesk/contract/supplier/supplier-assignment.ts";
import { Decisions, firstDecisions, leftOf, type Decision, type Preview } from "./reroute-decisions.tsx";
import { PREVIEW_WIDTH, WithPreview } from "./reroute-preview.tsx";

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

export interface RerouteDialogProps {
  /** Whose people they are; absent: whoever works for them. */
  supplierId?: number;
  applicantIds: readonly number[];
  /** What the page calls it. */
  act?: string;
  onDone?: () => void;
  onClose: () => void;
}
export function RerouteDialog({ supplierId, applicantIds, act = "改派", onDone, onClose }: RerouteDialogProps) {
  const afterWrite = useAfterWrite();
  const title = `${act}：${applicantIds.length}位申请人`;
  return (
    <WithPreview title={title} {...(supplierId !== undefined && { supplierId })} applicantIds={applicantIds} onClose={onClose}>
      {(rows) => (
        <FormDialog
          endpoint={supplierAssignmentApi.supplier_reroute}
          title={title}
          okText={act}
          width={PREVIEW_WIDTH}
          initial={{ rows: rowsOf(firstDecisions(rows)) }}
          onDone={({ results, done }) => {
            tellOutcome(act, "位申请人", { done, left: leftOf(rows, results) });
            onDone?.();
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
