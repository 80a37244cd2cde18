/** 试算: any stage, time and payment against any version, as the server calculates it. */
import { Select, Switch } from "antd";
import { useId, useState } from "react";
import { NumberInput } from "#kit/inputs/number-input.tsx";
import { int } from "@visadesk/contract/kit/field.ts";
import { MoneyInput } from "#kit/inputs/money-input.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Money } from "#kit/form/format-cells.tsx";
import { entriesOf } from "#kit/words.ts";
import { refundPolicyApi } from "@visadesk/contract/base-data/refund-policy.ts";
import { PART_LABELS, REFUND_STAGES } from "@visadesk/contract/base-data/refund.rules.ts";
import type { Input } from "@visadesk/contract/kit/endpoint.ts";
import { LIABILITIES } from "@visadesk/contract/order/words.ts";
import { RefundLines, SayIt } from "./refund-result.tsx";
import { Clause, type Version } from "./refund-versions.tsx";

type Ask = Input<typeof refundPolicyApi.refund_policy_trial>;
const STAGES = entriesOf(REFUND_STAGES).map(([value, label]) => ({ value, label }));
export const LIABILITY_OPTIONS = (["customer", "us", "embassy", "unknown"] as const).map((value) => ({ value, label: LIABILITIES[value] }));

type Case = Omit<Ask, "version_id">;
const START: Case = {
  stage: "reviewing",
  hours_since_payment: 24,
  service: 41_300,
  embassy: 71_500,
  centre: 0,
  is_official_paid: false,
  liability: "customer",
};

const HOURS = int("支付后小时数", 0, 100_000);
function Fields({ value, put }: { value: Case; put: (patch: Partial<Case>) => void }) {
  const id = useId();
  return (
    <>
      <label htmlFor={`${id}stage`} className="vd-near vd-small vd-muted vd-whole-row">
        阶段
        <Select id={`${id}stage`} options={STAGES} value={value.stage} onChange={(stage) => put({ stage })} />
      </label>
      <label htmlFor={`${id}hours`} className="vd-near vd-small vd-muted">
        支付后(小时)
        <NumberInput
          of={HOURS}
          id={`${id}hours`}
          value={value.hours_since_payment}
          onChange={(h) => put({ hours_since_payment: h ?? 0 })}
        />
      </label>
      <p className="vd-muted vd-tiny vd-whole-row">金额为示例，按客户实付修改</p>
      {(["service", "embassy", "centre"] as const).map((kind) => (
        <label key={kind} htmlFor={`${id}${kind}`} className="vd-near vd-small vd-muted">
          已付{PART_LABELS[kind]}
          <MoneyInput id={`${id}${kind}`} value={value[kind]} onChange={(cents) => put({ [kind]: cents ?? 0 })} />
        </label>
      ))}
      <label htmlFor={`${id}official`} className="vd-near vd-small vd-muted">
        官方费用已缴
        <span>
          <Switch
            id={`${id}official`}
            checkedChildren="已缴"
            unCheckedChildren="未缴"
            checked={value.is_official_paid}
            onChange={(is_official_paid) => put({ is_official_paid })}
          />
        </span>
      </label>
      <label htmlFor={`${id}liability`} className="vd-near vd-small vd-muted">
        责任
        <Select id={`${id}liability`} options={LIABILITY_OPTIONS} value={value.liability} onChange={(liability) => put({ liability })} />
      </label>
    </>
  );
}

export function RefundTrial({ versions }: { versions: readonly Version[] }) {
  const [picked, pick] = useState<number | null>(null);
  const [value, setValue] = useState(START);
  const version = versions.find((v) => v.id === picked) ?? versions.find((v) => v.is_in_force) ?? versions[0];
  if (!version) return <p className="vd-muted">先在“退款规则”中填写并保存，再试算</p>;
  return (
    <div className="vd-sided rf-trial">
      <div className="vd-stack rf-fields">
        <label htmlFor="rf-version" className="vd-near vd-small vd-muted vd-whole-row">
          版本
          <Select
            id="rf-version"
            options={versions.map((v) => ({
              value: v.id,
              label: `第${v.version_no}版（${v.is_in_force ? "现行" : { draft: "草稿", published: "待生效", retired: "已停用" }[v.state]}）`,
            }))}
            value={version.id}
            onChange={pick}
          />
        </label>
        <Fields value={value} put={(patch) => setValue({ ...value, ...patch })} />
      </div>
      <Result ask={{ ...value, version_id: version.id }} />
    </div>
  );
}

function Result({ ask }: { ask: Ask }) {
  const answer = useRecord(refundPolicyApi.refund_policy_trial, ask);
  const { data, isPlaceholderData } = answer;
  if (!data) return <Unread slim answer={answer} rows={4} />;
  return (
    <section className={`vd-stack vd-box${isPlaceholderData ? " is-stale" : ""}`} aria-label="试算结果" aria-live="polite">
      <div className="vd-wraps">
        <span className="vd-muted">可退合计</span>
        <span className="vd-big">
          <Money cents={data.total} />
        </span>
      </div>
      {data.stage !== ask.stage && <p className="vd-muted">已过支付后时限，按「{REFUND_STAGES[data.stage]}」计算</p>}
      {data.lines.length > 0 && <RefundLines lines={data.lines} />}
      <SayIt result={data} text={data.text} ours={ask.liability === "us"} />
      <details>
        <summary>第{data.version_no}版条款</summary>
        <Clause html={data.clause} blank="（还没有填写）" />
      </details>
    </section>
  );
}
