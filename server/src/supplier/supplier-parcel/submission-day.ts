/** Another day for a person who misses a parcel: the same supplier, within the quota of that day. */
import type { Ctx } from "#kit/call/context.ts";
import { q, row } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";
import { badInput, refuse } from "#kit/http/refuse.ts";

const dayText = (date: string): string => `${Number(date.slice(5, 7))}月${Number(date.slice(8))}日`;

export async function moveSubmission(ctx: Ctx, applicantId: number, date: string): Promise<void> {
  if (date < dayOf(ctx.now)) throw badInput({ path: "planned_date", message: "改到的日期不能早于今天" });
  const open = await row<{ id: number; supplier_product_id: number; planned_date: string }>(
    ctx.db,
    q`select id, supplier_product_id, planned_date from supplier_assignments where applicant_id = ${applicantId} and released_at is null`,
  );
  if (!open || open.planned_date === date) return;
  const match = await row<{ daily_quota: number | null }>(
    ctx.db,
    q`select daily_quota from supplier_products where id = ${open.supplier_product_id} for update`,
  );
  const used = await row<{ n: number }>(
    ctx.db,
    q`select count(*)::int as n from supplier_assignments where supplier_product_id = ${open.supplier_product_id} and planned_date = ${date}::date and released_at is null`,
  );
  const quota = match?.daily_quota ?? null;
  if (quota !== null && (used?.n ?? 0) >= quota) refuse("limit_exceeded", `${dayText(date)}名额已满（${used?.n ?? 0}/${quota}）`);
  await ctx.db.updateTable("supplier_assignments").set({ planned_date: date }).where("id", "=", open.id).execute();
}
