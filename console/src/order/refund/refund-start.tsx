/** 发起退款: for whom and why, tried at once: what the policy gives of each fee, what stays, and by which ways it goes back. */
import { skipToken, useQuery } from "@tanstack/react-query";
import { Form, Select } from "antd";
import { refundApi } from "@visadesk/contract/order/refund/refund.ts";
import { REFUND_WAYS } from "@visadesk/contract/order/refund/refund.words.ts";
import { FEE_KINDS, PAY_METHODS } from "@visadesk/contract/order/words.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { askFilter } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { MoneyInput } from "#kit/inputs/money-input.tsx";
import { Item } from "#kit/page/item.tsx";
import { Rows } from "#kit/table/rows.tsx";
import type { Order } from "../order/order-overview.tsx";
import { personName } from "../order/order-people.tsx";
import type { RefundTrial } from "./refund-words.tsx";

interface Asked {
  fee_id: number;
  amount: number;
}
type Line = RefundTrial["lines"][number];

interface PeopleProps {
  people: Order["people"];
  value?: number[];
  onChange?: (ids: number[]) => void;
  id?: string;
}
function PeoplePick({ people, value = [], onChange, id }: PeopleProps) {
  const { form } = useFormScope();
  const isOfPeople = Form.useWatch("kind", form) === "applicant";
  return (
    <Select
      {...(id !== undefined && { id })}
      mode="multiple"
      className="vd-wide"
      placeholder={isOfPeople ? "请选择退款的申请人" : "整单"}
      value={value}
      onChange={(ids: number[]) => onChange?.(ids)}
      options={people.map((p) => ({ value: p.id, label: `${p.seq}. ${personName(p)}` }))}
    />
  );
}

/** What was chosen, once it can be tried. */
function useTrial(orderId: number) {
  const { form } = useFormScope();
  const kind: unknown = Form.useWatch("kind", form);
  const applicant_ids: unknown = Form.useWatch("applicant_ids", form);
  const liability: unknown = Form.useWatch("liability", form);
  const lines: unknown = Form.useWatch("lines", form);
  const body = { order_id: orderId, kind, applicant_ids: applicant_ids ?? [], liability, ...(Array.isArray(lines) && { lines }) };
  const isWhole = typeof kind === "string" && typeof liability === "string";
  return useQuery({
    queryKey: [refundApi.refund_trial.name, body],
    queryFn: isWhole ? ({ signal }) => askFilter(refundApi.refund_trial, body, { signal, noToast: true }) : skipToken,
    placeholderData: (before) => before,
    retry: false,
  });
}

interface LinesProps {
  trial: RefundTrial;
  value?: readonly Asked[] | undefined;
  onChange?: (value: Asked[]) => void;
}
/** The policy's amounts stand until another is typed. */
function AskedLines({ trial, value, onChange }: LinesProps) {
  const amountOf = (l: Line): number => (value ? (value.find((a) => a.fee_id === l.fee_id)?.amount ?? 0) : l.policy_amount);
  const put = (l: Line, amount: number): void =>
    onChange?.(trial.lines.map((x) => ({ fee_id: x.fee_id, amount: x.fee_id === l.fee_id ? amount : amountOf(x) })));
  return (
    <Rows
      label="申请退款"
      of={refundApi.refund_trial.output.shape.lines}
      rows={trial.lines}
      by="fee_id"
      none="没有可退的费用"
      columns={[
        { name: "applicant_name", cell: (l) => l.applicant_name ?? "整单" },
        { name: "fee_kind", cell: (l) => FEE_KINDS[l.fee_kind] },
        "paid",
        { name: "rate", num: true, end: true, cell: (l) => `${l.rate}%` },
        "policy_amount",
        {
          title: "申请金额",
          cell: (l) => (
            <MoneyInput
              aria-label={`申请 ${l.applicant_name ?? "整单"} ${FEE_KINDS[l.fee_kind]}`}
              value={amountOf(l)}
              onChange={(v) => put(l, v ?? 0)}
            />
          ),
        },
        { name: "clause", cell: (l) => <span className="vd-wrap vd-muted">{l.clause || "—"}</span> },
      ]}
    />
  );
}

function Trial({ orderId }: { orderId: number }) {
  const { data: t } = useTrial(orderId);
  if (!t) return null;
  return (
    <>
      <Item name="lines" label="费用">
        <AskedLines trial={t} />
      </Item>
      <output className={`vd-note vd-small vd-wraps vd-whole-row${t.fault === null ? "" : " vd-tone-red"}`} aria-label="试算">
        <span hidden={t.lines.length === 0}>
          退 {money(t.total)}，留存 {money(t.kept)}；政策：{t.policy_name ?? "下单时商品没有退款政策"}
        </span>
        {t.ways.map((w, i) => (
          <span key={`${w.method} ${w.way} ${String(i)}`}>
            ；{PAY_METHODS[w.method]} {REFUND_WAYS[w.way]} {money(w.amount)}
          </span>
        ))}
        {t.fault !== null && <div>{t.fault}</div>}
      </output>
      {t.needs_payee && (
        <>
          <Item name="payee_name" half />
          <Item name="payee_account" half />
          <Item name="payee_bank" />
        </>
      )}
    </>
  );
}

export interface RefundStartProps {
  o: Order;
  close: () => void;
}
export function RefundStart({ o, close }: RefundStartProps) {
  const afterWrite = useAfterWrite();
  const open = o.people.filter((p) => p.applicant_status !== "refunded" && p.applicant_status !== "cancelled");
  return (
    <FormDialog
      endpoint={refundApi.refund_start}
      title={`发起退款：${o.order_no}`}
      okText="提交审核"
      width={920}
      intro="提交后由其他人审核；申请人退款审核期间不能继续办理。"
      initial={{
        order_id: o.id,
        kind: "applicant",
        applicant_ids: open.length === 1 ? open.map((p) => p.id) : [],
        initiator: o.customer_kind === "direct" ? "customer" : "peer",
        liability: "customer",
        proof: [],
      }}
      onDone={({ refund_no }) => {
        toast.success(`已提交审核 ${refund_no}`);
        afterWrite();
      }}
      onClose={close}
    >
      <Item name="kind" half />
      <Item name="applicant_ids" half>
        <PeoplePick people={open} />
      </Item>
      <Item name="initiator" half />
      <Item name="liability" half />
      <Item name="reason_code" half />
      <Item name="reason" half placeholder="至少5个字" />
      <Trial orderId={o.id} />
      <Item name="proof" />
    </FormDialog>
  );
}
