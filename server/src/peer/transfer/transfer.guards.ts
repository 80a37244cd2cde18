/** What stands in the way of a transfer's moves. */
import type { RefusalCode } from "@visadesk/contract/kit/errors.ts";
import { peerTransferFlow } from "@visadesk/contract/peer/transfer/peer-transfer.flow.ts";
import { undoDaysLeft } from "@visadesk/contract/peer/transfer/transfer.rules.ts";
import { UNDO_DAYS } from "@visadesk/contract/peer/transfer/transfer.words.ts";
import type { StoredTransfer } from "./transfer.sql.ts";

export type Move = keyof typeof peerTransferFlow.moves;
interface Fault {
  code: RefusalCode;
  message: string;
}

/** Whatever is typed with it. */
export const GUARDS: Readonly<Partial<Record<Move, (t: StoredTransfer, now: Date) => Fault | null>>> = {
  cancel: (t) => (t.stop_asked_at === null ? null : { code: "guard_failed", message: "正在停止，当前一家完成后不再继续" }),
  retry: (t) => (t.failed_count > 0 ? null : { code: "guard_failed", message: "没有失败的明细" }),
  undo: (t, now) => {
    if (t.finished_at === null || undoDaysLeft(t.finished_at, now) === 0)
      return { code: "too_late", message: `已超过 ${UNDO_DAYS} 天，不能撤销` };
    if (t.done_count === 0) return { code: "guard_failed", message: "没有成功的明细，无需撤销" };
    return t.from_enabled ? null : { code: "guard_failed", message: `「${t.from_name}」已停用，不能退回` };
  },
};
export const mayMove = (t: Pick<StoredTransfer, "transfer_status">, move: Move): boolean =>
  peerTransferFlow.moves[move].from.some((s) => s === t.transfer_status);
