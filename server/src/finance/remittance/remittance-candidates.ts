/** Lines of the account's statement that a remittance may be, with every reason; asked when somebody looks. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { remittanceApi } from "@visadesk/contract/finance/remittance.ts";
import type { Ctx } from "#kit/call/context.ts";
import { likeText, or, q, rows, type Sql } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import type { BankDoors } from "../bank/bank-doors.ts";
import { knownPayers, openRemittances, scoredLine, scoreRules, type FactLine } from "../bank/line-facts.sql.ts";
import { levelOf, MatchIndex, scoreOf, type Scored } from "../bank/match-score.rules.ts";
import { NO_REMITTANCE, storedRemittance, type StoredRemittance } from "./remittance.sql.ts";

type Endpoint = typeof remittanceApi.remittance_candidate_query;
type Candidate = Output<Endpoint>["list"][number];
const MOST = 30;
const DAYS = 20;
type Line = FactLine & Pick<Candidate, "counterparty_name" | "counterparty_account">;

const asked = (word: string): Sql => {
  const like = `%${likeText(word)}%`;
  const cents = /^\d+(\.\d{1,2})?$/.test(word) ? [q`l.amount = ${Math.round(Number(word) * 100)}`] : [];
  return or([q`l.counterparty_name ilike ${like}`, q`l.summary ilike ${like}`, q`l.ref ilike ${like}`, ...cents]);
};
/** Open income around the day it was sent that earns points, or that was asked for by a word. */
function near(r: StoredRemittance, left: number, limit: number, word: string | undefined): Sql {
  if (word) return asked(word);
  const around = q`l.at between ${r.remitted_on}::date - ${DAYS}::int and ${r.remitted_on}::date + ${DAYS + 1}::int`;
  return or([
    q`(l.amount - l.matched between ${left - limit} and ${left} and ${around})`,
    q`(l.counterparty_key = ${r.payer_key} and l.amount - l.matched <= ${left + limit} and ${around})`,
    q`position(${r.remittance_no} in upper(l.summary)) > 0`,
    ...(r.bank_ref === "" ? [] : [q`upper(l.ref) = ${r.bank_ref}`]),
  ]);
}
const openLines = (ctx: Ctx, account: number, where: Sql): Promise<Line[]> =>
  rows<Line>(
    ctx.db,
    q`select l.id, l.at, l.amount, l.matched, l.ref, l.counterparty_key, l.counterparty_account_hash, l.summary, l.counterparty_name, l.counterparty_account
      from statement_lines l where l.company_account_id = ${account} and l.direction = 'in' and l.line_status in ('open', 'part') and (${where})
      order by l.at desc, l.id desc limit 200`,
  );

interface Weighed {
  line: Line;
  of: Scored;
  level: Candidate["level"];
}
/** Why none is suggested, in words. */
function silence(list: readonly Weighed[], suggestFrom: number): string | null {
  const [best, next] = list;
  if (!best) return "该账户没有金额、户名或单号相符的未匹配流水";
  if (best.level === "suggest" && next?.level !== "suggest") return null;
  const other = best.of.terms.find((t) => t.points === -30);
  if (other) return `${best.of.terms.some((t) => t.text === "金额一致") ? "金额一致，但" : ""}${other.text}`;
  if (best.of.score >= suggestFrom) return "还有同样相符的流水或汇款，请人工判断";
  return `最相符的流水只有 ${best.of.score} 分，不足 ${suggestFrom} 分`;
}

export const remittanceCandidates =
  (doors: BankDoors) =>
  async ({ id, keyword }: Parsed<Endpoint>, ctx: Ctx): Promise<Output<Endpoint>> => {
    const r = found(await storedRemittance(ctx, id), NO_REMITTANCE);
    const rules = await scoreRules(ctx.db, doors);
    const { write_off_limit } = rules;
    const left = r.amount - r.matched;
    const waits = r.remittance_status === "pending" || r.remittance_status === "second_review";
    // Statements are for who sees everything.
    if (!waits || left <= 0 || ctx.me.scope_ids !== null) return { list: [], sentence: null, write_off_limit };
    const lines = await openLines(ctx, r.company_account_id, near(r, left, write_off_limit, keyword || undefined));
    const scored = lines.map((l) => scoredLine(l));
    const payers = await knownPayers(ctx.db, doors, scored);
    const open = await openRemittances(ctx.db, doors, r.company_account_id);
    const own = open.find((o) => o.id === id);
    const index = new MatchIndex(open, payers, rules);
    const weighed = lines.flatMap((line): Weighed[] => {
      const all = index.candidatesOf(scoredLine(line));
      const at = all.findIndex((s) => s.remittance.id === id);
      const of = all[at] ?? (own && scoreOf(scoredLine(line), own, [], rules));
      if (!of) return [];
      const scores = all.map((s) => s.score);
      return [{ line, of, level: at < 0 ? "more" : levelOf(scores, at, rules) }];
    });
    const list = weighed.toSorted((a, b) => b.of.score - a.of.score || a.line.id - b.line.id).slice(0, MOST);
    return {
      list: list.map(({ line: l, of, level }) => ({
        line_id: l.id,
        at: l.at,
        ref: l.ref,
        counterparty_name: l.counterparty_name,
        amount: l.amount,
        rest: l.amount - l.matched,
        counterparty_account: l.counterparty_account,
        summary: l.summary,
        score: of.score,
        level,
        terms: of.terms,
      })),
      sentence: silence(list, rules.match_suggest),
      write_off_limit,
    };
  };
