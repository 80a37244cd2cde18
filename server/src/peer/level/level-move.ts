/** A peer gets another level: by its figures overnight, or by a quarter's re-grading. A change that people apply for writes its own. */
import { type LevelFigures } from "@visadesk/contract/peer/level/level.rules.ts";
import { LEVEL_DAYS, type LevelCode } from "@visadesk/contract/peer/level/level.words.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row } from "#kit/db/sql.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { saveRows } from "#kit/noun/save.ts";
import { dayOf } from "#kit/range.ts";
import { peerNoun } from "../peer/peer.noun.ts";

export interface LevelMove {
  peer: { id: number; peer_no: string; short_name: string; bd_owner_id: number | null };
  from: LevelCode;
  to: LevelCode;
  why: string;
}
const figuresText = (f: LevelFigures): string => `近${LEVEL_DAYS}天 GMV ${money(f.gmv)}，${f.orders} 单，充值 ${money(f.topup)}`;
export const reasonOf = (rule: string, f: LevelFigures): string => `${rule}：${figuresText(f)}`;

/** Its BD and the peer itself hear of it; where the peers' own site does not stand yet, the record says that nothing was sent. */
async function tell(ctx: Ctx, { peer, from, to, why }: LevelMove): Promise<void> {
  const about = { template: "peer_level", ref_noun: "peer", ref_id: peer.id } as const;
  const bd = peer.bd_owner_id;
  if (bd !== null && bd !== ctx.principal?.worker_id)
    await sendMessage(ctx, {
      ...about,
      channel: "in_app",
      receiver: String(bd),
      receiver_worker_id: bd,
      content: `同行「${peer.short_name}」等级由 ${from} 调整为 ${to}，${why}`,
    });
  await sendMessage(ctx, { ...about, channel: "subscription", receiver: peer.peer_no, content: `您的等级由 ${from} 调整为 ${to}` });
}

/** Judged as it is written: still active, still at that level, not locked. Answers whether it moved. */
export async function moveLevel(ctx: Ctx, move: LevelMove): Promise<boolean> {
  const { peer, from, to, why } = move;
  // Whoever disables a level waits until those who move up to it stand there.
  const enabled = await row(ctx.db, q`select code from peer_levels where code = ${to} and status = 1 for share`);
  if (!enabled) return false;
  const moved = await saveRows(ctx, peerNoun, {
    where: q`id = ${peer.id} and peer_status = 'active' and level_id = ${from} and (level_locked_until is null or level_locked_until < ${dayOf(ctx.now)}::date)`,
    set: { level_id: to, level_locked_until: null, level_lock_reason: "", updated_at: ctx.now },
  });
  if (moved.length === 0) return false;
  const change = { field: "level_id", label: "等级", before: from, after: to };
  ctx.note({ noun: "peer", noun_id: peer.id, noun_no: peer.short_name, changes: [change], reason: why });
  await tell(ctx, move);
  return true;
}
