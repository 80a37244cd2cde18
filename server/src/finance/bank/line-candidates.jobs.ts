/** Scores of an account's open lines, worked out anew after each import and each remittance, for lists that show them. */
import type { Ctx } from "#kit/call/context.ts";
import { q, rows } from "#kit/db/sql.ts";
import type { JobCtx, JobDef, Progress } from "#kit/jobs.ts";
import type { BankDoors } from "./bank-doors.ts";
import { knownPayers, openIncome, openRemittances, scoredLine, scoreRules } from "./line-facts.sql.ts";
import { JUDGE_FROM, MatchIndex, type Scored } from "./match-score.rules.ts";

export const CANDIDATES_JOB = "statement_candidates";
const PART = 500;
/** Kept of a line. */
const KEPT = 5;

interface Kept {
  line_id: number;
  remittance_id: number;
  score: number;
  lead: number;
  terms: Scored["terms"];
}
/** Best first; `lead`: how far it is ahead of the next, or behind the first. */
const keptOf = (line_id: number, list: readonly Scored[]): Kept[] =>
  list
    .slice(0, KEPT)
    .filter((s) => s.score >= JUDGE_FROM)
    .map((s, i) => ({
      line_id,
      remittance_id: s.remittance.id,
      score: s.score,
      lead: s.score - ((i === 0 ? list[1]?.score : list[0]?.score) ?? 0),
      terms: s.terms,
    }));

async function store(ctx: Ctx, lines: readonly number[], kept: readonly Kept[]): Promise<void> {
  await rows(ctx.db, q`delete from line_candidates where line_id = any(${[...lines]}::int8[])`);
  // What was matched or taken away meanwhile is left out.
  await rows(
    ctx.db,
    q`insert into line_candidates (line_id, remittance_id, score, lead, terms)
      select x.line_id, x.remittance_id, x.score, x.lead, x.terms
      from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as x(line_id int8, remittance_id int8, score int, lead int, terms jsonb)
      join statement_lines l on l.id = x.line_id and l.line_status in ('open', 'part')
      join remittances r on r.id = x.remittance_id`,
  );
}
async function run(ctx: JobCtx, doors: BankDoors, account: number, progress: Progress): Promise<{ lines: number; kept: number }> {
  const stored = await openIncome(ctx.db, account);
  const lines = stored.map((l) => ({ id: l.id, of: scoredLine(l) }));
  const index = new MatchIndex(
    await openRemittances(ctx.db, doors, account),
    await knownPayers(
      ctx.db,
      doors,
      lines.map((l) => l.of),
    ),
    await scoreRules(ctx.db, doors),
  );
  await ctx.change((c) =>
    rows(
      c.db,
      q`delete from line_candidates where line_id in (select id from statement_lines where company_account_id = ${account} and line_status not in ('open', 'part'))`,
    ),
  );
  let kept = 0;
  for (let from = 0; from < lines.length; from += PART) {
    await progress.set(from, lines.length);
    const part = lines.slice(from, from + PART);
    const found = part.flatMap((l) => keptOf(l.id, index.candidatesOf(l.of)));
    kept += found.length;
    await ctx.change((c) =>
      store(
        c,
        part.map((l) => l.id),
        found,
      ),
    );
  }
  return { lines: lines.length, kept };
}
export const candidateJobs = (doors: BankDoors): readonly JobDef[] => [
  { name: CANDIDATES_JOB, label: "重算流水匹配", run: (ctx, payload, progress) => run(ctx, doors, Number(payload["account"]), progress) },
];
