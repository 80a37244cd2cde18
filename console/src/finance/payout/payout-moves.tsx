/** What the cashier does with a payment. */
import { CLEARS } from "#kit/inputs/clears.tsx";
import { Moves } from "#kit/act/moves.tsx";
import { call } from "#kit/app/api.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { downloadBy } from "#kit/file/download.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Select } from "antd";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { money, time } from "@visadesk/contract/kit/format.ts";
import { payoutApi } from "@visadesk/contract/finance/payout.ts";
import { payoutFlow } from "@visadesk/contract/finance/payout.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { useState } from "react";

export type Payout = Output<typeof payoutApi.payout_get>;

const WHY = <Item name="reason" rows={3} placeholder="写明原因，至少5个字" />;
const INPUTS = {
  failed: WHY,
  give_up: WHY,
  retry: (
    <>
      <Item name="company_account_id" />
      <Item name="payee_account" help="不填则不变；变更后付款前须电话核实，收款方不能变更" />
      <Item name="payee_bank" />
    </>
  ),
};

const payeeText = (p: Payout): string => `${p.payee_name} ${p.payee_bank} ${p.payee_account}，${money(p.amount)}`;

function PaidForm({ payout: p, onDone, onClose }: { payout: Payout; onDone: () => void; onClose: () => void }) {
  const [now] = useState(() => new Date().toISOString());
  return (
    <FormDialog
      endpoint={payoutApi.payout_paid}
      title={`登记付款 ${p.payout_no}`}
      okText="登记付款"
      width={640}
      intro={payeeText(p)}
      initial={{ id: p.id, version: p.version, company_account_id: p.company_account_id, paid_at: now }}
      onDone={onDone}
      onClose={onClose}
    >
      <Item name="company_account_id" half />
      <Item name="paid_at" half since={{ at: p.created_at, fault: "付款时间不能早于付款单生成" }} />
      <Item name="bank_ref" half label={p.method === "channel" ? "退款交易号" : "银行流水号"} />
      {p.method === "bank" && <Item name="bank_fee" half />}
      <Item name="receipt" />
      {p.needs_call && <Item name="phone_checked" help="收款账户近期变更，付款前须电话核实" />}
    </FormDialog>
  );
}

/** A paper, or the line of the statement by which it came back. */
function BounceForm({ payout: p, onDone, onClose }: { payout: Payout; onDone: () => void; onClose: () => void }) {
  const { data } = useRecord(payoutApi.payout_bounce_line_query, { id: p.id });
  const lines = (data?.list ?? []).map((l) => ({
    value: l.id,
    label: `${time(l.at)} ${money(l.amount)} ${[l.counterparty_name, l.summary].filter(Boolean).join(" ")}`,
  }));
  return (
    <FormDialog
      endpoint={payoutApi.payout_bounce}
      title={`退票 ${p.payout_no}`}
      okText="登记退票"
      width={640}
      intro={`${p.payee_name}，${money(p.amount)}：退回后重新待付`}
      initial={{ id: p.id, version: p.version }}
      onDone={onDone}
      onClose={onClose}
    >
      {WHY}
      {lines.length > 0 && (
        <Item name="statement_line_id" help="选择后随退票匹配，不再需要凭证">
          <Select allowClear={CLEARS} placeholder="选择同额的收入流水" options={lines} />
        </Item>
      )}
      <Item name="receipt" label="退票凭证" />
    </FormDialog>
  );
}

export function PayoutMoves({ payout: p, head, onLook }: { payout: Payout; head?: true; onLook?: () => void }) {
  const afterWrite = useAfterWrite();
  const file =
    p.batch_no !== null && p.file_until !== null
      ? [
          {
            key: "file",
            label: "下载网银文件",
            may: may.payout_register,
            onClick: () => void downloadBy(() => call("payout_file_get", { batch_no: p.batch_no ?? "" })),
          },
        ]
      : [];
  return (
    <Moves
      flow={payoutFlow}
      row={{
        id: p.id,
        version: p.version,
        moves: [{ move: "paid", ok: !p.is_approver, missing: p.is_approver ? "您审核过来源单据，不能登记付款" : null }],
      }}
      state={p.payout_status}
      endpoints={payoutApi}
      variant={head ? "head" : "row"}
      inputs={INPUTS}
      intros={{ retry: `${p.payout_no} ${payeeText(p)}（上次未成功：${p.fail_reason}）。收款账户有误的，请先更正再重付。` }}
      dialogs={{
        paid: (close, done) => <PaidForm payout={p} onDone={done} onClose={close} />,
        bounce: (close, done) => <BounceForm payout={p} onDone={done} onClose={close} />,
      }}
      initial={(move) => (move === "retry" ? { company_account_id: p.company_account_id, payee_bank: p.payee_bank } : {})}
      more={file}
      onDone={afterWrite}
      {...(onLook && { lead: { label: "查看", onClick: onLook } })}
    />
  );
}
