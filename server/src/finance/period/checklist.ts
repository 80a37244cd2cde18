/**
 * 结账检查: what has to be nil before a month is closed, or gone over with a reason. A further item is one entry of
 * `CLOSE_CHECKS`: its words, who deals with it, how many are left of that month, and the list that shows exactly these.
 */
import type { CloseItem } from "@visadesk/contract/finance/period.ts";
import { permissionLabel } from "@visadesk/contract/permissions.ts";
import { bookChecks } from "./book-checks.ts";
import type { CloseCheck, Counter, Month } from "./close-check.ts";
import { paperChecks, reconcileChecks } from "./paper-checks.ts";

export const monthSpan = (month: string): Month => {
  const [year = 0, n = 0] = month.split("-").map(Number);
  return { month, from: `${month}-01`, to: new Date(Date.UTC(year, n, 0)).toISOString().slice(0, 10) };
};
/** In the order in which they are gone through. */
export const CLOSE_CHECKS: readonly CloseCheck[] = [...bookChecks, ...paperChecks];

/** Every item as it stands now. */
export async function closeItems(ctx: Counter, month: string): Promise<CloseItem[]> {
  const m = monthSpan(month);
  const items: CloseItem[] = [];
  for (const { key, label, owner, is_must = false, count, place } of [...CLOSE_CHECKS, ...(await reconcileChecks(ctx))]) {
    const n = await count(ctx, m);
    items.push({ key, label, owner: permissionLabel(owner), count: n, is_must, place: n > 0 ? place(m) : null, reason: null });
  }
  return items;
}
