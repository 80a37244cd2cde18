/** What may be done from a movement; papers that change the books join here, each with a line. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { balanceApi } from "@visadesk/contract/finance/books/balance.ts";
import { AdjustButton } from "../adjustment/adjust-acts.tsx";
import { TraceButton } from "../trace/trace-button.tsx";
import { JournalButton } from "./journal-button.tsx";

export type BalanceLine = Output<typeof balanceApi.balance_query>["list"][number];

export const BalanceActs = ({ line }: { line: BalanceLine }) => (
  <span className="vd-moves is-row">
    <JournalButton id={line.journal_id} />
    <AdjustButton peer={{ id: line.peer_id, name: line.peer_name }} account={line.account} />
    <TraceButton no={line.related_no || line.no} />
  </span>
);
