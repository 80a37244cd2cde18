/**
 * The one port for messages: every sending is a row. A message to staff is delivered by being stored; the other
 * channels have no provider yet, and their rows say so: nothing pretends to be sent.
 */
import { maskNumbers } from "@visadesk/contract/kit/mask-numbers.ts";
import type { Ctx } from "../call/context.ts";

export type Channel = "in_app" | "subscription" | "sms" | "email";
export interface Message {
  channel: Channel;
  template: string;
  /** A mobile number, an address, an account name. */
  receiver: string;
  /** Needed for `in_app`: whose bell shows it. */
  receiver_worker_id?: number;
  content: string;
  ref_noun?: string;
  ref_id?: number;
}

/**
 * Records a message in the caller's transaction and answers what became of it. The record keeps personal numbers masked; a
 * provider will be given the message itself.
 */
export async function sendMessage(ctx: Pick<Ctx, "db" | "now">, m: Message): Promise<"sent" | "no_provider"> {
  if (m.channel === "in_app" && m.receiver_worker_id === undefined) throw new Error("an in_app message needs receiver_worker_id");
  const status = m.channel === "in_app" ? "sent" : "no_provider";
  await ctx.db
    .insertInto("outbound_messages")
    .values({
      ...m,
      receiver: maskNumbers(m.receiver),
      content: maskNumbers(m.content),
      status,
      created_at: ctx.now,
      sent_at: status === "sent" ? ctx.now : null,
    })
    .execute();
  return status;
}
