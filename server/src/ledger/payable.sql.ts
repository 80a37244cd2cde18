/** What we owe each supplier now. */
import type { Db } from "#kit/db/db.ts";
import { q, rows, type Sql } from "#kit/db/sql.ts";

const owed = (which: Sql): Sql => q`
  select a.owner_id as supplier_id, (-sum(l.amount))::int8 as amount from ledger_accounts a join journal_lines l on l.account_id = a.id
  where a.code = 'payable_supplier' and ${which} group by a.owner_id having sum(l.amount) <> 0`;

/** Rows of (supplier_id, amount) of all suppliers that something is owed to, or that owe us. */
export const payables: Sql = owed(q`true`);

/** Cents by supplier; nothing is owed to who is not there. */
export async function payablesOf(db: Db, supplierIds: readonly number[]): Promise<Map<number, number>> {
  const found = await rows<{ supplier_id: number; amount: number }>(db, owed(q`a.owner_id = any(${[...supplierIds]}::int8[])`));
  return new Map(found.map((f) => [f.supplier_id, f.amount]));
}
