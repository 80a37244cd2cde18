/** How many were done, and why the others were not. */
import { Modal } from "antd";
import type { Outcome } from "../paper/paper-bulk.ts";

export interface BulkOutcomeProps extends Outcome {
  title: string;
  onClose: () => void;
}

export const BulkOutcome = ({ title, done, refused, onClose }: BulkOutcomeProps) => (
  <Modal open title={title} footer={null} onCancel={onClose} destroyOnHidden>
    <output>
      {done} 条已完成，{refused.length} 条未完成：
    </output>
    <ul className="pp-outcome">
      {refused.map((r) => (
        <li key={r.name}>
          {r.name}：{r.msg}
        </li>
      ))}
    </ul>
  </Modal>
);
