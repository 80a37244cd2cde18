/** Reports by peer and by supplier: what each has with us, and how old its debts are. */
import { q } from "#kit/db/sql.ts";
import { PAYABLES } from "../settlement/settle.rules.ts";
import {
  agedColumns,
  agedLines,
  before,
  credited,
  debited,
  during,
  linesOf,
  peerRows,
  wholeRows,
  type Caller,
  type Period,
  type Report,
} from "./report-parts.ts";

const of = (code: string) => q`a.code = ${code}`;
export const peerBalanceReport = (ctx: Caller, p: Period): Report => {
  const principal = of("peer_principal");
  return {
    rows: q`select s.*, peer.peer_no, peer.short_name as peer_name
      from (select a.owner_id as id, ${credited(q`${principal} and ${before(p)}`)} as principal_opening,
          ${credited(q`${principal} and ${during(p)} and l.amount < 0`)} as principal_in,
          ${debited(q`${principal} and ${during(p)} and l.amount > 0`)} as principal_out, ${credited(principal)} as principal,
          ${credited(of("peer_gift"))} as gift, ${credited(of("peer_frozen"))} as frozen, ${debited(of("peer_credit"))} as credit_used
        from ${linesOf(["peer_principal", "peer_gift", "peer_frozen", "peer_credit"], p)} group by 1) s
      join peers peer on peer.id = s.id where ${peerRows(ctx, "s.id")}`,
  };
};

export const creditAgingReport = (ctx: Caller, p: Period): Report => ({
  rows: q`select s.*, peer.peer_no, peer.short_name as peer_name
    from (select d.owner_id as id, sum(d.owed)::int8 as owed, ${agedColumns(p)}
      from ${agedLines(["peer_credit"], p, 1, "a.owner_id")} d group by 1) s
    join peers peer on peer.id = s.id where s.owed <> 0 and ${peerRows(ctx, "s.id")}`,
});

/** One account of one supplier a row; what was paid beyond its debts is paid ahead. */
export const payableAgingReport = (ctx: Caller, p: Period): Report => ({
  rows: q`select s.*, coalesce(u.name, '—') as supplier_name
    from (select d.account_id as id, d.code as account, min(d.owner_id) as owner_id, sum(d.owed)::int8 as owed, ${agedColumns(p)},
        greatest(0, max(d.paid) - max(d.all_grown))::int8 as prepaid
      from ${agedLines(PAYABLES, p, -1, "a.id")} d group by 1, 2) s
    left join suppliers u on u.id = s.owner_id where s.owed <> 0 and ${wholeRows(ctx)}`,
});
