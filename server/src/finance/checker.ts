/** Two people for money: who made a paper never decides it, and who decided first never decides second. */
import type { Ctx } from "#kit/call/context.ts";
import { refuseUnless } from "#kit/http/refuse.ts";

/** `makers`: everybody who had a hand in it so far; null: the system or a peer. */
export function assertChecker(ctx: Pick<Ctx, "me">, makers: readonly (number | null)[], sentence?: string): void {
  refuseUnless(!makers.includes(ctx.me.worker_id), "maker_is_checker", sentence);
}
