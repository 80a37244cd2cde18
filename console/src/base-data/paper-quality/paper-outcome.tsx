/** How many were done, and why the others were not. */
import { Dialog } from "#kit/form/dialog.tsx";
import type { Outcome } from "../paper/paper-bulk.ts";

export interface BulkOutcomeProps extends Outcome {
  title: string;
  onClose: () => void;
}

export const BulkOutcome = ({ title, done, refused, onClose }: BulkOutcomeProps) => (
  <Dialog title={title} onClose={onClose}>
    <output>
      {done} 条已完成，{refused.length} 条未完成：
    </output>
    <ul className="vd-bullets pp-outcome">
      {refused.map((r) => (
        <li key={r.name}>
          {r.name}：{r.msg}
        </li>
      ))}
    </ul>
  </Dialog>
);
