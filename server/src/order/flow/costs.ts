/** What suppliers are owed for the people of an order: after every change the books say what the state says. */
import { settleCosts } from "../../ledger/index.ts";
import { FOLLOWS_STATE, owedNow, owedOf } from "../applicant/result.rules.ts";
import type { Facts } from "./facts.ts";
import type { Work } from "./work.ts";

/** Whether anything is owed; the books of an order that owes nothing before and after a change need not be asked. */
export const owes = ({ order, people }: Facts): boolean => people.some((p) => owedNow(order, p) > 0);

export async function bookCosts({ ctx, facts, owed, costReason }: Work): Promise<void> {
  if (!owed && !owes(facts)) return;
  await settleCosts(
    ctx,
    facts.people.map((p) => owedOf(facts.order, p)),
    costReason ?? FOLLOWS_STATE,
  );
}
