/** A notice: it asks for nothing and is read in the list of messages. */
import type { Ctx } from "#kit/call/context.ts";
import { sendMessage } from "#kit/http/outbound.ts";

export async function remind(
  ctx: Pick<Ctx, "db" | "now">,
  to: readonly number[],
  title: string,
  ref: { noun: string; id: number } | null = null,
): Promise<void> {
  for (const worker of new Set(to))
    await sendMessage(ctx, {
      channel: "in_app",
      template: "notice",
      receiver: String(worker),
      receiver_worker_id: worker,
      content: title,
      ...(ref && { ref_noun: ref.noun, ref_id: ref.id }),
    });
}
