/**
 * 预检 of a form's `rows`: asked for by a button, told as long as the rows are the ones that were tried.
 *   const trial = useSheetTrial((rows: Row[]) => ask(api.import_check, { id, rows }));
 *   <SheetInput …><TrialButton onTry={trial.attempt} /></SheetInput>
 *   <Verdict tried={trial.tried}>{({ rows, answer }) => …}</Verdict>
 */
import { Form } from "antd";
import { useMemo, useState, type ReactNode } from "react";
import { ActButton, type ActButtonProps } from "../act/act-button.tsx";
import { useFormScope } from "./form-scope.ts";

export interface Tried<R, A> {
  rows: readonly R[];
  answer: A;
}
/** Rows out of a form and out of its checked body are other objects of the same content. */
export const areSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export interface SheetTrial<R, A> {
  tried: Tried<R, A> | null;
  /** Asks, and keeps what was answered. */
  attempt: (rows: readonly R[]) => Promise<A>;
}
export function useSheetTrial<R, A>(ask: (rows: readonly R[]) => Promise<A>): SheetTrial<R, A> {
  const [tried, setTried] = useState<Tried<R, A> | null>(null);
  return {
    tried,
    attempt: async (rows) => {
      const answer = await ask(rows);
      setTried({ rows, answer });
      return answer;
    },
  };
}

/** A trial changes nothing: who mended a cell tries again at once. */
export const TryButton = (props: Pick<ActButtonProps, "onClick" | "disabled">) => (
  <ActButton size="small" wait={0} {...props}>
    预检
  </ActButton>
);

/** Stands beside 选择文件: nothing above it moves when the field is left. */
export function TrialButton<R>({ onTry }: { onTry: (rows: readonly R[]) => Promise<unknown> }) {
  const { form } = useFormScope();
  return (
    <TryButton
      onClick={async () => {
        const rows = form.getFieldValue("rows") as readonly R[] | undefined;
        if (rows) await onTry(rows);
      }}
    />
  );
}

export function Verdict<R, A>({ tried, children }: { tried: Tried<R, A> | null; children: (tried: Tried<R, A>) => ReactNode }) {
  const { form } = useFormScope();
  const now: unknown = Form.useWatch("rows", form);
  const isOfThese = useMemo(() => areSame(tried?.rows, now), [tried, now]);
  return tried !== null && isOfThese ? <div className="vd-stack is-8">{children(tried)}</div> : null;
}
