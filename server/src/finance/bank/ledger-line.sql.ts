/** Lines of the books on a company account, with what of them a statement already shows. */
import type { JournalKind } from "@visadesk/contract/finance/ledger.words.ts";
import type { Direction } from "@visadesk/contract/finance/bank/statement.words.ts";
import type { Db } from "#kit/db/db.ts";
import { and, q, rows, type Sql } from "#kit/db/sql.ts";

export interface LedgerLine {
  id: number;
  journal_id: number;
  no: string;
  kind: JournalKind;
  booked_on: string;
  event_at: string;
  direction: Direction;
  amount: number;
  /** Not shown by a statement yet. */
  left: number;
  source_noun: string;
  source_id: number;
  reason: string | null;
}
/** Of a line `l` of a journal `j` on an account `a`: matched itself, by its remittance, or parked and set aside as a whole. */
export const matchedOf = (seen: Sql = q`true`): Sql => q`(
  abs(coalesce((select sum(m.amount) from line_matches m join statement_lines s on s.id = m.line_id
    where m.target_noun = 'journal_line' and m.target_id = l.id and ${seen}), 0))
  + coalesce((select sum(m.amount) from line_matches m join statement_lines s on s.id = m.line_id
    where j.source_noun = 'remittance' and m.target_noun = 'remittance' and m.target_id = j.source_id
      and s.company_account_id = a.owner_id and ${seen}), 0)
  + coalesce((select sum(s.amount) from statement_lines s
    where s.journal_id = j.id and s.company_account_id = a.owner_id and ${seen}), 0))`;
/** A journal and its mirror that no statement knows are nothing to a bank. */
const TAKEN_BACK = q`(exists (select 1 from journals r where r.reversal_of = j.id and r.kind = 'reversal')
  or (j.kind = 'reversal' and not exists (select 1 from journal_lines o join line_matches m on m.target_noun = 'journal_line' and m.target_id = o.id
    where o.journal_id = j.reversal_of)))`;

/** Unmatched lines of an account that answer the condition, newest first. */
export const openLedgerLines = (db: Db, account: number, where: Sql, most: number): Promise<LedgerLine[]> =>
  rows<LedgerLine>(
    db,
    q`select * from (
      select l.id, j.id as journal_id, j.no, j.kind, j.booked_on, j.event_at, j.source_noun, j.source_id, j.reason,
        case when l.amount > 0 then 'in' else 'out' end as direction, abs(l.amount)::int8 as amount,
        greatest(0, abs(l.amount) - ${matchedOf()})::int8 as left, ${TAKEN_BACK} as is_taken_back
      from ledger_accounts a join journal_lines l on l.account_id = a.id join journals j on j.id = l.journal_id
      where ${and([q`a.owner_id = ${account}`, q`a.code in ('cash', 'clearing')`, where])}) x
    where x.left > 0 and not (x.is_taken_back and x.left = x.amount) order by x.booked_on desc, x.id desc limit ${most}`,
  );

/** These of them, read once nobody else matches them until the transaction ends: lines of the books never change, their lock only orders who matches them. */
export async function heldLedgerLines(db: Db, account: number, ids: readonly number[]): Promise<LedgerLine[]> {
  if (ids.length === 0) return [];
  await rows(db, q`select id from journal_lines where id = any(${[...ids]}::int8[]) order by id for update`);
  return openLedgerLines(db, account, q`l.id = any(${[...ids]}::int8[])`, ids.length);
}
