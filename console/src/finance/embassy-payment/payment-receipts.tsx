/** 批量登记回执: receipts of several payments from a sheet. */
import { useAfterWrite } from "#kit/act/after-write.ts";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { SheetInput } from "#kit/inputs/sheet-input.tsx";
import { Item } from "#kit/page/item.tsx";
import { embassyPaymentApi as api } from "@visadesk/contract/finance/embassy/embassy-payment.ts";
import { PayItems } from "./payment-moves.tsx";
import { receiptRows } from "./payment-sheet.ts";

export interface PaymentSheetProps {
  onClose: () => void;
}
/** Numbers of payments and receipts, one card and one paper for all of them. */
export function PaymentSheet({ onClose }: PaymentSheetProps) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={api.embassy_payment_paid_batch}
      title="批量登记回执"
      okText="登记支付"
      width={720}
      intro="按缴费单号对应，逐单登记；金额按支付当日汇率折算。放行人本人不能登记。"
      initial={{}}
      onDone={({ results, done }) => {
        tellOutcome("登记支付", "单使馆费", { done, left: results.flatMap((r) => (r.ok ? [] : [{ name: r.payment_no, msg: r.msg }])) });
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item
        name="receipts"
        label="回执表"
        help="两列：单号、官方回执号。从表格复制后粘贴，或选择 xlsx、csv 文件"
        needs="请粘贴回执表或选择文件"
      >
        <SheetInput read={receiptRows} example={"单号\t官方回执号\nSG261124000001\tFR2026-000123"} label="回执表" />
      </Item>
      <PayItems />
    </FormDialog>
  );
}
