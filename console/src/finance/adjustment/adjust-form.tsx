/** 提交调账单: its kind decides what is asked for; what it would post stands below before it is handed in. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Form, Select } from "antd";
import { useState, type ReactNode } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { isRequired } from "#kit/form/field-kinds.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { faultOfField } from "#kit/form/save/form-rules.ts";
import { Item } from "#kit/page/item.tsx";
import { adjustmentApi, adjustValues } from "@visadesk/contract/finance/adjustment.ts";
import {
  ADJUST_ACCOUNTS,
  ADJUST_KINDS,
  adjustChoices,
  adjustFields,
  DIRECTION_WORDS,
  type AdjustAccount,
  type AdjustField,
  type AdjustKind,
} from "@visadesk/contract/finance/adjustment.words.ts";
import type { Input } from "@visadesk/contract/kit/endpoint.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { AdjustLines, Faults } from "./adjust-words.tsx";

type Asked = Input<typeof adjustmentApi.adjustment_preview>;
export interface AdjustFormProps {
  /** What is known where it is asked for; its kind then stands. */
  preset?: Partial<Asked> & { kind: AdjustKind };
  title?: string;
  intro?: ReactNode;
  onClose: () => void;
}

const LABELS: Readonly<Partial<Record<AdjustKind, Readonly<Partial<Record<AdjustField, string>>>>>> = {
  cash_transfer: { company_account_id: "转出账户" },
  suspense_claim: { company_account_id: "暂收账户" },
  suspense_return: { company_account_id: "暂收账户" },
  supplier_prepay: { company_account_id: "付款账户" },
};
/** Each kind asks for fields of its own, so that to all of them together none is due. */
const due = (name: AdjustField): { needs?: string } =>
  isRequired(adjustValues[name]) ? { needs: faultOfField(adjustValues[name], undefined) ?? "" } : {};

const optionsOf = (words: Readonly<Record<string, string>>) => Object.entries(words).map(([value, label]) => ({ value, label }));
interface KindFieldsProps {
  kind: AdjustKind;
  account: AdjustAccount | null;
  given: readonly string[];
  /** Another account is another owner. */
  onAccount: () => void;
}
function KindFields({ kind, account, given, onAccount }: KindFieldsProps) {
  const accounts = Object.fromEntries(adjustChoices(kind).map((a) => [a, ADJUST_ACCOUNTS[a]]));
  return adjustFields(kind, account)
    .filter((name) => !given.includes(name))
    .map((name) => {
      const label = LABELS[kind]?.[name];
      const words = name === "direction" ? DIRECTION_WORDS[kind] : undefined;
      if (name === "account")
        return (
          <Item key={`${kind} ${name}`} name={name} half {...due(name)}>
            <Select placeholder="请选择" options={optionsOf(accounts)} onChange={onAccount} />
          </Item>
        );
      return <Item key={`${kind} ${name}`} name={name} half {...due(name)} {...(label && { label })} {...(words && { options: words })} />;
    });
}

const ASKED = adjustmentApi.adjustment_preview.input;
/** What was filled in so far, once nothing of it is missing. */
function askedOf(values: Readonly<Record<string, unknown>>): Asked | null {
  const { kind, account } = kindOf(values);
  if (kind === undefined || (kind === "opening" && account === null)) return null;
  const fields = adjustFields(kind, account);
  if (fields.some((name) => values[name] === undefined || values[name] === null)) return null;
  const line = typeof values["statement_line_id"] === "number" ? { statement_line_id: values["statement_line_id"] } : {};
  const body = { kind, booked_on: values["booked_on"], ...line, ...Object.fromEntries(fields.map((name) => [name, values[name]])) };
  const read = ASKED.safeParse(body);
  return read.success ? read.data : null;
}
function kindOf(values: Readonly<Record<string, unknown>>): { kind: AdjustKind | undefined; account: AdjustAccount | null } {
  return {
    kind: keysOf(ADJUST_KINDS).find((k) => k === values["kind"]),
    account: keysOf(ADJUST_ACCOUNTS).find((k) => k === values["account"]) ?? null,
  };
}
/** Who gets parked money back; the sender that the bank named stands where nothing is typed. */
const PayeeFields = ({ fromLine }: { fromLine: boolean }) => (
  <>
    <Item name="payee_name" half {...(!fromLine && { needs: "请输入收款户名" })} {...(fromLine && { help: "不填则退给流水的付款户名" })} />
    <Item
      name="payee_account"
      half
      {...(!fromLine && { needs: "请输入收款账号" })}
      {...(fromLine && { help: "不填则退到流水的付款账号" })}
    />
    <Item name="payee_bank" half needs="请输入开户行" />
  </>
);
function Preview({ asked }: { asked: Asked }) {
  const { data } = useQuery({
    queryKey: [adjustmentApi.adjustment_preview.name, asked],
    queryFn: ({ signal }) => ask(adjustmentApi.adjustment_preview, asked, { signal, noToast: true }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (!data) return null;
  return (
    <section className="vd-form-section" aria-label="预览分录">
      <h2>预览分录</h2>
      <Faults faults={data.faults} />
      <AdjustLines label="预览分录" lines={data.lines} />
      {data.file_needed && <p className="vd-small vd-muted">达到附件限额，须上传附件</p>}
    </section>
  );
}

function Fields({ preset }: Pick<AdjustFormProps, "preset">) {
  const { form } = useFormScope();
  const typed = Form.useWatch<Readonly<Record<string, unknown>> | undefined>([], form);
  const values = { ...preset, ...typed };
  const { kind, account } = kindOf(values);
  const asked = askedOf(values);
  // What was filled in for another kind or account does not fit this one.
  const clear = (...keep: AdjustField[]): void =>
    form.setFieldsValue(
      Object.fromEntries(
        keysOf(adjustValues)
          .filter((n) => !keep.includes(n))
          .map((n) => [n, undefined]),
      ),
    );
  const given = kind === "reversal" && preset ? ["journal_id"] : [];
  return (
    <>
      {!preset && (
        <Item name="kind" half>
          <Select placeholder="请选择" options={optionsOf(ADJUST_KINDS)} onChange={() => clear("amount")} />
        </Item>
      )}
      {kind !== undefined && (
        <KindFields
          kind={kind}
          account={account}
          given={given}
          onAccount={() => kind === "opening" && clear("account", "direction", "amount")}
        />
      )}
      {kind === "suspense_return" && <PayeeFields fromLine={typeof values["statement_line_id"] === "number"} />}
      <Item name="booked_on" half past help={kind === "suspense_return" ? "付款后按付款日入账" : "只能记入开放的期间，不能晚于今天"} />
      <Item name="reason" rows={3} placeholder="写明依据，至少5个字" />
      <Item name="files" />
      {asked !== null && <Preview asked={asked} />}
    </>
  );
}
export function AdjustForm({ preset, title = "提交调账单", intro, onClose }: AdjustFormProps) {
  const afterWrite = useAfterWrite();
  const [today] = useState(() => shanghaiDate(new Date()));
  return (
    <FormDialog
      endpoint={adjustmentApi.adjustment_add}
      title={title}
      okText="提交审批"
      width={760}
      intro={intro}
      initial={{ booked_on: today, files: [], ...preset }}
      onDone={(a) => {
        toast.success(`已提交审批 ${a.adjust_no}`);
        afterWrite();
      }}
      onClose={onClose}
    >
      <Fields {...(preset && { preset })} />
    </FormDialog>
  );
}
