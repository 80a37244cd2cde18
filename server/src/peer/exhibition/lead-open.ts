/** Where leads are registered: at a fair that is not over, one after the other, each number once. */
import type { Ctx } from "#kit/call/context.ts";
import { found, refuseUnless } from "#kit/http/refuse.ts";
import { NO_EXHIBITION } from "./exhibition-scope.sql.ts";
import { heldExhibition, type StoredExhibition } from "./exhibition.sql.ts";

export const LEAD_TAKEN = "该手机号已登记";

/** Held, so that whoever registers the same number at once waits, and finds it taken. */
export async function openExhibition(ctx: Pick<Ctx, "db" | "me">, id: number): Promise<StoredExhibition> {
  const e = found(await heldExhibition(ctx, id), NO_EXHIBITION);
  const isOver = e.exhibition_status === "closed" || e.exhibition_status === "cancelled";
  refuseUnless(!isOver, "guard_failed", "展会已结束，不能登记线索");
  return e;
}
