/** Reminders as the review page and their own page read them. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { reminderMsg, type reminderMsgApi } from "@visadesk/contract/workbench/message/reminder-msg.ts";
import { reminderMsgFlow } from "@visadesk/contract/workbench/message/reminder-msg.flow.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, q, row, rows, type Sql } from "#kit/db/sql.ts";
import { shown } from "#kit/noun/noun.ts";
import { reminderMsgNoun } from "../../message/index.ts";
import { checksMsg, seesReminder } from "./msg.sql.ts";

type Api = typeof reminderMsgApi;
type Caller = Pick<Ctx, "db" | "me" | "now">;
export type ReminderRow = Output<Api["reminder_msg_query"]>["list"][number];
export type ReminderDetail = Output<Api["reminder_msg_get"]>;
/** What a file handed in last is called, before its place. */
export const PROOF = "处理凭证";
/** Without what the working calendar says. */
export type StoredReminder = Omit<ReminderRow, "spent_minutes">;

export const REMINDERS = q`reminder_msgs r join msgs m on m.id = r.msg_id`;
/** Every file handed in last, by its place; the log of opened files says it: since the result was handed in, by the reader. */
const proofOpened = (me: number): Sql => q`(cardinality(r.proof) > 0 and (select count(distinct k) from unnest(r.proof) k) = (
  select count(distinct c ->> 'label') from operation_logs l cross join lateral jsonb_array_elements(l.changes) c
  where l.noun = 'reminder_msg' and l.noun_id = r.id::text and l.kind = 'file' and l.actor_id = ${me} and l.at >= r.submitted_at and c ->> 'label' like ${`${PROOF}%`}))`;
const columns = (ctx: Caller): Sql => q`${shown(reminderMsgNoun, "r", reminderMsg)},
  (select coalesce(nullif(w.nickname, ''), w.account) from workers w where w.id = r.staff_id) as staff_name,
  ${proofOpened(ctx.me.worker_id)} as is_proof_opened,
  coalesce(r.due_at < ${ctx.now} and r.reminder_status in ('pending', 'doing', 'returned'), false) as is_overdue`;

export const reminderList = (f: Omit<Parsed<Api["reminder_msg_query"]>, "page" | "page_size">, ctx: Caller): ListDef => ({
  from: REMINDERS,
  where: and([
    q`r.msg_id = ${f.msg_id}`,
    checksMsg(ctx),
    f.reminder_status && q`r.reminder_status = any(${[...f.reminder_status]}::text[])`,
  ]),
  id: "r.id",
  select: columns(ctx),
  sorts: { created_at: { by: "r.created_at", order: "asc" }, submitted_at: { by: "r.submitted_at", order: "asc" } },
  sort: "created_at",
});

/** Both ids belong together, and he is one of those it concerns. */
export const storedReminder = (ctx: Caller, { id, msg_id }: { id: number; msg_id: number }): Promise<StoredReminder | undefined> =>
  row(ctx.db, q`select ${columns(ctx)} from ${REMINDERS} where ${and([q`r.id = ${id}`, q`r.msg_id = ${msg_id}`, seesReminder(ctx)])}`);

/** What an act judges of a reminder and its message. */
export interface HeldReminder extends Pick<
  StoredReminder,
  "id" | "msg_id" | "staff_id" | "reminder_status" | "due_at" | "version" | "proof" | "is_proof_opened"
> {
  span_minutes: number | null;
  rounds: number;
  title: string;
  kind: "task" | "notice";
  source: "staff" | "system";
  created_by: number | null;
  reviewer_id: number | null;
  need_proof: boolean;
  /** By whoever acts now, for himself or for somebody he covered. */
  is_handed_in_by_me: boolean;
}
/** The message first, so that two acts upon its reminders wait for each other in one order. */
export async function heldReminder(ctx: Caller, id: number): Promise<HeldReminder | undefined> {
  const of = await row<{ msg_id: number }>(ctx.db, q`select msg_id from reminder_msgs where id = ${id}`);
  if (!of) return undefined;
  await row(ctx.db, q`select id from msgs where id = ${of.msg_id} for update`);
  return row(
    ctx.db,
    q`select r.id, r.msg_id, r.staff_id, r.reminder_status, r.due_at, r.version, r.proof, r.span_minutes, r.rounds, m.title, m.kind, m.source, m.created_by,
        m.reviewer_id, m.need_proof, ${proofOpened(ctx.me.worker_id)} as is_proof_opened,
        coalesce((select l.by_id = ${ctx.me.worker_id} from reminder_msg_rounds l where l.reminder_msg_id = r.id and l.move = 'submit' order by l.id desc limit 1), false) as is_handed_in_by_me
      from ${REMINDERS} where ${and([q`r.id = ${id}`, seesReminder(ctx)])} for update of r`,
  );
}

interface StoredRound {
  id: number;
  move: string;
  by_name: string;
  text: string;
  proof: string[];
  at: string;
}
export async function roundsOf(ctx: Caller, id: number): Promise<ReminderDetail["log"]> {
  const list = await rows<StoredRound>(
    ctx.db,
    q`select l.id, l.move, coalesce(nullif(w.nickname, ''), w.account, '系统') as by_name, l.text, l.proof, l.at
      from reminder_msg_rounds l left join workers w on w.id = l.by_id where l.reminder_msg_id = ${id} order by l.id`,
  );
  const labels: Readonly<Record<string, { label: string }>> = reminderMsgFlow.moves;
  return list.map(({ move, ...l }) => ({ ...l, label: labels[move]?.label ?? move }));
}
export const readOf = (ctx: Caller, id: number): Promise<unknown> =>
  rows(ctx.db, q`update reminder_msgs set read_at = ${ctx.now} where id = ${id} and staff_id = ${ctx.me.worker_id} and read_at is null`);
