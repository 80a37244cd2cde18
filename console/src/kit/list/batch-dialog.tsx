/**
 * An act upon the picked rows of a list that asks for something first, each row judged by itself: those it could not be
 * done to stay selected, and where it was done to none the form stays with what was typed.
 *   run: (s) => byDialog(open, (onDone, onClose) => <BatchDialog verb="转交" counted="张" nameOf={…} onDone={onDone} … />)
 */
import type { Endpoint, Output } from "@visadesk/contract/kit/endpoint.ts";
import type { ReactElement } from "react";
import { useAfterWrite } from "../act/after-write.ts";
import { tellOutcome } from "../act/outcome.tsx";
import type { DialogFormProps } from "../form/dialog-form.tsx";
import { FormDialog } from "../form/form-dialog.tsx";
import { idsLeft, type Result } from "./seen-rows.ts";

interface BatchAnswer {
  results: readonly Result[];
  done: number;
}
/** An act upon several rows that answers how each went. */
type BatchEndpoint<E extends Endpoint> = Output<E> extends BatchAnswer ? E : never;

export interface BatchDialogProps<E extends Endpoint> extends Omit<DialogFormProps<E>, "onDone" | "endpoint"> {
  endpoint: BatchEndpoint<E>;
  verb: string;
  /** Begins with its measure word: 张工单, 家同行. */
  counted: string;
  /** What a row is called that is left; absent where its reason says it. */
  nameOf?: (id: number) => string;
  /** With those it could not be done to. */
  onDone: (left: readonly number[]) => void;
}
export function BatchDialog<E extends Endpoint>({ endpoint, verb, counted, nameOf, onDone, ...form }: BatchDialogProps<E>) {
  const afterWrite = useAfterWrite();
  const told = ({ results, done }: BatchAnswer): boolean => {
    const left = results.flatMap((r) => (r.ok ? [] : [{ ...(nameOf && { name: nameOf(r.id) }), msg: r.msg }]));
    tellOutcome(verb, counted, { done, left });
    // Also where it was done to none: what stands behind may be no longer so.
    afterWrite();
    if (done === 0 && left.length > 0) return false;
    onDone(idsLeft(results));
    return true;
  };
  return (
    <FormDialog {...(form as unknown as DialogFormProps<Endpoint>)} endpoint={endpoint} onDone={(answer) => told(answer as BatchAnswer)} />
  );
}

type Open = (make: (close: () => void) => ReactElement) => void;
/** What a bulk act that opens a dialog answers: those it was not done to, or false where the dialog was closed by hand. */
export const byDialog = (
  open: Open,
  make: (onDone: (left: readonly number[]) => void, onClose: () => void) => ReactElement,
): Promise<false | readonly number[]> =>
  new Promise((resolve) => {
    open((close) =>
      make(resolve, () => {
        close();
        resolve(false);
      }),
    );
  });
