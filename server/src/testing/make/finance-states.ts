/** Papers of money as rows that may stand in every state of their flow, signed already by other hands. */
import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";

const VOUCHER = "private/00/hang.jpg";
async function cashInEveryState(db: Db, peerId: number, now: Date): Promise<void> {
  await rows(
    db,
    q`insert into withdrawals (withdrawal_no, peer_id, amount, fee, gift_back, payee_name, payee_bank, files, approved_by, approved_at, decided_by, due_at, created_at, updated_at)
      select 'TX261120000001', ${peerId}, 1000, 0, 0, '某旅行社', '中国银行', ${[VOUCHER]}, min(id), ${now}, max(id), ${now}, ${now}, ${now} from workers`,
  );
  await rows(
    db,
    q`insert into payouts (payout_no, source_noun, source_id, source_no, peer_id, method, company_account_id, payee_name, amount, bank_ref, receipt, paid_at, paid_by, created_at, updated_at)
      select 'FK261120000001', 'withdrawal', w.id, w.withdrawal_no, w.peer_id, 'bank', 4, '某旅行社', 1000, 'BK1', ${VOUCHER}, ${now}, w.decided_by, ${now}, ${now}
      from withdrawals w where w.withdrawal_no = 'TX261120000001'`,
  );
}
async function lineInEveryState(db: Db, now: Date): Promise<void> {
  const read = await row<{ id: number }>(
    db,
    q`insert into statement_imports (row_key, company_account_id, row_count, import_status, created_at, updated_at)
      values ('flow', 4, 1, 'done', ${now}, ${now}) returning id`,
  );
  await rows(
    db,
    q`insert into statement_lines (row_key, company_account_id, import_id, line_hash, at, direction, amount, seq, created_at, updated_at)
      values ('flow', 4, ${read?.id ?? 0}, 'flow', ${now}, 'in', 100, 1, ${now}, ${now})`,
  );
}
/** Needs vouchers of the books, some peer and several workers. */
export async function moneyInEveryState(db: Db, peerId: number, now: Date): Promise<void> {
  await cashInEveryState(db, peerId, now);
  await lineInEveryState(db, now);
  await rows(
    db,
    q`insert into export_tasks (export_no, worker_id, endpoint, title, filter, columns, format, decided_by, created_at)
      select 'DC261120000001', max(id), 'order_query', '订单', '{}', '{order_no}', 'xlsx', min(id), ${now} from workers`,
  );
}
