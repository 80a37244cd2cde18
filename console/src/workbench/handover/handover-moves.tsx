/** What the reader may do with a hand-over next. */
import { handoverApi } from "@visadesk/contract/workbench/handover/handover.ts";
import { handoverFlow } from "@visadesk/contract/workbench/handover/handover.flow.ts";
import { Moves, type Question } from "#kit/act/moves.tsx";
import { Item } from "#kit/page/item.tsx";
import { minute, type Handover } from "./handover-words.tsx";

const REASON = <Item name="reason" rows={2} placeholder="选填" />;
const INPUTS = { end: REASON, cancel: REASON };
const INTROS = {
  end: "接手人立即不再看到这些待办和订单，期间变化发给休假人。",
  cancel: "双方都会收到通知。",
};
const initial = (): Readonly<Record<string, unknown>> => ({ reason: undefined });

export interface HandoverMovesProps {
  of: Handover;
  head?: true;
}
export function HandoverMoves({ of: h, head }: HandoverMovesProps) {
  const asked = (): Question => ({
    title: `接手${h.from_name}的工作？`,
    content: `${minute(h.start_at)} 至 ${minute(h.end_at)}，您会看到其待办并可办理其订单，操作记在您名下。`,
  });
  return (
    <Moves
      flow={handoverFlow}
      row={h}
      state={h.handover_status}
      endpoints={handoverApi}
      only={h.moves.map((m) => m.move)}
      variant={head ? "head" : "row"}
      first="confirm"
      inputs={INPUTS}
      intros={INTROS}
      initial={initial}
      asks={{ confirm: asked }}
    />
  );
}
