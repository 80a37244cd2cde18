/** What is asked of each fee: the policy's amount of the present trial, until another is typed there. */
import { skipToken, useQuery } from "@tanstack/react-query";
import { Form } from "antd";
import { refundApi } from "@visadesk/contract/order/refund/refund.ts";
import { FEE_KINDS } from "@visadesk/contract/order/words.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { useEffect, useEffectEvent } from "react";
import { askFilter } from "#kit/act/ask.ts";
import { useFormScope } from "#kit/form/form-scope.ts";
import { faultOfField } from "#kit/form/save/form-rules.ts";
import { MoneyInput } from "#kit/inputs/money-input.tsx";
import { Rows } from "#kit/table/rows.tsx";
import type { Order } from "../order/order-overview.tsx";
import { personName } from "../order/order-people.tsx";
import type { RefundTrial } from "./refund-words.tsx";

type Line = RefundTrial["lines"][number];
interface AskedLine {
  fee_id: number;
  amount: number;
}
/** What was typed, by fee; null: cleared. */
export type Typed = Readonly<Record<number, number | null>>;
export interface Choices {
  order_id: number;
  kind: string;
  applicant_ids: readonly number[];
  liability: string;
}

/** What was chosen, once it can be tried: who leaves is named. */
export function useChoices(order_id: number): Choices | null {
  const { form } = useFormScope();
  const kind: unknown = Form.useWatch("kind", form);
  const ids: unknown = Form.useWatch("applicant_ids", form);
  const liability: unknown = Form.useWatch("liability", form);
  const applicant_ids: number[] = Array.isArray(ids) ? ids : [];
  if (typeof kind !== "string" || typeof liability !== "string" || (kind === "applicant" && applicant_ids.length === 0)) return null;
  return { order_id, kind, applicant_ids, liability };
}

/** Null: not to be tried as it stands; what was answered last stays in sight. */
export const useTrial = (body: (Choices & { lines?: readonly AskedLine[] }) | null) =>
  useQuery({
    queryKey: [refundApi.refund_trial.name, body],
    queryFn: body ? ({ signal }) => askFilter(refundApi.refund_trial, { ...body }, { signal, noToast: true }) : skipToken,
    placeholderData: (before) => before,
    retry: false,
  });

const amountOf = (l: Line, typed: Typed): number | null => {
  const own = typed[l.fee_id];
  return own === undefined ? l.policy_amount : own;
};
const { amount: anyAmount } = refundApi.refund_start.input.shape.lines.unwrap().element.shape;
const ruleOf = (l: Line) => anyAmount.max(l.paid, { error: `超过可退金额 ${money(l.paid)}` });

/** All lines with their amounts; null: one of them cannot be asked so. */
export function wholeOf(lines: readonly Line[], typed: Typed): AskedLine[] | null {
  const whole = lines.map((l) => ({ fee_id: l.fee_id, amount: ruleOf(l).safeParse(amountOf(l, typed)).data }));
  return whole.every((l): l is AskedLine => l.amount !== undefined) ? whole : null;
}

interface LinesProps {
  lines: readonly Line[];
  people: Order["people"];
  typed: Typed;
  onTyped: (typed: Typed) => void;
  /** As they stand in the form; null: not to be sent so. */
  whole: readonly AskedLine[] | null;
  onChange?: (whole: readonly AskedLine[] | undefined) => void;
  id?: string;
}
export function AskedLines({ lines, people, typed, onTyped, whole, onChange, id }: LinesProps) {
  const hand = useEffectEvent(() => onChange?.(whole ?? undefined));
  useEffect(() => hand(), [whole]);
  const nameOf = (l: Line): string => {
    const p = people.find((x) => x.id === l.applicant_id);
    return p ? `${p.seq}. ${personName(p)}` : (l.applicant_name ?? "整单");
  };
  const wrong = lines.find((l) => faultOfField(ruleOf(l), amountOf(l, typed)) !== null);
  return (
    <Rows
      label="申请退款"
      of={refundApi.refund_trial.output.shape.lines}
      rows={lines}
      by="fee_id"
      columns={[
        { name: "applicant_name", cell: nameOf },
        { name: "fee_kind", cell: (l) => FEE_KINDS[l.fee_kind] },
        "paid",
        { name: "rate", num: true, end: true, cell: (l) => `${l.rate}%` },
        "policy_amount",
        {
          title: "申请金额",
          // The first that is wrong is where the form leads to.
          cell: (l) => (
            <div {...(l === wrong && { "data-field": id })}>
              <MoneyInput
                aria-label={`申请 ${nameOf(l)} ${FEE_KINDS[l.fee_kind]}`}
                of={ruleOf(l)}
                value={amountOf(l, typed)}
                onChange={(amount) => onTyped({ ...typed, [l.fee_id]: amount })}
              />
            </div>
          ),
        },
        { name: "clause", cell: (l) => <span className="vd-wrap vd-muted">{l.clause || "—"}</span> },
      ]}
    />
  );
}
