/** A refund as the papers of finance pay it out. Its journal is posted by whoever passes it, before it is paid. */
import type { PayMethod, RefundKind, WayBack } from "../../ledger/index.ts";

/** One way of it that has not left yet. */
export interface RefundWay {
  part_id: number;
  /** Its place in the refund, 0 to 9999: a part that takes the place of another has one of its own. */
  seq: number;
  way: WayBack["way"];
  paid_by: PayMethod;
  amount: number;
  /** Of a channel: the number that the money came by. */
  trade_no: string | null;
}
export interface RefundToPay {
  refund_id: number;
  /** TK… */
  refund_no: string;
  kind: RefundKind;
  order_id: number;
  /** Null: of several people, or of the whole order. */
  applicant_id: number | null;
  /** Null: a direct customer, whose money goes back by the way it came. */
  peer_id: number | null;
  /** Gift money that passed refunds of this order, this one counted, are still to give back. */
  gift_back: number;
  /** Everybody who passed it or named its account: none of them registers a payment of it. */
  approvers: readonly number[];
  /** Who gets what leaves by a bank or a channel. */
  payee: { name: string; account: string; bank: string };
  /** Since when it goes to another account than it was passed for; absent or null: it does not. */
  payee_changed_at?: Date | null;
  due_at: Date | null;
  ways: readonly RefundWay[];
}
/** An issued paper that has to be taken back first, and the red one that does it. */
export interface RefundWaits {
  fp_no: string;
  blue_no: string;
}
