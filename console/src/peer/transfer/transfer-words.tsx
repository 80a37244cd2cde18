/** Words, addresses and acts of a transfer that its screens share. */
import { useAfterWrite } from "#kit/act/after-write.ts";
import { useFollowed } from "./transfer-followed.ts";
import { Moves, type MoveJudged } from "#kit/act/moves.tsx";
import { Item } from "#kit/page/item.tsx";
import type { Input, Output } from "@visadesk/contract/kit/endpoint.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { peerTransferFlow } from "@visadesk/contract/peer/transfer/peer-transfer.flow.ts";
import { peerTransferApi } from "@visadesk/contract/peer/transfer/peer-transfer.ts";

export type Transfer = Output<typeof peerTransferApi.peer_transfer_query>["list"][number];
export type TransferDetail = Output<typeof peerTransferApi.peer_transfer_get>;
export type Asked = Input<typeof peerTransferApi.peer_transfer_preview>;
/** What a wizard begins with. */
export type Start = Partial<Pick<Asked, "role" | "from_worker_id" | "target_ids" | "selection" | "ids" | "filter" | "split">>;

export const countsText = (t: Transfer): string =>
  [
    ["已撤销", t.undone_count],
    ["成功", t.done_count],
    ["跳过", t.skipped_count],
    ["失败", t.failed_count],
  ]
    .flatMap(([word, n]) => (n === 0 ? [] : `${word} ${n}`))
    .join(" · ");

const INPUTS = {
  schedule: <></>,
  cancel: <Item name="reason" rows={2} placeholder="例如：名单有误" />,
  undo: <Item name="reason" rows={2} placeholder="例如：转错了人" help="只退回负责人仍是接收人的同行，随迁的在途订单和工单一并退回" />,
};
const RETRY = "负责人仍是转出人的会转给原定的接收人，随迁的在途订单和工单一并转移。";
/** Nothing is moved after these. */
const ENDS: ReadonlySet<string> = new Set(["cancel"]);
const judged = (t: Transfer | TransferDetail): readonly MoveJudged[] | undefined => ("moves" in t ? t.moves : undefined);

/** Nothing to try again, nothing to take back: not offered. */
const movesFor = (t: Transfer): readonly string[] =>
  keysOf(peerTransferFlow.moves).filter((m) => !(m === "retry" && t.failed_count === 0) && !(m === "undo" && t.done_count === 0));

export function TransferMoves({ transfer: t, head, look }: { transfer: Transfer | TransferDetail; head?: true; look?: () => void }) {
  const refresh = useAfterWrite();
  const follow = useFollowed(t, head !== true);
  return (
    <Moves
      flow={peerTransferFlow}
      row={{ id: t.id, version: t.version, moves: judged(t) }}
      state={t.transfer_status}
      only={movesFor(t)}
      endpoints={peerTransferApi}
      variant={head ? "head" : "row"}
      inputs={INPUTS}
      initial={(move) => (move === "schedule" ? { expected_count: t.expected_count } : {})}
      asks={{ retry: () => ({ title: `重试失败的 ${t.failed_count} 家？`, content: RETRY }) }}
      onDone={(move) => {
        refresh();
        if (!head && !ENDS.has(move)) follow();
      }}
      {...(look && { lead: { label: "明细", onClick: look }, more: [{ key: "look", label: "明细", onClick: look }] })}
    />
  );
}
