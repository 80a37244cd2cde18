/** The acts upon one payment: passed by another person, paid, failed, given up, given back, and what becomes of the difference. */
import { Moves } from "#kit/act/moves.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { money } from "@visadesk/contract/kit/format.ts";
import { embassyPaymentApi as api } from "@visadesk/contract/finance/embassy/embassy-payment.ts";
import { embassyPaymentFlow } from "@visadesk/contract/finance/embassy/embassy-payment.flow.ts";
import { EMBASSY_ITEMS, VARIANCE_WAYS } from "@visadesk/contract/finance/embassy/embassy.words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Payment } from "./payment-columns.tsx";

export const PayItems = ({ since = null }: { since?: string | null }) => (
  <>
    <Item name="company_account_id" half />
    <Item name="paid_at" half since={{ at: since, fault: "支付时间不能早于复核放行" }} />
    <Item name="receipt" help="官方回执截图或PDF" />
  </>
);
const INPUTS = {
  failed: <Item name="reason" rows={3} placeholder="写明失败原因，至少5个字" />,
  void: <Item name="reason" rows={3} placeholder="写明作废原因，至少5个字" />,
  returned: (
    <>
      <Item name="returned_amount" half />
      <Item name="returned_on" half past />
      <Item name="return_proof" />
      <Item name="reason" rows={3} placeholder="写明退回原因，至少5个字" />
    </>
  ),
};
/** What keeps this person from a step, before he tries it. */
const judged = (e: Payment) => [
  { move: "release", ok: !e.is_mine, missing: e.is_mine ? "不能审核自己提交的单据" : null },
  { move: "paid", ok: !e.is_released_by_me, missing: e.is_released_by_me ? "复核放行人不能登记支付" : null },
  { move: "returned", ok: !e.is_paid_by_me, missing: e.is_paid_by_me ? "支付经办人不能登记退回" : null },
];

const { absorb, charge, income, give_back } = VARIANCE_WAYS;
const MORE = { absorb, charge };
const LESS = { income, give_back };
interface VarianceProps {
  payment: Payment;
  onClose: () => void;
}
function VarianceForm({ payment: e, onClose }: VarianceProps) {
  const afterWrite = useAfterWrite();
  const more = (e.variance ?? 0) > 0;
  return (
    <FormDialog
      endpoint={api.embassy_payment_variance}
      title={`定差额：${e.payment_no}`}
      intro={
        more
          ? `实付 ${money(e.amount)}，已收 ${money(e.collected)}，多付 ${money(e.variance)}。我司承担计入成本；补差价向客户收取，收到后冲减成本。`
          : `实付 ${money(e.amount)}，已收 ${money(e.collected)}，结余 ${money(-(e.variance ?? 0))}。转收入计入其他收入；退差发起该申请人的部分退款，审核后退回。`
      }
      initial={{ id: e.id, version: e.version, variance_way: more ? "absorb" : "income" }}
      onDone={afterWrite}
      onClose={onClose}
    >
      <Item name="variance_way" options={more ? MORE : LESS} />
    </FormDialog>
  );
}

/** What is paid, for whom, and how much of it was collected. */
const payingText = (e: Payment): string =>
  [
    [e.payment_no, e.name_cn, e.embassy_name, EMBASSY_ITEMS[e.item], e.foreign_text].filter(Boolean).join(" "),
    e.rate !== null && `汇率 ${e.rate}`,
    e.amount !== null && `折 ${money(e.amount)}`,
    e.item === "visa" && `已收 ${money(e.collected)}`,
  ]
    .filter((part) => part !== false)
    .join("，");

export function PaymentMoves({ payment: e, onLook }: { payment: Payment; onLook: () => void }) {
  const [dialog, open] = useDialog();
  const decide = {
    key: "variance",
    label: "定差额",
    may: may.embassy_payment,
    onClick: () => open((close) => <VarianceForm payment={e} onClose={close} />),
  };
  const look = { key: "look", label: "查看", onClick: onLook };
  return (
    <>
      <Moves
        flow={embassyPaymentFlow}
        row={{ id: e.id, version: e.version, moves: judged(e) }}
        state={e.embassy_payment_status}
        endpoints={api}
        variant="row"
        inputs={{
          ...INPUTS,
          paid: (
            <>
              <Item name="receipt_no" />
              <PayItems since={e.released_at} />
            </>
          ),
        }}
        intros={{ paid: payingText(e) }}
        initial={(move) =>
          move === "paid"
            ? { paid_at: new Date().toISOString(), ...(e.company_account_id !== null && { company_account_id: e.company_account_id }) }
            : {}
        }
        more={[...(e.is_undecided ? [decide] : []), look]}
        {...(e.is_undecided ? { lead: decide } : e.embassy_payment_status === "paid" && { lead: look })}
      />
      {dialog}
    </>
  );
}
