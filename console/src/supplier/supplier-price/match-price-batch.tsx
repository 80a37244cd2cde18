/** 批量调价: the same change of many costs, seen match by match before it is asked for. */
import { Form, Segmented } from "antd";
import { useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { uuid } from "#kit/app/hash.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { MoneyInput } from "#kit/inputs/money-input.tsx";
import { PercentInput } from "#kit/inputs/number-input.tsx";
import { Item } from "#kit/page/item.tsx";
import { Rows } from "#kit/table/rows.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { isSteep, stepOf } from "@visadesk/contract/supplier/supplier-price.rules.ts";
import { supplierPriceApi as api } from "@visadesk/contract/supplier/supplier-price.ts";
import { Cost, Step } from "../supplier-product/match-cells.tsx";
import { MatchTrial } from "./match-trial.tsx";
import { WhyItems } from "./match-why.tsx";

export interface MatchPriceBatchProps {
  ids: readonly number[];
  onDone?: () => void;
  onClose: () => void;
}
type Row = Output<typeof api.supplier_price_batch>["rows"][number];

interface SignedProps {
  id?: string;
  percent?: true;
  value?: number | null;
  onChange?: (value: number | null) => void;
}
/** Up or down, and by how much: cents, or hundredths of a percent. A minus that is typed turns the way. */
function SignedInput({ id, percent, value, onChange }: SignedProps) {
  const [sign, setSign] = useState<1 | -1>((value ?? 0) < 0 ? -1 : 1);
  const [size, setSize] = useState(value === null || value === undefined ? null : Math.abs(value));
  const Typed = percent ? PercentInput : MoneyInput;
  const put = (to: 1 | -1, next: number | null): void => {
    const way = next !== null && next < 0 ? -1 : to;
    setSign(way);
    setSize(next);
    onChange?.(next === null ? null : way * Math.abs(next));
  };
  return (
    <div className="vd-row">
      <Segmented<1 | -1>
        aria-label="方向"
        options={[
          { value: 1, label: "上调" },
          { value: -1, label: "下调" },
        ]}
        value={sign}
        onChange={(to) => put(to, size === null ? null : Math.abs(size))}
      />
      <Typed {...(id !== undefined && { id })} value={size} onChange={(next) => put(sign, next)} />
    </div>
  );
}

interface Asked {
  by: "amount" | "percent";
  amount: number | null;
  rate_bp: number | null;
  effective_at: string | null;
}
const FIRST: Asked = { by: "amount", amount: null, rate_bp: null, effective_at: null };
/** A trial is asked before its reason is written. */
const TRIAL = { reason_kind: "supplier", reason: "批量调价试算，尚未提交" } as const;

const Trial = ({ rows }: { rows: readonly Row[] }) => (
  <Rows
    label="批量调价预览"
    rows={rows}
    maxHeight={280}
    columns={[
      { title: "匹配", cell: (r) => r.name },
      { title: "现成人价", end: true, num: true, cell: (r) => <Cost minor={r.old_adult} currency={r.currency} /> },
      { title: "新成人价", end: true, num: true, cell: (r) => <Cost minor={r.new_adult} currency={r.currency} /> },
      { title: "涨跌", end: true, cell: (r) => <Step step={stepOf(r.old_adult, r.new_adult)} /> },
      { title: "说明", cell: (r) => (r.fault ? <span className="vd-error">{r.fault}</span> : <span className="vd-muted">可提交</span>) },
    ]}
  />
);

/** Another amount, way or time asks for another preview. */
function Preview({ ids, ...field }: { ids: readonly number[]; value?: string; onChange?: (seen: string | undefined) => void }) {
  const { form } = useFormScope();
  const values: Partial<Asked> | undefined = Form.useWatch([], form);
  const { by, amount, rate_bp, effective_at }: Asked = { ...FIRST, ...values };
  const much = by === "amount" ? amount : rate_bp;
  const asked = much ? { ids: [...ids], by, ...(by === "amount" ? { amount: much } : { rate_bp: much }), effective_at } : null;
  return (
    <MatchTrial
      {...field}
      word="预览"
      asked={asked}
      ask={() => ask(api.supplier_price_batch, { ids: [...ids], by, ...asked, ...TRIAL, dry_run: true, idempotency_key: uuid() })}
      tally={({ rows }) => {
        const good = rows.filter((r) => r.fault === null);
        const far = good.filter((r) => isSteep(stepOf(r.old_adult, r.new_adult))).length;
        const words = `${good.length} 个可提交，${rows.length - good.length} 个不可提交`;
        return { good: good.length, words, steep: far > 0 ? `${far} 个` : null };
      }}
    >
      {({ rows }) => <Trial rows={rows} />}
    </MatchTrial>
  );
}

/** Only the way that was chosen is sent. */
function HowMuch() {
  const { form } = useFormScope();
  const by: unknown = Form.useWatch("by", form);
  return by === "percent" ? (
    <Item name="rate_bp" needs="请输入调整比例">
      <SignedInput percent />
    </Item>
  ) : (
    <Item name="amount" label="每人加减" needs="请输入加减金额" help="只调整人民币结算价；外币的按比例调整">
      <SignedInput />
    </Item>
  );
}

export function MatchPriceBatch({ ids, onDone, onClose }: MatchPriceBatchProps) {
  const afterWrite = useAfterWrite();
  const [initial] = useState(() => ({
    ids: [...ids],
    by: "amount" as const,
    dry_run: false,
    effective_at: null,
    reason_kind: "supplier" as const,
  }));
  return (
    <FormDialog
      endpoint={api.supplier_price_batch}
      title={`批量调价：${ids.length} 个匹配`}
      okText="提交审核"
      width={760}
      intro="成人价与儿童价一起调整，加急与使馆费不变；每个匹配一张调价单，审核通过后生效。"
      initial={initial}
      onDone={({ done, rows }) => {
        const left = rows.flatMap((r) => (r.fault === null ? [] : [{ name: r.name, msg: r.fault }]));
        tellOutcome("提交调价", "个匹配", { done, left });
        afterWrite();
        onDone?.();
      }}
      onClose={onClose}
    >
      <Item name="by" half />
      <HowMuch />
      <WhyItems />
      <Item name="seen" label="预览" needs="请先预览" help="提交的与预览的一致才能提交">
        <Preview ids={ids} />
      </Item>
    </FormDialog>
  );
}
