/** Who owes: per peer what stands on statements, what is in none yet, and what is late. */
import type { peerSettleApi } from "@visadesk/contract/finance/peer/peer-settle.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, or, q, type Sql } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";
import { workerNames } from "../../setting/index.ts";
import { financeScope } from "../scope.sql.ts";
import { debtOf } from "./peer-debt.ts";
import { unbilled } from "./peer-lines.sql.ts";

type Api = typeof peerSettleApi;
type Debtor = Output<Api["peer_settle_query"]>["list"][number];
export type StoredDebtor = Omit<Debtor, "bd_owner_name" | "billed" | "unbilled"> & { bd_owner_id: number | null };

const OWED = q`coalesce((select a.balance from ledger_accounts a where a.code = 'peer_credit' and a.owner_id = p.id and a.kind = ''), 0)`;
const mine = (what: Sql, which: Sql): Sql => q`(select ${what} from settlements s where s.peer_id = p.id and ${which})`;
const late = (now: Date): Sql =>
  q`(s.settlement_status in ('confirmed', 'part_paid') and s.remaining > 0 and s.due_on < ${dayOf(now)}::date)`;
const UNBILLED_COUNT = unbilled(q`count(*)::int`);
const LAST_END = "(select max(s.cycle_end) from settlements s where s.peer_id = p.id and s.settlement_status <> 'void')";

export const debtorList = (f: Parsed<Api["peer_settle_query"]>, ctx: Pick<Ctx, "me" | "now">): ListDef => ({
  from: q`peers p`,
  where: and([
    financeScope(ctx, { peer: "p.id" }),
    q`(exists (select 1 from ledger_accounts a where a.code = 'peer_credit' and a.owner_id = p.id and a.balance > 0) or exists (select 1 from settlements s where s.peer_id = p.id))`,
    f.keyword && or([q`p.short_name ilike ${`%${likeText(f.keyword)}%`}`, q`p.peer_no like ${`${likeText(f.keyword.toUpperCase())}%`}`]),
    f.bd_owner_id && q`p.bd_owner_id = any(${[...f.bd_owner_id]}::int8[])`,
    f.level_id && q`p.level_id = any(${[...f.level_id]}::text[])`,
    f.is_overdue !== undefined && q`exists (select 1 from settlements s where s.peer_id = p.id and ${late(ctx.now)}) = ${f.is_overdue}`,
    f.has_unbilled !== undefined && q`(${UNBILLED_COUNT} > 0) = ${f.has_unbilled}`,
  ]),
  id: "p.id",
  select: q`p.id, p.peer_no, p.short_name as name, p.level_id, p.bd_owner_id, p.credit_days, ${OWED}::int8 as owed, ${UNBILLED_COUNT} as unbilled_count,
    ${mine(q`count(*)::int`, q`s.settlement_status in ('draft', 'sent', 'disputed', 'confirmed', 'part_paid')`)} as open,
    coalesce(${mine(q`sum(s.remaining)`, late(ctx.now))}, 0)::int8 as overdue, ${mine(q`min(s.due_on)`, late(ctx.now))} as overdue_since,
    ${mine(q`max(s.cycle_end)`, q`s.settlement_status <> 'void'`)} as last_end`,
  sorts: {
    owed: {
      by: "coalesce((select a.balance from ledger_accounts a where a.code = 'peer_credit' and a.owner_id = p.id and a.kind = ''), 0)",
      order: "desc",
    },
    last_end: { by: LAST_END, order: "desc" },
  },
  sort: "owed",
});

export async function shownDebtors(ctx: Pick<Ctx, "db">, list: readonly StoredDebtor[]): Promise<Debtor[]> {
  const [names, debts] = await Promise.all([
    workerNames(
      ctx.db,
      list.map((p) => p.bd_owner_id),
    ),
    debtOf(
      ctx.db,
      list.map((p) => p.id),
    ),
  ]);
  return list.map(({ bd_owner_id, ...p }) => ({
    ...p,
    bd_owner_name: names.get(bd_owner_id ?? 0) ?? null,
    billed: debts.get(p.id)?.billed ?? 0,
    unbilled: debts.get(p.id)?.unbilled ?? p.owed,
  }));
}
