/** 电话退款试算: an order number and whose fault it is; stage, time and paid parts are the order's own. */
import { Empty, Input, Select, type InputRef } from "antd";
import { useEffect, useRef, useState } from "react";
import { Stack } from "#kit/page/blocks.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { useOrderHref } from "#shared/order-href.ts";
import { useRecord } from "#kit/page/use-record.ts";
import { useSearchText } from "#kit/filter/use-url.ts";
import { useOpenPanel } from "#kit/app/open-panel.ts";
import { REFUND_ORDER_KEY } from "#shared/refund-phone-href.ts";
import { refundPolicyApi } from "@visadesk/contract/base-data/refund-policy.ts";
import { REFUND_STAGES } from "@visadesk/contract/base-data/refund.rules.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { RefundLines, SayIt } from "./refund-result.tsx";
import { LIABILITY_OPTIONS } from "./refund-trial.tsx";
import { Clause } from "./refund-versions.tsx";
import "./refund-policy.css";

type Trial = Output<typeof refundPolicyApi.refund_policy_order_trial>;
type Liability = (typeof LIABILITY_OPTIONS)[number]["value"];

const since = (hours: number): string => (hours < 48 ? `${hours} 小时` : `${Math.floor(hours / 24)} 天`);

function PersonTrial({ p, ours, many }: { p: Trial["people"][number]; ours: boolean; many: boolean }) {
  return (
    <section className="vd-stack vd-box" aria-label={`申请人${p.seq}`}>
      <div className="vd-wraps">
        <b>申请人{p.seq}</b>
        <span className="vd-muted vd-num">{p.applicant_no}</span>
        <Mark tone="blue">{p.result ? REFUND_STAGES[p.result.stage] : p.status_label}</Mark>
        {p.is_official_paid && <Mark tone="orange">官方费用已缴</Mark>}
        <span className="vd-grow" />
        {p.result ? many && <b>{money(p.result.total)}</b> : <span className="vd-muted">{p.blocked}，不再计算</span>}
      </div>
      {p.result && (
        <>
          {p.result.lines.length > 0 && <RefundLines lines={p.result.lines} />}
          <SayIt result={p.result} text={p.result.text} ours={ours} />
        </>
      )}
    </section>
  );
}

function OrderTrial({ order_no, liability }: { order_no: string; liability: Liability }) {
  const answer = useRecord(refundPolicyApi.refund_policy_order_trial, { order_no, liability });
  const { data: t, isPlaceholderData } = answer;
  const href = useOrderHref(t?.order_id ?? null, true);
  if (!t) return <Unread slim answer={answer} rows={4} />;
  return (
    <Stack {...(isPlaceholderData && { className: "is-stale" })} aria-live="polite">
      <div className="vd-wraps">
        <span className="vd-muted">{t.people.length > 1 ? `${t.people.length} 人可退合计` : "可退合计"}</span>
        <span className="vd-big">
          <Money cents={t.total} />
        </span>
        <span className="vd-grow" />
        {href ? <HrefLink href={href}>{t.order_no}</HrefLink> : t.order_no}
      </div>
      <div className="vd-small vd-muted vd-wraps">
        <span>
          {t.policy_name} 第{t.version_no}版（下单时）
        </span>
        <span>支付已 {since(t.hours_since_payment)}</span>
        {t.other_paid > 0 && <span>另有加急、保障、保险、快递等 {money(t.other_paid)}，按订单规则另算</span>}
      </div>
      <section aria-label="条款">
        <p className="vd-muted vd-tiny">可以读给客户的条款</p>
        <Clause html={t.clause} blank="（下单时没有条款）" className="vd-note vd-tone-blue" />
      </section>
      {t.people.map((p) => (
        <PersonTrial key={p.applicant_id} p={p} ours={liability === "us"} many={t.people.length > 1} />
      ))}
    </Stack>
  );
}

const OWN = { keys: [REFUND_ORDER_KEY] };

export default function RefundPhone() {
  useOpenPanel(OWN);
  const [search, replace] = useSearchText();
  const asked = new URLSearchParams(search).get(REFUND_ORDER_KEY) ?? "";
  const ask = (orderNo: string): void => {
    const params = new URLSearchParams(window.location.search);
    if (orderNo) params.set(REFUND_ORDER_KEY, orderNo);
    else params.delete(REFUND_ORDER_KEY);
    replace(params.toString());
  };
  const [liability, setLiability] = useState<Liability>("customer");
  const box = useRef<InputRef>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <Stack>
      <div className="vd-row">
        <Input.Search
          key={asked}
          aria-label="订单号"
          placeholder="订单号"
          enterButton="试算"
          allowClear
          ref={box}
          defaultValue={asked}
          onSearch={(text) => ask(text.trim())}
        />
        <Select aria-label="责任" options={LIABILITY_OPTIONS} value={liability} onChange={setLiability} />
      </div>
      {asked === "" ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="输入订单号，阶段、已付款项和下单时的政策都从订单读取" />
      ) : (
        <OrderTrial order_no={asked} liability={liability} />
      )}
    </Stack>
  );
}
