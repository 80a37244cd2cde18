/** 新建缴费: whom it is for by his number, what his product asks for, and which time it is. */
import { Alert, Input } from "antd";
import { useState } from "react";
import { ask } from "#kit/act/ask.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { Dialog } from "#kit/form/dialog.tsx";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { FeeInput } from "#kit/inputs/fee-input.tsx";
import { Stack } from "#kit/page/blocks.tsx";
import { Item } from "#kit/page/item.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { embassyPaymentApi as api } from "@visadesk/contract/finance/embassy/embassy-payment.ts";
import { EMBASSY_ITEMS } from "@visadesk/contract/finance/embassy/embassy.words.ts";

type Preset = Output<typeof api.embassy_payment_preset>;
export interface PaymentOpenProps {
  onClose: () => void;
}

function Fee({ of, onClose }: PaymentOpenProps & { of: Preset }) {
  const afterWrite = useAfterWrite();
  const fee = of.fees.find((x) => x.last_no === null) ?? of.fees[0];
  const before = of.fees.filter((x) => x.last_no !== null);
  return (
    <FormDialog
      endpoint={api.embassy_payment_open}
      title={`新建缴费：${of.applicant_no} ${of.name_cn ?? ""}`}
      okText="建单"
      intro={
        <>
          {of.embassy_name}，已收官费 {money(of.collected)}。建单后由另一人复核放行。
          {before.map((x) => (
            <div key={x.item}>
              {EMBASSY_ITEMS[x.item]}已有缴费 {x.last_no}，再次缴费请选择原因。
            </div>
          ))}
        </>
      }
      initial={{
        applicant_id: of.applicant_id,
        ...(fee && { item: fee.item, currency: fee.currency, ...(fee.foreign_minor > 0 && { foreign_minor: fee.foreign_minor }) }),
      }}
      onDone={afterWrite}
      onClose={onClose}
    >
      <Item name="item" half />
      <Item name="attempt_reason" half />
      <Item name="currency" half />
      <Item name="foreign_minor" half>
        <FeeInput />
      </Item>
    </FormDialog>
  );
}

export function PaymentOpen({ onClose }: PaymentOpenProps) {
  const [no, setNo] = useState("");
  const [of, setOf] = useState<Preset | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const look = (): void => {
    if (no.trim() === "") return setFault("请输入申请人编号");
    void ask(api.embassy_payment_preset, { applicant_no: no.trim() }, { noToast: true }).then(setOf, (e: unknown) =>
      setFault(e instanceof Error ? e.message : "没有找到申请人"),
    );
  };
  if (of) return <Fee of={of} onClose={onClose} />;
  return (
    <Dialog title="新建缴费" typed={no !== ""} onClose={onClose} okText="下一步" onOk={look}>
      <Stack>
        <Input
          aria-label="申请人编号"
          placeholder="申请人编号，如 V261124000001-01"
          value={no}
          onChange={(e) => setNo(e.target.value)}
          onPressEnter={look}
        />
        {fault !== null && <Alert type="error" showIcon title={fault} />}
      </Stack>
    </Dialog>
  );
}
