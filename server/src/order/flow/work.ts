/** What a change of one order works on: its facts, the clocks, and whose call it is. */
import type { Ctx } from "#kit/call/context.ts";
import type { Clocks } from "./due.rules.ts";
import type { Facts } from "./facts.ts";

export interface Work {
  readonly ctx: Ctx;
  readonly clocks: Clocks;
  facts: Facts;
  /** Whether suppliers were owed anything before the change, and why that is another amount after it. */
  readonly owed: boolean;
  costReason?: string;
}
