/** The acts of a reminder: answered, sent to whom it is for, put off, passed on, left aside. */
import { INWARD_KINDS, orderRemindApi, orderRemindFlow } from "@visadesk/contract/order/order-remind.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { Moves } from "#kit/act/moves.tsx";
import { Item } from "#kit/page/item.tsx";
import { RemindHandlerPicker } from "#shared/record-pickers.tsx";

export type RemindRow = Output<typeof orderRemindApi.order_remind_query>["list"][number];
export const isInward = (r: Pick<RemindRow, "kind">): boolean => INWARD_KINDS.includes(r.kind);

export const HAND_OVER = (
  <>
    <Item name="handler_id">
      <RemindHandlerPicker placeholder="有订单提醒权限的在职员工" />
    </Item>
    <Item name="reason" rows={2} />
  </>
);
export const SENDING = (
  <>
    <Item name="channel" />
    <Item name="content" rows={3} />
  </>
);
const INPUTS = {
  handle: (
    <>
      <Item name="reply" rows={3} placeholder="至少5个字" />
      <Item name="goes_on" help="还要跟进的，勾选后留在处理中" />
    </>
  ),
  snooze: (
    <>
      <Item name="until" />
      <Item name="reason" rows={2} />
    </>
  ),
  transfer: HAND_OVER,
  ignore: <Item name="reason" rows={2} placeholder="至少5个字" />,
};
const OUT = "21:00–08:00 不发送；同一订单同类提醒24小时内只发一次。电话提醒请拨打后登记。";

export function RemindMoves({ of: r }: { of: RemindRow }) {
  const inward = isInward(r);
  const initial = (move: string): Readonly<Record<string, unknown>> =>
    move === "transfer" ? { handler_id: undefined } : move === "send" ? { content: r.content, ...(!inward && { channel: "sms" }) } : {};
  return (
    <Moves
      flow={orderRemindFlow}
      row={r}
      state={r.remind_status}
      endpoints={orderRemindApi}
      inputs={{ ...INPUTS, send: inward ? <Item name="content" rows={3} /> : SENDING }}
      intros={{ send: inward ? `站内提醒经办人 ${r.acting_name ?? ""}` : OUT }}
      initial={initial}
    />
  );
}
