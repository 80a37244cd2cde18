/** Refunds as they are stored: one held, its lines and its ways, and what is paid of an order. */
import type { StateOf } from "@visadesk/contract/kit/flow.ts";
import type { refundFlow } from "@visadesk/contract/order/refund/refund.flow.ts";
import type { LIABILITIES } from "@visadesk/contract/order/words.ts";
import type { REFUND_KINDS } from "@visadesk/contract/order/refund/refund.words.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import type { PaidPart } from "../../ledger/index.ts";

export interface StoredRefund {
  id: number;
  refund_no: string;
  order_id: number;
  kind: keyof typeof REFUND_KINDS;
  liability: keyof typeof LIABILITIES;
  reason: string;
  asked_amount: number;
  approved_amount: number | null;
  payee_name: string;
  payee_account: string;
  payee_account_sealed: string | null;
  payee_bank: string;
  refund_status: StateOf<typeof refundFlow>;
  reviewer_id: number | null;
  final_reviewer_id: number | null;
  /** Who named another account for what failed. */
  rerouted_by: number | null;
  rerouted_at: string | null;
  due_at: string | null;
  waits: string[];
  version: number;
  created_by: number | null;
  created_at: string;
}
const COLUMNS = q`r.id, r.refund_no, r.order_id, r.kind, r.liability, r.reason, r.asked_amount, r.approved_amount, r.payee_name, r.payee_account,
  r.payee_account_sealed, r.payee_bank, r.refund_status, r.reviewer_id, r.final_reviewer_id, r.rerouted_by, r.rerouted_at, r.due_at, r.waits, r.version, r.created_by, r.created_at`;
export const storedRefund = (db: Db, id: number): Promise<StoredRefund | undefined> =>
  row(db, q`select ${COLUMNS} from refunds r where r.id = ${id}`);
/** Held until the end; its order is held before it. */
export const heldRefund = (db: Db, id: number): Promise<StoredRefund | undefined> =>
  row(db, q`select ${COLUMNS} from refunds r where r.id = ${id} for update`);

export interface StoredLine {
  id: number;
  fee_id: number;
  applicant_id: number | null;
  kind: string;
  paid: number;
  policy_amount: number;
  asked_amount: number;
  approved_amount: number | null;
  note: string;
}
export const linesOf = (db: Db, refundId: number): Promise<StoredLine[]> =>
  rows(
    db,
    q`select l.id, l.fee_id, f.applicant_id, f.kind, l.paid, l.policy_amount, l.asked_amount, l.approved_amount, l.note
      from refund_lines l join order_fees f on f.id = l.fee_id where l.refund_id = ${refundId} order by l.id`,
  );
export const peopleOf = async (db: Db, refundId: number): Promise<number[]> =>
  (await rows<{ id: number }>(db, q`select applicant_id as id from refund_people where refund_id = ${refundId} order by 1`)).map(
    (p) => p.id,
  );

export interface StoredPart {
  id: number;
  seq: number;
  payment_id: number;
  paid_by: PaidPart["method"];
  way: "gift" | "credit" | "principal" | "channel" | "bank";
  amount: number;
  trade_no: string | null;
  part_status: "waiting" | "done" | "failed";
}
export const partsOf = (db: Db, refundId: number): Promise<StoredPart[]> =>
  rows(
    db,
    q`select id, seq, payment_id, paid_by, way, amount, trade_no, part_status from refund_parts where refund_id = ${refundId} order by seq`,
  );

/** Payments of an order, less what passed refunds take of them already. */
export const paidParts = (db: Db, orderId: number): Promise<PaidPart[]> =>
  rows<Omit<PaidPart, "paid_at"> & { paid_at: string }>(
    db,
    q`select p.id as payment_id, p.method, p.amount, case when p.diff_id is null then 'order' else 'order_diff' end as source,
        coalesce(p.diff_id, p.order_id) as source_id, p.paid_at, p.trade_no,
        p.refunded + coalesce((select sum(x.amount) from refund_parts x join refunds r on r.id = x.refund_id
          where x.payment_id = p.id and x.part_status <> 'done' and r.refund_status in ('paying', 'failed')), 0)::int8 as returned
      from order_payments p where p.order_id = ${orderId} order by p.id`,
  ).then((list) => list.map((p) => ({ ...p, paid_at: new Date(p.paid_at) })));

/** By its number: for which order a payment came, and the refund that gives it back where it came too late. */
export const lateRefundOf = (
  db: Db,
  { method, trade_no }: { method: string; trade_no: string },
): Promise<{ order_id: number; refund_no: string | null } | undefined> =>
  row(
    db,
    q`select p.order_id, (select r.refund_no from refund_parts x join refunds r on r.id = x.refund_id where x.payment_id = p.id and r.kind = 'late' limit 1) as refund_no
      from order_payments p where p.method = ${method} and p.trade_no = ${trade_no}`,
  );

/** Whoever of these people is in a refund that is not decided or not paid. */
export const openRefundOf = (db: Db, people: readonly number[]): Promise<{ refund_no: string; applicant_id: number } | undefined> =>
  row(
    db,
    q`select r.refund_no, p.applicant_id from refund_people p join refunds r on r.id = p.refund_id
      where p.applicant_id = any(${[...people]}::int8[]) and p.is_open order by r.id limit 1`,
  );

/** People of an order who ask for all of theirs, in a refund that is not decided or not paid. */
export const leavingOf = async (db: Db, orderId: number): Promise<number[]> =>
  (
    await rows<{ id: number }>(
      db,
      q`select p.applicant_id as id from refund_people p join refunds r on r.id = p.refund_id
        where r.order_id = ${orderId} and r.kind = 'applicant' and p.is_open order by 1`,
    )
  ).map((p) => p.id);

/** The refund that asks for one of these fees and has not taken it yet. */
export const openRefundOfFees = (db: Db, fees: readonly number[]): Promise<{ refund_no: string } | undefined> =>
  row(
    db,
    q`select r.refund_no from refund_lines l join refunds r on r.id = l.refund_id
      where l.fee_id = any(${[...fees]}::int8[]) and r.refund_status in ('pending', 'pending_final')
        and not exists (select 1 from refund_parts x where x.refund_id = r.id) order by r.id limit 1`,
  );

/** A policy of one of the people runs already. */
export const isCovered = async (db: Db, orderId: number, today: string): Promise<boolean> =>
  (await row(db, q`select 1 from orders o where o.id = ${orderId} and o.travel_date <= ${today}::date`)) !== undefined;
/** A parcel to the customer has left. */
export const isSent = async (db: Db, orderId: number): Promise<boolean> =>
  (await row(
    db,
    q`select 1 from expresses where order_id = ${orderId} and type = 3 and express_status in ('in_transit', 'problem', 'signed', 'checked') limit 1`,
  )) !== undefined;
