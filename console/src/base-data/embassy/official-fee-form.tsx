/** One official fee in a drawer. */
import { useState } from "react";
import { FormDrawer } from "#kit/form/form-drawer.tsx";
import { FeeInput } from "#kit/inputs/fee-input.tsx";
import { Item } from "#kit/page/item.tsx";
import { feeText } from "@visadesk/contract/base-data/official-fee.rules.ts";
import { officialFeeApi } from "@visadesk/contract/base-data/official-fee.ts";
import type { Fee } from "./official-fee.ts";

export interface OfficialFeeFormProps {
  /** The row to edit; null: a new one. */
  fee: Fee | null;
  /** What a new row starts from: the one in force. */
  from: Fee | null;
  countryId: string;
  onDone: (saved: Fee) => void;
  onClose: () => void;
}

/** Start values: the row itself, or the one in force with its time left open. */
function startOf({ fee, from, countryId }: OfficialFeeFormProps): object {
  const base = fee ?? from;
  if (!base)
    return {
      country_ids: [countryId],
      fee_kind: "embassy",
      currency: "CNY",
      child: null,
      effective_to: null,
      source_url: "",
      verify_months: 6,
    };
  const { country_ids, name, fee_kind, currency, adult, child, source_url, verify_months } = base;
  const shared = { country_ids, name, fee_kind, currency, adult, child, source_url, verify_months };
  return fee
    ? { ...shared, id: fee.id, version: fee.version, effective_from: fee.effective_from, effective_to: fee.effective_to }
    : { ...shared, effective_to: null };
}

const introOf = ({ fee, from }: OfficialFeeFormProps): string | null => {
  if (from) return `现行 ${feeText(from.adult, from.currency)}。新的一条生效时，现行的一条自动结束；保存后可以为受影响的商品提交调价。`;
  return fee && fee.fee_state !== "pending" ? "已生效的收费不能修改金额与生效时间，可以修改国家、网址和失效时间。" : null;
};

export function OfficialFeeForm(props: OfficialFeeFormProps) {
  const { fee, from, onDone, onClose } = props;
  const [initial] = useState(() => startOf(props));
  const locked = fee !== null && fee.fee_state !== "pending";
  return (
    <FormDrawer
      endpoint={officialFeeApi.official_fee_save}
      title={from ? `调整“${from.name}”` : fee ? `编辑“${fee.name}”` : "新增官方收费"}
      initial={initial}
      intro={introOf(props)}
      onDone={onDone}
      onClose={onClose}
    >
      <Item name="name" placeholder="如 短期滞在·单次" disabled={locked || from !== null} />
      <Item name="fee_kind" disabled={locked || from !== null} />
      <Item name="currency" half disabled={locked} />
      <Item name="country_ids" half help="申根等多国共用一条" />
      {!locked && (
        <>
          <Item name="adult" half label="成人金额">
            <FeeInput />
          </Item>
          <Item name="child" half label="儿童金额" help="留空与成人相同">
            <FeeInput />
          </Item>
        </>
      )}
      <Item name="effective_from" half disabled={locked} help="北京时间，含当时" />
      <Item name="effective_to" half help="留空为长期，不含当时" />
      <Item name="source_url" placeholder="https://" />
      <Item name="verify_months" half />
    </FormDrawer>
  );
}
