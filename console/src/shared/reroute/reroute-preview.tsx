/** A dialog over the best alternatives of people, those that a supplier has in work or those of orders: drawn once they are known. */
import type { ReactElement } from "react";
import { Dialog } from "#kit/form/dialog.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { supplierAssignmentApi } from "@visadesk/contract/supplier/supplier-assignment.ts";
import type { Preview } from "./reroute-decisions.tsx";

export const PREVIEW_WIDTH = 1120;

export interface WithPreviewProps {
  title: string;
  /** Absent: the named people, whoever works for them. */
  supplierId?: number;
  /** Absent: everybody the supplier has. */
  applicantIds?: readonly number[];
  onClose: () => void;
  children: (rows: readonly Preview[]) => ReactElement;
}
export function WithPreview({ title, supplierId, applicantIds, onClose, children }: WithPreviewProps) {
  const answer = useRecord(supplierAssignmentApi.supplier_pause_preview, {
    ...(supplierId !== undefined && { id: supplierId }),
    ...(applicantIds && { applicant_ids: [...applicantIds] }),
  });
  if (answer.data) return children(answer.data.rows);
  return <Dialog title={title} width={PREVIEW_WIDTH} reads={answer} onClose={onClose} />;
}
