/** A dialog over the best alternatives of the people that a supplier has in work: drawn once they are known. */
import { Skeleton } from "antd";
import type { ReactElement } from "react";
import { Dialog } from "#kit/form/dialog.tsx";
import { ListFault } from "#kit/list/list-table.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { supplierAssignmentApi } from "@visadesk/contract/supplier/supplier-assignment.ts";
import type { Preview } from "./supplier-decisions.tsx";

export const PREVIEW_WIDTH = 1120;

export interface WithPreviewProps {
  title: string;
  supplierId: number;
  /** Absent: everybody. */
  applicantIds?: readonly number[];
  onClose: () => void;
  children: (rows: readonly Preview[]) => ReactElement;
}
export function WithPreview({ title, supplierId, applicantIds, onClose, children }: WithPreviewProps) {
  const { data, error, refetch } = useRecord(supplierAssignmentApi.supplier_pause_preview, {
    id: supplierId,
    ...(applicantIds && { applicant_ids: [...applicantIds] }),
  });
  if (data) return children(data.rows);
  return (
    <Dialog title={title} width={PREVIEW_WIDTH} onClose={onClose}>
      {error ? <ListFault slim error={error} retry={() => void refetch()} /> : <Skeleton active paragraph={{ rows: 4 }} />}
    </Dialog>
  );
}
