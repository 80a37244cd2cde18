/** What stands beside the rows of remittances: names, orders, lines, and whether the payer is known. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { orderNos } from "../../order/index.ts";
import { workerNames } from "../../setting/index.ts";
import { JUDGE_FROM } from "../bank/match-score.rules.ts";
import { payerKey } from "../bank/payer-key.ts";
import { financeSettings } from "../finance-setting/finance-setting.ts";
import type { RemittanceRow, StoredRemittance, SuggestRule } from "./remittance.sql.ts";

type Line = RemittanceRow["lines"][number];
const linesOf = (db: Db, ids: readonly number[]): Promise<(Line & { remittance_id: number })[]> =>
  rows(
    db,
    q`select m.target_id as remittance_id, m.line_id, l.at, l.ref, l.counterparty_name, m.amount from line_matches m join statement_lines l on l.id = m.line_id
      where m.target_noun = 'remittance' and m.target_id = any(${[...ids]}::int8[]) order by l.at, l.id`,
  );
/** Those whose payer people confirmed for their peer otherwise than by themselves. */
const knownOf = async (db: Db, ids: readonly number[]): Promise<Set<number>> =>
  new Set(
    (
      await rows<{ id: number }>(
        db,
        q`select r.id from remittances r where r.id = any(${[...ids]}::int8[]) and (
            select coalesce(sum(k.confirmed_count - (select count(*) from line_matches m
              where m.known_payer_id = k.id and m.target_noun = 'remittance' and m.target_id = r.id)), 0)
            from known_payers k where k.peer_id = r.peer_id and k.payer_key = r.payer_key) > 0`,
      )
    ).map((r) => r.id),
  );
export const isOwnPayer = (r: { peer_id: number | null; company_name: string | null; payer_key: string }): boolean =>
  r.peer_id === null || payerKey(r.company_name ?? "") === r.payer_key;
/** Whether it may be booked without a letter of the payer. */
export const isPayerKnown = async (db: Db, r: StoredRemittance): Promise<boolean> => isOwnPayer(r) || (await knownOf(db, [r.id])).has(r.id);
/** The same for what is about to be written: `except` is the remittance whose own confirmation proves nothing. */
export async function mayPayFor(db: Db, peer_id: number | null, payer_name: string, except: number | null): Promise<boolean> {
  const payer_key = payerKey(payer_name);
  const peer = peer_id === null ? undefined : await row<{ name: string }>(db, q`select name from peers where id = ${peer_id}`);
  if (isOwnPayer({ peer_id, company_name: peer?.name ?? null, payer_key })) return true;
  const confirmed = await row<{ n: number }>(
    db,
    q`select coalesce(sum(k.confirmed_count - (select count(*) from line_matches m
        where m.known_payer_id = k.id and m.target_noun = 'remittance' and m.target_id = ${except}::int8)), 0)::int as n
      from known_payers k where k.peer_id = ${peer_id} and k.payer_key = ${payer_key}`,
  );
  return (confirmed?.n ?? 0) > 0;
}

export function levelOf(s: { score: number; lead: number; ahead: number }, { match_suggest, match_lead }: SuggestRule) {
  if (s.score >= match_suggest && s.lead >= match_lead && s.ahead >= match_lead) return "suggest" as const;
  return s.score >= JUDGE_FROM ? ("judge" as const) : ("more" as const);
}
function suggestionOf({ suggested }: StoredRemittance, rule: SuggestRule): RemittanceRow["suggestion"] {
  if (suggested === null) return null;
  const { lead, ahead, at, ...s } = suggested;
  return { ...s, at: new Date(at).toISOString(), level: levelOf({ score: s.score, lead, ahead }, rule) };
}

export async function shownRemittances(ctx: Pick<Ctx, "db" | "me" | "now">, list: readonly StoredRemittance[]): Promise<RemittanceRow[]> {
  if (list.length === 0) return [];
  const ids = list.map((r) => r.id);
  const rule = await financeSettings(ctx.db);
  const lines = Map.groupBy(await linesOf(ctx.db, ids), (l) => l.remittance_id);
  const known = await knownOf(ctx.db, ids);
  const orders = await orderNos(ctx.db, [...new Set(list.flatMap((r) => r.order_parts.map((x) => x.order_id)))]);
  const names = await workerNames(
    ctx.db,
    list.flatMap((r) => [r.submitted_by, r.approved_by, r.rechecked_by, r.rejected_by, r.reversed_by]),
  );
  const name = (id: number | null): string | null => names.get(id ?? 0) ?? null;
  const me = ctx.me.worker_id;
  return list.map((stored) => {
    const {
      payer_key: _key,
      created_by,
      submitted_by,
      changed_by,
      approved_by,
      rechecked_by,
      booked_by,
      rejected_by,
      reversed_by,
      suggested,
      ...r
    } = stored;
    const is_payer_known = isOwnPayer(stored) || known.has(r.id);
    const waits = r.remittance_status === "pending" || r.remittance_status === "second_review";
    return {
      ...r,
      order_parts: r.order_parts.map((x) => ({ ...x, order_no: orders.get(x.order_id) ?? "" })),
      lines: (lines.get(r.id) ?? []).map(({ remittance_id: _id, ...l }) => l),
      suggestion: suggestionOf({ ...stored, suggested }, rule),
      is_payer_known,
      letter_needed: waits && !is_payer_known && r.payer_letters.length === 0,
      is_mine: created_by === me || submitted_by === me || changed_by.includes(me),
      is_decided_by_me: approved_by === me || booked_by === me,
      is_overdue: waits && Date.parse(r.due_at) < ctx.now.getTime(),
      submitted_by_name: name(submitted_by),
      approved_by_name: name(approved_by),
      rechecked_by_name: name(rechecked_by),
      rejected_by_name: name(rejected_by),
      reversed_by_name: name(reversed_by),
    };
  });
}
