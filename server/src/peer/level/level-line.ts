/** One line of a quarter's re-grading: it takes effect, or the peer keeps its level. */
import { stillEarns, type LevelFigures } from "@visadesk/contract/peer/level/level.rules.ts";
import type { LevelCode } from "@visadesk/contract/peer/level/level.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { and, q, rows, type Sql } from "#kit/db/sql.ts";
import { saveRows } from "#kit/noun/save.ts";
import { levelTerms } from "./level-figures.sql.ts";
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

const MOVED = "等级已变化、已锁级或同行已停用";
/** Why it could not go down. */
async function lowered(ctx: Ctx, line: OpenLine): Promise<string | null> {
  if (stillEarns(await levelTerms(ctx.db), line.from_level, line.figures)) return `数据已达 ${line.from_level} 门槛`;
  const peer = { id: line.peer_id, peer_no: line.peer_no, short_name: line.short_name, bd_owner_id: line.bd_owner_id };
  const why = reasonOf("季度复核未达门槛", line.figures);
  return (await moveLevel(ctx, { peer, from: line.from_level, to: line.to_level, why })) ? null : MOVED;
}

/**
 * One step down. Who earns its level by the line's figures, whose level moved or is locked, and who left meanwhile keep what they have.
 * Answers why it stays; null: it went down.
 */
export async function applyLine(ctx: Ctx, line: OpenLine): Promise<string | null> {
  const held = await saveRows(ctx, peerLevelLineNoun, {
    where: still(line),
    set: { decision: "apply", applied_at: ctx.now, ...decided(ctx) },
  });
  if (held.length === 0) return "复核已处理";
  const stays = await lowered(ctx, line);
  if (stays === null) return null;
  await saveRows(ctx, peerLevelLineNoun, {
    where: q`id = ${line.id}`,
    set: { decision: "keep", keep_reason: stays, applied_at: null },
  });
  return stays;
}
