/** Keeps what orders and applicants are found by. */
import type { Ctx } from "#kit/call/context.ts";
import type { Facts } from "../flow/facts.ts";
import { applicantSearch, orderSearch, type SearchColumns } from "./search.ts";

const differs = (a: SearchColumns, b: SearchColumns): boolean => a.search_text !== b.search_text || a.search.join() !== b.search.join();

/** Writes the search columns that changed. */
export async function keepSearch({ ctx, facts }: { ctx: Ctx; facts: Facts }): Promise<void> {
  const { order, people } = facts;
  const all = orderSearch(order, people);
  if (differs(all, order)) {
    await ctx.db.updateTable("orders").set(all).where("id", "=", order.id).execute();
    Object.assign(order, all);
  }
  for (const p of people) {
    const own = applicantSearch(order, p);
    if (!differs(own, p)) continue;
    await ctx.db.updateTable("applicants").set(own).where("id", "=", p.id).execute();
    Object.assign(p, own);
  }
}
