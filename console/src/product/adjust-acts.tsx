/** What a reviewer does with requests, one or several; a batch says how each went. */
import { Modal } from "antd";
import type { ReactElement } from "react";
import { ask } from "#kit/ask.ts";
import { confirm, toast } from "#kit/feedback.ts";
import { FormDialog } from "#kit/form-dialog.tsx";
import { uuid } from "#kit/hash.ts";
import { priceAdjustmentApi } from "@visadesk/contract/product/price-adjustment.ts";
import "./adjust.css";

export type Open = (make: (close: () => void) => ReactElement) => void;
export interface Result {
  id: number;
  ok: boolean;
  msg: string;
  adjust_no: string;
}

/** All went well: a toast; else the refused ones by number. */
export function showResults(open: Open, verb: string, results: readonly Result[]): void {
  const refused = results.filter((r) => !r.ok);
  const done = results.length - refused.length;
  if (refused.length === 0) return toast.success(`${verb}：${done} 个调价单已完成`);
  open((close) => (
    <Modal open title={`${verb}结果`} footer={null} onCancel={close} destroyOnHidden>
      <output>
        {done} 个已完成，{refused.length} 个未处理：
      </output>
      <ul className="aj-results">
        {refused.map((r) => (
          <li key={r.id}>
            <span className="vd-num">{r.adjust_no}</span>　{r.msg}
          </li>
        ))}
      </ul>
    </Modal>
  ));
}

/** Asks, and passes them. False: not done. */
export async function approveAll(ids: readonly number[], title: string, content: string): Promise<readonly Result[] | false> {
  if (!(await confirm({ title, content, ok: "通过" }))) return false;
  const { results } = await ask(priceAdjustmentApi.price_adjustment_approve, { ids: [...ids], idempotency_key: uuid() });
  return results;
}

export interface RejectDialogProps {
  ids: readonly number[];
  onDone: (results: readonly Result[]) => void;
  onClose: () => void;
}
export const RejectDialog = ({ ids, onDone, onClose }: RejectDialogProps) => (
  <FormDialog
    endpoint={priceAdjustmentApi.price_adjustment_reject}
    title={ids.length > 1 ? `驳回 ${ids.length} 个调价单` : "驳回调价单"}
    okText="驳回"
    danger
    intro={ids.length > 1 ? "这些调价单使用同一个原因，申请人都会收到。" : "申请人会收到驳回原因。"}
    initial={{ ids: [...ids] }}
    onDone={({ results }) => onDone(results)}
    onClose={onClose}
  />
);
