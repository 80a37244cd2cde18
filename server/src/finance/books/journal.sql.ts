/** Vouchers as they are listed, and one with its lines. */
import { LEDGER_ACCOUNTS, LEDGER_KIND_WORDS, type AccountCode } from "@visadesk/contract/finance/ledger.words.ts";
import type { journalApi } from "@visadesk/contract/finance/books/journal.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, or, q, row, rows, type Sql } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import { dateRange } from "#kit/range.ts";
import { workerNames } from "../../setting/index.ts";
import { paperText, papersCalled, papersOf, refKey, undoneOf, undoneText } from "../papers.ts";
import { journalScope } from "./journal-scope.sql.ts";
import { ownerNames, type AccountOwner } from "./owner-names.sql.ts";

type Api = typeof journalApi;
type Filter = Parsed<Api["journal_query"]>;
export type JournalRow = Output<Api["journal_query"]>["list"][number];
type JournalDetail = Output<Api["journal_get"]>;
export interface StoredJournal extends Omit<JournalRow, "source_text" | "created_by_name" | "accounts_text"> {
  created_by: number | null;
  codes: AccountCode[];
}

const SELECT = q`j.id, j.no, j.kind, j.booked_on, j.event_at, j.source_noun, j.source_id, j.reversal_of, o.no as reversal_of_no,
  b.id as reversed_by, b.no as reversed_by_no, j.reason, j.created_by, j.created_at,
  coalesce((select sum(l.amount) from journal_lines l where l.journal_id = j.id and l.amount > 0), 0)::int8 as amount,
  array(select distinct a.code from journal_lines l join ledger_accounts a on a.id = l.account_id where l.journal_id = j.id order by 1) as codes`;
const JOINS = q`left join journals o on o.id = j.reversal_of left join journals b on b.reversal_of = j.id`;

async function calledSo(db: Db, typed: string): Promise<Sql> {
  const refs = await papersCalled(db, typed);
  const orders = refs.filter((r) => r.noun === "order").map((r) => r.id);
  return or([
    q`j.no = ${typed.toUpperCase()}`,
    q`j.id in (select l.journal_id from journal_lines l where l.order_id = any(${orders}::int8[]))`,
    ...[...Map.groupBy(refs, (r) => r.noun)].map(
      ([noun, list]) => q`(j.source_noun = ${noun} and j.source_id = any(${list.map((r) => r.id)}::int8[]))`,
    ),
  ]);
}

export const journalList = async (ctx: Pick<Ctx, "db" | "me">, f: Filter): Promise<ListDef> => ({
  from: q`journals j`,
  where: and([
    journalScope(ctx),
    f.keyword && (await calledSo(ctx.db, f.keyword)),
    f.kind && q`j.kind = any(${f.kind}::text[])`,
    f.account &&
      q`exists (select 1 from journal_lines l join ledger_accounts a on a.id = l.account_id where l.journal_id = j.id and a.code = any(${f.account}::text[]))`,
    dateRange("j.booked_on", f.booked_on),
    f.is_reversal !== undefined && (f.is_reversal ? q`j.reversal_of is not null` : q`j.reversal_of is null`),
    f.created_by && q`j.created_by = any(${f.created_by}::int8[])`,
  ]),
  id: "j.id",
  select: SELECT,
  joins: JOINS,
  sorts: { id: { by: "j.id", order: "desc", keyset: true, type: "int8" } },
  sort: "id",
});

export async function shownJournals(db: Db, list: readonly StoredJournal[]): Promise<JournalRow[]> {
  const [names, papers] = await Promise.all([
    workerNames(
      db,
      list.map((j) => j.created_by),
    ),
    papersOf(
      db,
      list.map((j) => ({ noun: j.source_noun, id: j.source_id })),
    ),
  ]);
  return list.map(({ created_by, codes, ...j }) => {
    const paper = papers.get(refKey({ noun: j.source_noun, id: j.source_id }));
    return {
      ...j,
      accounts_text: codes.map((c) => LEDGER_ACCOUNTS[c]).join("、"),
      source_text: paperText(paper, j.source_noun),
      created_by_name: names.get(created_by ?? 0) ?? null,
    };
  });
}

interface StoredLine extends Omit<JournalDetail["lines"][number], "detail" | "debit" | "credit">, AccountOwner {
  amount: number;
}
export async function journalOf(ctx: Pick<Ctx, "db" | "me">, id: number): Promise<JournalDetail> {
  const { db } = ctx;
  const stored = await row<StoredJournal>(
    db,
    q`select ${SELECT} from journals j ${JOINS} where ${and([q`j.id = ${id}`, journalScope(ctx)])}`,
  );
  const [shown] = await shownJournals(db, [found(stored, "凭证不存在或无权查看")]);
  const undone = await row<{ undone_noun: string; undone_id: number }>(
    db,
    q`select v.source_noun as undone_noun, v.source_id as undone_id from journals v where v.id = ${shown?.reversal_of ?? null}`,
  );
  const refs = undone ? undoneOf(undone) : [];
  const papers = await papersOf(db, refs);
  const [mirrored] = refs.map((ref) => undoneText(papers, ref, null));
  const lines = await rows<StoredLine>(
    db,
    q`select l.id, a.code as account, a.gl_code, a.owner_id, a.kind, l.amount, l.order_id, o.order_no, l.fee_kind, l.balance_after, l.note
      from journal_lines l join ledger_accounts a on a.id = l.account_id left join orders o on o.id = l.order_id
      where l.journal_id = ${id} order by l.amount < 0, l.id`,
  );
  const owners = await ownerNames(db, lines);
  return {
    ...found(shown, "凭证不存在或无权查看"),
    lines: lines.map(({ amount, owner_id, kind, ...l }) => ({
      ...l,
      note: mirrored ?? l.note,
      detail: owners({ account: l.account, owner_id, kind }) || (LEDGER_KIND_WORDS[kind] ?? kind),
      debit: amount > 0 ? amount : null,
      credit: amount < 0 ? -amount : null,
    })),
  };
}
