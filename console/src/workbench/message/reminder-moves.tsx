/** What a receiver does with a message, and what its reviewer says to a result. */
import { reminderMsgFlow } from "@visadesk/contract/workbench/message/reminder-msg.flow.ts";
import { reminderMsgApi } from "@visadesk/contract/workbench/message/reminder-msg.ts";
import { Moves, type MoveJudged } from "#kit/act/moves.tsx";
import { Item } from "#kit/page/item.tsx";
import { ColleaguePicker } from "#shared/record-pickers.tsx";
import type { Reminder } from "./msg-words.tsx";

const INPUTS = {
  submit: (
    <>
      <Item name="result_code" />
      <Item name="result" rows={4} placeholder="至少5个字" />
      <Item name="proof" />
    </>
  ),
  transfer: (
    <>
      <Item name="staff_id">
        <ColleaguePicker placeholder="有工作台权限的在职员工" />
      </Item>
      <Item name="reason" rows={2} placeholder="至少5个字" />
    </>
  ),
  return: (
    <>
      <Item name="return_code" />
      <Item name="return_text" rows={3} placeholder="至少5个字" />
    </>
  ),
};
const INTROS = { return: "截止按原有时限重新计算，至少2个工时。" };
/** Another receiver is chosen; what was said before is said anew. */
const initial = (move: string): Readonly<Record<string, unknown>> => (move === "transfer" ? { staff_id: undefined } : {});

export interface ReminderMovesProps {
  of: Pick<Reminder, "id" | "version" | "reminder_status">;
  moves: readonly MoveJudged[];
  head?: true;
}
export const ReminderMoves = ({ of: r, moves, head }: ReminderMovesProps) => (
  <Moves
    flow={reminderMsgFlow}
    row={{ id: r.id, version: r.version, moves }}
    state={r.reminder_status}
    endpoints={reminderMsgApi}
    only={moves.map((m) => m.move)}
    variant={head ? "head" : "row"}
    first={r.reminder_status === "submitted" ? "pass" : "submit"}
    inputs={INPUTS}
    intros={INTROS}
    initial={initial}
  />
);
