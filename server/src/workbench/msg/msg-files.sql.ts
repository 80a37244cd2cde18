/** Files of messages: attachments for whoever sees the message, proofs for whoever sees the reminder. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { and, q, row, rows } from "#kit/db/sql.ts";
import type { FileAccess } from "../../files/index.ts";
import { identityOf } from "../../order/index.ts";
import { seesMsg, seesReminder } from "./msg.sql.ts";
import { PROOF, REMINDERS } from "./reminder-msg.sql.ts";

/** A paper of somebody stays one, whatever it is sent with. */
async function access({ db }: Pick<Ctx, "db">, key: string, noun_no: string, label: string): Promise<FileAccess> {
  const { is_identity, people } = await identityOf(db, key);
  return { noun_no, subject_ids: people, label, is_identity, filename: null };
}
export async function mayReadMsgFile(ctx: Pick<Ctx, "db" | "me">, id: number, key: string): Promise<FileAccess | null> {
  const found = await row<{ id: number }>(
    ctx.db,
    q`select m.id from msgs m where ${and([q`m.id = ${id}`, q`${key} = any(m.files)`, seesMsg(ctx)])}`,
  );
  return found ? access(ctx, key, `消息 ${id}`, "消息附件") : null;
}
/** Of what was handed in last, and of every round before. */
export async function mayReadReminderFile(ctx: Pick<Ctx, "db" | "me">, id: number, key: string): Promise<FileAccess | null> {
  const found = await row<{ msg_id: number; place: number | null }>(
    ctx.db,
    q`select r.msg_id, array_position(r.proof, ${key}) as place from ${REMINDERS} where ${and([
      q`r.id = ${id}`,
      q`exists (select from reminder_msg_rounds l where l.reminder_msg_id = r.id and ${key} = any(l.proof))`,
      seesReminder(ctx),
    ])}`,
  );
  return found ? access(ctx, key, `消息 ${found.msg_id}`, found.place === null ? "以往凭证" : `${PROOF}${found.place}`) : null;
}

/** Which of these keys messages name. */
export const msgFilesInUse = async (db: Db, keys: readonly string[]): Promise<string[]> =>
  (
    await rows<{ key: string }>(
      db,
      q`select distinct k.key from unnest(${[...keys]}::text[]) k(key)
        where exists (select from msgs m where k.key = any(m.files)) or exists (select from reminder_msg_rounds l where k.key = any(l.proof))`,
    )
  ).map((k) => k.key);
