/** A message to a worker about his own account; he reads it in the console. */
import type { Ctx } from "#kit/call/context.ts";
import { sendMessage } from "#kit/http/outbound.ts";

export async function tell(ctx: Pick<Ctx, "db" | "now">, worker: number, template: string, content: string): Promise<void> {
  await sendMessage(ctx, {
    channel: "in_app",
    template,
    receiver: String(worker),
    receiver_worker_id: worker,
    content,
    ref_noun: "worker",
    ref_id: worker,
  });
}
