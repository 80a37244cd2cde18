/** A message is sent: one row for it, one for each who receives it. Who may receive and until when is settled before. */
import type { MoveOf } from "@visadesk/contract/kit/flow.ts";
import type { MsgRef } from "@visadesk/contract/workbench/message/msg.words.ts";
import type { reminderMsgFlow } from "@visadesk/contract/workbench/message/reminder-msg.flow.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";

export interface Ref {
  noun: MsgRef;
  id: number;
}
export interface NewMsg {
  kind: "task" | "notice";
  source: "staff" | "system";
  /** Of a door: an open message of the same key is not sent again. */
  key?: string | undefined;
  title: string;
  content?: string;
  files?: readonly string[] | undefined;
  ref?: Ref | null | undefined;
  level?: "normal" | "high" | "critical";
  due_at?: Date | null | undefined;
  /** Working minutes until then. */
  span_minutes?: number | null | undefined;
  to: readonly number[];
  cc?: readonly number[] | undefined;
  reviewer_id?: number | null | undefined;
  need_proof?: boolean | undefined;
}

/** Answers its id; null where its key is open already. */
export async function sendMsg(ctx: Ctx, m: NewMsg): Promise<number | null> {
  const { kind, source, title, ref = null, due_at = null, reviewer_id = null } = m;
  const made = await row<{ id: number }>(
    ctx.db,
    q`
    insert into msgs (kind, source, key, title, content, files, ref_noun, ref_id, level, due_at, cc, need_review, reviewer_id, need_proof, created_by, created_at, updated_at)
    values (${kind}, ${source}, ${m.key ?? null}, ${title}, ${m.content ?? ""}, ${[...(m.files ?? [])]}::text[], ${ref?.noun ?? null}, ${ref?.id ?? null}::int8,
      ${m.level ?? "normal"}, ${due_at}::timestamptz, ${[...(m.cc ?? [])]}::int8[], ${reviewer_id !== null}, ${reviewer_id}::int8, ${m.need_proof ?? false},
      ${source === "system" ? null : ctx.me.worker_id}::int8, ${ctx.now}, ${ctx.now})
    on conflict (key) where key is not null and closed_at is null do nothing returning id`,
  );
  if (!made) return null;
  const sent = await rows<{ id: number }>(
    ctx.db,
    q`
    insert into reminder_msgs (msg_id, staff_id, due_at, span_minutes, created_at, updated_at)
    select ${made.id}, s, ${due_at}::timestamptz, ${m.span_minutes ?? null}::int, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
    from unnest(${[...new Set(m.to)]}::int8[]) s returning id`,
  );
  await addRounds(
    ctx,
    sent.map((r) => r.id),
    "send",
  );
  ctx.note({ noun: "msg", noun_id: made.id });
  return made.id;
}

type Round = MoveOf<typeof reminderMsgFlow>;
/** Every round is kept: who did what with it, and what he said. */
export const addRounds = (
  ctx: Ctx,
  ids: readonly number[],
  move: Round,
  { text = "", proof = [] }: { text?: string; proof?: readonly string[] } = {},
): Promise<unknown> =>
  rows(
    ctx.db,
    q`insert into reminder_msg_rounds (reminder_msg_id, move, by_id, text, proof, at)
      select i, ${move}, ${ctx.principal?.worker_id ?? null}::int8, ${text}, ${[...proof]}::text[], ${ctx.now}::timestamptz from unnest(${[...ids]}::int8[]) i`,
  );
