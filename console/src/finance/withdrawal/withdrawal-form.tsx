/** 申请提现 for a peer: what it could take out and what an amount costs stand beside what is typed. */
import { skipToken, useQuery } from "@tanstack/react-query";
import { Form } from "antd";
import { useEffect } from "react";
import { ask } from "#kit/act/ask.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { Item } from "#kit/page/item.tsx";
import { money } from "@visadesk/contract/kit/format.ts";
import { withdrawalApi } from "@visadesk/contract/finance/withdrawal.ts";

/** What the peer has, and what becomes of the amount. */
function Quote() {
  const { form } = useFormScope();
  const peer: unknown = Form.useWatch("peer_id", form);
  const amount: unknown = Form.useWatch("amount", form);
  const body =
    typeof peer === "number"
      ? { peer_id: peer, ...(typeof amount === "number" && Number.isSafeInteger(amount) && amount > 0 && { amount }) }
      : null;
  const { data: q } = useQuery({
    queryKey: [withdrawalApi.withdrawal_quote.name, body],
    queryFn: body ? ({ signal }) => ask(withdrawalApi.withdrawal_quote, body, { signal, noToast: true }) : skipToken,
  });
  const company = q?.company_name;
  // It has to be the same; who types it only mistypes it.
  useEffect(() => {
    if (company !== undefined) form.setFieldValue("payee_name", company);
  }, [form, company]);
  if (!q) return null;
  return (
    <output className={`vd-note vd-after-12 vd-small vd-wraps vd-whole-row${q.fault === null ? "" : " vd-tone-red"}`} aria-label="试算">
      <span>
        企业名称 {q.company_name}；可提 {money(q.withdrawable)}（本金 {money(q.principal)}，授信已用 {money(q.credit_used)}）
      </span>
      <span>
        手续费 {money(q.fee)}，到账 {money(q.net)}，收回赠送金 {money(q.gift_back)}
      </span>
      {q.fault !== null && <span>{q.fault}</span>}
    </output>
  );
}

/** `given`: what is known of it where it is asked for. */
export function WithdrawalForm({ given, onClose }: { given?: { peer_id: number }; onClose: () => void }) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={withdrawalApi.withdrawal_add}
      title="申请提现"
      okText="提交审核"
      width={640}
      intro="提交后立即冻结，由其他人审核；驳回或撤销时原路恢复。"
      initial={{ files: [], ...given }}
      follows={["payee_name"]}
      onDone={(w) => {
        toast.success(`已提交审核 ${w.withdrawal_no}`);
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="peer_id" half />
      <Item name="amount" half />
      <Quote />
      <Item name="payee_name" half help="须与企业名称一致" />
      <Item name="payee_account" half />
      <Item name="payee_bank" />
      <Item name="reason" rows={2} />
      <Item name="files" />
    </FormDialog>
  );
}
