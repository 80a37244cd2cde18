/** Lines of statements as they are read, with what they belong to. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { JOURNAL_KINDS, type JournalKind } from "@visadesk/contract/finance/ledger.words.ts";
import type { statementLineApi } from "@visadesk/contract/finance/bank/statement-line.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, or, q, row, rows, type Sql } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import { shown } from "#kit/noun/noun.ts";
import { timeRange } from "#kit/range.ts";
import { hashesOf, tailsOf } from "#kit/seal/seal.ts";
import { workerNames } from "../../setting/index.ts";
import { wholeScope } from "../scope.sql.ts";
import type { BankDoors } from "./bank-doors.ts";
import { statementLineNoun } from "./bank.noun.ts";

type Api = typeof statementLineApi;
export type ShownLine = Output<Api["statement_line_get"]>;
export type LineRow = Omit<ShownLine, "matches" | "handled_by_name" | "claimed"> & { handled_by: number | null };
export const NO_LINE = "流水不存在";

const SELECT = q`${shown(statementLineNoun, "l")}, l.version, l.created_at, l.updated_at, l.handled_by, (l.amount - l.matched)::int8 as rest,
  (select c.name from company_accounts c where c.id = l.company_account_id) as account_name,
  (select j.no from journals j where j.id = l.journal_id) as journal_no`;

/** Text of the line, or the account's whole number or last four. */
function worded(word: string): Sql {
  const like = `%${likeText(word)}%`;
  return or([
    q`l.counterparty_name ilike ${like}`,
    q`l.summary ilike ${like}`,
    q`l.ref ilike ${like}`,
    q`l.counterparty_account_hash = any(${hashesOf("card", word)}::text[])`,
    ...(/^[0-9A-Za-z]{4}$/.test(word) ? [q`l.counterparty_account_tail = any(${tailsOf("card", word)}::text[])`] : []),
  ]);
}
export const lineList = (ctx: Pick<Ctx, "me">, input: Parsed<Api["statement_line_query"]>): ListDef => ({
  from: q`statement_lines l`,
  where: and([
    wholeScope(ctx),
    input.keyword && worded(input.keyword),
    input.company_account_id && q`l.company_account_id = any(${[...input.company_account_id]}::int8[])`,
    input.direction && q`l.direction = any(${[...input.direction]}::text[])`,
    input.line_status && q`l.line_status = any(${[...input.line_status]}::text[])`,
    input.amount_min !== undefined && q`l.amount >= ${input.amount_min}`,
    input.amount_max !== undefined && q`l.amount <= ${input.amount_max}`,
    input.import_id !== undefined && q`l.import_id = ${input.import_id}`,
    timeRange("l.at", input.at),
  ]),
  id: "l.id",
  select: SELECT,
  sorts: { at: { by: "l.at", order: "desc" }, amount: { by: "l.amount", order: "desc" } },
  sort: "at",
});

interface MatchRow {
  id: number;
  line_id: number;
  target_noun: "remittance" | "journal_line";
  target_id: number;
  amount: number;
  is_auto: boolean;
  created_by: number | null;
  created_at: string;
  remittance_no: string | null;
  payer_name: string | null;
  peer_id: number | null;
  journal_no: string | null;
  journal_kind: JournalKind | null;
}
const matchesOf = (db: Db, ids: readonly number[]): Promise<MatchRow[]> =>
  rows<MatchRow>(
    db,
    q`select m.id, m.line_id, m.target_noun, m.target_id, m.amount, m.is_auto, m.created_by, m.created_at,
        r.remittance_no, r.payer_name, r.peer_id, j.no as journal_no, j.kind as journal_kind
      from line_matches m
      left join remittances r on m.target_noun = 'remittance' and r.id = m.target_id
      left join journal_lines jl on m.target_noun = 'journal_line' and jl.id = m.target_id
      left join journals j on j.id = jl.journal_id
      where m.line_id = any(${[...ids]}::int8[]) order by m.id`,
  );

/** Rows with their matches and names. */
export async function shownLines(db: Db, doors: BankDoors, list: readonly LineRow[]): Promise<ShownLine[]> {
  const matches =
    list.length === 0
      ? []
      : await matchesOf(
          db,
          list.map((l) => l.id),
        );
  const names = await workerNames(db, [...list.map((l) => l.handled_by), ...matches.map((m) => m.created_by)]);
  const peers = await doors.peers(db, [...new Set(matches.flatMap((m) => m.peer_id ?? []))]);
  const claimed = await doors.claimedOf(
    db,
    list.filter((l) => l.line_status === "parked").map((l) => l.id),
  );
  const told = Map.groupBy(matches, (m) => m.line_id);
  const titleOf = (m: MatchRow): string =>
    m.target_noun === "remittance"
      ? (peers.get(m.peer_id ?? 0)?.short_name ?? m.payer_name ?? "")
      : m.journal_kind
        ? JOURNAL_KINDS[m.journal_kind]
        : "";
  return list.map(({ handled_by, ...l }) => ({
    ...l,
    claimed: claimed.get(l.id) ?? 0,
    handled_by_name: names.get(handled_by ?? 0) ?? null,
    matches: (told.get(l.id) ?? []).map((m) => ({
      id: m.id,
      target_noun: m.target_noun,
      target_id: m.target_id,
      no: m.remittance_no ?? m.journal_no ?? "",
      title: titleOf(m),
      amount: m.amount,
      is_auto: m.is_auto,
      created_by_name: names.get(m.created_by ?? 0) ?? null,
      created_at: m.created_at,
    })),
  }));
}
export async function lineById(ctx: Pick<Ctx, "db" | "me">, doors: BankDoors, id: number): Promise<ShownLine> {
  const stored = await row<LineRow>(ctx.db, q`select ${SELECT} from statement_lines l where ${and([q`l.id = ${id}`, wholeScope(ctx)])}`);
  const [one] = await shownLines(ctx.db, doors, [found(stored, NO_LINE)]);
  return found(one, NO_LINE);
}
type State = ShownLine["line_status"];
export async function lineCounts(ctx: Pick<Ctx, "db" | "me">): Promise<Record<State, number>> {
  const list = await rows<{ line_status: State; n: number }>(
    ctx.db,
    q`select l.line_status, count(*)::int as n from statement_lines l where ${and([wholeScope(ctx)])} group by 1`,
  );
  const counts = { open: 0, part: 0, matched: 0, parked: 0, ignored: 0 };
  for (const { line_status, n } of list) counts[line_status] = n;
  return counts;
}

export interface HeldLine {
  id: number;
  company_account_id: number;
  at: string;
  direction: "in" | "out";
  amount: number;
  matched: number;
  line_status: State;
  ref: string;
  counterparty_name: string;
  counterparty_key: string;
  counterparty_account: string;
  counterparty_account_hash: string | null;
  summary: string;
  journal_id: number | null;
  version: number;
}
const HELD = q`select id, company_account_id, at, direction, amount, matched, line_status, ref, counterparty_name, counterparty_key, counterparty_account,
  counterparty_account_hash, summary, journal_id, version from statement_lines`;
/** As it is stored, not held. */
export const storedLine = async (db: Db, id: number): Promise<HeldLine> =>
  found(await row<HeldLine>(db, q`${HELD} where id = ${id}`), NO_LINE);
/** Held until the transaction ends: the sum of its matches is judged under this lock. */
export const heldLine = async (db: Db, id: number): Promise<HeldLine> =>
  found(await row<HeldLine>(db, q`${HELD} where id = ${id} for update`), NO_LINE);
