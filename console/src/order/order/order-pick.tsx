/** 为什么派给他: the picks of one order, opened beside its expert. */
import { useRecord } from "#kit/page/use-record.ts";
import { Dialog } from "#kit/form/dialog.tsx";
import { PickExplain } from "#shared/expert-pick.tsx";
import { orderApi } from "@visadesk/contract/order/order.ts";
import { PICK_KEEP_DAYS } from "@visadesk/contract/setting/expert.ts";
import type { Order } from "./order-overview.tsx";

const WIDTH = 640;

export interface OrderPickProps {
  o: Order;
  close: () => void;
}
export function OrderPick({ o, close }: OrderPickProps) {
  const answer = useRecord(orderApi.order_pick_get, { id: o.id });
  const picks = answer.data?.picks ?? [];
  const last = picks[0];
  return (
    <Dialog title="派单说明" width={WIDTH} reads={answer} onClose={close}>
      {!last && <p className="vd-muted">没有派单记录：派单记录保留 {PICK_KEEP_DAYS} 天，改派和导入的订单没有记录。</p>}
      {last && last.picked_id !== o.expert_id && <p>之后已改派给 {o.expert_name ?? "—"}，以下是支付时的派单。</p>}
      {picks.map((p) => (
        <PickExplain key={p.id} pick={p} />
      ))}
    </Dialog>
  );
}
