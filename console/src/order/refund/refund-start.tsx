/** 发起退款: for whom and why, tried at once: what the policy gives of each fee, what stays, and by which ways it goes back. */
import { Form, Select } from "antd";
import { refundApi } from "@visadesk/contract/order/refund/refund.ts";
import { REFUND_WAYS } from "@visadesk/contract/order/refund/refund.words.ts";
import { PAY_METHODS } from "@visadesk/contract/order/words.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { useMemo, useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { Item } from "#kit/page/item.tsx";
import { Unread } from "#kit/page/reads.tsx";
import type { Order } from "../order/order-overview.tsx";
import { personName } from "../order/order-people.tsx";
import { AskedLines, type Choices, type Typed, useChoices, useTrial, wholeOf } from "./refund-asked.tsx";
import type { RefundTrial } from "./refund-words.tsx";

const NAME_SOMEBODY = "请选择退款的申请人";

interface PeopleProps {
  people: Order["people"];
  value?: number[];
  onChange?: (ids: number[]) => void;
  id?: string;
}
const useIsOfPeople = (): boolean => Form.useWatch("kind", useFormScope().form) === "applicant";
function PeoplePick({ people, value = [], onChange, id }: PeopleProps) {
  const isOfPeople = useIsOfPeople();
  return (
    <Select
      {...(id !== undefined && { id })}
      mode="multiple"
      className="vd-wide"
      placeholder={isOfPeople ? NAME_SOMEBODY : "整单"}
      value={value}
      onChange={(ids: number[]) => onChange?.(ids)}
      options={people.map((p) => ({ value: p.id, label: `${p.seq}. ${personName(p)}` }))}
    />
  );
}
function PeopleItem({ people }: Pick<PeopleProps, "people">) {
  return (
    <Item name="applicant_ids" half {...(useIsOfPeople() && { needs: NAME_SOMEBODY })}>
      <PeoplePick people={people} />
    </Item>
  );
}

/** What would leave and by which ways; `isWrong`: the amounts cannot be tried as they stand. */
function Sum({ of: t, isWrong, isOld }: { of: RefundTrial; isWrong: boolean; isOld: boolean }) {
  const isRed = isWrong || t.fault !== null;
  return (
    <output
      className={`vd-note vd-small vd-wraps vd-whole-row${isRed ? " vd-tone-red" : ""}`}
      aria-label="试算"
      aria-busy={isOld && !isWrong}
    >
      {isWrong && "申请金额有误，更正后重新合计"}
      {!isWrong && t.lines.length > 0 && (
        <>
          <span>
            退 {money(t.total)}，留存 {money(t.kept)}；政策：{t.policy_name ?? "下单时商品没有退款政策"}
          </span>
          {t.ways.map((w, i) => (
            <span key={`${w.method} ${w.way} ${String(i)}`}>
              ；{PAY_METHODS[w.method]} {REFUND_WAYS[w.way]} {money(w.amount)}
            </span>
          ))}
        </>
      )}
      {!isWrong && t.fault !== null && <div>{t.fault}</div>}
    </output>
  );
}

interface TrialProps {
  choices: Choices;
  people: Order["people"];
  typed: Typed;
  onTyped: (typed: Typed) => void;
}
/** The policy is tried by the choices alone; what was typed stays out of it, and is added up in a trial of its own. */
function Trial({ choices, people, typed, onTyped }: TrialProps) {
  const policy = useTrial(choices);
  const { data, isPlaceholderData: isOld } = policy;
  const isTyped = data?.lines.some((l) => typed[l.fee_id] !== undefined) ?? false;
  const whole = useMemo(() => (data && !isOld ? wholeOf(data.lines, typed) : null), [data, isOld, typed]);
  const sum = useTrial(isTyped ? whole && { ...choices, lines: whole } : choices);
  if (policy.error && !data)
    return (
      <Item name="lines" label="费用" needs="试算未成功，不能提交">
        <Unread slim answer={policy} />
      </Item>
    );
  const isWrong = data !== undefined && !isOld && whole === null;
  return (
    <>
      {(!data || data.lines.length > 0) && (
        <Item name="lines" label="费用" needs={isWrong ? "请更正标红的申请金额" : "正在试算，请稍后提交"}>
          <AskedLines lines={data?.lines ?? []} people={people} typed={typed} onTyped={onTyped} whole={whole} />
        </Item>
      )}
      {sum.error ? <Unread slim answer={sum} /> : sum.data && <Sum of={sum.data} isWrong={isWrong} isOld={sum.isPlaceholderData} />}
      {sum.data?.needs_payee && (
        <>
          <Item name="payee_name" half />
          <Item name="payee_account" half />
          <Item name="payee_bank" />
        </>
      )}
    </>
  );
}
function Fees({ orderId, ...rest }: Omit<TrialProps, "choices"> & { orderId: number }) {
  const choices = useChoices(orderId);
  if (choices) return <Trial choices={choices} {...rest} />;
  return (
    <output className="vd-note vd-small vd-whole-row" aria-label="试算">
      {NAME_SOMEBODY}
    </output>
  );
}

export interface RefundStartProps {
  o: Order;
  close: () => void;
}
export function RefundStart({ o, close }: RefundStartProps) {
  const afterWrite = useAfterWrite();
  const [typed, setTyped] = useState<Typed>({});
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
      follows={Object.keys(typed).length === 0 ? ["lines"] : []}
      onClose={close}
    >
      <Item name="kind" half />
      <PeopleItem people={open} />
      <Item name="initiator" half />
      <Item name="liability" half />
      <Item name="reason_code" half />
      <Item name="reason" half placeholder="至少5个字" />
      <Fees orderId={o.id} people={o.people} typed={typed} onTyped={setTyped} />
      <Item name="proof" />
    </FormDialog>
  );
}
