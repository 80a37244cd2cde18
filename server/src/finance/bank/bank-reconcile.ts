/** 余额调节表: four lists lie between the books and the bank on a day; added to either side, both agree. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { bankReconcileApi } from "@visadesk/contract/finance/bank/bank-reconcile.ts";
import { JOURNAL_KINDS, type JournalKind } from "@visadesk/contract/finance/ledger.words.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { badInput } from "#kit/http/refuse.ts";
import { dayStart } from "#kit/range.ts";
import { storedAccount } from "../company-account/company-account.sql.ts";
import { assertSeesAll } from "./bank-scope.ts";
import { matchedOf } from "./ledger-line.sql.ts";

type Answer = Output<typeof bankReconcileApi.bank_reconcile_get>;
type Side = Answer["bank_in"];
interface Item {
  id: number;
  on: string;
  no: string;
  title: string;
  /** + in, − out. */
  amount: number;
}
const SHOWN = 200;
const sideOf = (items: readonly Item[], isIn: boolean): Side => {
  const mine = items.filter((i) => i.amount > 0 === isIn).map((i) => ({ ...i, amount: Math.abs(i.amount) }));
  return { total: mine.reduce((n, i) => n + i.amount, 0), count: mine.length, list: mine.slice(0, SHOWN) };
};

/** Of a line of a statement up to the day, what the books of that day do not show. */
async function bankItems(db: Db, account: number, day: string, end: Date): Promise<Item[]> {
  const list = await rows<{
    id: number;
    at: string;
    ref: string;
    counterparty_name: string;
    summary: string;
    direction: string;
    rest: number;
  }>(
    db,
    q`select * from (
      select l.id, l.at, l.ref, l.counterparty_name, l.summary, l.direction, (l.amount
        - coalesce((select sum(m.amount) from line_matches m
            left join journal_lines jl on m.target_noun = 'journal_line' and jl.id = m.target_id
            left join remittances r on m.target_noun = 'remittance' and r.id = m.target_id
            join journals j on j.id = coalesce(jl.journal_id, r.journal_id)
            where m.line_id = l.id and j.booked_on <= ${day}::date), 0)
        - coalesce((select l.amount from journals j where j.id = l.journal_id and j.booked_on <= ${day}::date), 0))::int8 as rest
      from statement_lines l where l.company_account_id = ${account} and l.at < ${end}) x
    where x.rest > 0 order by x.at, x.id`,
  );
  return list.map((l) => ({
    id: l.id,
    on: shanghaiDate(l.at),
    no: l.ref,
    title: [l.counterparty_name, l.summary].filter(Boolean).join(" "),
    amount: l.direction === "in" ? l.rest : -l.rest,
  }));
}
/** Of a line of the books up to the day, what no statement of that day shows; before the first statement nothing is asked for. */
async function bookItems(db: Db, account: number, day: string, end: Date): Promise<Item[]> {
  const first = await row<{ at: string }>(db, q`select min(at) as at from statement_lines where company_account_id = ${account}`);
  if (!first?.at) return [];
  const list = await rows<{
    id: number;
    no: string;
    kind: JournalKind;
    booked_on: string;
    reason: string | null;
    amount: number;
    left: number;
  }>(
    db,
    q`select * from (
      select l.id, j.no, j.kind, j.booked_on, j.reason, l.amount, greatest(0, abs(l.amount) - ${matchedOf(q`s.at < ${end}`)})::int8 as left,
        (exists (select 1 from journals r where r.reversal_of = j.id and r.kind = 'reversal' and r.booked_on <= ${day}::date)
          or (j.kind = 'reversal' and not exists (select 1 from journal_lines o join line_matches m on m.target_noun = 'journal_line' and m.target_id = o.id
            where o.journal_id = j.reversal_of))) as is_taken_back
      from ledger_accounts a join journal_lines l on l.account_id = a.id join journals j on j.id = l.journal_id
      where a.owner_id = ${account} and a.code in ('cash', 'clearing') and j.booked_on between ${shanghaiDate(first.at)}::date and ${day}::date) x
    where x.left > 0 and not (x.is_taken_back and x.left = abs(x.amount)) order by x.booked_on, x.id`,
  );
  return list.map((l) => ({
    id: l.id,
    on: l.booked_on,
    no: l.no,
    title: [JOURNAL_KINDS[l.kind], l.reason].filter(Boolean).join(" "),
    amount: l.amount > 0 ? l.left : -l.left,
  }));
}

/** Of an account on a day that has come, whoever asks. */
export async function reconcileOf(ctx: Pick<Ctx, "db">, id: number, day: string): Promise<Answer> {
  const account = await storedAccount(ctx.db, id);
  const end = dayStart(new Date(`${day}T12:00:00+08:00`), 1);
  const ledger = await row<{ sum: number }>(
    ctx.db,
    q`select coalesce(sum(l.amount), 0)::int8 as sum from ledger_accounts a join journal_lines l on l.account_id = a.id join journals j on j.id = l.journal_id
      where a.owner_id = ${id} and a.code in ('cash', 'clearing') and j.booked_on <= ${day}::date`,
  );
  const said = await row<{ balance_after: number; at: string }>(
    ctx.db,
    q`select balance_after, at from statement_lines where company_account_id = ${id} and balance_after is not null and at < ${end}
      order by at desc, import_id desc, seq desc limit 1`,
  );
  const [bank, book] = [await bankItems(ctx.db, id, day, end), await bookItems(ctx.db, id, day, end)];
  const sumOf = (items: readonly Item[]): number => items.reduce((n, i) => n + i.amount, 0);
  const ledger_balance = ledger?.sum ?? 0;
  const ledger_adjusted = ledger_balance + sumOf(bank);
  const statement_adjusted = said ? said.balance_after + sumOf(book) : null;
  const difference = statement_adjusted === null ? null : ledger_adjusted - statement_adjusted;
  return {
    company_account_id: id,
    account_name: account.name,
    account_no: account.account_no,
    bank_name: account.bank_name,
    day,
    ledger_balance,
    statement_balance: said?.balance_after ?? null,
    statement_on: said ? shanghaiDate(said.at) : null,
    bank_in: sideOf(bank, true),
    bank_out: sideOf(bank, false),
    book_in: sideOf(book, true),
    book_out: sideOf(book, false),
    ledger_adjusted,
    statement_adjusted,
    difference,
    is_even: difference === 0,
  };
}

function reconcile({ company_account_id, ...asked }: Parsed<typeof bankReconcileApi.bank_reconcile_get>, ctx: Ctx): Promise<Answer> {
  const day = asked.day ?? shanghaiDate(ctx.now);
  assertSeesAll(ctx, "资金账户不存在");
  if (day > shanghaiDate(ctx.now)) throw badInput({ path: "day", message: "截止日不能晚于今天" });
  return reconcileOf(ctx, company_account_id, day);
}

export const bankReconcileServer = serve(bankReconcileApi, { bank_reconcile_get: reconcile });
