/** Remittances as their list and page read them, with the lines they are matched to or may be. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { remittanceApi } from "@visadesk/contract/finance/remittance.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, q, row, rows, type Sql } from "#kit/db/sql.ts";
import { shown } from "#kit/noun/noun.ts";
import { dateRange } from "#kit/range.ts";
import { bareNumber, hashesOf, tailsOf } from "#kit/seal/seal.ts";
import type { FileAccess } from "../../files/index.ts";
import { remittanceNoun } from "./remittance.noun.ts";
import { remittanceQueue } from "./remittance.queues.ts";
import { remittanceScope } from "./remittance-scope.sql.ts";

type Api = typeof remittanceApi;
type Filter = Omit<Parsed<Api["remittance_query"]>, "page" | "page_size">;
export type RemittanceRow = Output<Api["remittance_get"]>;
type Reckoned = "lines" | "order_parts" | "suggestion" | "is_payer_known" | "letter_needed" | "is_mine" | "is_decided_by_me" | "is_overdue";
type Named = "submitted_by_name" | "approved_by_name" | "rechecked_by_name" | "rejected_by_name" | "reversed_by_name";
type Suggested = Omit<NonNullable<RemittanceRow["suggestion"]>, "level"> & { lead: number; ahead: number };
export type StoredRemittance = Omit<RemittanceRow, Reckoned | Named> & {
  order_parts: readonly { order_id: number; amount: number }[];
  payer_key: string;
  created_by: number | null;
  submitted_by: number | null;
  changed_by: number[];
  approved_by: number | null;
  rechecked_by: number | null;
  booked_by: number | null;
  rejected_by: number | null;
  reversed_by: number | null;
  suggested: Suggested | null;
};
type Caller = Pick<Ctx, "db" | "me" | "now">;
/** When a candidate is a suggestion. */
export interface SuggestRule {
  match_suggest: number;
  match_lead: number;
}
export const NO_REMITTANCE = "汇款单不存在或无权查看";

const FROM = q`remittances r left join peers p on p.id = r.peer_id`;
const COLUMNS = q`${shown(remittanceNoun, "r")}, r.payer_key, r.created_by, r.submitted_by, r.changed_by, r.approved_by, r.rechecked_by, r.booked_by,
  r.rejected_by, r.reversed_by, p.peer_no, p.short_name as peer_name, p.name as company_name, c.name as account_name, j.no as journal_no,
  coalesce((select sum(m.amount) from line_matches m where m.target_noun = 'remittance' and m.target_id = r.id), 0)::int8 as matched,
  to_jsonb(s) as suggested`;
/** Statements are for who sees everything: others are suggested nothing. */
const seesLines = (ctx: Pick<Ctx, "me">): boolean => ctx.me.scope_ids === null;
/** The best open line of one that waits and has none yet; `ahead`: of its next line. */
const CANDIDATE = q`
  select k.line_id, l.at, l.ref, l.counterparty_name, (l.amount - l.matched)::int8 as rest, k.score, k.lead, k.terms,
    k.score - coalesce(lead(k.score) over (order by k.score desc, k.line_id), 0) as ahead
  from line_candidates k join statement_lines l on l.id = k.line_id and l.line_status in ('open', 'part')
  where k.remittance_id = r.id and r.remittance_status in ('pending', 'second_review')
    and not exists (select from line_matches m where m.target_noun = 'remittance' and m.target_id = r.id)
  order by k.score desc, k.line_id limit 1`;
const joins = (
  ctx: Pick<Ctx, "me">,
): Sql => q`join company_accounts c on c.id = r.company_account_id left join journals j on j.id = r.journal_id
  left join lateral (${CANDIDATE}) s on ${seesLines(ctx)}::bool`;
const suggested = (ctx: Pick<Ctx, "me">, { match_suggest, match_lead }: SuggestRule): Sql =>
  q`${seesLines(ctx)}::bool and exists (select from (${CANDIDATE}) s where s.score >= ${match_suggest} and s.lead >= ${match_lead} and s.ahead >= ${match_lead})`;

const byAccount = (typed: string): Sql => {
  const bare = bareNumber(typed);
  return bare.length === 4
    ? q`r.payer_account_tail = any(${tailsOf("card", bare)}::text[])`
    : q`r.payer_account_hash = any(${hashesOf("card", bare)}::text[])`;
};
const WAITS = q`r.remittance_status in ('pending', 'second_review')`;
const overdue = (now: Date): Sql => q`(${WAITS} and r.due_at < ${now})`;
/** Of these states nothing waits any more. */
const isOver = (states: readonly string[] | undefined): boolean =>
  states !== undefined && states.every((s) => ["booked", "rejected", "withdrawn", "reversed"].includes(s));

