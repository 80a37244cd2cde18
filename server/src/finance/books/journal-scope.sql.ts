/** Which vouchers somebody sees: those that moved money of a peer or an order in sight, and of no other and no supplier beside it; with the data scope 全部 every one. A voucher is seen as a whole or not at all. */
import type { Ctx } from "#kit/call/context.ts";
import { PEER_ACCOUNTS } from "../../ledger/index.ts";
import { q, type Sql } from "#kit/db/sql.ts";
import { financeScope } from "../scope.sql.ts";
import { PAYABLES } from "../settlement/settle.rules.ts";

/** Condition over `j`. */
export function journalScope(ctx: Pick<Ctx, "me">): Sql | null {
  const peer = financeScope(ctx, { peer: "ja.owner_id" });
  const order = financeScope(ctx, { order: "jl.order_id" });
  if (peer === null || order === null) return null;
  // One that pays for orders of many tells of the others too, and what a supplier is paid beside orders is for who sees everything.
  const all = financeScope(ctx, { peer: "jo.peer_id", order: "jo.id" }) ?? q`true`;
  return q`(exists (select 1 from journal_lines jl join ledger_accounts ja on ja.id = jl.account_id
      where jl.journal_id = j.id and ((ja.code = any(${[...PEER_ACCOUNTS]}::text[]) and ${peer}) or ${order}))
    and not exists (select 1 from journal_lines jl join orders jo on jo.id = jl.order_id where jl.journal_id = j.id and not ${all})
    and not exists (select 1 from journal_lines jl join ledger_accounts ja on ja.id = jl.account_id
      where jl.journal_id = j.id and jl.order_id is null and ja.code = any(${[...PAYABLES]}::text[])))`;
}
