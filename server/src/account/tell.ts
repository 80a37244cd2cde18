/** A message to a worker about his own account; he reads it in the console. */
import type { Ctx } from "#kit/context.ts";

export async function tell(ctx: Pick<Ctx, "db" | "now">, worker: number, template: string, content: string): Promise<void> {
  await ctx.db.insertInto("outbound_messages").values({
    channel: "in_app", template, receiver: String(worker), receiver_worker_id: worker, content, ref_noun: "worker", ref_id: worker,
    status: "sent", created_at: ctx.now, sent_at: ctx.now,
  }).execute();
}
