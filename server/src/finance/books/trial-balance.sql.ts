/**
 * What stands on every account over a month. A closed month is read as it was closed; of others all that lies behind is read
 * from sums kept by month, and only what was posted since they were kept from the lines themselves.
 */
import { LEDGER_ACCOUNTS, type AccountCode } from "@visadesk/contract/finance/ledger.words.ts";
import type { TrialRow } from "@visadesk/contract/finance/books/trial-balance.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { keysOf } from "#kit/files/objects.ts";
import { ACCOUNTS } from "../../ledger/index.ts";
import { MONEY_ACCOUNTS } from "./owner-names.sql.ts";

const OWNER = q`case when a.code = any(${[...MONEY_ACCOUNTS]}::text[]) then a.owner_id else 0 end`;
/** Channels name their way of paying, which their account names already. */
const KIND = q`case when a.code = any(${[...MONEY_ACCOUNTS]}::text[]) then '' else a.kind end`;

/** In the order in which balances are told. */
const CODES = keysOf(LEDGER_ACCOUNTS);
interface Summed {
  code: AccountCode;
  owner_id: number;
  kind: string;
  before_debit: number;
  before_credit: number;
  debit: number;
  credit: number;
}
/** Debits and credits of every account in a month and before it, over kept sums and what was posted behind them. */
const summed = (db: Db, month: string): Promise<Summed[]> =>
  rows<Summed>(
    db,
    q`
    select code, owner_id, kind,
      coalesce(sum(debit) filter (where month < ${month}), 0)::int8 as before_debit, coalesce(sum(credit) filter (where month < ${month}), 0)::int8 as before_credit,
      coalesce(sum(debit) filter (where month = ${month}), 0)::int8 as debit, coalesce(sum(credit) filter (where month = ${month}), 0)::int8 as credit
    from (
      select month, code, owner_id, kind, debit, credit from ledger_sums where month <= ${month}
      union all
      select to_char(j.booked_on, 'YYYY-MM'), a.code, ${OWNER}, ${KIND}, greatest(l.amount, 0), greatest(-l.amount, 0)
      from journals j join journal_lines l on l.journal_id = j.id join ledger_accounts a on a.id = l.account_id
      where j.id > (select journal_id from ledger_sum_mark) and j.booked_on < (${`${month}-01`}::date + interval '1 month')
    ) s group by code, owner_id, kind`,
  );

/** Of a month as the books stand now; what closes a month keeps exactly this. */
export async function trialRows(db: Db, month: string): Promise<TrialRow[]> {
  const list = (await summed(db, month)).map(({ code, before_debit, before_credit, ...s }) => {
    const opening = before_debit - before_credit;
    return { account: code, gl_code: ACCOUNTS[code].gl_code, ...s, opening, closing: opening + s.debit - s.credit };
  });
  const place = (r: TrialRow): number => CODES.indexOf(r.account);
  return list
    .filter((r) => r.opening !== 0 || r.debit !== 0 || r.credit !== 0)
    .toSorted((a, b) => place(a) - place(b) || a.owner_id - b.owner_id || a.kind.localeCompare(b.kind));
}

interface Period {
  period_status: "open" | "hold" | "closed";
  trial_balance: TrialRow[] | null;
}
export async function trialBalanceOf(db: Db, month: string): Promise<{ period_status: Period["period_status"] | null; list: TrialRow[] }> {
  const period = await row<Period>(db, q`select period_status, trial_balance from periods where month = ${month}`);
  const closed = period?.period_status === "closed" ? period.trial_balance : null;
  return { period_status: period?.period_status ?? null, list: closed ?? (await trialRows(db, month)) };
}
export const monthsOf = async (db: Db): Promise<string[]> =>
  (await rows<{ month: string }>(db, q`select month from periods order by month desc`)).map((p) => p.month);

/** A transaction that began before this has ended: what it posted is there. */
const SETTLED_MS = 3_600_000;
/** Journals that one transaction sums: it answers in seconds. */
const AT_ONCE = 50_000;
/** Keeps sums of what was posted up to an hour ago, so many journals at once, and answers how many; 0: all are kept. */
export async function keepSums(ctx: Ctx): Promise<number> {
  const { db, now } = ctx;
  // Without its row the mark would stay where it is, and the same journals be summed for ever.
  await rows(db, q`insert into ledger_sum_mark (id, journal_id) values (1, 0) on conflict (id) do nothing`);
  const mark = await row<{ journal_id: number }>(db, q`select journal_id from ledger_sum_mark where id = 1 for update`);
  const from = mark?.journal_id ?? 0;
  // The last of those in a row that are old enough: a younger one keeps all behind it open.
  const to = await row<{ id: number | null }>(
    db,
    q`select coalesce((select min(id) - 1 from journals where id > ${from} and id <= ${from + AT_ONCE} and created_at > ${new Date(now.getTime() - SETTLED_MS)}),
        least(coalesce((select max(id) from journals), 0), ${from + AT_ONCE}::int8)) as id`,
  );
  const until = to?.id ?? 0;
  if (until <= from) return 0;
  await rows(
    db,
    q`insert into ledger_sums (month, code, owner_id, kind, debit, credit)
      select to_char(j.booked_on, 'YYYY-MM'), a.code, ${OWNER}, ${KIND}, sum(greatest(l.amount, 0)), sum(greatest(-l.amount, 0))
      from journals j join journal_lines l on l.journal_id = j.id join ledger_accounts a on a.id = l.account_id
      where j.id > ${from} and j.id <= ${until} group by 1, 2, 3, 4
      on conflict (month, code, owner_id, kind) do update set debit = ledger_sums.debit + excluded.debit, credit = ledger_sums.credit + excluded.credit`,
  );
  await rows(db, q`update ledger_sum_mark set journal_id = ${until} where id = 1`);
  return until - from;
}
