/** The acts of a work order in its row and in its drawer. */
import { Moves } from "#kit/act/moves.tsx";
import { session } from "#kit/app/session.ts";
import { Item } from "#kit/page/item.tsx";
import { workOrderFlow } from "@visadesk/contract/peer/work-order/work-order.flow.ts";
import { workOrderApi } from "@visadesk/contract/peer/work-order/work-order.ts";
import { WorkOrderHandlerPicker } from "#shared/record-pickers.tsx";
import type { WorkOrder, WorkOrderDetail } from "./work-order-words.tsx";

const SAID = (
  <>
    <Item name="text" rows={4} />
    <Item name="files" />
  </>
);
export const HAND_OVER = (
  <>
    <Item name="handler_id">
      <WorkOrderHandlerPicker placeholder="有工单权限的在职员工" />
    </Item>
    <Item name="reason" rows={2} />
  </>
);
const INPUTS = {
  reply: (
    <>
      {SAID}
      <Item name="internal" help="只有我们看得到，不算首响" />
    </>
  ),
  ask: SAID,
  answer: SAID,
  hand_over: HAND_OVER,
  resolve: (
    <>
      <Item name="resolution" />
      <Item name="resolution_note" rows={3} help="同行看得到" />
    </>
  ),
};
const NEXT: Readonly<Record<string, string>> = { pending: "take", processing: "reply", waiting_peer: "answer", resolved: "reopen" };
const ALL = Object.keys(workOrderFlow.moves);
/** Whoever takes it is not the one who has it: he replies, or has it passed on. */
const UNTAKEN = ALL.filter((move) => move !== "take");
/** Another receiver is chosen, never the one who has it. */
const initial = (move: string): Readonly<Record<string, unknown>> => (move === "hand_over" ? { handler_id: undefined } : {});

export function WorkOrderMoves({ w, head, look }: { w: WorkOrder | WorkOrderDetail; head?: true; look?: (no: string) => void }) {
  const me = session.use((s) => s.login?.id);
  const isTaken = w.handler_id !== null && w.handler_id !== me;
  return (
    <Moves
      flow={workOrderFlow}
      row={w}
      state={w.work_order_status}
      endpoints={workOrderApi}
      first={isTaken && w.work_order_status === "pending" ? "reply" : (NEXT[w.work_order_status] ?? null)}
      only={isTaken && !head ? UNTAKEN : ALL}
      variant={head ? "head" : "row"}
      inputs={INPUTS}
      initial={initial}
      {...(look && { more: [{ key: "view", label: "查看", onClick: () => look(w.work_order_no) }] })}
    />
  );
}
