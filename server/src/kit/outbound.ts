/**
 * The one port for messages: every sending is a row. A message to staff is delivered by being stored; the other
 * channels have no provider yet, and their rows say so: nothing pretends to be sent.
 */
import { mask } from "@visadesk/contract/kit/mask.ts";
import type { Ctx } from "./context.ts";

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

/** The record keeps no mobile: a provider is given the message itself. */
const withoutMobiles = (text: string): string => text.replace(/(?<!\d)1\d{10}(?!\d)/g, (no) => mask("mobile", no));

/** Records a message in the caller's transaction and answers what became of it. */
export async function sendMessage(ctx: Pick<Ctx, "db" | "now">, m: Message): Promise<"sent" | "no_provider"> {
  if (m.channel === "in_app" && m.receiver_worker_id === undefined) throw new Error("an in_app message needs receiver_worker_id");
  const status = m.channel === "in_app" ? "sent" : "no_provider";
  await ctx.db
    .insertInto("outbound_messages")
    .values({
      ...m,
      receiver: withoutMobiles(m.receiver),
      content: withoutMobiles(m.content),
      status,
      created_at: ctx.now,
      sent_at: status === "sent" ? ctx.now : null,
    })
    .execute();
  return status;
}
