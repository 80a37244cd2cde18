/** A policy as its caller saw it, held behind its order: orders first, then the paper, then the books. */
import { canMove, type MoveOf } from "@visadesk/contract/kit/flow.ts";
import { policyFlow } from "@visadesk/contract/finance/insurance/policy.flow.ts";
import type { Ctx } from "#kit/call/context.ts";
import { found, refuse } from "#kit/http/refuse.ts";
import { expectUnmoved } from "#kit/noun/move.ts";
import { lockOrders } from "../../order/index.ts";
import { factsOf, lockedPolicy, NO_POLICY, policyRowOf, type PolicyFacts, type PolicyRow } from "./policy.sql.ts";

export interface Seen {
  id: number;
  version: number;
}
export type HeldPolicy = PolicyRow & PolicyFacts;
/** `move`: what is about to be done to it, where that is a move. */
export async function heldPolicy(ctx: Ctx, seen: Seen, move?: MoveOf<typeof policyFlow>): Promise<HeldPolicy> {
  const { order_id } = found(await policyRowOf(ctx, seen.id), NO_POLICY);
  await lockOrders(ctx.db, [order_id]);
  const p = found(await lockedPolicy(ctx, seen.id), NO_POLICY);
  expectUnmoved(p, seen.version, () => `现在是「${policyFlow.states[p.policy_status].label}」`);
  if (move !== undefined && !canMove(policyFlow, p.policy_status, move)) refuse("state_changed");
  return { ...p, ...found(await factsOf(ctx.db, p.id), NO_POLICY) };
}
