/** What a peer hears of its statements. */
import type { Ctx } from "#kit/call/context.ts";
import { q, row } from "#kit/db/sql.ts";
import { sendMessage } from "#kit/http/outbound.ts";

interface About {
  id: number;
  settle_no: string;
  peer_id: number | null;
}
/** The peer in its own mini program, which the record says until that stands; its BD at his bell. */
export async function tellPeer(ctx: Ctx, s: About, content: string, isUrged = false): Promise<void> {
  const peer = await row<{ peer_no: string; short_name: string; bd_owner_id: number | null }>(
    ctx.db,
    q`select peer_no, short_name, bd_owner_id from peers where id = ${s.peer_id}`,
  );
  if (!peer) return;
  const about = { template: "peer_settlement", ref_noun: "settlement", ref_id: s.id };
  await sendMessage(ctx, { ...about, channel: "subscription", receiver: peer.peer_no, content: `${s.settle_no} ${content}` });
  if (!isUrged || peer.bd_owner_id === null || peer.bd_owner_id === ctx.principal?.worker_id) return;
  await sendMessage(ctx, {
    ...about,
    channel: "in_app",
    receiver: String(peer.bd_owner_id),
    receiver_worker_id: peer.bd_owner_id,
    content: `${peer.short_name}：${s.settle_no} ${content}`,
  });
}
