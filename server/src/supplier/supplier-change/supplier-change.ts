/**
 * The one writer of modification records: whoever changes a match or what it costs says so here, in the same transaction,
 * and every changed field leaves one row.
 */
import type { CHANGE_SOURCES } from "@visadesk/contract/supplier/supplier.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { openAssignments } from "./supplier-change.sql.ts";
import type { MatchChange } from "./supplier-change.rules.ts";

export interface ChangedMatch {
  id: number;
  sku_id: number;
  supplier_id: number;
}
export interface ChangeSaid {
  source: keyof typeof CHANGE_SOURCES;
  reason?: string | undefined;
  /** From when it holds; null: at once. */
  effective_at?: Date | string | null;
  adjust_no?: string | null;
  /** Who did it; whoever is calling where nothing is said. */
  by?: number | null;
}

export async function recordChanges(
  ctx: Pick<Ctx, "db" | "now" | "principal">,
  match: ChangedMatch,
  { source, reason = "", effective_at = null, adjust_no = null, by }: ChangeSaid,
  changes: readonly MatchChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const open_count = await openAssignments(ctx.db, match.id);
  await ctx.db
    .insertInto("supplier_changes")
    .values(
      changes.map((c) => ({
        supplier_product_id: match.id,
        supplier_id: match.supplier_id,
        sku_id: match.sku_id,
        field: c.field,
        old_value: JSON.stringify(c.old),
        new_value: JSON.stringify(c.new),
        source,
        reason,
        effective_at,
        adjust_no,
        open_count,
        by_id: by === undefined ? (ctx.principal?.worker_id ?? null) : by,
        at: ctx.now,
      })),
    )
    .execute();
}