const whereOf = (input: Filter, ctx: Pick<Ctx, "me" | "now">, rule: SuggestRule): Sql =>
  and([
    remittanceScope(ctx),
    input.keyword && q`r.remittance_no like ${`${likeText(input.keyword.toUpperCase())}%`}`,
    input.peer_id && q`r.peer_id = any(${[...input.peer_id]}::int8[])`,
    input.purpose && q`r.purpose = any(${[...input.purpose]}::text[])`,
    input.remittance_status && q`r.remittance_status = any(${[...input.remittance_status]}::text[])`,
    input.amount_from !== undefined && q`r.amount >= ${input.amount_from}`,
    input.amount_to !== undefined && q`r.amount <= ${input.amount_to}`,
    input.payer_name && q`r.payer_name ilike ${`%${likeText(input.payer_name)}%`}`,
    input.payer_account && byAccount(input.payer_account),
    input.company_account_id && q`r.company_account_id = any(${[...input.company_account_id]}::int8[])`,
    dateRange("r.remitted_on", input.remitted_on),
    input.checker_id &&
      q`(r.approved_by = any(${[...input.checker_id]}::int8[]) or r.rechecked_by = any(${[...input.checker_id]}::int8[]))`,
    input.is_suggested !== undefined && (input.is_suggested ? suggested(ctx, rule) : q`not (${suggested(ctx, rule)})`),
    input.is_overdue !== undefined && (input.is_overdue ? overdue(ctx.now) : q`not ${overdue(ctx.now)}`),
    input.queue && remittanceQueue(ctx, input.queue),
  ]);
export const remittanceList = (input: Filter, ctx: Pick<Ctx, "me" | "now">, rule: SuggestRule): ListDef => ({
  from: FROM,
  where: whereOf(input, ctx, rule),
  id: "r.id",
  select: COLUMNS,
  joins: joins(ctx),
  sorts: {
    due_at: { by: "r.due_at", order: "asc", keyset: true },
    created_at: { by: "r.created_at", order: "desc", keyset: true },
    amount: { by: "r.amount", order: "desc" },
  },
  // What waits longest first; of what is over the newest.
  sort: isOver(input.remittance_status) ? "created_at" : "due_at",
});

export const remittanceCounts = (ctx: Caller): Promise<{ status: RemittanceRow["remittance_status"]; n: number }[]> =>
  rows(ctx.db, q`select r.remittance_status as status, count(*)::int as n from ${FROM} where ${and([remittanceScope(ctx)])} group by 1`);

/** One in the caller's sight. */
export const storedRemittance = (ctx: Caller, id: number): Promise<StoredRemittance | undefined> =>
  row(ctx.db, q`select ${COLUMNS} from ${FROM} ${joins(ctx)} where ${and([q`r.id = ${id}`, remittanceScope(ctx)])}`);
/** Held until the transaction ends. */
export async function lockedRemittance(ctx: Caller, id: number): Promise<StoredRemittance | undefined> {
  await rows(ctx.db, q`select id from remittances where id = ${id} for update`);
  return storedRemittance(ctx, id);
}
export const ordersOfRemittance = async (db: Ctx["db"], id: number): Promise<number[]> =>
  (
    await rows<{ id: number }>(
      db,
      q`select (x ->> 'order_id')::int8 as id from remittances r, jsonb_array_elements(r.order_parts) x where r.id = ${id}`,
    )
  ).map((o) => o.id);

/** A live one of this account, number and amount. */
export const sameRef = (
  db: Ctx["db"],
  of: { company_account_id: number; bank_ref: string; amount: number },
  except: number | null,
): Promise<{ remittance_no: string } | undefined> =>
  row(
    db,
    q`select remittance_no from remittances where company_account_id = ${of.company_account_id} and bank_ref = ${of.bank_ref} and amount = ${of.amount}
        and remittance_status in ('pending', 'second_review', 'booked') and id is distinct from ${except}::int8 limit 1`,
  );

/** A voucher or letter of the remittance `id`, in the caller's sight. */
export async function mayReadVoucher(ctx: Pick<Ctx, "db" | "me">, id: number, key: string): Promise<FileAccess | null> {
  const found = await row<{ no: string; is_letter: boolean }>(
    ctx.db,
    q`select r.remittance_no as no, not ${key} = any(r.vouchers) as is_letter from ${FROM}
      where ${and([q`r.id = ${id}`, q`(${key} = any(r.vouchers) or ${key} = any(r.payer_letters))`, remittanceScope(ctx)])}`,
  );
  return found ? { noun_no: found.no, label: found.is_letter ? "代付说明" : "汇款回单", is_identity: false, filename: null } : null;
}
/** Which of these keys remittances name. */
export const vouchersInUse = async (db: Ctx["db"], keys: readonly string[]): Promise<string[]> =>
  (
    await rows<{ key: string }>(
      db,
      q`select distinct a.key from (select unnest(vouchers || payer_letters) as key from remittances) a where a.key = any(${[...keys]}::text[])`,
    )
  ).map((r) => r.key);
