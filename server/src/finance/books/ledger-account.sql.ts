/** What every peer has and owes. */
import { creditAvailable, creditRows, effectiveLimit, type CreditTerms } from "@visadesk/contract/peer/peer/credit.rules.ts";
import type { ledgerAccountApi } from "@visadesk/contract/finance/books/ledger-account.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, q, raw, rows } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";
import { workerNames } from "../../setting/index.ts";
import { debtOf } from "../peer-settle/peer-debt.ts";
import { financeScope } from "../scope.sql.ts";

type Api = typeof ledgerAccountApi;
export type AccountRow = Output<Api["ledger_account_query"]>["list"][number];
export interface StoredAccounts extends CreditTerms {
  id: number;
  peer_no: string;
  peer_name: string;
  bd_owner_id: number | null;
  principal: number;
  gift: number;
  frozen: number;
  credit_used: number;
  overdue_since: string | null;
}
const account = (code: string, column = "balance"): string =>
  `(select x.${column} from ledger_accounts x where x.owner_id = p.id and x.code = 'peer_${code}')`;

const holding = (condition: string, column = "balance") =>
  q`exists (select 1 from ledger_accounts x where x.owner_id = p.id and x.code like 'peer\_%' and ${raw(`x.${column}`)} ${raw(condition)})`;

export const accountList = (ctx: Pick<Ctx, "me" | "now">, f: Parsed<Api["ledger_account_query"]>): ListDef => {
  const due = q`exists (select 1 from ledger_accounts x where x.owner_id = p.id and x.code = 'peer_credit' and x.oldest_due_on < ${dayOf(ctx.now)}::date)`;
  return {
    from: q`peers p`,
    where: and([
      financeScope(ctx, { peer: "p.id" }),
      f.peer_id && q`p.id = any(${f.peer_id}::int8[])`,
      f.bd_owner_id && q`p.bd_owner_id = any(${f.bd_owner_id}::int8[])`,
      f.is_overdue !== undefined && (f.is_overdue ? due : q`not ${due}`),
      f.has_credit !== undefined && (f.has_credit ? q`p.settle_mode = 'credit'` : q`p.settle_mode <> 'credit'`),
      f.has_balance !== undefined && (f.has_balance ? holding("> 0") : q`not ${holding("> 0")}`),
    ]),
    id: "p.id",
    select: q`p.id, p.peer_no, p.short_name as peer_name, p.bd_owner_id, p.settle_mode, p.credit_limit, p.temp_limit, p.temp_until,
      coalesce(${raw(account("principal"))}, 0) as principal, coalesce(${raw(account("gift"))}, 0) as gift,
      coalesce(${raw(account("frozen"))}, 0) as frozen, coalesce(${raw(account("credit"))}, 0) as credit_used,
      ${raw(account("credit", "oldest_due_on"))} as overdue_since`,
    sorts: {
      id: { by: "p.id", order: "desc", keyset: true, type: "int8" },
      principal: { by: `coalesce(${account("principal")}, 0)`, order: "desc" },
      credit_used: { by: `coalesce(${account("credit")}, 0)`, order: "desc" },
    },
    sort: "id",
  };
};

/** Earliest end of gift money that is left, by peer. */
async function giftEnds(db: Db, peerIds: readonly number[], today: string): Promise<Map<number, string>> {
  const found = await rows<{ peer_id: number; until: string }>(
    db,
    q`select peer_id, min(expires_on) as until from gift_lots
      where peer_id = any(${[...peerIds]}::int8[]) and remaining > 0 and expires_on >= ${today}::date group by peer_id`,
  );
  return new Map(found.map((f) => [f.peer_id, f.until]));
}

export async function shownAccounts({ db, now }: Pick<Ctx, "db" | "now">, list: readonly StoredAccounts[]): Promise<AccountRow[]> {
  const today = dayOf(now);
  const [names, ends, debts] = await Promise.all([
    workerNames(
      db,
      list.map((p) => p.bd_owner_id),
    ),
    giftEnds(
      db,
      list.map((p) => p.id),
      today,
    ),
    debtOf(
      db,
      list.map((p) => p.id),
    ),
  ]);
  return list.map(({ id, peer_no, peer_name, bd_owner_id, principal, gift, frozen, credit_used, overdue_since, ...terms }) => {
    const used = { used: credit_used, billed: debts.get(id)?.billed ?? null };
    return {
      id,
      peer_no,
      peer_name,
      bd_owner_name: names.get(bd_owner_id ?? 0) ?? null,
      principal,
      gift,
      gift_until: ends.get(id) ?? null,
      frozen,
      credit_limit: effectiveLimit(terms, now),
      credit_used,
      credit_available: creditAvailable(terms, used, now),
      credit_rows: creditRows(terms, used, now),
      overdue_since: overdue_since !== null && overdue_since < today ? overdue_since : null,
    };
  });
}
