/** What was compared and decided of a line, whosever settlement it stands on. */
import { HrefLink } from "#kit/app/href-link.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { StateTag } from "#kit/page/flow-tag.tsx";
import { LINE_CAUSES, LINE_FREED, LINE_MATCHES, LINE_VERDICTS } from "@visadesk/contract/finance/settle.words.ts";
import { useOrderHref } from "#shared/order-href.ts";
import type { SettleLine } from "./settle-words.tsx";

export const MATCH_TONES = { same: "green", diff: "red", ours_only: "orange", theirs_only: "orange", duplicate: "grey" } as const;
/** The order a line is of, for who may open it. */
export function OrderNo({ line: l }: { line: Pick<SettleLine, "order_id" | "order_no"> }) {
  const href = useOrderHref(l.order_id);
  return href === undefined ? <span className="vd-num">{l.order_no}</span> : <HrefLink href={href}>{l.order_no}</HrefLink>;
}
export const blank = <span className="vd-muted">—</span>;

export function LineMatched({ line: l }: { line: Pick<SettleLine, "match"> & Partial<Pick<SettleLine, "cause">> }) {
  if (l.match === null) return blank;
  const cause = l.cause ?? null;
  return (
    <StateTag tone={MATCH_TONES[l.match]}>
      {LINE_MATCHES[l.match]}
      {cause !== null && cause !== "amount" ? `·${LINE_CAUSES[cause]}` : ""}
    </StateTag>
  );
}
export function LineSaid({ line: l }: { line: Pick<SettleLine, "freed_for" | "is_held" | "verdict" | "dispute" | "offered"> }) {
  if (l.dispute === "open")
    return (
      <TwoLines
        under={
          <>
            对方 <Money cents={l.offered} />
          </>
        }
      >
        <span className="vd-error">异议中</span>
      </TwoLines>
    );
  if (l.freed_for !== null) return l.is_held ? "暂缓" : LINE_FREED[l.freed_for];
  return l.verdict === null ? blank : LINE_VERDICTS[l.verdict];
}
