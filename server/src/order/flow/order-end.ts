/** What the end of an order sets free, and what it makes due. */
import { postSupplierCost } from "../../ledger/index.ts";
import { release } from "../../product/index.ts";
import { completionCost } from "../applicant/result.rules.ts";
import type { OrderStatus } from "./facts.ts";
import type { Work } from "./work.ts";

/** A cancelled order gives its places back; suppliers who settle at completion have earned theirs now, each person once. */
export async function atEnd({ ctx, facts }: Work, to: OrderStatus): Promise<void> {
  if (to !== "cancelled" && to !== "completed") return;
  if (to === "cancelled") await release(ctx.db, facts.order.id, ctx.now);
  for (const p of facts.people) {
    const cost = completionCost(facts, p);
    if (cost) await postSupplierCost(ctx, cost);
  }
}
