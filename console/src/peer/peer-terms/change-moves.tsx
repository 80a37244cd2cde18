/** The acts upon a request: passed and rejected by another person, taken back by its maker. */
import { Moves } from "#kit/act/moves.tsx";
import { Stack } from "#kit/page/blocks.tsx";
import { Item } from "#kit/page/item.tsx";
import { peerChangeApi } from "@visadesk/contract/peer/peer/peer-change.ts";
import { peerChangeFlow } from "@visadesk/contract/peer/peer/peer.flow.ts";
import { ChangeRows, CreditNowText, type Change } from "./change-words.tsx";

const inputsOf = (c: Change) => ({
  approve: (
    <>
      <Stack gap={4} className="vd-whole-row vd-small vd-wraps vd-after-12">
        <b>
          {c.peer_name} {c.peer_no}
        </b>
        <ChangeRows rows={c.rows} />
        {c.credit && <CreditNowText of={c.credit} />}
      </Stack>
      <Item name="note" rows={2} placeholder="可不填" />
    </>
  ),
  reject: (
    <>
      <Item name="reason_code" />
      <Item name="reason" rows={3} placeholder="写明原因，至少5个字，提交人会看到" />
    </>
  ),
});
/** What stands against it keeps it from being passed. */
const judged = (c: Change) => [{ move: "approve", ok: c.faults.length === 0, missing: c.faults[0] ?? null }];

const look = (onClick: () => void) => ({ label: "查看", onClick });

export const ChangeMoves = ({ change: c, head, onLook }: { change: Change; head?: true; onLook?: () => void }) => (
  <Moves
    flow={peerChangeFlow}
    row={{ id: c.id, version: c.version, moves: judged(c) }}
    state={c.change_status}
    endpoints={peerChangeApi}
    variant={head ? "head" : "row"}
    inputs={inputsOf(c)}
    only={c.is_mine ? ["withdraw"] : ["approve", "reject"]}
    {...(onLook && { lead: { key: "look", ...look(onLook) }, more: [{ key: "look", ...look(onLook) }] })}
  />
);
