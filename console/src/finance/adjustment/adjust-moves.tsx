/** The acts upon an adjustment: passed and rejected by another person, taken back by its maker. */
import { Moves } from "#kit/act/moves.tsx";
import { Item } from "#kit/page/item.tsx";
import { adjustmentApi } from "@visadesk/contract/finance/adjustment.ts";
import { adjustmentFlow } from "@visadesk/contract/finance/adjustment.flow.ts";
import type { Adjustment } from "./adjust-words.tsx";

const INPUTS = {
  approve: <Item name="note" rows={2} placeholder="可不填" />,
  reject: (
    <>
      <Item name="reason_code" />
      <Item name="reason" rows={3} placeholder="写明原因，至少5个字，提交人会看到" />
    </>
  ),
};
/** What stands against it keeps it from being passed. */
const judged = (a: Adjustment) => [{ move: "approve", ok: a.faults.length === 0, missing: a.faults[0] ?? null }];

export const AdjustMoves = ({ adjustment: a, head, onLook }: { adjustment: Adjustment; head?: true; onLook?: () => void }) => (
  <Moves
    flow={adjustmentFlow}
    row={{ id: a.id, version: a.version, moves: judged(a) }}
    state={a.adjust_status}
    endpoints={adjustmentApi}
    variant={head ? "head" : "row"}
    inputs={INPUTS}
    only={a.is_mine ? ["withdraw"] : ["approve", "reject"]}
    {...(onLook && { lead: { label: "查看", onClick: onLook } })}
  />
);
