/** Messages as lists and pages read them, and whose they are. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { msg, msgDetail, type msgApi } from "@visadesk/contract/workbench/message/msg.ts";
import type { MsgRef } from "@visadesk/contract/workbench/message/msg.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { isOwn } from "#kit/call/own.sql.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, or, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { shown } from "#kit/noun/noun.ts";
import { timeRange } from "#kit/range.ts";
import { msgNoun } from "../../message/index.ts";

type Api = typeof msgApi;
type Caller = Pick<Ctx, "db" | "me">;
export type MsgRow = Output<Api["msg_query"]>["list"][number];
export type MsgDetail = Output<Api["msg_get"]>;
export const NO_MSG = "消息不存在或无权查看";

/** `m` = msgs. Sent by him, for his review or that of whom he covers, told to him. */
const besides = (me: Ctx["me"]): Sql[] => [
  q`m.created_by = ${me.worker_id}`,
  isOwn("m.reviewer_id", me),
  q`array[${me.worker_id}::int8] <@ m.cc`,
];
export const seesMsg = ({ me }: Pick<Ctx, "me">): Sql =>
  or([...besides(me), q`exists (select from reminder_msgs x where x.msg_id = m.id and ${isOwn("x.staff_id", me)})`]);
/** What all receivers did is for its sender, its reviewer and whoever is told of it. */
export const checksMsg = ({ me }: Pick<Ctx, "me">): Sql => or(besides(me));
/** `r` = a reminder of `m`: his own, or of a message he sent, reviews or is told of. */
export const seesReminder = ({ me }: Pick<Ctx, "me">): Sql => or([isOwn("r.staff_id", me), ...besides(me)]);

const OPEN = "('pending', 'doing', 'returned')";
const STATUS = raw(`(case when m.closed_at is null
  then case when exists (select from reminder_msgs x where x.msg_id = m.id and x.reminder_status in ${OPEN}) then 'open' else 'reviewing' end
  else case when exists (select from reminder_msgs x where x.msg_id = m.id and x.reminder_status = 'done') then 'done' else 'cancelled' end end)`);
const NAME = (id: string): Sql => raw(`(select coalesce(nullif(w.nickname, ''), w.account) from workers w where w.id = ${id})`);
/** Names of the first three receivers. */
const STATS = q`cross join lateral (select count(*)::int as total, count(x.read_at)::int as read_count,
    (count(*) filter (where x.submitted_at is not null and x.reminder_status in ('submitted', 'done')))::int as submitted_count,
    (count(*) filter (where x.reminder_status = 'done'))::int as done_count
  from reminder_msgs x where x.msg_id = m.id) s
  cross join lateral (select coalesce(string_agg(n.name, '、' order by n.id), '') as receiver_names from (
    select x.id, coalesce(nullif(w.nickname, ''), w.account) as name from reminder_msgs x join workers w on w.id = x.staff_id where x.msg_id = m.id order by x.id limit 3) n) n`;
const BESIDE = q`${STATUS} as msg_status, s.total, s.read_count, s.submitted_count, s.done_count,
  n.receiver_names || case when s.total > 3 then ' 等' || s.total || '人' else '' end as receiver_names,
  ${NAME("m.created_by")} as created_by_name, ${NAME("m.reviewer_id")} as reviewer_name`;

/** The asker's own reminder of it, the newest where several came to him by hand-over. */
const mine = ({ me }: Pick<Ctx, "me">): Sql =>
  q`left join lateral (select x.id, x.reminder_status from reminder_msgs x where x.msg_id = m.id and x.staff_id = ${me.worker_id} order by x.id desc limit 1) own on true`;
const MINE = q`own.id as my_reminder_id, own.reminder_status as my_status`;

type Filter = Omit<Parsed<Api["msg_query"]>, "page" | "page_size">;
export function msgList(f: Filter, ctx: Caller): ListDef {
  const me = ctx.me.worker_id;
  const views = {
    mine: q`exists (select from reminder_msgs x where x.msg_id = m.id and x.staff_id = ${me})`,
    review: q`${isOwn("m.reviewer_id", ctx.me)} and exists (select from reminder_msgs x where x.msg_id = m.id and x.reminder_status = 'submitted')`,
    sent: q`m.created_by = ${me}`,
    cc: q`array[${me}::int8] <@ m.cc`,
  };
  return {
    from: q`msgs m`,
    where: and([
      f.view ? views[f.view] : seesMsg(ctx),
      f.keyword && q`m.title ilike ${`%${likeText(f.keyword)}%`}`,
      f.kind && q`m.kind = any(${[...f.kind]}::text[])`,
      f.level && q`m.level = any(${[...f.level]}::text[])`,
      f.msg_status && q`${STATUS} = any(${[...f.msg_status]}::text[])`,
      timeRange("m.created_at", f.created_at),
    ]),
    id: "m.id",
    select: q`${shown(msgNoun, "m", msg)}, ${BESIDE}, ${MINE}`,
    joins: q`${STATS} ${mine(ctx)}`,
    sorts: { created_at: { by: "m.created_at", order: "desc", keyset: true }, due_at: { by: "m.due_at", order: "asc" } },
    sort: "created_at",
  };
}

export type StoredMsg = Omit<MsgDetail, "ref" | "cc_names" | "is_sender" | "is_reviewer"> & {
  created_by: number | null;
  ref_noun: MsgRef | null;
  ref_id: number | null;
};
/** One in the caller's sight. */
export const storedMsg = (ctx: Caller, id: number): Promise<StoredMsg | undefined> =>
  row(
    ctx.db,
    q`select ${shown(msgNoun, "m", msgDetail)}, m.created_by, m.ref_noun, m.ref_id, ${BESIDE}, ${MINE} from msgs m ${STATS} ${mine(ctx)} where ${and([q`m.id = ${id}`, seesMsg(ctx)])}`,
  );

export interface HeldMsg {
  id: number;
  version: number;
  title: string;
  kind: "task" | "notice";
  source: "staff" | "system";
  created_by: number | null;
  reviewer_id: number | null;
  need_proof: boolean;
  nudged_at: string | null;
  closed_at: string | null;
}
/** Held to the end of the transaction. */
export const heldMsg = (ctx: Caller, id: number): Promise<HeldMsg | undefined> =>
  row(
    ctx.db,
    q`select m.id, m.version, m.title, m.kind, m.source, m.created_by, m.reviewer_id, m.need_proof, m.nudged_at, m.closed_at
      from msgs m where ${and([q`m.id = ${id}`, seesMsg(ctx)])} for update`,
  );

export interface Receiver {
  id: number;
  name: string;
  is_enabled: boolean;
  may_work: boolean;
}
/** Who is meant by names, teams, roles or everybody; each once. */
export const receiversOf = (
  db: Ctx["db"],
  of: { staff_ids: readonly number[]; team_ids: readonly number[]; role_ids: readonly number[]; is_all: boolean },
  code: number,
): Promise<Receiver[]> =>
  rows(
    db,
    q`
    select w.id, coalesce(nullif(w.nickname, ''), w.account) as name, w.status = 1 as is_enabled,
      coalesce(r.is_builtin or ${code} = any(r.module_group), false) as may_work
    from workers w left join roles r on r.id = w.role_id
    where ${or([
      q`w.id = any(${[...of.staff_ids]}::int8[])`,
      q`w.team_id = any(${[...of.team_ids]}::int8[])`,
      q`w.role_id = any(${[...of.role_ids]}::int8[])`,
      ...(of.is_all ? [q`w.status = 1 and (r.is_builtin or ${code} = any(r.module_group))`] : []),
    ])} order by w.id`,
  );
