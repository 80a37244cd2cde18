/** 初审通过: what is granted of each fee, beside what was paid, what the policy gives and what is asked. */
import { refundApi } from "@visadesk/contract/order/refund/refund.ts";
import { FEE_KINDS } from "@visadesk/contract/order/words.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { Input } from "antd";
import { useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { faultOfField } from "#kit/form/save/form-rules.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { MoneyInput } from "#kit/inputs/money-input.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Item } from "#kit/page/item.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import type { RefundDetail } from "./refund-words.tsx";

type Line = RefundDetail["lines"][number];
interface Granted {
  line_id: number;
  /** null: cleared. */
  amount: number | null;
  note: string;
}
interface LinesProps {
  of: readonly Line[];
  value?: readonly Granted[];
  onChange?: (value: Granted[]) => void;
  id?: string;
}
const nameOf = (l: Line): string => `${l.applicant_name ?? l.applicant_no ?? "整单"} ${FEE_KINDS[l.fee_kind]}`;
const { amount: anyAmount } = refundApi.refund_pass.input.shape.lines.unwrap().element.shape;
const ruleOf = (l: Line) => anyAmount.max(l.paid, { error: `超过可退金额 ${money(l.paid)}` });

function PassLines({ of, value = [], onChange, id }: LinesProps) {
  const grantedOf = (l: Line): Granted =>
    value.find((g) => g.line_id === l.line_id) ?? { line_id: l.line_id, amount: l.asked_amount, note: "" };
  const put = (l: Line, set: Partial<Granted>): void =>
    onChange?.(of.map((x) => (x.line_id === l.line_id ? { ...grantedOf(x), ...set } : grantedOf(x))));
  const wrong = of.find((l) => faultOfField(ruleOf(l), grantedOf(l).amount) !== null);
  const total = of.reduce((n, l) => n + (grantedOf(l).amount ?? 0), 0);
  return (
    <>
      <Rows
        label="核定"
        of={refundApi.refund_get.output.shape.lines}
        rows={of}
        by="line_id"
        columns={[
          {
            name: "applicant_name",
            // Two people may have one name.
            cell: (l) => (l.applicant_no === null ? "整单" : <TwoLines under={l.applicant_no}>{l.applicant_name ?? "—"}</TwoLines>),
          },
          { name: "fee_kind", cell: (l) => FEE_KINDS[l.fee_kind] },
          "paid",
          "policy_amount",
          "asked_amount",
          {
            title: "核定金额",
            // The first that is wrong is where the form leads to.
            cell: (l) => (
              <div {...(l === wrong && { "data-field": id })}>
                <MoneyInput
                  aria-label={`核定 ${nameOf(l)}`}
                  of={ruleOf(l)}
                  value={grantedOf(l).amount}
                  onChange={(amount) => put(l, { amount })}
                />
              </div>
            ),
          },
          {
            title: "说明",
            cell: (l) => (
              <Input
                aria-label={`说明 ${nameOf(l)}`}
                maxLength={100}
                placeholder={grantedOf(l).amount === l.policy_amount ? "" : "与政策不同，请说明"}
                value={grantedOf(l).note}
                onChange={(e) => put(l, { note: e.target.value })}
              />
            ),
          },
        ]}
      />
      <output className={`vd-note vd-small${wrong ? " vd-tone-red" : ""}`} aria-label="核定合计">
        {wrong ? "核定金额有误，更正后重新合计" : `核定合计 ${money(total)}`}
      </output>
    </>
  );
}

export interface RefundPassProps {
  id: number;
  onClose: () => void;
}
export function RefundPass({ id, onClose }: RefundPassProps) {
  const answer = useRecord(refundApi.refund_get, { id });
  const { data: r } = answer;
  if (!r) return answer.error ? <Unread answer={answer} slim /> : null;
  return <PassForm refund={r} onClose={onClose} />;
}

function PassForm({ refund: r, onClose }: { refund: RefundDetail; onClose: () => void }) {
  const afterWrite = useAfterWrite();
  const [lines] = useState(() => r.lines);
  return (
    <FormDialog
      endpoint={refundApi.refund_pass}
      title={`初审通过：${r.refund_no}`}
      okText="通过"
      width={920}
      intro={
        r.is_trial_changed
          ? "试算已变化：按现在的政策金额核定，或写明原因。"
          : "核定金额与政策不同的，逐行说明；超过 ¥2,000.00 须由第三人复核。"
      }
      initial={{
        id: r.id,
        version: r.version,
        ...(r.policy_now_amount !== null && { policy_seen: r.policy_now_amount }),
        lines: lines.map((l) => ({ line_id: l.line_id, amount: l.asked_amount, note: l.note })),
      }}
      onDone={({ refund_status }) => {
        toast.success(refund_status === "pending_final" ? "已通过初审，等待复核" : "已通过，按退回方式付款");
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="lines" label="核定">
        <PassLines of={lines.map((l) => ({ ...l, policy_amount: l.policy_now ?? l.policy_amount }))} />
      </Item>
      {r.needs_payee && (
        <>
          <Item name="payee_name" help="部分款项须转账退回" />
          <Item name="payee_account" />
          <Item name="payee_bank" />
        </>
      )}
      <Item name="note" rows={2} />
    </FormDialog>
  );
}
