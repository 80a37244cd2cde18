/** Orders whose money is not at rest: what we owe suppliers, and what customers paid that is neither earned nor returned. */
import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";

export interface OpenMoney {
  order_id: number;
  supplier: boolean;
  customer: boolean;
}
export const openMoney = (db: Db, orderIds: readonly number[]): Promise<OpenMoney[]> =>
  rows<OpenMoney>(
    db,
    q`
    select order_id, bool_or(code = 'payable_supplier') as supplier, bool_or(code <> 'payable_supplier') as customer from (
      select l.order_id, a.code from journal_lines l join ledger_accounts a on a.id = l.account_id
      where l.order_id = any(${[...orderIds]}::int8[]) and a.code in ('payable_supplier', 'order_deferred', 'embassy_trust')
      group by l.order_id, a.code, a.owner_id having sum(l.amount) <> 0) open
    group by order_id`,
  );
