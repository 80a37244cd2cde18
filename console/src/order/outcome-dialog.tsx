import { Modal } from "antd";
import type { ReactNode } from "react";

export interface RowOutcome {
  id: number;
  ok: boolean;
  msg: string;
}

export interface OutcomeDialogProps {
  title: string;
  refused: readonly RowOutcome[];
  onClose: () => void;
  children: ReactNode;
}

/** What a batch did, and why it refused some. */
export const OutcomeDialog = ({ title, refused, onClose, children }: OutcomeDialogProps) => (
  <Modal open title={title} footer={null} onCancel={onClose} destroyOnHidden>
    <output>{children}</output>
    <ul className="od-results">
      {refused.map((r) => (
        <li key={r.id}>{r.msg}</li>
      ))}
    </ul>
  </Modal>
);
