/** What adjustments took of parked money, waiting ones too, and what is promised to leave. */
import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";

const LIVE = q`a.kind in ('suspense_claim', 'suspense_return') and a.adjust_status in ('pending', 'approved')
  and not exists (select 1 from journals r where r.reversal_of = a.booked_id and r.kind = 'reversal')`;

/** By line of a statement. */
export async function claimedOf(db: Db, lineIds: readonly number[], except = 0): Promise<ReadonlyMap<number, number>> {
  if (lineIds.length === 0) return new Map();
  const list = await rows<{ id: number; amount: number }>(
    db,
    q`select a.statement_line_id as id, sum(a.amount)::int8 as amount from adjustments a
      where a.statement_line_id = any(${[...lineIds]}::int8[]) and a.id <> ${except} and ${LIVE} group by 1`,
  );
  return new Map(list.map((l) => [l.id, l.amount]));
}
/** Passed returns of an account whose payment has not left: what they promise is nobody else's. */
export const promisedOf = async (db: Db, accountId: number, except = 0): Promise<number> =>
  (
    await row<{ n: number }>(
      db,
      q`select coalesce(sum(a.amount), 0)::int8 as n from adjustments a where a.kind = 'suspense_return' and a.adjust_status = 'approved'
        and a.booked_id is null and a.company_account_id = ${accountId} and a.id <> ${except}`,
    )
  )?.n ?? 0;
/** What lies on an account and is promised to nobody, held: whoever takes of it or promises it is judged one after another. */
export async function suspenseLeft(db: Db, accountId: number): Promise<number> {
  const held = await row<{ balance: number }>(
    db,
    q`select balance from ledger_accounts where code = 'suspense' and owner_id = ${accountId} for update`,
  );
  return (held?.balance ?? 0) - (await promisedOf(db, accountId));
}
/** Another adjustment that books the line. */
export const bankItemOf = async (db: Db, lineId: number, except = 0): Promise<string | null> =>
  (
    await row<{ adjust_no: string }>(
      db,
      q`select a.adjust_no from adjustments a where a.kind = 'bank_item' and a.statement_line_id = ${lineId}
        and a.adjust_status = 'pending' and a.id <> ${except} limit 1`,
    )
  )?.adjust_no ?? null;
