/** One line of a quarter's re-grading: it takes effect, or the peer keeps its level. */
import type { LevelFigures } from "@visadesk/contract/peer/level/level.rules.ts";
import type { LevelCode } from "@visadesk/contract/peer/level/level.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { and, q, rows, type Sql } from "#kit/db/sql.ts";
import { saveRows } from "#kit/noun/save.ts";
import { moveLevel, reasonOf } from "./level-move.ts";
import { peerLevelLineNoun } from "./peer-level.noun.ts";

export interface OpenLine {
  id: number;
  from_level: LevelCode;
  to_level: LevelCode;
  figures: LevelFigures;
  peer_id: number;
  peer_no: string;
  short_name: string;
  bd_owner_id: number | null;
}
/** Lines that nobody decided yet, in id order. */
export const openLines = (db: Db, where: Sql, held = false): Promise<OpenLine[]> =>
  rows<OpenLine>(
    db,
    q`
    select l.id, l.from_level, l.to_level, l.figures, l.peer_id, p.peer_no, p.short_name, p.bd_owner_id
    from peer_level_lines l join peers p on p.id = l.peer_id
    where ${and([where, q`l.decision = 'pending' and l.applied_at is null`])} order by l.id ${held ? q`for update of l` : q``}`,
  );

const still = (line: OpenLine): Sql => q`id = ${line.id} and decision = 'pending' and applied_at is null`;
const decided = (ctx: Ctx) => ({ decided_by: ctx.principal?.worker_id ?? null, decided_at: ctx.now, updated_at: ctx.now });

/** Keeps the level; whoever asks has judged that somebody may. */
export async function keepLine(ctx: Ctx, line: OpenLine, keep_reason: string): Promise<boolean> {
  const kept = await saveRows(ctx, peerLevelLineNoun, { where: still(line), set: { decision: "keep", keep_reason, ...decided(ctx) } });
  if (kept.length === 0) return false;
  const change = { field: "decision", label: "定级复核", before: null, after: `保留 ${line.from_level}` };
  ctx.note({ noun: "peer", noun_id: line.peer_id, noun_no: line.short_name, changes: [change], reason: keep_reason });
  return true;
}

/** One step down; a peer whose level moved, is locked or that left meanwhile keeps what it has. Answers whether it went down. */
export async function applyLine(ctx: Ctx, line: OpenLine): Promise<boolean> {
  const held = await saveRows(ctx, peerLevelLineNoun, {
    where: still(line),
    set: { decision: "apply", applied_at: ctx.now, ...decided(ctx) },
  });
  if (held.length === 0) return false;
  const peer = { id: line.peer_id, peer_no: line.peer_no, short_name: line.short_name, bd_owner_id: line.bd_owner_id };
  const why = reasonOf("季度复核未达门槛", line.figures);
  if (await moveLevel(ctx, { peer, from: line.from_level, to: line.to_level, why })) return true;
  await saveRows(ctx, peerLevelLineNoun, {
    where: q`id = ${line.id}`,
    set: { decision: "keep", keep_reason: "等级已变化、已锁级或同行已停用", applied_at: null },
  });
  return false;
}
