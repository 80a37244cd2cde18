/** What is said in a work order and about it: its thread, the bells of our people, word to the peer. */
import type { Ctx } from "#kit/call/context.ts";
import { q, row } from "#kit/db/sql.ts";
import { sendMessage } from "#kit/http/outbound.ts";

export interface Said {
  kind: "to_peer" | "from_peer" | "internal";
  text: string;
  files?: readonly string[] | undefined;
}
/** One more in the thread; the caller writes when it was on the row itself. */
export const insertMessage = (ctx: Ctx, work_order_id: number, { kind, text, files }: Said): Promise<unknown> =>
  ctx.db
    .insertInto("work_order_messages")
    .values({ work_order_id, kind, text, files: [...(files ?? [])], by_id: ctx.principal?.worker_id ?? null, at: ctx.now })
    .execute();

interface About {
  id: number;
  work_order_no: string;
  title: string;
}
/** Somebody of ours hears of it, but not of what he did himself. */
export async function tellWorker(ctx: Ctx, worker: number | null, about: About, content: string): Promise<void> {
  if (worker === null || worker === ctx.principal?.worker_id) return;
  await sendMessage(ctx, {
    channel: "in_app",
    template: "work_order",
    receiver: String(worker),
    receiver_worker_id: worker,
    content: `${content}：${about.work_order_no} ${about.title}`,
    ref_noun: "work_order",
    ref_id: about.id,
  });
}

/** The peer hears of it in its own mini program; until that stands the record says that nothing was sent. */
export async function tellPeer(ctx: Ctx, about: About & { peer_no: string }, content: string): Promise<void> {
  await sendMessage(ctx, {
    channel: "subscription",
    template: "work_order",
    receiver: about.peer_no,
    content: `${about.work_order_no} ${about.title}：${content}`,
    ref_noun: "work_order",
    ref_id: about.id,
  });
}

/** Who leads the handler's team, else the team it was given to. */
export const leaderOf = async (ctx: Pick<Ctx, "db">, of: { handler_id: number | null; team_id: number | null }): Promise<number | null> =>
  (
    await row<{ leader_id: number | null }>(
      ctx.db,
      q`
      select t.leader_id from teams t
      where t.id = coalesce((select w.team_id from workers w where w.id = ${of.handler_id}), ${of.team_id}::int8)`,
    )
  )?.leader_id ?? null;
