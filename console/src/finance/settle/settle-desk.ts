/** What is done with the lines of a settlement, whosever it is: a trade is a desk, and so are the statements of peers. */
import { peerSettleApi } from "@visadesk/contract/finance/peer/peer-settle.ts";
import { verdictsBy, type SettleEndpoints, type SettleTrade } from "./settle-trades.ts";

export interface SettleDesk extends Pick<SettleTrade, "verdicts" | "import"> {
  api: Pick<
    SettleEndpoints,
    "adjust_add" | "adjust_remove" | "dispute" | "import" | "import_check" | "line_hold" | "line_roll" | "note_add" | "note_query"
  >;
}
export const peerDesk: SettleDesk = {
  api: {
    adjust_add: peerSettleApi.peer_settle_adjust_add,
    adjust_remove: peerSettleApi.peer_settle_adjust_remove,
    dispute: peerSettleApi.peer_settle_dispute,
    import: peerSettleApi.peer_settle_import,
    import_check: peerSettleApi.peer_settle_import_check,
    line_hold: peerSettleApi.peer_settle_line_hold,
    line_roll: peerSettleApi.peer_settle_line_roll,
    note_add: peerSettleApi.peer_settle_note_add,
    note_query: peerSettleApi.peer_settle_note_query,
  },
  verdicts: verdictsBy(peerSettleApi.peer_settle_line_verdict),
  import: {
    intro: "第一行为表头：编号、金额。编号是订单号；再次导入替换上一次。",
    example: "编号\t金额\nV261120000001\t1030.00",
  },
};
