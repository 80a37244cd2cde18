/** How many products were done, and why the others were not. */
import { Modal } from "antd";

export interface SkuOutcomeProps {
  title: string;
  done: number;
  refused: readonly { id: number; msg: string }[];
  onClose: () => void;
}
export const SkuOutcome = ({ title, done, refused, onClose }: SkuOutcomeProps) => (
  <Modal open title={title} footer={null} onCancel={onClose} destroyOnHidden>
    <output>
      {done} 个商品已完成，{refused.length} 个未完成：
    </output>
    <ul className="pd-outcome">
      {refused.map((r) => (
        <li key={r.id}>{r.msg}</li>
      ))}
    </ul>
  </Modal>
);
