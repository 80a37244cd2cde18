/** Stage spans: how long an applicant stood in a state with a party, in working minutes. */
import type { Work } from "./work.ts";
import type { Party } from "./due.rules.ts";
import type { Person } from "./facts.ts";

export async function openSpan(w: Work, p: Pick<Person, "id" | "order_id" | "applicant_status">, party: Party): Promise<void> {
  await w.ctx.db
    .insertInto("stage_spans")
    .values({ order_id: p.order_id, applicant_id: p.id, status: p.applicant_status, party, entered_at: w.ctx.now })
    .execute();
}

/** Ends the open span with the limit it had; a hold that is still on ends with it. */
export async function closeSpan(w: Work, applicantId: number, due_at: string | null): Promise<void> {
  const { ctx, clocks } = w;
  const span = await ctx.db
    .selectFrom("stage_spans")
    .select(["id", "entered_at", "hold_minutes"])
    .where("applicant_id", "=", applicantId)
    .where("left_at", "is", null)
    .executeTakeFirst();
  if (!span) return;
  const minutes = clocks.calendar.workingMinutes(new Date(span.entered_at), ctx.now) - span.hold_minutes;
  await ctx.db
    .updateTable("stage_spans")
    .set({ left_at: ctx.now, work_minutes: Math.max(0, minutes), due_at })
    .where("id", "=", span.id)
    .execute();
}

/** The same state goes on with another party: a hold begins or ends. Its limit is kept by the span that ends the state. */
export async function turnSpan(w: Work, p: Pick<Person, "id" | "order_id" | "applicant_status">, party: Party): Promise<void> {
  await closeSpan(w, p.id, null);
  await openSpan(w, p, party);
}

/** Working minutes on hold do not count as work. */
export async function addHoldMinutes(w: Work, applicantId: number, minutes: number): Promise<void> {
  await w.ctx.db
    .updateTable("stage_spans")
    .set((e) => ({ hold_minutes: e("hold_minutes", "+", minutes) }))
    .where("applicant_id", "=", applicantId)
    .where("left_at", "is", null)
    .execute();
}

/** Everything since the last time the applicant stood in `status` was for nothing. */
export async function markRolledBack(w: Work, applicantId: number, status: string): Promise<void> {
  const target = await w.ctx.db
    .selectFrom("stage_spans")
    .select((e) => e.fn.max("id").as("id"))
    .where("applicant_id", "=", applicantId)
    .where("status", "=", status)
    .where("is_rolled_back", "=", false)
    .executeTakeFirst();
  await w.ctx.db
    .updateTable("stage_spans")
    .set({ is_rolled_back: true })
    .where("applicant_id", "=", applicantId)
    .where("id", ">", target?.id ?? 0)
    .execute();
}
