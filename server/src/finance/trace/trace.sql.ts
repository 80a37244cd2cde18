/** Postings along a chain, and what of it has not come to rest. */
import type { AccountCode, JournalKind } from "@visadesk/contract/finance/ledger.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { and, q, rows } from "#kit/db/sql.ts";
import { journalScope } from "../books/journal-scope.sql.ts";
import type { PaperRef } from "../papers.ts";

export interface TracedJournal {
  id: number;
  no: string;
  kind: JournalKind;
  booked_on: string;
  event_at: string;
  source_noun: string;
  source_id: number;
  created_by: number | null;
  reason: string | null;
  amount: number;
  is_reversed: boolean;
  /** Accounts it touched, debits first. */
  accounts: AccountCode[];
}
/** Postings of these papers and orders, with the mirrors of those that were reversed; what the caller sees of them. */
export const journalsAlong = (
  ctx: Pick<Ctx, "db" | "me">,
  { refs, orders, most }: { refs: readonly PaperRef[]; orders: readonly number[]; most: number },
): Promise<TracedJournal[]> =>
  rows<TracedJournal>(
    ctx.db,
    q`
    with papers as (select * from unnest(${refs.map((r) => r.noun)}::text[], ${refs.map((r) => r.id)}::int8[]) as p(noun, id)),
    own as (
      select j.id from papers p join journals j on j.source_noun = p.noun and j.source_id = p.id
      union select l.journal_id from journal_lines l where l.order_id = any(${[...orders]}::int8[])
      union select p.id from papers p where p.noun = 'journal'
      union select l.journal_id from papers p join journal_lines l on l.gift_lot_id = p.id where p.noun = 'gift_lot'),
    all_of as (select id from own union select r.id from own join journals r on r.reversal_of = own.id)
    select j.id, j.no, j.kind, j.booked_on::text as booked_on, j.event_at, j.source_noun, j.source_id, j.created_by, j.reason,
      coalesce((select sum(l.amount) from journal_lines l where l.journal_id = j.id and l.amount > 0), 0)::int8 as amount,
      exists (select 1 from journals r where r.reversal_of = j.id) as is_reversed,
      array(select a.code from journal_lines l join ledger_accounts a on a.id = l.account_id where l.journal_id = j.id group by a.code order by -max(l.amount)) as accounts
    from all_of join journals j on j.id = all_of.id where ${journalScope(ctx) ?? q`true`} order by j.event_at, j.id limit ${most}`,
  );

export interface OpenRest {
  order_id: number;
  order_no: string;
  code: AccountCode;
  amount: number;
}
/** Per order and account what waits: paid and not earned, held for missions, owed back, owed to who did the work. */
export const restsOf = (db: Db, orders: readonly number[]): Promise<OpenRest[]> =>
  rows<OpenRest>(
    db,
    q`select l.order_id, o.order_no, a.code, (-sum(l.amount))::int8 as amount
      from journal_lines l join ledger_accounts a on a.id = l.account_id join orders o on o.id = l.order_id
      where ${and([
        q`l.order_id = any(${[...orders]}::int8[])`,
        q`a.code in ('order_deferred', 'embassy_trust', 'refund_due', 'payable_supplier', 'payable_insurer', 'payable_carrier')`,
      ])} group by l.order_id, o.order_no, a.code having sum(l.amount) <> 0 order by l.order_id, a.code`,
  );
