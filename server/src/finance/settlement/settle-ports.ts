/** What settlements ask of the cashier's desk; `server/src/areas.ts` passes the real one in. */
import type { Ctx } from "#kit/call/context.ts";

export interface PayoutAsk {
  source_noun: "settlement";
  source_id: number;
  source_no: string;
  supplier_id: number;
  method: "bank";
  payee_name: string;
  /** In clear: whoever queues it seals it anew. */
  payee_account: string;
  payee_bank: string;
  amount: number;
  /** Everybody who passed it: none of them registers the payment. */
  approvers: readonly number[];
  payee_changed_at: Date | null;
  due_at: Date | null;
}
export interface SettlePorts {
  /** Queues a payment in the caller's transaction and answers its id. */
  readonly openPayout: (ctx: Ctx, payout: PayoutAsk) => Promise<number>;
}
