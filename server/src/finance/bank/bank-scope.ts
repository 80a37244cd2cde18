/** The company's own accounts are for who sees everything; for others there are none. */
import type { Ctx } from "#kit/call/context.ts";
import { found } from "#kit/http/refuse.ts";

export function assertSeesAll(ctx: Pick<Ctx, "me">, missing?: string): void {
  found(ctx.me.scope_ids === null ? true : undefined, missing);
}
