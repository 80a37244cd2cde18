/** What a line may be: remittances that wait and lines of the books, with every reason; asked when somebody looks. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { JOURNAL_KINDS } from "@visadesk/contract/finance/ledger.words.ts";
import type { statementLineApi } from "@visadesk/contract/finance/bank/statement-line.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { likeText, or, q, type Sql } from "#kit/db/sql.ts";
import type { BankDoors } from "./bank-doors.ts";
import { openLedgerLines, type LedgerLine } from "./ledger-line.sql.ts";
import { knownPayers, openRemittances, scoredLine, scoreRules, type FactLine } from "./line-facts.sql.ts";
import {
  levelOf,
  MatchIndex,
  scoreOf,
  silence,
  type OpenRemittance,
  type Scored,
  type ScoredLine,
  type ScoreRules,
} from "./match-score.rules.ts";
import { lineById, storedLine, type HeldLine } from "./statement-line.sql.ts";

type Endpoint = (typeof statementLineApi)["statement_line_candidate_query"];
type Candidate = Output<Endpoint>["list"][number];
const MOST = 60;
const DAYS = 45;

/** Open remittances that can earn points on this line at all. */
const near = (line: ScoredLine, limit: number): Sql =>
  or([
    q`r.left between ${line.amount} and ${line.amount + limit}`,
    ...(line.payer_key === ""
      ? []
      : [q`r.payer_key = ${line.payer_key}`, q`r.peer_id in (select peer_id from known_payers where payer_key = ${line.payer_key})`]),
    ...(line.account_hash === ""
      ? []
      : [
          q`r.payer_account_hash = ${line.account_hash}`,
          q`r.peer_id in (select peer_id from known_payers where account_hash = ${line.account_hash})`,
        ]),
    ...(line.ref === "" ? [] : [q`r.bank_ref ilike ${likeText(line.ref)}`]),
    ...(line.summary === "" ? [] : [q`position(r.remittance_no in ${line.summary.toUpperCase()}) > 0`]),
  ]);
const asked = (word: string): Sql => {
  const like = `%${likeText(word)}%`;
  const cents = /^\d+(\.\d{1,2})?$/.test(word) ? [q`r.left = ${Math.round(Number(word) * 100)}`] : [];
  return or([q`r.remittance_no ilike ${like}`, q`r.payer_name ilike ${like}`, ...cents]);
};

async function ledgerFor(
  db: Db,
  doors: BankDoors,
  line: HeldLine,
  word: string | undefined,
): Promise<{ line: LedgerLine; as: OpenRemittance }[]> {
  const rest = line.amount - line.matched;
  const day = shanghaiDate(line.at);
  const trades = line.ref === "" ? [] : await doors.tradesByNumber(db, [line.ref]);
  const byNumber = trades.map((t) => q`(j.source_noun = ${t.source_noun} and j.source_id = ${t.source_id})`);
  const byWord = word
    ? [
        q`j.no ilike ${`%${likeText(word)}%`}`,
        ...(/^\d+(\.\d{1,2})?$/.test(word) ? [q`abs(l.amount) = ${Math.round(Number(word) * 100)}`] : []),
      ]
    : [];
  const list = await openLedgerLines(
    db,
    line.company_account_id,
    q`${line.direction === "in" ? q`l.amount > 0` : q`l.amount < 0`} and ${or([
      q`abs(l.amount) = ${rest} and j.booked_on between ${day}::date - ${DAYS}::int and ${day}::date + ${DAYS}::int`,
      q`j.kind = 'embassy_paid' and abs(abs(l.amount) - ${rest}::int8) * 10 <= ${rest}::int8 and j.booked_on between ${day}::date - ${DAYS}::int and ${day}::date`,
      ...byNumber,
      ...byWord,
    ])}`,
    MOST,
  );
  const numbers = new Map(
    (await doors.tradesOfSources(db, list))
      .filter((t) => list.some((l) => l.amount === t.amount))
      .map((t) => [`${t.source_noun}:${t.source_id}`, t.trade_no]),
  );
  return list.map((l) => ({
    line: l,
    as: {
      id: l.id,
      no: l.no,
      peer_id: null,
      peer_no: "",
      peer_name: "",
      amount: l.left,
      day: shanghaiDate(l.event_at),
      bank_ref: numbers.get(`${l.source_noun}:${l.source_id}`) ?? "",
      payer_key: "",
      account_hash: "",
      order_nos: [],
    },
  }));
}

interface Weighed extends Scored {
  told: Pick<Candidate, "target_noun" | "target_id" | "no" | "title" | "amount" | "left" | "on" | "is_fee">;
}
async function weighed(ctx: Ctx, doors: BankDoors, line: HeldLine, rules: ScoreRules, word: string | undefined): Promise<Weighed[]> {
  const of = scoredLine(line satisfies FactLine);
  const payers = await knownPayers(ctx.db, doors, [of]);
  const where = word ? or([near(of, rules.write_off_limit), asked(word)]) : near(of, rules.write_off_limit);
  const open = line.direction === "in" ? await openRemittances(ctx.db, doors, line.company_account_id, where) : [];
  const scored = new MatchIndex(open, payers, rules).candidatesOf(of);
  const seen = new Set(scored.map((s) => s.remittance.id));
  const rest = word ? open.filter((r) => !seen.has(r.id)).map((r) => scoreOf(of, r, [], rules)) : [];
  const papers = [...scored, ...rest].map((s) => ({
    ...s,
    told: {
      target_noun: "remittance" as const,
      target_id: s.remittance.id,
      no: s.remittance.no,
      title: s.remittance.peer_name,
      amount: s.remittance.amount,
      left: s.remittance.amount,
      on: s.remittance.day,
      is_fee: false,
    },
  }));
  const books = (await ledgerFor(ctx.db, doors, line, word)).map(({ line: l, as }) => ({
    ...scoreOf(of, as, [], rules),
    told: {
      target_noun: "journal_line" as const,
      target_id: l.id,
      no: l.no,
      title: JOURNAL_KINDS[l.kind],
      amount: l.amount,
      left: l.left,
      on: as.day,
      is_fee: l.kind === "embassy_paid",
    },
  }));
  return [...papers, ...books].toSorted((a, b) => b.score - a.score || a.told.target_id - b.told.target_id);
}

export const candidates =
  (doors: BankDoors) =>
  async ({ id, keyword }: Parsed<Endpoint>, ctx: Ctx): Promise<Output<Endpoint>> => {
    const shown = await lineById(ctx, doors, id);
    if (shown.rest === 0 || !["open", "part"].includes(shown.line_status)) return { line: shown, list: [], sentence: null };
    const rules = await scoreRules(ctx.db, doors);
    const list = await weighed(ctx, doors, await storedLine(ctx.db, id), rules, keyword || undefined);
    const scores = list.map((s) => s.score);
    return {
      line: shown,
      list: list.slice(0, MOST).map((s, i) => ({ ...s.told, score: s.score, terms: s.terms, level: levelOf(scores, i, rules) })),
      sentence: silence(list, rules),
    };
  };
