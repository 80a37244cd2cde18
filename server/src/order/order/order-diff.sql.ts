import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { StateOf } from "@visadesk/contract/kit/flow.ts";
import type { orderDiffApi } from "@visadesk/contract/order/order-diff.ts";
import type { diffFlow } from "@visadesk/contract/order/order.flow.ts";
import type { FEE_KINDS } from "@visadesk/contract/order/words.ts";
import type { Db } from "#kit/db/db.ts";
import { nothing, q, raw, row } from "#kit/db/sql.ts";

export interface DiffFacts {
  id: number;
  diff_no: string;
  order_id: number;
  applicant_id: number | null;
  fee_kind: keyof typeof FEE_KINDS;
  pays_variance: boolean;
  insurance_product_id: number | null;
  plan_key: string | null;
  amount: number;
  diff_status: StateOf<typeof diffFlow>;
  created_by: number | null;
  created_at: string;
  version: number;
}
export const lockDiff = (db: Db, id: number, lock: boolean): Promise<DiffFacts | undefined> =>
  row(
    db,
    q`select id, diff_no, order_id, applicant_id, fee_kind, pays_variance, insurance_product_id, plan_key, amount, diff_status, created_by, created_at, version from order_diffs where id = ${id} ${lock ? raw("for update") : nothing}`,
  );

export const diffRow = (db: Db, id: number): Promise<Output<typeof orderDiffApi.order_diff_add> | undefined> =>
  row(
    db,
    q`
  select d.id, d.diff_no, d.applicant_id, d.fee_kind, d.amount, d.reason, d.payer, d.is_blocking, d.due_at, d.diff_status, d.paid_at, w.nickname as created_by_name, d.created_by, d.version, d.created_at
  from order_diffs d left join workers w on w.id = d.created_by where d.id = ${id}`,
  );

/** A protection that somebody was asked to pay and did not yet. */
export const openCoverDiff = (db: Db, applicantId: number): Promise<{ diff_no: string } | undefined> =>
  row(
    db,
    q`select diff_no from order_diffs where applicant_id = ${applicantId} and fee_kind = 'protection' and diff_status = 'pending' limit 1`,
  );
