/** The acts upon a refund: passed line by line by one who did not start it, looked at by a third, rejected, withdrawn, sent another way. */
import { refundApi } from "@visadesk/contract/order/refund/refund.ts";
import { refundFlow } from "@visadesk/contract/order/refund/refund.flow.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { Moves } from "#kit/act/moves.tsx";
import { part } from "#kit/app/part.tsx";
import { useGo } from "#kit/filter/use-url.ts";
import { Item } from "#kit/page/item.tsx";
import type { RefundPassProps } from "./refund-pass.tsx";
import { refundHref, type RefundDetail, type RefundRow } from "./refund-words.tsx";

const RefundPass = part<RefundPassProps>(() => import("./refund-pass.tsx").then((m) => m.RefundPass));

const INPUTS = {
  reject: (
    <>
      <Item name="reject_code" />
      <Item name="reason" rows={3} placeholder="至少5个字，发起人会看到" />
    </>
  ),
  withdraw: <Item name="reason" rows={3} placeholder="至少5个字" />,
  reroute: (
    <>
      <Item name="payee_name" />
      <Item name="payee_account" />
      <Item name="payee_bank" />
    </>
  ),
};
/** Whoever started it takes it back; whoever passed it first leaves the second look to others. */
function legal(r: RefundRow): string[] {
  // Money that came too late is nobody's to keep.
  if (r.kind === "late") return r.is_mine ? [] : ["reroute"];
  // Nor does he say where what failed goes.
  if (r.is_mine) return ["withdraw"];
  return r.is_reviewed_by_me ? ["reject", "withdraw", "reroute"] : ["pass", "final_pass", "reject", "withdraw", "reroute"];
}

export interface RefundMovesProps {
  refund: RefundRow | RefundDetail;
  head?: true;
  /** Beside a link to its page. */
  bare?: true;
}
export function RefundMoves({ refund: r, head, bare }: RefundMovesProps) {
  const go = useGo();
  return (
    <Moves
      flow={refundFlow}
      row={r}
      state={r.refund_status}
      endpoints={refundApi}
      variant={head ? "head" : "row"}
      only={legal(r)}
      inputs={INPUTS}
      intros={{ reroute: "没有退回的款项改走线下对公，付至以下账户。" }}
      asks={{
        final_pass: () => ({
          title: `复核通过 ${r.refund_no}？`,
          content: `核定 ${money(r.approved_amount ?? r.asked_amount)}，通过后按退回方式付款。`,
        }),
      }}
      dialogs={{ pass: (close) => <RefundPass id={r.id} onClose={close} /> }}
      {...(!head && !bare && { lead: { key: "view", label: "查看", onClick: () => go(refundHref(r)) } })}
    />
  );
}
