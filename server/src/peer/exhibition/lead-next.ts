import type { Ctx } from "#kit/call/context.ts";
import { badInput } from "#kit/http/refuse.ts";
import { dayOf } from "#kit/range.ts";

/** A call that is planned lies ahead. */
export function checkNext(ctx: Pick<Ctx, "now">, day: string | null | undefined): void {
  if (day !== null && day !== undefined && day <= dayOf(ctx.now))
    throw badInput({ path: "next_follow_on", message: "下次跟进须在今天之后" });
}
