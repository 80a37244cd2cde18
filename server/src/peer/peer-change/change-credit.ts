/** How far the credit of peers reaches now, beside requests to change it: read at once for all of a page. */
import { blockText } from "@visadesk/contract/peer/peer/blocks.rules.ts";
import { creditAvailable, effectiveLimit, type CreditTerms } from "@visadesk/contract/peer/peer/credit.rules.ts";
import type { peerChangeApi } from "@visadesk/contract/peer/peer/peer-change.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, rows } from "#kit/db/sql.ts";
import { peerAccountsOf } from "../../ledger/index.ts";
import { blocksOf } from "../peer/peer-blocks.sql.ts";
type Credit = NonNullable<Output<typeof peerChangeApi.peer_change_get>["credit"]>;
type Change = Pick<Output<typeof peerChangeApi.peer_change_get>, "peer_id" | "kind" | "change_status">;
const asksLimit = (c: Change): boolean => c.change_status === "pending" && (c.kind === "credit_limit" || c.kind === "credit_temp");

/** By peer, of those requests that ask for a limit and wait. */
export async function creditBeside({ db, now }: Pick<Ctx, "db" | "now">, list: readonly Change[]): Promise<Map<number, Credit>> {
  const ids = [...new Set(list.filter(asksLimit).map((c) => c.peer_id))];
  if (ids.length === 0) return new Map();
  const [terms, accounts, blocks] = await Promise.all([
    rows<CreditTerms & { id: number; level_cap: number }>(
      db,
      q`select p.id, p.settle_mode, p.credit_limit, p.temp_limit, p.temp_until, l.credit_cap as level_cap
        from peers p join peer_levels l on l.code = p.level_id where p.id = any(${ids}::int8[])`,
    ),
    peerAccountsOf(db, ids),
    blocksOf(db, ids, now),
  ]);
  return new Map(
    terms.map((p): [number, Credit] => {
      const credit_used = accounts.get(p.id)?.credit_used ?? 0;
      return [
        p.id,
        {
          level_cap: p.level_cap,
          effective_limit: effectiveLimit(p, now),
          credit_used,
          credit_available: creditAvailable(p, { used: credit_used }, now),
          credit_blocked: blockText(blocks.get(p.id) ?? [], "credit"),
        },
      ];
    }),
  );
}
export const creditOfChange = (c: Change, of: ReadonlyMap<number, Credit>): Credit | null =>
  asksLimit(c) ? (of.get(c.peer_id) ?? null) : null;
