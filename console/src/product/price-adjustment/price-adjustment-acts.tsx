/** What a reviewer does with requests, one or several; a batch says how each went. */
import type { ReactElement } from "react";
import { ask } from "#kit/act/ask.ts";
import { confirm } from "#kit/app/feedback.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { uuid } from "#kit/app/hash.ts";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { priceAdjustmentApi } from "@visadesk/contract/product/price/price-adjustment.ts";
import "./price-adjustment.css";

export type Open = (make: (close: () => void) => ReactElement) => void;
export interface Result {
  id: number;
  ok: boolean;
  msg: string;
  adjust_no: string;
}

/** What was done, and which requests were left and why. */
export const tellResults = (verb: string, results: readonly Result[]): void =>
  tellOutcome(verb, "个调价单", {
    done: results.filter((r) => r.ok).length,
    left: results.filter((r) => !r.ok).map((r) => ({ name: r.adjust_no, msg: r.msg })),
  });

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
