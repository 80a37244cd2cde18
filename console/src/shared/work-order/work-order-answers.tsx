/** The form of a work order: filled in on behalf of a peer, shown as the peer sees it, read once it is answered. */
import { Form, Input, Select } from "antd";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { isFileKey } from "@visadesk/contract/kit/field.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import type { workOrderApi } from "@visadesk/contract/peer/work-order/work-order.ts";
import { CLEARS } from "#kit/inputs/clears.tsx";
import { FileLinks } from "#kit/file/file-links.tsx";
import { DateInput } from "#kit/inputs/date-input.tsx";
import { FileInput } from "#kit/inputs/file-input.tsx";
import { MoneyInput } from "#kit/inputs/money-input.tsx";

type WorkOrderDetail = Output<typeof workOrderApi.work_order_get>;
export type FormField = WorkOrderDetail["fields"][number];
export type PickedOrder = Output<typeof workOrderApi.work_order_order_pick>["list"][number];
type Answers = Readonly<Record<string, unknown>>;

const textOf = (v: unknown): string => (typeof v === "string" ? v : "");
const numberOf = (v: unknown): number | null => (typeof v === "number" ? v : null);
const keysIn = (v: unknown): string[] => (Array.isArray(v) ? v.filter(isFileKey) : []);
export const personOption = (p: PickedOrder["people"][number]) => ({ value: p.id, label: `${p.applicant_no} ${p.name}` });

interface InputProps {
  f: FormField;
  value: unknown;
  onChange: (value: unknown) => void;
  orders: readonly PickedOrder[];
  /** Whose people may be chosen. */
  order: PickedOrder | undefined;
}
function AnswerInput({ f, value, onChange, orders, order }: InputProps) {
  const id = `answer-${f.key}`;
  const select = (options: { value: string | number; label: string }[]) => (
    <Select
      id={id}
      className="vd-wide"
      allowClear={CLEARS}
      placeholder="请选择"
      options={options}
      value={typeof value === "string" || typeof value === "number" ? value : null}
      onChange={(v: unknown) => onChange(v)}
    />
  );
  switch (f.kind) {
    case "text":
      return <Input id={id} maxLength={200} autoComplete="off" value={textOf(value)} onChange={(e) => onChange(e.target.value)} />;
    case "long_text":
      return <Input.TextArea id={id} maxLength={2000} rows={3} value={textOf(value)} onChange={(e) => onChange(e.target.value)} />;
    case "choice":
      return select(f.options.map((o) => ({ value: o, label: o })));
    case "date":
      return <DateInput id={id} value={textOf(value) || null} onChange={onChange} />;
    case "money":
      return <MoneyInput id={id} value={numberOf(value)} onChange={onChange} />;
    case "files":
      return <FileInput id={id} purpose="work_order" max={9} value={keysIn(value)} onChange={onChange} />;
    case "order":
      return select(orders.map((o) => ({ value: o.id, label: o.order_no })));
    case "applicant":
      return select((order?.people ?? []).map(personOption));
  }
}

export interface AnswersInputProps {
  fields: readonly FormField[];
  orders?: readonly PickedOrder[];
  order?: PickedOrder | undefined;
  value?: Answers;
  onChange?: (value: Answers) => void;
}
const NO_ORDERS: readonly PickedOrder[] = [];
/** What is empty is left out, as a peer leaves it. */
const withAnswer = (answers: Answers, key: string, value: unknown): Answers => {
  const { [key]: _, ...rest } = answers;
  const isEmpty = value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
  return isEmpty ? rest : { ...rest, [key]: value };
};
export function AnswersInput({ fields, orders = NO_ORDERS, order, value = {}, onChange }: AnswersInputProps) {
  return (
    <div className="vd-form-grid">
      {fields.map((f) => (
        <Form.Item key={f.key} label={f.label} required={f.required} htmlFor={`answer-${f.key}`} className="vd-item">
          <AnswerInput f={f} value={value[f.key]} orders={orders} order={order} onChange={(v) => onChange?.(withAnswer(value, f.key, v))} />
        </Form.Item>
      ))}
    </div>
  );
}

/** An answer as it is read; orders and people are numbers, named where the work order names them. */
function answerOf(f: FormField, v: unknown, w: WorkOrderDetail) {
  if (v === undefined || v === null || v === "") return "—";
  if (f.kind === "money") return typeof v === "number" ? money(v) : "—";
  if (f.kind === "files") return <FileLinks keys={keysIn(v)} />;
  if (f.kind === "order") return v === w.order_id ? w.order_no : "另一张订单";
  if (f.kind === "applicant") return v === w.applicant_id ? "关联的申请人" : "订单中的申请人";
  return <span className="vd-wrap">{textOf(v)}</span>;
}
export const Answers = ({ w }: { w: WorkOrderDetail }) => (
  <dl className="vd-fields is-2">
    {w.fields.map((f) => (
      <div key={f.key} className={f.kind === "long_text" || f.kind === "files" ? "is-wide" : ""}>
        <dt>{f.label}</dt>
        <dd>{answerOf(f, w.answers[f.key], w)}</dd>
      </div>
    ))}
  </dl>
);
