/** Keeps what orders and applicants are found by. */
import type { Ctx } from "#kit/context.ts";
import type { Facts } from "./facts.ts";
import { applicantSearch, orderSearch } from "./search.ts";

/** Writes the search columns that changed. */
export async function keepSearch({ ctx, facts }: { ctx: Ctx; facts: Facts }): Promise<void> {
  const { order, people } = facts;
  const all = orderSearch(order, people);
  if (all.search_text !== order.search_text) {
    await ctx.db.updateTable("orders").set(all).where("id", "=", order.id).execute();
    Object.assign(order, all);
  }
  for (const p of people) {
    const own = applicantSearch(order, p);
    if (own.search_text === p.search_text) continue;
    await ctx.db.updateTable("applicants").set(own).where("id", "=", p.id).execute();
    Object.assign(p, own);
  }
}
