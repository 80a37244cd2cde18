/** The order's or one person's timeline with a filter by kind. */
import { Button, Select } from "antd";
import { orderApi } from "@visadesk/contract/order/order.ts";
import { LOG_ENTRY_KINDS } from "@visadesk/contract/order/words.ts";
import { useState } from "react";
import { CLEARS } from "#kit/inputs/clears.tsx";
import { useSearchText } from "#kit/filter/use-url.ts";
import { entriesOf } from "#kit/words.ts";
import { Timeline } from "#kit/page/timeline.tsx";

type LogKind = keyof typeof LOG_ENTRY_KINDS;
const KINDS = entriesOf(LOG_ENTRY_KINDS).map(([value, label]) => ({ value, label }));
/** 日志 of an order and of its people is their 动态, the same for everybody who may have the order open. */
export function TimelineButton() {
  const [search, replace] = useSearchText();
  const show = (): void => {
    const params = new URLSearchParams(search);
    params.set("tab", "log");
    replace(params.toString());
  };
  return <Button onClick={show}>日志</Button>;
}

export function OrderTimeline({ orderId, applicantId }: { orderId: number; applicantId?: number }) {
  const [kinds, setKinds] = useState<LogKind[]>([]);
  return (
    <div className="vd-stack">
      <p className="vd-muted">动态就是订单的日志：每一步、修改前后、文件、收款和备注，能看订单的人都能看。谁查看、打印过，记在操作日志。</p>
      <Select<LogKind[]>
        mode="multiple"
        size="small"
        allowClear={CLEARS}
        placeholder="全部类型"
        aria-label="动态类型"
        options={KINDS}
        value={kinds}
        onChange={setKinds}
        className="vd-wide"
      />
      <Timeline
        endpoint={orderApi.order_log_query}
        input={{
          order_id: orderId,
          ...(applicantId !== undefined && { applicant_id: applicantId }),
          ...(kinds.length > 0 && { kind: kinds }),
        }}
      />
    </div>
  );
}
